import CZlib

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
