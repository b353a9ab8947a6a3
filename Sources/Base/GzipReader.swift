import CZlib

/// Decompresses a gzip file that comes in pieces (RFC 1952), of one member or of several.
///
/// A few bytes may stand for a million. `read(_:atMost:to:)` hands them out piece by piece, so
/// that the memory needed is the caller's choice and not that of whoever wrote the file.
public struct GzipReader: ~Copyable {
    private let stream: OpaquePointer
    private var isInMember = false
    /// How many members are complete.
    private var members = 0
    /// How many bytes of the current member have been taken.
    private var memberBytes = 0

    private static let blockBytes = 64 << 10
    private static let magic: [UInt8] = [0x1F, 0x8B]

    public init() {
        guard let stream = CZlib_create_inflater() else { preconditionFailure("no memory for zlib") }
        self.stream = stream
    }

    deinit { CZlib_destroy(stream) }

    /// Whether a file begins as gzip does; it takes two bytes to tell.
    public static func recognises(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: magic) }

    /// Decompresses all that the bytes tell, however much that is.
    public mutating func read(_ bytes: UnsafeRawBufferPointer, to output: inout ByteBuffer) throws(GzipFailure) {
        var rest = bytes
        while try read(&rest, atMost: Self.blockBytes, to: &output) {}
    }

    /// Takes bytes from the front of `bytes` until `limit` bytes have been appended to the
    /// output. The answer is whether these bytes may have more to tell.
    public mutating func read(
        _ bytes: inout UnsafeRawBufferPointer, atMost limit: Int, to output: inout ByteBuffer
    ) throws(GzipFailure) -> Bool {
        precondition(limit > 0, "no room for any byte")
        var room = limit
        while room > 0 {
            if !isInMember, try !beginMember(&bytes) { return false }
            let made = try inflate(&bytes, atMost: room, to: &output)
            // With room to spare zlib stops only at the end of the member or of the input.
            if made < room, bytes.isEmpty { return false }
            room -= made
        }
        return true
    }

    /// Tells that there are no more bytes.
    public mutating func finish() throws(GzipFailure) {
        guard members > 0, !isInMember else { throw .truncated }
    }

    /// Answers whether there is a further member. The zeros with which tapes fill up a block are
    /// passed over, as gzip(1) does.
    private mutating func beginMember(_ bytes: inout UnsafeRawBufferPointer) throws(GzipFailure) -> Bool {
        if members > 0 { bytes = UnsafeRawBufferPointer(rebasing: bytes.drop { $0 == 0 }) }
        guard let first = bytes.first else { return false }
        guard first == Self.magic[0] else { throw unrecognised }
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
            if memberBytes <= Self.magic.count { throw unrecognised }
            throw .corrupt(String(cString: CZlib_message(stream)))
        }
        return made
    }

    private var unrecognised: GzipFailure { members == 0 ? .notGzip : .trailingGarbage }
}

/// Why a gzip file cannot be decompressed, or not to its end.
public enum GzipFailure: Error, Equatable, Sendable {
    case notGzip
    /// With zlib's own words.
    case corrupt(String)
    case truncated
    case trailingGarbage

    /// One sentence without a full stop.
    public var message: String {
        switch self {
        case .notGzip: "the content is not compressed with gzip"
        case .corrupt(let detail): "the compressed content is damaged (zlib: \(detail))"
        case .truncated: "the compressed content ends too early"
        case .trailingGarbage: "something else follows the compressed content"
        }
    }
}
