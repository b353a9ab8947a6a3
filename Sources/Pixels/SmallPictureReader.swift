import ImageHeaders
import WeirBase

/// Makes small pictures of the bytes of pictures. Each thread has its own reader.
public struct SmallPictureReader: ~Copyable {
    private var transform = ColorTransform()
    private let limits: DecodingLimits
    private let separate: (any SeparateDecoder)?

    /// Without a separate decoder, all formats are decoded in this process.
    public init(limits: DecodingLimits = DecodingLimits(), separately decoder: (any SeparateDecoder)? = nil) {
        self.limits = limits
        separate = decoder
    }

    /// The small picture, or the reason why there is none: a format that is not decoded, or bytes that are not sound.
    ///
    /// `header` must have been read from the same bytes, with a size within the limits.
    public mutating func smallPicture(
        of picture: some PictureBytes, header: ImageHeader, longestSide: Int = SmallPicture.longestSide
    ) throws(Failure) -> SmallPicture {
        if header.format.isDecodedSeparately, let separate {
            return try separate.smallPicture(of: picture, header: header, longestSide: longestSide)
        }
        // libheif turns the pixels, so that they come as they are displayed.
        let isTurned = header.format.coding == .heif
        // The canvas of a GIF may be larger than its screen.
        let isDisplayed = isTurned || header.format.coding == .gif
        let decoded = DecodedPixels(isDisplayed ? header.displayed : header.stored, longestSide: longestSide)
        switch header.format.coding {
        case .jpeg: try readJPEG(picture, header, limits, into: decoded)
        case .png where try isCrushedPNG(picture): throw Failure(.unsupportedFormat, "the pixels of Xcode's PNGs are not decoded")
        case .png: try readPNG(picture, limits, into: decoded)
        case .webp: try readWebP(picture, header, limits, into: decoded)
        case .gif: try readGIF(picture, limits, into: decoded)
        case .bmp: try readBMP(picture, limits, into: decoded)
        case .tiff: try readTIFF(picture, limits, into: decoded)
        case .heif: try readHEIF(picture, header, limits, into: decoded)
        case .jxl: try readJXL(picture, limits, into: decoded)
        case .svg: try readSVG(picture, header, limits, into: decoded)
        case .ico: try readICO(picture, limits, into: decoded)
        case .qoi, .jp2, nil: throw Failure(.unsupportedFormat, "the pixels of \(header.format.rawValue) are not decoded")
        }
        guard let box = decoded.box else { throw Failure(.tooLarge) }
        var pixels = box.pixels
        try transform.convert(&pixels, decoded)
        return SmallPicture(upright: pixels, box.target, isTurned ? .up : header.orientation)
    }
}
