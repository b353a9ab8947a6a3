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
        switch coding {
        case .tiff, .heif, .svg, .jxl: true
        case .jpeg, .png, .webp, .gif, .bmp, .ico, .jp2, .qoi, nil: false
        }
    }

    /// How its pixels are decoded or checked; nil if neither is done.
    var coding: PixelCoding? { FormatTable.standard[self]?.pixels }
}
