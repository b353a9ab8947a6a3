// ImageHeaders: pushed bytes in, the true size of a picture out.

/// The size, orientation and format in a picture's header.
public struct ImageHeader: Equatable, Sendable {
    /// Recognised by the bytes, whatever the name of the file says.
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

    func turned(by orientation: Orientation) -> PixelSize {
        orientation.swapsSides ? PixelSize(width: height, height: width) : self
    }
}

/// How the stored pixels must be turned to be upright: the eight values of the Exif tag Orientation
/// (Exif 2.32, 4.6.4). Each is named after the side that the top of the stored picture is turned to.
public enum Orientation: Int, CaseIterable, Sendable {
    case up = 1, upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

    /// Whether the displayed width is the stored height.
    public var swapsSides: Bool { rawValue >= 5 }
}
