/// The smallest files that have a size.
extension Bytes {
    /// A JPEG whose frame follows `metadata` bytes of comments. The comments lie in segments, and each segment costs
    /// one jump.
    public static func jpeg(width: UInt16, height: UInt16, behind metadata: Int = 0) -> Bytes {
        var picture: Bytes = [0xFF, 0xD8]
        var left = metadata
        while left > 0 {
            // A segment takes four bytes itself, so the rest must not be smaller.
            let length = left > 60_004 ? 60_000 : left
            precondition(length >= 4, "no segment has \(length) bytes")
            picture += segment(0xFE, Bytes(zeros: length - 4))
            left -= length
        }
        return picture + frame(width: width, height: height)
    }

    /// An AVIF whose list of items, which must be whole, holds `padding` meaningless bytes.
    public static func avif(width: UInt32, height: UInt32, padding: Int = 0) -> Bytes {
        let item = fullBox("infe", version: 2, big(UInt16(1)), big(UInt16(0)), Bytes("av01"), [0])
        let properties = box("ipco", fullBox("ispe", big(width), big(height)))
        let association = fullBox("ipma", big(UInt32(1)), big(UInt16(1)), [1, 1])
        return box("ftyp", Bytes("avif"), big(UInt32(0)), Bytes("mif1"))
            + fullBox(
                "meta", fullBox("pitm", big(UInt16(1))), fullBox("iinf", big(UInt16(1)), item, box("free", Bytes(zeros: padding))),
                box("iprp", properties, association))
    }
}

extension Bytes {
    /// A whole BMP of one bit for a pixel, so that a browser shows it.
    public static func bitmap(width: Int32, height: Int32) -> Bytes {
        let pixels = (Int(width) + 31) / 32 * 4 * Int(height)
        let head = 62
        let file = Bytes("BM") + little(UInt32(head + pixels)) + little(UInt32(0)) + little(UInt32(head))
        let size = little(UInt32(40)) + little(width) + little(height) + little(UInt16(1)) + little(UInt16(1))
        let coding = Bytes(zeros: 4) + little(UInt32(pixels)) + Bytes(zeros: 8) + little(UInt32(2)) + little(UInt32(0))
        let colors = little(UInt32(0)) + little(UInt32(0xFF_FFFF))
        return file + size + coding + colors + Bytes(zeros: pixels)
    }
}
