/// Farbfeld: the name and the size (farbfeld(5)). All pixels have four channels of 16 bits.
enum FarbfeldHeader {
    static let length = 16

    @Sendable static func read(_ bytes: ByteSlice) throws(HeaderStop) -> ImageHeader {
        let size = PixelSize(
            width: Int(bytes.integer(UInt32.self, at: 8, .big)), height: Int(bytes.integer(UInt32.self, at: 12, .big)))
        let traits = PictureTraits(colours: .rgb, depth: 16, hasAlpha: true, isAnimated: false)
        return ImageHeader(format: .farbfeld, stored: size, traits: traits)
    }
}
