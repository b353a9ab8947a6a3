import Base
import CPNG
import ImageHeaders

/// PNG: libpng gives the rows, and no more than one of them is in memory.
func readPNG(_ picture: some PictureBytes, _ limits: DecodingLimits, into pixels: DecodedPixels) throws(Failure) {
    let sink = CPNG_sink(
        owner: pixels.opaque,
        begin: { owner, width, height, isGray, profile, length in
            DecodedPixels.from(owner)?.begin(
                PixelSize(width: Int(width), height: Int(height)), .transparent, isGray != 0 ? .gray : .rgba,
                profile: profileBytes(profile, length))
        },
        row: { owner, row, first, step, count, bytes in
            DecodedPixels.from(owner)?.add(
                UnsafeBufferPointer(start: bytes, count: 4 * Int(count)), row: Int(row), first: Int(first), step: Int(step))
        })
    try checkPNG(picture, limits) { CPNG_read_rows(CSource.read, $0, sink, limits.memory, UInt64(limits.rows), $1) }
}
