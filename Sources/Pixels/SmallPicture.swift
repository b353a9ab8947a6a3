import CWeirWebP
import ImageHeaders
import WeirBase

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

extension SmallPicture {
    /// The picture with at most `longest` pixels on its longer side.
    func shrunk(toLongest longest: Int) -> SmallPicture {
        let target = size.scaled(toLongest: longest)
        guard target != size, var box = BoxAverage(from: size, to: target, .transparent) else { return self }
        pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<size.height {
                box.add(UnsafeBufferPointer(rebasing: pixels[row * 4 * size.width..<(row + 1) * 4 * size.width]), row: row)
            }
        }
        return SmallPicture(size: target, pixels: box.pixels)
    }
}

extension SmallPicture {
    /// Turns the pixels of a stored picture upright.
    init(upright pixels: [UInt8], _ stored: PixelSize, _ orientation: Orientation) {
        guard orientation != .up else {
            self.init(size: stored, pixels: pixels)
            return
        }
        let size = orientation.swapsSides ? PixelSize(width: stored.height, height: stored.width) : stored
        var turned: [UInt8] = []
        turned.reserveCapacity(pixels.count)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (column, row) = orientation.storedPosition(ofColumn: x, row: y, in: stored)
                let start = 4 * (row * stored.width + column)
                turned += pixels[start..<start + 4]
            }
        }
        self.init(size: size, pixels: turned)
    }
}

extension Orientation {
    /// The stored position of the pixel that is displayed in a column and a row (Exif 2.32, 4.6.4).
    fileprivate func storedPosition(ofColumn x: Int, row y: Int, in stored: PixelSize) -> (column: Int, row: Int) {
        let (right, bottom) = (stored.width - 1, stored.height - 1)
        return switch self {
        case .up: (x, y)
        case .upMirrored: (right - x, y)
        case .down: (right - x, bottom - y)
        case .downMirrored: (x, bottom - y)
        case .leftMirrored: (y, x)
        case .right: (y, bottom - x)
        case .rightMirrored: (right - y, bottom - x)
        case .left: (right - y, x)
        }
    }
}

extension SmallPicture {
    /// The picture with at most 16 pixels on its longer side, as the `data:` URL of a WebP, which an app blurs.
    package var blurDataURL: String { shrunk(toLongest: 16).dataURL(quality: 60) }

    /// The picture as the `data:` URL of a WebP. `quality` is at most 100.
    package func dataURL(quality: Float) -> String {
        var file: UnsafeMutablePointer<UInt8>?
        defer { CWebP_release(file) }
        let count = CWebP_encode(pixels, Int32(size.width), Int32(size.height), quality, &file)
        return "data:image/webp;base64," + base64(Array(UnsafeBufferPointer(start: file, count: count)))
    }

    /// The picture as the `data:` URL of a PNG, without losses. It is written for a reader in this process, so it is hardly
    /// compressed. Nil if there is no memory.
    package var losslessDataURL: String? {
        guard let encoder = PNGEncoder(size, hasAlpha: true, level: 1), pixels.withUnsafeBufferPointer({ encoder.add($0) }), encoder.end()
        else { return nil }
        var file = ByteBuffer()
        encoder.takeBytes(to: &file)
        return "data:image/png;base64," + base64(file.bytes)
    }

    /// The picture in front of white.
    package var onWhite: SmallPicture {
        guard !isOpaque else { return self }
        var mixed = pixels
        for start in stride(from: 0, to: pixels.count, by: 4) {
            let alpha = Int(pixels[start + 3])
            for lane in start..<start + 3 { mixed[lane] = UInt8((Int(pixels[lane]) * alpha + 255 * (255 - alpha) + 127) / 255) }
            mixed[start + 3] = 255
        }
        return SmallPicture(size: size, pixels: mixed)
    }
}

/// Pictures with fewer pixels across or down than a hash has waves. The encoders would take waves for others, and a picture of one
/// white pixel would come out black in parts. With each pixel repeated, the picture shows the same and has enough of them.
extension SmallPicture {
    private static let fewest = 5

    /// The picture for ThumbHash, which keeps the ratio of the sides in steps of a seventh.
    var repeatedForThumbHash: SmallPicture {
        guard min(size.width, size.height) < Self.fewest else { return self }
        let factor = Self.longestSide / max(size.width, size.height)
        // A side that is still too short is a small part of a step, and remains one.
        let missing = (Self.fewest - 1) / (factor * min(size.width, size.height)) + 1
        return repeated(size.width < size.height ? factor * missing : factor, size.height < size.width ? factor * missing : factor)
    }

    /// The picture for BlurHash, which has no ratio.
    var repeatedForBlurHash: SmallPicture {
        func factor(_ side: Int) -> Int { side < Self.fewest ? Self.longestSide / side : 1 }
        return repeated(factor(size.width), factor(size.height))
    }

    private func repeated(_ across: Int, _ down: Int) -> SmallPicture {
        guard across > 1 || down > 1 else { return self }
        var repeated: [UInt8] = []
        for y in 0..<size.height {
            let row = (0..<size.width).flatMap { x in
                let start = 4 * (y * size.width + x)
                return (0..<across).flatMap { _ in pixels[start..<start + 4] }
            }
            for _ in 0..<down { repeated += row }
        }
        return SmallPicture(size: PixelSize(width: size.width * across, height: size.height * down), pixels: repeated)
    }
}
