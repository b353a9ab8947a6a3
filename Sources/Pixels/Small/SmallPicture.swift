import ImageHeaders

/// The pixels of a picture, scaled down, upright, in sRGB, with straight alpha.
public struct SmallPicture: Equatable, Sendable {
    /// In pixels, after scaling.
    public let size: PixelSize
    /// Red, green, blue and alpha of each pixel, row by row from the top.
    public let pixels: [UInt8]

    /// The usual longest side. ThumbHash takes no more.
    public static let longestSide = 100

    /// `pixels` has four bytes for each pixel of the size.
    public init(size: PixelSize, pixels: [UInt8]) {
        precondition(size.width > 0 && size.height > 0 && pixels.count == 4 * size.width * size.height)
        self.size = size
        self.pixels = pixels
    }

    /// Whether no pixel shows what is behind the picture.
    public var isOpaque: Bool { stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 } }
}

extension PixelSize {
    /// The size with the same ratio whose longer side is `longest`, or this size if it is not longer.
    func scaled(toLongest longest: Int) -> PixelSize {
        let longer = max(width, height)
        guard longer > longest else { return self }
        return PixelSize(
            width: max(1, (2 * width * longest + longer) / (2 * longer)), height: max(1, (2 * height * longest + longer) / (2 * longer)))
    }
}
