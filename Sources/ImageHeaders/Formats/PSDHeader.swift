/// PSD and PSB: 26 bytes of header (Adobe Photoshop File Formats Specification).
enum PSDHeader {
    static let length = 26

    @Sendable static func read(_ bytes: ByteSlice) throws(HeaderStop) -> ImageHeader {
        let version = bytes.integer(UInt16.self, at: 4, .big)
        guard version == 1 || version == 2 else { throw .corrupt("a PSD of version \(version)") }
        let size = PixelSize(
            width: Int(bytes.integer(UInt32.self, at: 18, .big)), height: Int(bytes.integer(UInt32.self, at: 14, .big)))
        let traits = PictureTraits(
            colours: colours(bytes.integer(UInt16.self, at: 24, .big)), depth: Int(bytes.integer(UInt16.self, at: 22, .big)),
            isAnimated: false)
        return ImageHeader(format: .psd, stored: size, traits: traits)
    }

    private static func colours(_ mode: UInt16) -> ColourModel? {
        switch mode {
        case 0, 1, 8: .gray
        case 2: .palette
        case 3: .rgb
        case 4: .cmyk
        default: nil
        }
    }
}
