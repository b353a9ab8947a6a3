/// GIF: the size of the logical screen, the canvas of an animation (GIF89a, 18).
enum GIFHeader {
    static let length = 10

    @Sendable static func read(_ bytes: ByteSlice) throws(HeaderStop) -> ImageHeader {
        let size = PixelSize(
            width: Int(bytes.integer(UInt16.self, at: 6, .little)), height: Int(bytes.integer(UInt16.self, at: 8, .little)))
        return ImageHeader(format: .gif, stored: size, traits: PictureTraits(colours: .palette))
    }
}
