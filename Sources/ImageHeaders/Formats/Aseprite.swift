import WeirBase

extension ImageFormat {
    /// Aseprite.
    public static let aseprite = ImageFormat(code: 24)
}

extension FormatRow {
    static let aseprite = FormatRow(
        .aseprite, "aseprite", mime: "image/x-aseprite", endings: ["ase"], viewers: .none,
        // Letters of some languages have these two bytes too, but no text has the zero, the high byte of the bits for each pixel.
        signatures: [Signature([nil, nil, nil, nil, 0xE0, 0xA5, nil, nil, nil, nil, nil, nil, nil, 0])], read: Aseprite.header)
}

/// Aseprite: 128 bytes of header and the beginning of the first frame (Aseprite File Format Specifications).
private enum Aseprite {
    @Sendable static func header(in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let bytes = try window.slice(at: 0, count: 134)
        let frames = bytes.integer(UInt16.self, at: 6, .little)
        // Two bytes are a weak signature, so those of the first frame count too.
        guard frames > 0, bytes.integer(UInt16.self, at: 132, .little) == 0xF1FA else { throw .failed(Failure(.notAnImage)) }
        let size = PixelSize(
            width: Int(bytes.integer(UInt16.self, at: 8, .little)), height: Int(bytes.integer(UInt16.self, at: 10, .little)))
        // Sprites are drawn on nothing, and an index or a level of gray may stand for it too.
        let colors: ColorModel
        switch bytes.integer(UInt16.self, at: 12, .little) {
        case 8: colors = .palette
        case 16: colors = .gray
        case 32: colors = .rgb
        case let bits: throw .corrupt("an Aseprite file with \(bits) bits for each pixel")
        }
        return ImageHeader(
            format: .aseprite, stored: size,
            traits: PictureTraits(colors: colors, depth: 8, hasAlpha: true, isAnimated: frames > 1))
    }
}
