extension ImageFormat {
    /// BMP of Windows and of OS/2.
    public static let bmp = ImageFormat(code: 5)
}

extension FormatRow {
    static let bmp = FormatRow(
        .bmp, "bmp", mime: "image/bmp", endings: ["bmp"], viewers: .all, pixels: .bmp,
        // Two letters alone could begin a text. The length of the DIB header is at most 124, so its
        // second byte is 0, which no text has.
        signatures: [Signature("BM?????????????\0")], read: BMP.header)
}

/// BMP: the size is in the DIB header, whose kind follows from its length.
private enum BMP {
    @Sendable static func header(in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        // The shortest header has 12 bytes, and longer ones have the size within these bytes, too.
        let dib = try window.slice(at: 14, count: 12)
        let length = dib.integer(UInt32.self, at: 0, .little)
        let size: PixelSize
        let depth: UInt16
        switch length {
        case 12:
            // BITMAPCOREHEADER, OS/2 1.x: 16 bit, unsigned.
            size = PixelSize(
                width: Int(dib.integer(UInt16.self, at: 4, .little)),
                height: Int(dib.integer(UInt16.self, at: 6, .little)))
            depth = dib.integer(UInt16.self, at: 10, .little)
        case 16...124:
            // OS/2 2.x (16 to 64) and Windows (40, 52, 56, 108, 124): 32 bit, signed. A negative
            // height means that the rows are stored from top to bottom.
            size = PixelSize(
                width: Int(dib.integer(Int32.self, at: 4, .little)),
                height: abs(Int(dib.integer(Int32.self, at: 8, .little))))
            guard size.width > 0 else { throw .corrupt("a BMP with a width of \(size.width)") }
            depth = try window.slice(at: 14, count: 16).integer(UInt16.self, at: 14, .little)
        default:
            throw .corrupt("a BMP with a header of \(length) bytes")
        }
        guard BMP.depths.contains(depth) else { throw .corrupt("a BMP of \(depth) bits") }
        return ImageHeader(format: .bmp, stored: size, traits: BMP.traits(bits: depth))
    }

    /// Windows CE has 2 and GDI+ has 64; 0 stands for a JPEG or a PNG inside.
    private static let depths: [UInt16] = [0, 1, 2, 4, 8, 16, 24, 32, 64]

    /// Whether 32 bits have transparency depends on masks that are not read.
    private static func traits(bits: UInt16) -> PictureTraits {
        switch bits {
        case 1...8: PictureTraits(colors: .palette, depth: Int(bits), hasAlpha: false, isAnimated: false)
        case 16: PictureTraits(colors: .rgb, isAnimated: false)
        case 24: PictureTraits(colors: .rgb, depth: 8, hasAlpha: false, isAnimated: false)
        case 32: PictureTraits(colors: .rgb, depth: 8, isAnimated: false)
        default: PictureTraits(isAnimated: false)
        }
    }
}
