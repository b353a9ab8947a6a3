import CWeirJPEG
import ImageHeaders
import WeirBase

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

/// JPEG: libjpeg-turbo decodes the picture at the smallest of its scales that leaves enough pixels.
func readJPEG(
    _ picture: some PictureBytes, _ header: ImageHeader, _ limits: DecodingLimits, into pixels: DecodedPixels
) throws(Failure) {
    let sink = CJPEG_sink(
        owner: pixels.opaque,
        begin: { owner, picture in
            guard let picture = picture?.pointee else { return }
            let colors: DecodedPixels.Colors =
                switch picture.components {
                case 1: .gray
                case 4: .cmyk
                default: .rgba
                }
            DecodedPixels.from(owner)?.begin(
                PixelSize(width: Int(picture.width), height: Int(picture.height)), .separate, colors,
                isInverted: colors == .cmyk && picture.is_inverted != 0,
                profile: iccProfile(profileBytes(picture.profile, picture.profile_length)))
        },
        row: { owner, row, bytes in
            guard let pixels = DecodedPixels.from(owner), let width = pixels.box?.source.width else { return }
            pixels.add(UnsafeBufferPointer(start: bytes, count: 4 * width), row: Int(row))
        })
    try checkJPEG(picture, header) { source, report in
        CJPEG_shrink(CSource.read, source, UInt32(pixels.longestSide), sink, limits.memory, Int32(limits.scans), report)
    }
}

/// Finds the end of the scans of a progressive JPEG that have the mean of each block of 8x8 pixels (ITU-T T.81, G.1.1.1): the first
/// scan, or one for each component. A decoder that leaves an eighth of the pixels needs no more.
package struct FirstScans {
    /// Nil until the frame header has come.
    package private(set) var isProgressive: Bool?
    /// The end of the scans; nil until it has come.
    package private(set) var end: Int?
    /// The next marker, or the next byte of the running scan.
    private var offset = 2
    private var isInScan = false
    /// The components whose means have not come, and those of the running scan.
    private var missing: Set<UInt8> = []
    private var running: Set<UInt8> = []

    package init() {}

    /// The marker behind the last scan of a picture.
    package static let endOfImage: [UInt8] = [0xFF, 0xD9]

    /// Whether an eighth of the pixels is enough for a small picture.
    package static func suffice(for size: PixelSize) -> Bool { max(size.width, size.height) >= 8 * SmallPicture.longestSide }

    /// Takes the bytes of the picture so far, which only grow from call to call.
    package mutating func read(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { bytes in
            while end == nil, isProgressive != false, isInScan ? readScan(bytes) : readSegment(bytes) {}
        }
    }

    /// Returns whether the scan ends among the bytes.
    private mutating func readScan(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        while offset + 1 < bytes.count {
            // A zero or a restart marker belongs to the scan, and 0xFF may stand in front of any marker.
            guard bytes[offset] == 0xFF, bytes[offset + 1] != 0xFF, bytes[offset + 1] != 0, !(0xD0...0xD7).contains(bytes[offset + 1])
            else {
                offset += 1
                continue
            }
            isInScan = false
            missing.subtract(running)
            if missing.isEmpty { end = offset }
            return true
        }
        return false
    }

    /// Returns whether a whole segment was there.
    private mutating func readSegment(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard offset + 3 < bytes.count else { return false }
        let marker = bytes[offset + 1]
        if bytes[offset] == 0xFF, marker == 0xFF {
            offset += 1
            return true
        }
        guard bytes[offset] == 0xFF, marker != 0xD9 else {
            // This is no picture that could be cut.
            isProgressive = false
            return false
        }
        let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
        guard offset + 2 + length <= bytes.count else { return false }
        let content = UnsafeBufferPointer(rebasing: bytes[min(offset + 4, offset + 2 + length)..<offset + 2 + length])
        offset += 2 + length
        switch marker {
        case 0xC4, 0xC8, 0xCC: break
        case 0xC0...0xCF: readFrame(content, isProgressive: marker & 3 == 2)
        case 0xDA: beginScan(content)
        default: break
        }
        return true
    }

    private mutating func readFrame(_ content: UnsafeBufferPointer<UInt8>, isProgressive: Bool) {
        guard isProgressive, content.count >= 6, content.count == 6 + 3 * Int(content[5]) else {
            self.isProgressive = false
            return
        }
        self.isProgressive = true
        missing = Set((0..<Int(content[5])).map { content[6 + 3 * $0] })
    }

    private mutating func beginScan(_ content: UnsafeBufferPointer<UInt8>) {
        guard isProgressive == true, let count = content.first, content.count == 4 + 2 * Int(count) else {
            isProgressive = false
            return
        }
        let beginsWithMeans = content[1 + 2 * Int(count)] == 0
        running = beginsWithMeans ? Set((0..<Int(count)).map { content[1 + 2 * $0] }) : []
        isInScan = true
    }
}
