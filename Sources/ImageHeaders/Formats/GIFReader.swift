/// GIF: the size of the logical screen, the canvas of an animation (GIF89a, 18).
final class GIFReader: FormatReader {
    func begin() {}

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let screen = try window.slice(at: 6, count: 4)
        let size = PixelSize(
            width: Int(screen.integer(UInt16.self, at: 0, .little)),
            height: Int(screen.integer(UInt16.self, at: 2, .little)))
        return ImageHeader(format: .gif, stored: size, traits: PictureTraits(colours: .palette))
    }
}
