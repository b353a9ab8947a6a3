import Base
import ImageHeaders

/// Joins the bodies of a picture's answers, which come in pieces of any length, to the reader of
/// its header. Bytes are copied only where a piece ends in the middle of what the reader wants.
///
/// Bytes that are held may be continued by a later body: after a range that was too short, or a transfer that broke, none of
/// those that came are asked for again.
final class HeaderSink: BodySink {
    private var reader: ImageHeaderReader
    private var held = HeldBytes()
    /// The bytes that the reader needs to go on. Those that are held are the first of them.
    private var wanted = PictureFetch.firstBytes
    private var place: BodyPlace?
    /// Where in the picture the next byte of the body stands.
    private var position: UInt64 = 0

    init(limits: HeaderLimits) { reader = ImageHeaderReader(limits: limits) }

    func begin(_ place: BodyPlace) {
        if place.isFresh {
            reader.begin()
            held.removeAll()
            wanted = PictureFetch.firstBytes
        }
        self.place = place
        position = place.offset
    }

    /// Bytes behind the announced length of the body are not read.
    func push(_ piece: UnsafeRawBufferPointer) -> BodyReading {
        let piece = UnsafeRawBufferPointer(rebasing: piece[..<Int(min(UInt64(piece.count), left ?? .max))])
        let start = position
        position += UInt64(piece.count)
        let next = missing.offset
        guard next >= start, next < position else { return reading(progressWithoutReading) }
        let bytes = UnsafeRawBufferPointer(rebasing: piece[Int(next - start)...])
        // Mostly one piece holds all that is wanted, and is read where it lies.
        if held.count == 0, isEnough(bytes.count) { return reading(read(bytes, isEnd: isAtEnd)) }
        held.append(bytes)
        return reading(isEnough(held.count) ? read(held.bytes, isEnd: isAtEnd) : progressWithoutReading)
    }

    func end(isComplete: Bool) -> BodyReading {
        defer { place = nil }
        let isPictureEnd = isComplete && left ?? 0 == 0 && place?.endsPicture ?? false
        // No more of this body comes, and fewer bytes than were wanted may be enough.
        let progress = held.count > 0 ? read(held.bytes, isEnd: isPictureEnd) : progressWithoutReading
        guard case .ahead(let request) = progress else { return reading(progress) }
        return reading(isPictureEnd ? .failed(ended(at: position)) : .outside(request))
    }

    /// Shows the reader bytes that begin where it wants them, and holds those that it needs again.
    ///
    /// They are shown block by block, as far as the reader goes, which tells how much of the picture would have been enough: from
    /// that the host's next first range is made.
    private func read(_ bytes: UnsafeRawBufferPointer, isEnd: Bool) -> BodyProgress {
        var rest = bytes
        while true {
            let window = UnsafeRawBufferPointer(rebasing: rest.prefix(max(wanted.count, PictureFetch.firstBytes.count)))
            let start = wanted.offset
            switch reader.read(window, at: start, isEnd: isEnd && window.count == rest.count) {
            case .found(let header): return .found(header, end: start + UInt64(window.count))
            case .failed(let failure): return .failed(failure)
            case .needs(let request):
                wanted = request
                let isAmong = request.offset >= start && request.offset - start <= UInt64(rest.count)
                rest = UnsafeRawBufferPointer(rebasing: rest[(isAmong ? Int(request.offset - start) : rest.count)...])
                if isAmong, request.count <= rest.count || isEnd { continue }
                hold(rest)
                return progressWithoutReading
            }
        }
    }

    /// Holds the last of the bytes that were shown, which are those that are held or a piece.
    private func hold(_ rest: UnsafeRawBufferPointer) {
        if held.count > 0 {
            held.removeFirst(held.count - rest.count)
        } else {
            held.append(rest)
        }
    }

    /// The progress when no bytes are read: it depends on places alone.
    private var progressWithoutReading: BodyProgress {
        let missing = self.missing
        if let total = place?.total, missing.offset >= total { return .failed(ended(at: total)) }
        let isBehind = missing.offset < position
        let isBeyond = place?.end.map { missing.offset >= $0 } ?? false
        return isBehind || isBeyond ? .outside(missing) : .ahead(missing)
    }

    private func reading(_ progress: BodyProgress) -> BodyReading { BodyReading(progress: progress, left: left) }

    private func isEnough(_ count: Int) -> Bool { count >= wanted.count || isAtEnd }

    private func ended(at total: UInt64) -> Failure {
        total == 0 ? Failure(.empty) : Failure(.truncated, "the bytes end at \(total), before the size is told")
    }

    private var missing: ByteRequest {
        ByteRequest(offset: wanted.offset + UInt64(held.count), count: max(1, wanted.count - held.count))
    }

    private var left: UInt64? { place?.left(from: position) }

    /// Whether all bytes have come that the picture has.
    private var isAtEnd: Bool { left == 0 && place?.endsPicture ?? false }
}

/// Sinks that no picture uses, kept because a reader of headers is expensive to make.
final class HeaderSinkPool {
    private let limits: HeaderLimits
    private var idle: [HeaderSink] = []

    init(limits: HeaderLimits) { self.limits = limits }

    func take() -> HeaderSink { idle.popLast() ?? HeaderSink(limits: limits) }

    func giveBack(_ sink: HeaderSink) { idle.append(sink) }
}
