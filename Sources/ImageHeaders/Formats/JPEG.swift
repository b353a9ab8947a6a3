import CWeirJPEG
import WeirBase

extension ImageFormat {
    /// JPEG (ITU-T T.81).
    public static let jpeg = ImageFormat(code: 2)
}

extension FormatRow {
    static let jpeg = FormatRow(
        .jpeg, "jpeg", mime: "image/jpeg", endings: ["jpg", "jpeg", "jpe"], viewers: .all, pixels: .jpeg,
        signatures: [Signature([0xFF, 0xD8, 0xFF])], makeReader: { JPEGReader() })
}

/// JPEG: libjpeg-turbo reads markers up to the frame header (SOF). Its data source suspends when bytes are
/// missing, and a segment that libjpeg skips is jumped over. Only the first Exif segment's orientation counts. If
/// none comes before the frame header, this class looks for one behind it.
final class JPEGReader: FormatReader {
    private let jpeg: OpaquePointer?
    private var position: UInt64 = 0
    private var hasFrame = false
    /// The offset before which an Exif segment behind the frame header begins.
    private var searchEnd: UInt64 = 0
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

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        guard let jpeg else { throw .failed(Failure(.unreadable, "out of memory in libjpeg")) }
        while true {
            try scanExif(in: window)
            if !hasFrame {
                try readMarkers(in: window, with: jpeg)
            } else if orientation != nil {
                return header
            } else if try !findExif(in: window) {
                return header
            }
        }
    }

    /// A file that ends between the frame header and the scan has its size.
    var headerSoFar: ImageHeader? { hasFrame ? header : nil }

    private var header: ImageHeader {
        let size = PixelSize(width: Int(CJPEG_width(jpeg)), height: Int(CJPEG_height(jpeg)))
        let traits = PictureTraits(
            colors: ColorModel(jpegComponents: CJPEG_components(jpeg)), depth: Int(CJPEG_depth(jpeg)), hasAlpha: false,
            isAnimated: false)
        return ImageHeader(format: .jpeg, stored: size, orientation: orientation ?? .up, traits: traits)
    }

    /// Lets libjpeg continue up to the frame header or to an Exif segment.
    private func readMarkers(in window: ByteWindow, with jpeg: OpaquePointer) throws(HeaderStop) {
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
            position = CJPEG_resume_offset(jpeg) + UInt64(CJPEG_segment_length(jpeg))
            searchEnd = position + JPEGReader.reach
        case CJPEG_SUSPENDED.status:
            let resume = CJPEG_resume_offset(jpeg)
            let segment = Int(CJPEG_segment_length(jpeg))
            position = segment > 0 ? resume : offsetAfterFill(resume, in: window)
            // libjpeg continues only if it sees more bytes than it has left unread. It would read a long table from its
            // start for every few bytes, so all of the table is requested.
            let unread = Int(max(position, window.end) - position)
            if exif == nil { throw .needs(ByteRequest(offset: position, count: max(unread, segment) + JPEGReader.step)) }
        case CJPEG_NO_HEIGHT.status:
            throw .unsupported("a JPEG that has its height only after its pixels (DNL)")
        case CJPEG_UNSUPPORTED.status:
            throw .unsupported("a lossless or hierarchical JPEG")
        default:
            throw .corrupt("libjpeg: " + String(cString: CJPEG_message(jpeg)))
        }
    }

    /// The offset of the last byte, if all unread bytes are fill bytes before a marker (T.81, B.1.1.2). libjpeg would
    /// look at all of them again.
    private func offsetAfterFill(_ offset: UInt64, in window: ByteWindow) -> UInt64 {
        guard offset >= window.offset, offset + UInt64(JPEGReader.step) <= window.end else { return offset }
        let unread = window.bytes[Int(offset - window.offset)...]
        return unread.allSatisfy { $0 == 0xFF } ? window.end - 1 : offset
    }

    /// A frame header of three components has 19 bytes. Fewer bytes at the end of the file are fine, since
    /// libjpeg gets whatever there is.
    private static let step = 64

    /// The tables of encoders have fewer bytes, and a search without an end would read all of a broken file.
    private static let reach: UInt64 = 2048

    /// Goes on to the first Exif segment behind the frame header. Returns false if the scan comes first, what is no segment, or too much.
    private func findExif(in window: ByteWindow) throws(HeaderStop) -> Bool {
        while position < searchEnd {
            let head = try window.slice(at: position, count: 4).integer(UInt32.self, at: 0, .big)
            let length = UInt64(head & 0xFFFF)
            switch head >> 16 {
            case 0xFFFF: position += UInt64((~head).leadingZeroBitCount / 8 - 1)  // fill bytes
            case 0xFF01, 0xFFD0...0xFFD7: position += 2  // TEM, RST: no segments
            case 0xFFE1 where length >= 8:
                if try window.slice(at: position, count: 10).starts(with: "Exif\0\0", at: 4) {
                    exif = ExifScan(at: position + 10, end: position + 2 + length)
                    return true
                }
                position += 2 + length
            case 0xFFC0...0xFFCF, 0xFFDB...0xFFFE:
                guard length >= 2 else { return false }
                position += 2 + length
            default: return false
            }
        }
        return false
    }

    private func scanExif(in window: ByteWindow) throws(HeaderStop) {
        guard var scan = exif else { return }
        defer { exif = orientation == nil ? scan : nil }
        orientation = try scan.orientation(in: window)
    }
}

extension ColorModel {
    /// JFIF and Adobe's files have these numbers of components; nil for others.
    fileprivate init?(jpegComponents count: Int32) {
        switch count {
        case 1: self = .gray
        case 3: self = .rgb
        case 4: self = .cmyk
        default: return nil
        }
    }
}

extension CJPEG_status {
    fileprivate var status: Int32 { Int32(bitPattern: rawValue) }
}
