/// The size, length, orientation, format and traits of a picture in little memory.
public struct PictureFacts: Equatable, Sendable {
    private let width: Int32
    private let height: Int32
    /// The length of the picture plus 1; 0 if it is unknown.
    private let length: Int64
    /// How the picture is turned for display.
    public let orientation: Orientation
    /// The format that its bytes show.
    public let format: ImageFormat
    /// The colors, the alpha channel and the animation, as far as the header shows them.
    public let traits: PictureTraits

    /// A terabyte.
    private static let longest: Int64 = 1 << 40 - 2

    /// The facts of a header. `bytes` is the length of the picture; nil if it is unknown.
    public init(_ header: ImageHeader, bytes: Int64?) {
        width = Int32(clamping: header.displayed.width)
        height = Int32(clamping: header.displayed.height)
        length = bytes.map { min(max($0, 0), Self.longest) + 1 } ?? 0
        (orientation, format, traits) = (header.orientation, header.format, header.traits)
    }

    /// The size as displayed.
    public var size: PixelSize { PixelSize(width: Int(width), height: Int(height)) }

    /// The length of the picture; nil if it is unknown.
    public var bytes: Int64? { length == 0 ? nil : length - 1 }
}

/// Two integers, as the journal stores them: each column less makes reading a million rows a tenth faster.
extension PictureFacts {
    /// Width times 2^32 plus height.
    package var dimensions: Int64 { Self.packed(size) }

    /// From the lowest bit: 4 bits of the orientation, 4 of the format's number, 40 of the length plus 1, the fifth bit of
    /// the format's number, and the traits. In old journals there is nothing above the length.
    package var content: Int64 {
        let number = Int64(format.code)
        return Int64(traits.bits) << 49 | (number >> 4) << 48 | length << 8 | (number & 15) << 4 | Int64(orientation.rawValue)
    }

    /// nil if no facts are packed to these integers.
    package init?(dimensions: Int64, content: Int64) {
        guard content >= 0, let size = Self.size(dimensions), let orientation = Orientation(rawValue: Int(content & 15)),
            let format = ImageFormat(knownCode: UInt8(content >> 48 & 1) << 4 | UInt8(content >> 4 & 15))
        else { return nil }
        (width, height) = (Int32(size.width), Int32(size.height))
        length = content >> 8 & (Self.longest + 1)
        (self.orientation, self.format) = (orientation, format)
        traits = PictureTraits(bits: UInt16(truncatingIfNeeded: content >> 49 & (1 << PictureTraits.width - 1)))
    }

    package static func packed(_ size: PixelSize) -> Int64 { Int64(size.width) << 32 | Int64(size.height) }

    /// nil if a side has a length that no picture can have.
    package static func size(_ packed: Int64) -> PixelSize? {
        let width = packed >> 32
        let height = packed & 0xFFFF_FFFF
        guard width > 0, height > 0, height <= Int64(Int32.max) else { return nil }
        return PixelSize(width: Int(width), height: Int(height))
    }
}
