import CWeirJXL
import ImageHeaders
import WeirBase

/// JPEG XL and JPEG 2000: checks that every box of a container is complete, and that none of the codestream is missing. A
/// codestream that stands alone is not checked.
func checkContainer(_ picture: some PictureBytes) throws(Failure) {
    var cursor = ByteCursor(picture)
    guard try cursor.integer(UInt32.self, order: .big, "in its signature") == 12 else { return }
    cursor.position = 0
    var isComplete = false
    while let (box, end) = try cursor.box(before: picture.count) {
        switch box.name {
        // A fragment table replaces a codestream (15444-2, M.11.3).
        case "jxlc", "jp2c", "ftbl": isComplete = true
        case "jxlp":
            // The highest bit of a part's number marks the last part (18181-2, 9.9).
            isComplete = try cursor.integer(UInt32.self, order: .big, "in the box jxlp") >> 31 == 1
        default: break
        }
        cursor.position = end
    }
    guard isComplete else { throw .truncated(at: picture.count, "before the end of the codestream") }
}

/// JPEG XL: libjxl decodes the first frame.
func readJXL(_ picture: some PictureBytes, _ limits: DecodingLimits, into pixels: DecodedPixels) throws(Failure) {
    let sink = CJXL_sink(
        owner: pixels.opaque,
        begin: { owner, width, height, isGray, profile, length in
            DecodedPixels.from(owner)?.begin(
                PixelSize(width: Int(width), height: Int(height)), .transparent, isGray != 0 ? .gray : .rgba,
                profile: profileBytes(profile, length))
        },
        row: { owner, row, first, count, bytes in
            DecodedPixels.from(owner)?.add(UnsafeBufferPointer(start: bytes, count: 4 * Int(count)), row: Int(row), first: Int(first))
        })
    let verdict = try withSource(picture) { CJXL_read_rows(CSource.read, $0, sink, limits.memory) }
    switch verdict {
    case CJXL_SOUND.code: return
    case CJXL_EXCESSIVE.code: throw .needsMoreMemory(limits)
    case CJXL_NO_LIBRARY.code:
        throw .noDecoder(
            of: "JPEG XL", because: "a JPEG XL's pixels need libjxl.so.0.7 to 0.11, of Debian's package libjxl0.7 or libjxl0.11")
    case CJXL_CMYK.code: throw Failure(.unsupportedFormat, "the inks of a JPEG XL are not decoded")
    case CJXL_ENDS_EARLY.code: throw Failure(.truncated, "libjxl: the bytes end before the first frame does")
    default: throw Failure(.corrupt, "libjxl: the first frame cannot be decoded")
    }
}

extension CJXL_verdict {
    fileprivate var code: Int32 { Int32(bitPattern: rawValue) }
}
