// ImageHeaders: pushed bytes in, the true size of a picture out.

/// The size, orientation and format in a picture's header.
public struct ImageHeader: Equatable, Sendable {
    /// Recognized by the bytes, whatever the name of the file says.
    public let format: ImageFormat
    /// The size on a screen: after orientation, rotation and clean aperture.
    public let displayed: PixelSize
    /// The size of the stored pixels.
    public let stored: PixelSize
    /// The turn that leads from the stored to the displayed picture.
    public let orientation: Orientation
    /// Facts of the header besides the sizes.
    public let traits: PictureTraits

    /// A header that is known already, such as one from a journal. Nothing checks that its parts fit together.
    public init(
        format: ImageFormat, displayed: PixelSize, stored: PixelSize, orientation: Orientation,
        traits: PictureTraits = PictureTraits()
    ) {
        self.format = format
        self.displayed = displayed
        self.stored = stored
        self.orientation = orientation
        self.traits = traits
    }

    /// The displayed size follows from the stored size and the orientation.
    init(
        format: ImageFormat, stored: PixelSize, orientation: Orientation = .up, traits: PictureTraits = PictureTraits()
    ) {
        self.init(
            format: format, displayed: stored.turned(by: orientation), stored: stored, orientation: orientation, traits: traits)
    }
}

/// Width and height in pixels.
public struct PixelSize: Equatable, Hashable, Sendable {
    /// From left to right.
    public let width: Int
    /// From top to bottom.
    public let height: Int

    /// Any numbers; readers of headers refuse sides of 0.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package func turned(by orientation: Orientation) -> PixelSize {
        orientation.swapsSides ? PixelSize(width: height, height: width) : self
    }
}

/// How the stored pixels must be turned to be upright: the eight values of the Exif tag Orientation
/// (Exif 2.32, 4.6.4). Each is named after the side that the top of the stored picture is turned to.
public enum Orientation: Int, CaseIterable, Sendable {
    case up = 1
    case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

    /// Whether the displayed width is the stored height.
    public var swapsSides: Bool { rawValue >= 5 }
}

/// The facts of a picture besides its size. A part is nil if the bytes that were read for the size do not have it.
///
/// A run keeps the traits of millions of pictures, and so do journals. So they are packed, and the positions of the parts must
/// never change.
public struct PictureTraits: Equatable, Sendable {
    /// The lowest 14 bits are used. A part without bits is unknown.
    public let bits: UInt16

    /// How many bits there are.
    public static let width = 14

    /// Takes the bits that another value of this type had.
    public init(bits: UInt16) { self.bits = bits }

    /// Packs what is known. A depth above 63 becomes 63.
    public init(
        colors: ColorModel? = nil, depth: Int? = nil, hasAlpha: Bool? = nil, isAnimated: Bool? = nil,
        isSizedByViewBox: Bool = false
    ) {
        let number = colors.map { $0.number } ?? 0
        bits =
            number | Self.packed(hasAlpha) << 3 | Self.packed(isAnimated) << 5 | (isSizedByViewBox ? 1 << 7 : 0)
            | UInt16(min(max(depth ?? 0, 0), 63)) << 8
    }

    /// The meaning of a pixel's numbers; nil if it is unknown.
    public var colors: ColorModel? { ColorModel.allCases.first { $0.number == bits & 7 } }
    /// Whether pixels may be transparent.
    public var hasAlpha: Bool? { Self.answer(bits >> 3 & 3) }
    /// Whether there is more than one frame.
    public var isAnimated: Bool? { Self.answer(bits >> 5 & 3) }
    /// Whether the size is only a ratio: that of an SVG that has nothing but a `viewBox`.
    public var isSizedByViewBox: Bool { bits >> 7 & 1 == 1 }
    /// Bits of one channel of a pixel, or of its index in a palette.
    public var depth: Int? { bits >> 8 & 63 == 0 ? nil : Int(bits >> 8 & 63) }

    private static func packed(_ answer: Bool?) -> UInt16 { answer.map { $0 ? 2 : 1 } ?? 0 }
    private static func answer(_ bits: UInt16) -> Bool? { bits == 0 ? nil : bits == 2 }
}

/// The meaning of a pixel's numbers.
public enum ColorModel: String, CaseIterable, Sendable {
    case gray
    /// Also YCbCr and its kin, which decoders turn into RGB.
    case rgb
    /// The four inks of printers; also YCCK, which decoders turn into CMYK.
    case cmyk
    /// Indexes of a table of colors.
    case palette

    /// The name of the color model in manifests and reports.
    public var word: StaticString {
        switch self {
        case .gray: "gray"
        case .rgb: "rgb"
        case .cmyk: "cmyk"
        case .palette: "palette"
        }
    }

    fileprivate var number: UInt16 {
        switch self {
        case .gray: 1
        case .rgb: 2
        case .cmyk: 3
        case .palette: 4
        }
    }
}
