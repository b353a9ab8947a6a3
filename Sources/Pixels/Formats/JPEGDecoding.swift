import CJPEG
import Base
import ImageHeaders

/// JPEG: libjpeg-turbo decodes every row and must not warn of wrong pixels.
func decodeJPEG(_ picture: some PictureBytes, _ header: ImageHeader, _ limits: DecodingLimits) throws(Failure) {
    try checkJPEG(picture, header) { CJPEG_decode(CSource.read, $0, limits.memory, Int32(limits.scans), $1) }
}

/// Throws the failure that a decoder of libjpeg-turbo reports.
func checkJPEG(
    _ picture: some PictureBytes, _ header: ImageHeader,
    _ decode: (UnsafeMutableRawPointer, UnsafeMutablePointer<CJPEG_report>) -> Int32
) throws(Failure) {
    var report = CJPEG_report()
    let verdict = try withSource(picture) { decode($0, &report) }
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
