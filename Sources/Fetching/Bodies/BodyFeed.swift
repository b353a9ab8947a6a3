import Base
import ImageHeaders

/// Joins the bodies of a picture's answers, which come in pieces of any length, to the reader of
/// its header. Bytes are copied only where a piece ends in the middle of what the reader wants.
///
/// What is held may be continued by a later body: a range that was too short, or a transfer that
/// broke, costs none of the bytes that came.
struct BodyFeed: ~Copyable {
    private var reader: ImageHeaderReader
    private var held = HeldBytes()
    /// What the reader needs to go on; what is held are its first bytes.
    private var wanted = PictureFetch.firstBytes
    private var place: BodyPlace?
    /// Where in the picture the next byte of the body stands.
    private var position: UInt64 = 0

    init(limits: HeaderLimits) { reader = ImageHeaderReader(limits: limits) }

    /// Opens a body; one that is fresh begins a picture.
    mutating func begin(_ place: BodyPlace) {
        if place.isFresh {
            reader.begin()
            held.removeAll()
            wanted = PictureFetch.firstBytes
        }
        self.place = place
        position = place.offset
    }

    /// Takes the next bytes of the body. What it has behind its announced length is not read.
    mutating func push(_ piece: UnsafeRawBufferPointer) -> BodyReading {
        let piece = UnsafeRawBufferPointer(rebasing: piece[..<Int(min(UInt64(piece.count), left ?? .max))])
        let start = position
        position += UInt64(piece.count)
        let next = missing.offset
        guard next >= start, next < position else { return reading(answerWithoutReading) }
        let bytes = UnsafeRawBufferPointer(rebasing: piece[Int(next - start)...])
        // The first piece of what is wanted is mostly all of it, and is read where it lies.
        if held.count == 0, isEnough(bytes.count) { return reading(read(bytes, isEnd: isAtEnd)) }
        held.append(bytes)
        return reading(isEnough(held.count) ? read(held.bytes, isEnd: isAtEnd) : answerWithoutReading)
    }

    /// Tells that the body is over, and whether it came to its proper end.
    mutating func end(isComplete: Bool) -> BodyReading {
        defer { place = nil }
        let isPictureEnd = isComplete && left ?? 0 == 0 && place?.endsPicture ?? false
        // Less than was wanted may do, and more of this body does not come.
        let answer = held.count > 0 ? read(held.bytes, isEnd: isPictureEnd) : answerWithoutReading
        guard case .more(let request) = answer else { return reading(answer) }
        return reading(isPictureEnd ? .failed(ended(at: position)) : .wants(request))
    }

    /// Shows the reader bytes that begin where it wants them, and holds those that it needs again.
    ///
    /// They are shown block by block, as far as they go: so it is known how much of a picture
    /// would have been enough, from which the host's next first range is made.
    private mutating func read(_ bytes: UnsafeRawBufferPointer, isEnd: Bool) -> BodyReading.Answer {
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
                return answerWithoutReading
            }
        }
    }

    /// Holds the last of the bytes that were shown, which are those that are held or a piece.
    private mutating func hold(_ rest: UnsafeRawBufferPointer) {
        if held.count > 0 {
            held.removeFirst(held.count - rest.count)
        } else {
            held.append(rest)
        }
    }

    /// What follows from places alone.
    private var answerWithoutReading: BodyReading.Answer {
        let missing = self.missing
        if let total = place?.total, missing.offset >= total { return .failed(ended(at: total)) }
        let isBehind = missing.offset < position
        let isAhead = end.map { missing.offset >= $0 } ?? false
        return isBehind || isAhead ? .wants(missing) : .more(missing)
    }

    private func reading(_ answer: BodyReading.Answer) -> BodyReading { BodyReading(answer: answer, left: left) }

    private func isEnough(_ count: Int) -> Bool { count >= wanted.count || isAtEnd }

    private func ended(at total: UInt64) -> Failure {
        total == 0 ? Failure(.empty) : Failure(.truncated, "the bytes end at \(total), before the size is told")
    }

    private var missing: ByteRequest {
        ByteRequest(offset: wanted.offset + UInt64(held.count), count: max(1, wanted.count - held.count))
    }

    /// Where the body ends, if that is known.
    private var end: UInt64? { place.flatMap { place in place.length.map { place.offset + $0 } } }

    private var left: UInt64? { end.map { $0 - min($0, position) } }

    /// Whether all bytes have come that the picture has.
    private var isAtEnd: Bool { left == 0 && place?.endsPicture ?? false }
}
