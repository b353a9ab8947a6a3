import CPNG
import Base

/// PNG: libpng decodes every row and verifies every checksum, up to the last chunk. It does not decode the
/// later frames of an animation, but their chunks have checksums, too.
func decodePNG(_ picture: some PictureBytes, _ limits: DecodingLimits) throws(Failure) {
    try checkPNG(picture, limits) { CPNG_decode(CSource.read, $0, limits.memory, UInt64(limits.rows), $1) }
}

/// Throws the failure that a decoder of libpng reports.
func checkPNG(
    _ picture: some PictureBytes, _ limits: DecodingLimits,
    _ decode: (UnsafeMutableRawPointer, UnsafeMutablePointer<CPNG_report>) -> Int32
) throws(Failure) {
    var report = CPNG_report()
    let verdict = try withSource(picture) { decode($0, &report) }
    switch verdict {
    case CPNG_SOUND.code: return
    case CPNG_ENDS_EARLY.code: throw .truncated(at: picture.count, "behind row \(report.rows)")
    case CPNG_EXCESSIVE.code: throw .needsMoreMemory(limits)
    case CPNG_TOO_MANY_ROWS.code: throw Failure(.tooLarge, "its passes have more than \(limits.rows) rows")
    default: throw Failure(.corrupt, "libpng: \(text(of: report.message))")
    }
}

extension CPNG_verdict {
    fileprivate var code: Int32 { Int32(bitPattern: rawValue) }
}
