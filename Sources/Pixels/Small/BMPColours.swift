import Base

/// The colours that the pixels of a BMP number.
struct BMPPalette {
    private var colours: [SIMD4<UInt8>] = []

    init<Picture: PictureBytes>(_ header: BMPHeader, _ cursor: inout ByteCursor<Picture>) throws(Failure) {
        cursor.position = 14 + header.size
        let length = header.isOfOS2 ? 3 : 4
        // The list may be shorter than the depth allows, and then the pixels begin behind it.
        let room = Int(clamping: header.pixels > cursor.position ? (header.pixels - cursor.position) / UInt64(length) : 0)
        for _ in 0..<min(1 << Int(header.depth), room) {
            let entry = Array(try cursor.bytes(length, "in the palette"))
            colours.append(SIMD4(entry[2], entry[1], entry[0], 255))
        }
    }

    /// Black for a number that has no colour.
    func colour(_ number: Int) -> SIMD4<UInt8> { number < colours.count ? colours[number] : SIMD4(0, 0, 0, 255) }
}

/// Which bits of a pixel are red, green, blue and alpha.
struct BMPMasks {
    private let masks: SIMD4<UInt32>

    init<Picture: PictureBytes>(_ header: BMPHeader, _ cursor: inout ByteCursor<Picture>) throws(Failure) {
        guard header.compression != 0 else {
            masks = header.depth == 16 ? SIMD4(0x7C00, 0x03E0, 0x001F, 0) : SIMD4(0xFF_0000, 0x00_FF00, 0x00_00FF, 0)
            return
        }
        // The masks stand in the header, or behind the shortest header that has a compression.
        cursor.position = 54
        var read = SIMD4<UInt32>.zero
        let count = header.compression == 6 || header.size >= 56 ? 4 : 3
        for lane in 0..<count { read[lane] = try cursor.integer(UInt32.self, "in the masks") }
        masks = read
    }

    func colour(_ pixel: UInt32) -> SIMD4<UInt8> {
        SIMD4(
            value(pixel, masks.x), value(pixel, masks.y), value(pixel, masks.z), masks.w == 0 ? 255 : value(pixel, masks.w))
    }

    /// The bits of a mask, scaled to eight.
    private func value(_ pixel: UInt32, _ mask: UInt32) -> UInt8 {
        guard mask != 0 else { return 0 }
        let shift = UInt64(mask.trailingZeroBitCount)
        let (most, bits) = (UInt64(mask) >> shift, UInt64(pixel & mask) >> shift)
        return UInt8(truncatingIfNeeded: (bits * 255 + most / 2) / most)
    }
}
