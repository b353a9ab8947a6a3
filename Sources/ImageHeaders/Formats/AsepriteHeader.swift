import Base

/// Aseprite: 128 bytes of header and the beginning of the first frame (Aseprite File Format Specifications).
enum AsepriteHeader {
    static let length = 134

    @Sendable static func read(_ bytes: ByteSlice) throws(HeaderStop) -> ImageHeader {
        let frames = bytes.integer(UInt16.self, at: 6, .little)
        // Two bytes are a weak signature, so those of the first frame count too.
        guard frames > 0, bytes.integer(UInt16.self, at: 132, .little) == 0xF1FA else { throw .failed(Failure(.notAnImage)) }
        let size = PixelSize(
            width: Int(bytes.integer(UInt16.self, at: 8, .little)), height: Int(bytes.integer(UInt16.self, at: 10, .little)))
        // Sprites are drawn on nothing, and an index or a level of gray may stand for it too.
        let colours: ColourModel
        switch bytes.integer(UInt16.self, at: 12, .little) {
        case 8: colours = .palette
        case 16: colours = .gray
        case 32: colours = .rgb
        case let bits: throw .corrupt("an Aseprite file with \(bits) bits for each pixel")
        }
        return ImageHeader(
            format: .aseprite, stored: size,
            traits: PictureTraits(colours: colours, depth: 8, hasAlpha: true, isAnimated: frames > 1))
    }
}
