import CWeirZlib

/// Compresses bytes that arrive in pieces (RFC 1952). The header has no time and no system, so equal input
/// gives equal output with the same version of zlib.
package struct GzipWriter: ~Copyable {
    private let stream: OpaquePointer

    /// zlib's default balance of size and time.
    private static let level: Int32 = 6
    private static let blockBytes = 64 << 10

    package init() {
        guard let stream = CZlib_create_deflater(Self.level) else { preconditionFailure("no memory for zlib") }
        self.stream = stream
    }

    deinit { CZlib_destroy(stream) }

    package mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer) {
        deflate(bytes, isEnd: false, to: &output)
    }

    /// Writes the bytes that zlib still holds, and the checksum. Nothing may be written afterwards.
    package mutating func finish(to output: inout ByteBuffer) {
        deflate(UnsafeBufferPointer(start: nil, count: 0), isEnd: true, to: &output)
    }

    private func deflate(_ bytes: UnsafeBufferPointer<UInt8>, isEnd: Bool, to output: inout ByteBuffer) {
        var rest = bytes
        while true {
            var taken = rest.count
            var status = CZLIB_MORE
            output.append(atMost: Self.blockBytes) { room in
                var made = room.count
                let result = CZlib_deflate(stream, rest.baseAddress, &taken, room.baseAddress, &made, isEnd ? 1 : 0)
                status = CZlib_status(UInt32(bitPattern: result))
                return made
            }
            precondition(status == CZLIB_MORE || status == CZLIB_END, "zlib was called out of order")
            rest = UnsafeBufferPointer(rebasing: rest[taken...])
            // zlib may keep input for later calls. At the end, zlib writes all that it kept.
            if isEnd ? status == CZLIB_END : rest.isEmpty { return }
        }
    }
}

/// Decompresses a gzip file that arrives in pieces (RFC 1952). The file has one member or several.
///
/// A few compressed bytes may expand to a million. `read(_:atMost:to:)` limits the output of one call, so
/// the caller decides how much memory is used.
package struct GzipReader: ~Copyable {
    private let stream: OpaquePointer
    private var isInMember = false
    /// The number of complete members.
    private var members = 0
    /// The number of compressed bytes read from the current member.
    private var memberBytes = 0

    private static let blockBytes = 64 << 10
    private static let magic: [UInt8] = [0x1F, 0x8B]

    package init() {
        guard let stream = CZlib_create_inflater() else { preconditionFailure("no memory for zlib") }
        self.stream = stream
    }

    deinit { CZlib_destroy(stream) }

    /// Whether a file begins with the two magic bytes of gzip.
    package static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: magic) }

    /// Decompresses all bytes, whatever the length of the output.
    package mutating func read(_ bytes: UnsafeRawBufferPointer, to output: inout ByteBuffer) throws(GzipFailure) {
        var rest = bytes
        while try read(&rest, atMost: Self.blockBytes, to: &output) {}
    }

    /// Reads from the front of `bytes` until `limit` bytes have been appended to the output. Returns
    /// whether these bytes may give more output.
    package mutating func read(
        _ bytes: inout UnsafeRawBufferPointer, atMost limit: Int, to output: inout ByteBuffer
    ) throws(GzipFailure) -> Bool {
        precondition(limit > 0, "no room for any byte")
        var room = limit
        while room > 0 {
            if !isInMember, try !beginMember(&bytes) { return false }
            let made = try inflate(&bytes, atMost: room, to: &output)
            // If the output has room left, zlib has stopped at the end of the member or of the input.
            if made < room, bytes.isEmpty { return false }
            room -= made
        }
        return true
    }

    /// Marks the end of the input.
    package mutating func finish() throws(GzipFailure) {
        guard members > 0, !isInMember else { throw .truncated }
    }

    /// Returns whether another member follows. Skips zeros between members, as gzip(1) does: tapes fill up
    /// their blocks with zeros.
    private mutating func beginMember(_ bytes: inout UnsafeRawBufferPointer) throws(GzipFailure) -> Bool {
        if members > 0 { bytes = UnsafeRawBufferPointer(rebasing: bytes.drop { $0 == 0 }) }
        guard let first = bytes.first else { return false }
        guard first == Self.magic[0] else { throw unrecognized }
        CZlib_begin_member(stream)
        memberBytes = 0
        isInMember = true
        return true
    }

    private mutating func inflate(
        _ bytes: inout UnsafeRawBufferPointer, atMost limit: Int, to output: inout ByteBuffer
    ) throws(GzipFailure) -> Int {
        var taken = bytes.count
        var made = 0
        var status = CZLIB_MORE
        let source = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        output.append(atMost: limit) { [stream] room in
            made = room.count
            status = CZlib_status(UInt32(bitPattern: CZlib_inflate(stream, source, &taken, room.baseAddress, &made)))
            return made
        }
        bytes = UnsafeRawBufferPointer(rebasing: bytes[taken...])
        memberBytes += taken
        switch status {
        case CZLIB_MORE: break
        case CZLIB_END:
            isInMember = false
            members += 1
        case CZLIB_NO_MEMORY: preconditionFailure("no memory for zlib")
        default:
            if memberBytes <= Self.magic.count { throw unrecognized }
            throw .corrupt(String(cString: CZlib_message(stream)))
        }
        return made
    }

    private var unrecognized: GzipFailure { members == 0 ? .notGzip : .trailingGarbage }
}

/// The reason why a gzip file cannot be decompressed completely.
package enum GzipFailure: Error, Equatable, Sendable {
    case notGzip
    /// Holds zlib's message.
    case corrupt(String)
    case truncated
    case trailingGarbage

    /// One sentence without a full stop.
    package var message: String {
        switch self {
        case .notGzip: "the content is not compressed with gzip"
        case .corrupt(let detail): "the compressed content is damaged (zlib: \(detail))"
        case .truncated: "the compressed content ends too early"
        case .trailingGarbage: "something else follows the compressed content"
        }
    }
}
