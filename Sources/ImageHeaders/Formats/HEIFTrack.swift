/// The video track of an image sequence (ISO/IEC 23008-12, 7): the size in its header, turned by its matrix
/// (ISO/IEC 14496-12, 8.3.2), and that of the coded pictures.
struct HEIFTrack {
    private var position: UInt64
    private let end: UInt64
    private var view: TrackView?
    private var isVideo = false

    /// The content of a `moov` box.
    init(from start: UInt64, to end: UInt64) {
        position = start
        self.end = end
    }

    mutating func header(in window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        while position < end {
            let box = try window.box(at: position)
            guard let next = box.end else { throw .corrupt("a box of a track that has no end") }
            switch box.type {
            case TrackBox.track:
                view = nil
                isVideo = false
                position = box.content
            case TrackBox.media, TrackBox.mediaInformation, TrackBox.samples: position = box.content
            case TrackBox.trackHeader:
                view = try TrackView(box, in: window)
                position = next
            case TrackBox.handler:
                let type = try window.content(of: box, count: 12).integer(UInt32.self, at: 8, .big)
                isVideo = type == TrackBox.pictureHandler || type == TrackBox.videoHandler
                position = next
            case TrackBox.sampleDescription:
                if isVideo, let view { return try header(view, describedIn: box, window) }
                position = next
            default: position = next
            }
        }
        throw .corrupt("an image sequence without a track of pictures")
    }

    /// The first sample entry (14496-12, 8.5.2 and 12.1.3).
    private func header(_ view: TrackView, describedIn box: ISOBox, _ window: ByteWindow) throws(HeaderStop) -> ImageHeader {
        let entry = try window.content(of: box, count: 44)[8..<44]
        let format: ImageFormat =
            switch entry.integer(UInt32.self, at: 4, .big) {
            case TrackBox.av1: .avif
            case TrackBox.hevc, TrackBox.hevcInBand: .heic
            default: throw .unsupported("HEIF with pictures other than HEVC and AV1 is not read")
            }
        let stored = PixelSize(
            width: Int(entry.integer(UInt16.self, at: 32, .big)), height: Int(entry.integer(UInt16.self, at: 34, .big)))
        return ImageHeader(
            format: format, displayed: view.size, stored: stored, orientation: view.orientation,
            traits: PictureTraits(isAnimated: true))
    }
}

/// The size and the matrix of a track header.
private struct TrackView {
    let size: PixelSize
    let orientation: Orientation

    init(_ box: ISOBox, in window: ByteWindow) throws(HeaderStop) {
        // Times are longer in version 1.
        let isLong = try window.content(of: box, count: 1).integer(UInt8.self, at: 0, .big) == 1
        let bytes = try window.content(of: box, count: isLong ? 96 : 84)
        let matrix = isLong ? 52 : 40
        // Numbers of 16 bits before the point and 16 behind.
        func number(_ offset: Int) -> Double { Double(bytes.integer(Int32.self, at: offset, .big)) / 65536 }
        let (a, b, c, d) = (number(matrix), number(matrix + 4), number(matrix + 12), number(matrix + 16))
        let (width, height) = (
            Double(bytes.integer(UInt32.self, at: matrix + 36, .big)) / 65536,
            Double(bytes.integer(UInt32.self, at: matrix + 40, .big)) / 65536
        )
        size = PixelSize(
            width: Int((abs(a) * width + abs(c) * height).rounded()), height: Int((abs(b) * width + abs(d) * height).rounded()))
        orientation =
            switch (a, b, c, d) {
            case (..<0, 0, 0, 0...): .upMirrored
            case (..<0, 0, 0, ..<0): .down
            case (0..., 0, 0, ..<0): .downMirrored
            case (0, 0..., 0..., 0): .leftMirrored
            case (0, 0..., ..<0, 0): .right
            case (0, ..<0, ..<0, 0): .rightMirrored
            case (0, ..<0, 0..., 0): .left
            default: .up
            }
    }
}

private enum TrackBox {
    static let track = fourCC("trak")
    static let trackHeader = fourCC("tkhd")
    static let media = fourCC("mdia")
    static let handler = fourCC("hdlr")
    static let mediaInformation = fourCC("minf")
    static let samples = fourCC("stbl")
    static let sampleDescription = fourCC("stsd")
    static let pictureHandler = fourCC("pict")
    static let videoHandler = fourCC("vide")
    static let av1 = fourCC("av01")
    static let hevc = fourCC("hvc1")
    static let hevcInBand = fourCC("hev1")
}
