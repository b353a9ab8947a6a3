import CPNG
import Base

/// PNG: libpng decodes every row and holds every checksum, up to the last chunk. The frames of an
/// animated one are chunks that it does not decode: their checksums vouch for them.
func decodePNG(_ picture: some PictureBytes, _ limits: DecodingLimits) throws(Failure) {
    var report = CPNG_report()
    let verdict = try withSource(picture) { CPNG_decode(SourceOwner.take, $0, limits.memory, &report) }
    switch verdict {
    case CPNG_SOUND.code: return
    case CPNG_ENDS_EARLY.code: throw .cut(at: picture.count, "behind row \(report.rows)")
    case CPNG_EXCESSIVE.code: throw .excessive(limits)
    default: throw Failure(.corrupt, "libpng: \(words(of: report.message))")
    }
}

extension CPNG_verdict {
    fileprivate var code: Int32 { Int32(bitPattern: rawValue) }
}
