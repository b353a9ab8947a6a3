import Base
import ImageHeaders

/// Decodes pictures where a decoder that crashes or never ends does no harm: in another process.
public protocol SeparateDecoder {
    /// The picture with at most `longestSide` pixels on its longer side, as `SmallPictureReader` makes it in its own process.
    func smallPicture(of picture: some PictureBytes, header: ImageHeader, longestSide: Int) throws(Failure) -> SmallPicture
}

extension ImageFormat {
    /// Whether its library has no bound of time and memory that holds for every picture.
    public var isDecodedSeparately: Bool {
        switch self {
        case .tiff, .avif, .heic, .svg, .jxl: true
        default: false
        }
    }

    /// Whether its library turns the pixels, so that they come as they are displayed.
    var isTurnedByDecoder: Bool { self == .avif || self == .heic }
}
