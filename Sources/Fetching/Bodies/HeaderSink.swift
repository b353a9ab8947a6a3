import ImageHeaders
import WeirBase

/// Passes the bodies of a picture's answers to the reader of its header, in pieces of any length. Bytes are copied only
/// if a piece ends in the middle of the bytes that the reader wants.
///
/// A later body may continue the held bytes, so no byte is requested twice after a short range or a broken transfer.
final class HeaderSink: BodySink {
    private var reader: ImageHeaderReader
    private var held = HeldBytes()
    /// The bytes that the reader needs next. The held bytes are the first of them.
    private var wanted = PictureFetch.firstBytes
    private var extent: BodyExtent?
    /// The position of the body's next byte in the picture.
    private var position: UInt64 = 0
    /// The first byte of the body in the picture, and the end of the bytes that the reader has seen.
    private var begin: UInt64 = 0
    private var seenEnd: UInt64 = 0

    init(limits: HeaderLimits) { reader = ImageHeaderReader(limits: limits) }

    func begin(_ extent: BodyExtent) {
        if extent.isAtStart {
            reader.begin()
            held.removeAll()
            wanted = PictureFetch.firstBytes
        }
        self.extent = extent
        position = extent.offset
        (begin, seenEnd) = (position, position)
    }

    var used: UInt64 { seenEnd - begin }

    /// Ignores bytes behind the announced length of the body.
    func push(_ piece: UnsafeRawBufferPointer) -> BodyReading {
        let piece = UnsafeRawBufferPointer(rebasing: piece[..<Int(min(UInt64(piece.count), left ?? .max))])
        let start = position
        position += UInt64(piece.count)
        let next = missing.offset
        guard next >= start, next < position else { return readingWithoutBytes }
        let bytes = UnsafeRawBufferPointer(rebasing: piece[Int(next - start)...])
        // Usually one piece contains all wanted bytes and is read without a copy.
        if held.count == 0, isEnough(bytes.count) { return read(bytes, isEnd: isAtEnd) }
        held.append(bytes)
        return isEnough(held.count) ? read(held.bytes, isEnd: isAtEnd) : readingWithoutBytes
    }

    func end(isComplete: Bool) -> BodyReading {
        defer { extent = nil }
        let isPictureEnd = isComplete && left ?? 0 == 0 && extent?.endsPicture ?? false
        // The body is over, and fewer bytes than wanted may be enough.
        let reading = held.count > 0 ? read(held.bytes, isEnd: isPictureEnd) : readingWithoutBytes
        guard case .ahead(let request) = reading else { return reading }
        return isPictureEnd ? ended(at: position) : .outside(request)
    }

    /// Shows the reader bytes that begin at `wanted`, and keeps those that the reader needs again.
    ///
    /// The bytes are shown block by block, because the end of the last block shows how long the range had to be. The
    /// host's next first range is learned from that.
    private func read(_ bytes: UnsafeRawBufferPointer, isEnd: Bool) -> BodyReading {
        var rest = bytes
        while true {
            let window = UnsafeRawBufferPointer(rebasing: rest.prefix(max(wanted.count, PictureFetch.firstBytes.count)))
            let start = wanted.offset
            seenEnd = min(position, max(seenEnd, start + UInt64(window.count)))
            switch reader.read(window, at: start, isEnd: isEnd && window.count == rest.count) {
            case .found(let header): return .found(header, end: start + UInt64(window.count))
            case .failed(let failure): return .failed(failure)
            case .needs(let request):
                wanted = request
                let isAmong = request.offset >= start && request.offset - start <= UInt64(rest.count)
                rest = UnsafeRawBufferPointer(rebasing: rest[(isAmong ? Int(request.offset - start) : rest.count)...])
                if isAmong, request.count <= rest.count || isEnd { continue }
                hold(rest)
                return readingWithoutBytes
            }
        }
    }

    /// Keeps the unread tail.
    private func hold(_ rest: UnsafeRawBufferPointer) {
        if held.count > 0 {
            held.removeFirst(held.count - rest.count)
        } else {
            held.append(rest)
        }
    }

    /// The result if no bytes are read. Only positions decide.
    private var readingWithoutBytes: BodyReading {
        let missing = self.missing
        if let total = extent?.total, missing.offset >= total { return ended(at: total) }
        let isBehind = missing.offset < position
        let isBeyond = extent?.end.map { missing.offset >= $0 } ?? false
        return isBehind || isBeyond ? .outside(missing) : .ahead(missing)
    }

    private func isEnough(_ count: Int) -> Bool { count >= wanted.count || isAtEnd }

    /// The wanted bytes are not in the picture. Its header may be known nevertheless.
    private func ended(at total: UInt64) -> BodyReading {
        if case .found(let header) = reader.read(held.bytes, at: wanted.offset, isEnd: true) { return .found(header, end: total) }
        return .failed(total == 0 ? Failure(.empty) : Failure(.truncated, "the bytes end at \(total), before the size"))
    }

    private var missing: ByteRequest {
        ByteRequest(offset: wanted.offset + UInt64(held.count), count: max(1, wanted.count - held.count))
    }

    private var left: UInt64? { extent?.left(from: position) }

    /// Whether the last byte of the picture has come.
    private var isAtEnd: Bool { left == 0 && extent?.endsPicture ?? false }
}

/// Contiguous bytes that a reader cannot use yet. The memory is kept for the next picture unless it is large.
struct HeldBytes: ~Copyable {
    private var storage = UnsafeMutableRawBufferPointer.allocate(byteCount: HeldBytes.usual, alignment: 16)
    private(set) var count = 0

    /// Enough for nearly every header, and small because each transfer has a sink.
    private static let usual = 8 << 10

    deinit { storage.deallocate() }

    /// Valid until the bytes change.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[..<count]) }

    mutating func append(_ piece: UnsafeRawBufferPointer) {
        if storage.count - count < piece.count { resize(to: max(2 * storage.count, count + piece.count)) }
        UnsafeMutableRawBufferPointer(rebasing: storage[count...]).copyMemory(from: piece)
        count += piece.count
    }

    mutating func removeFirst(_ used: Int) {
        precondition((0...count).contains(used), "only bytes that are held are removed")
        let rest = UnsafeRawBufferPointer(rebasing: storage[used..<count])
        storage.copyMemory(from: rest)
        count = rest.count
    }

    mutating func removeAll() {
        count = 0
        if storage.count > 8 * HeldBytes.usual { resize(to: HeldBytes.usual) }
    }

    private mutating func resize(to capacity: Int) {
        let moved = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
        moved.copyMemory(from: bytes)
        storage.deallocate()
        storage = moved
    }
}
