import CJPEG
import Base
import ImageHeaders

/// JPEG: libjpeg-turbo decodes every row and must not warn of wrong pixels.
func decodeJPEG(_ picture: some PictureBytes, _ header: ImageHeader, _ limits: DecodingLimits) throws(Failure) {
    var report = CJPEG_report()
    let verdict = try withSource(picture) { CJPEG_decode(CSource.read, $0, limits.memory, Int32(limits.scans), &report) }
    let text = text(of: report.message)
    switch verdict {
    case CJPEG_SOUND.code: return
    case CJPEG_ENDS_EARLY.code:
        throw .truncated(at: picture.count, "in row \(report.rows) of \(header.stored.height)")
    case CJPEG_UNREADABLE.code: throw Failure(.unsupportedFormat, "libjpeg: \(text)")
    case CJPEG_EXCESSIVE.code: throw Failure(.tooLarge, "libjpeg: \(text)")
    default: throw Failure(.corrupt, "libjpeg: \(text)")
    }
}

extension CJPEG_verdict {
    fileprivate var code: Int32 { Int32(bitPattern: rawValue) }
}
