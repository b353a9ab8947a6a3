/// QOI: 14 bytes of header, with the size in the first of them (qoiformat.org).
enum QOIHeader {
    static let length = 14

    @Sendable static func read(_ bytes: ByteSlice) throws(HeaderStop) -> ImageHeader {
        let channels = bytes.integer(UInt8.self, at: 12, .big)
        guard channels == 3 || channels == 4 else { throw .corrupt("a QOI with \(channels) channels") }
        let size = PixelSize(
            width: Int(bytes.integer(UInt32.self, at: 4, .big)), height: Int(bytes.integer(UInt32.self, at: 8, .big)))
        let traits = PictureTraits(colours: .rgb, depth: 8, hasAlpha: channels == 4, isAnimated: false)
        return ImageHeader(format: .qoi, stored: size, traits: traits)
    }
}
