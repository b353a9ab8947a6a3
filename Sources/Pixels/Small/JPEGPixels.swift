import Base
import CJPEG
import ImageHeaders

/// JPEG: libjpeg-turbo decodes the picture at the smallest of its scales that leaves enough pixels.
func readJPEG(
    _ picture: some PictureBytes, _ header: ImageHeader, _ limits: DecodingLimits, into pixels: DecodedPixels
) throws(Failure) {
    let sink = CJPEG_sink(
        owner: pixels.opaque,
        begin: { owner, picture in
            guard let picture = picture?.pointee else { return }
            let isCMYK = picture.is_cmyk != 0
            DecodedPixels.from(owner)?.begin(
                PixelSize(width: Int(picture.width), height: Int(picture.height)), .separate, isCMYK ? .cmyk : .rgba,
                isInverted: isCMYK && picture.is_inverted != 0, profile: profileBytes(picture.profile, picture.profile_length))
        },
        row: { owner, row, bytes in
            guard let pixels = DecodedPixels.from(owner), let width = pixels.box?.source.width else { return }
            pixels.add(UnsafeBufferPointer(start: bytes, count: 4 * width), row: Int(row))
        })
    try checkJPEG(picture, header) { source, report in
        CJPEG_shrink(CSource.read, source, UInt32(pixels.longestSide), sink, limits.memory, Int32(limits.scans), report)
    }
}
