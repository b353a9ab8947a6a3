/// QOI: 14 bytes of header, with the size in the first of them (qoiformat.org).
final class QOIReader: FormatReader {
    func begin() {}

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let head = try window.slice(at: 4, count: 10)
        let channels = head.integer(UInt8.self, at: 8, .big)
        guard channels == 3 || channels == 4 else { throw .corrupt("a QOI with \(channels) channels") }
        let size = PixelSize(
            width: Int(head.integer(UInt32.self, at: 0, .big)), height: Int(head.integer(UInt32.self, at: 4, .big)))
        let traits = PictureTraits(colours: .rgb, depth: 8, hasAlpha: channels == 4, isAnimated: false)
        return ImageHeader(format: .qoi, stored: size, traits: traits)
    }
}
