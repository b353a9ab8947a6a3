/// The size and orientation of a HEIF item after its transformative properties, each of which applies to
/// the result of the one before (ISO/IEC 23008-12, 6.5).
struct HEIFView {
    private(set) var size: PixelSize
    private var isMirrored = false
    private var quarters = 0

    init(size: PixelSize) { self.size = size }

    mutating func apply(_ transform: HEIFTransform) throws(HeaderStop) {
        switch transform {
        case .crop(let width, let height):
            guard let width = width.rounded, let height = height.rounded,
                (1...max(1, size.width)).contains(width), (1...max(1, size.height)).contains(height)
            else { throw .corrupt("a HEIF clean aperture (clap) that does not fit its picture") }
            size = PixelSize(width: width, height: height)
        case .rotate(let turn):
            quarters = (quarters + turn) % 4
            if turn % 2 == 1 { size = PixelSize(width: size.height, height: size.width) }
        case .flipHorizontally: mirror(adding: 0)
        case .flipVertically: mirror(adding: 2)
        }
    }

    /// Mirrors horizontally and then adds quarter turns. Mirroring reverses the direction of earlier turns.
    private mutating func mirror(adding turns: Int) {
        isMirrored.toggle()
        quarters = (4 - quarters + turns) % 4
    }

    /// The Exif orientation with the same effect.
    var orientation: Orientation {
        switch (isMirrored, quarters) {
        case (false, 1): .left
        case (false, 2): .down
        case (false, 3): .right
        case (true, 0): .upMirrored
        case (true, 1): .leftMirrored
        case (true, 2): .downMirrored
        case (true, 3): .rightMirrored
        default: .up
        }
    }
}

enum HEIFTransform {
    case crop(HEIFFraction, HEIFFraction)
    /// Quarter turns anti-clockwise.
    case rotate(quarters: Int)
    case flipHorizontally
    case flipVertically
}

/// A side of a clean aperture (ISO/IEC 14496-12, 12.1.4).
struct HEIFFraction {
    let numerator: UInt32
    let denominator: UInt32

    /// Rounded to whole pixels, halves up, as in libheif.
    var rounded: Int? {
        guard denominator > 0 else { return nil }
        return (Int(numerator) + Int(denominator) / 2) / Int(denominator)
    }
}
