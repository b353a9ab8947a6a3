import Base
import ImageHeaders

/// Makes small pictures of the bytes of pictures. Each thread has its own reader.
public struct SmallPictureReader: ~Copyable {
    private var transform = ColourTransform()
    private let limits: DecodingLimits

    public init(limits: DecodingLimits = DecodingLimits()) { self.limits = limits }

    /// The small picture, or the reason why there is none: a format that is not decoded, or bytes that are not sound.
    ///
    /// `header` must have been read from the same bytes, with a size within the limits.
    public mutating func smallPicture(
        of picture: some PictureBytes, header: ImageHeader, longestSide: Int = SmallPicture.longestSide
    ) throws(Failure) -> SmallPicture {
        let decoded = DecodedPixels(header.stored, longestSide: longestSide)
        switch header.format {
        case .jpeg: try readJPEG(picture, header, limits, into: decoded)
        case .png where try isCrushedPNG(picture): throw Failure(.unsupportedFormat, "the pixels of Xcode's PNGs are not decoded")
        case .png: try readPNG(picture, limits, into: decoded)
        case .webp: try readWebP(picture, header, limits, into: decoded)
        case .gif: try readGIF(picture, limits, into: decoded)
        case .bmp: try readBMP(picture, limits, into: decoded)
        case .tiff, .avif, .heic, .svg, .ico, .qoi, .pnm, .psd, .tga, .jxl, .jp2, .dds, .ktx, .vtf, .icns, .exr, .hdr, .farbfeld, .aseprite,
            .ilbm:
            throw Failure(.unsupportedFormat, "the pixels of \(header.format.rawValue) are not decoded")
        }
        guard let box = decoded.box else { throw Failure(.tooLarge) }
        var pixels = box.pixels
        try transform.convert(&pixels, decoded)
        return SmallPicture(upright: pixels, box.target, header.orientation)
    }
}
