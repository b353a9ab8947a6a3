import ImageHeaders

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
                let (column, row) = orientation.storedPlace(ofColumn: x, row: y, in: stored)
                let start = 4 * (row * stored.width + column)
                turned += pixels[start..<start + 4]
            }
        }
        self.init(size: size, pixels: turned)
    }
}

extension Orientation {
    /// Where the pixel stands that is displayed at a place (Exif 2.32, 4.6.4).
    fileprivate func storedPlace(ofColumn x: Int, row y: Int, in stored: PixelSize) -> (column: Int, row: Int) {
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
