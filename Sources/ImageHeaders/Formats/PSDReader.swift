/// PSD and PSB: 26 bytes of header (Adobe Photoshop File Formats Specification).
final class PSDReader: FormatReader {
    func begin() {}

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let head = try window.slice(at: 4, count: 22)
        let version = head.integer(UInt16.self, at: 0, .big)
        guard version == 1 || version == 2 else { throw .corrupt("a PSD of version \(version)") }
        let size = PixelSize(
            width: Int(head.integer(UInt32.self, at: 14, .big)), height: Int(head.integer(UInt32.self, at: 10, .big)))
        let traits = PictureTraits(
            colours: PSDReader.colours(head.integer(UInt16.self, at: 20, .big)), depth: Int(head.integer(UInt16.self, at: 18, .big)),
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
