import CJPEG
import Base

/// JPEG: libjpeg-turbo reads marker after marker up to the frame header (SOF). Its source
/// suspends, and where libjpeg skips a segment the skip becomes a jump. The orientation is
/// read from the first Exif segment alone.
final class JPEGReader: FormatReader {
    private let jpeg: OpaquePointer?
    private var position: UInt64 = 0
    private var hasFrame = false
    private var exif: ExifScan?
    private var orientation: Orientation?

    init() { jpeg = CJPEG_create() }
    deinit { CJPEG_destroy(jpeg) }

    func begin() {
        if let jpeg { CJPEG_begin(jpeg) }
        position = 0
        hasFrame = false
        exif = nil
        orientation = nil
    }

    func read(_ window: ByteWindow) throws(Interruption) -> ImageHeader {
        guard let jpeg else { throw .failed(Failure(.unreadable, "out of memory in libjpeg")) }
        while true {
            try scanExif(in: window)
            if hasFrame {
                let size = PixelSize(width: Int(CJPEG_width(jpeg)), height: Int(CJPEG_height(jpeg)))
                return ImageHeader(format: .jpeg, stored: size, orientation: orientation ?? .up)
            }
            try readMarkers(in: window, with: jpeg)
        }
    }

    /// Lets libjpeg read on from where it stopped, to the frame header or to an Exif segment.
    private func readMarkers(in window: ByteWindow, with jpeg: OpaquePointer) throws(Interruption) {
        let bytes = try window.tail(from: position, atLeast: 1)
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let status = CJPEG_push(jpeg, start, bytes.count, position)
        if orientation == nil, exif == nil, CJPEG_exif_length(jpeg) > 0 {
            let offset = CJPEG_exif_offset(jpeg)
            exif = ExifScan(at: offset, end: offset + UInt64(CJPEG_exif_length(jpeg)))
        }
        switch status {
        case CJPEG_HEADER.status:
            hasFrame = true
        case CJPEG_SUSPENDED.status:
            let resume = CJPEG_resume_offset(jpeg)
            position = resume
            // libjpeg goes on only when it sees more than it left behind.
            let left = resume < window.end ? Int(window.end - resume) : 0
            if exif == nil { throw .needs(ByteRequest(offset: resume, count: left + JPEGReader.step)) }
        case CJPEG_NO_HEIGHT.status:
            throw .unsupported("a JPEG that tells its height only after its pixels (DNL)")
        case CJPEG_UNSUPPORTED.status:
            throw .unsupported("a lossless or hierarchical JPEG")
        default:
            throw .corrupt("libjpeg: " + String(cString: CJPEG_message(jpeg)))
        }
    }

    /// A frame header of three components has 19 bytes; a short last step is no harm, since
    /// libjpeg is shown whatever there is.
    private static let step = 64

    private func scanExif(in window: ByteWindow) throws(Interruption) {
        guard var scan = exif else { return }
        defer { exif = orientation == nil ? scan : nil }
        orientation = try scan.orientation(in: window)
    }
}

extension CJPEG_status {
    fileprivate var status: Int32 { Int32(bitPattern: rawValue) }
}
