/// Decides whether a body is read to its end.
struct ConnectionReuse: Equatable, Sendable {
    /// The largest rest that is read.
    private let drainLimit: UInt64

    /// The number of bytes that arrive in about the time of making a new connection.
    private static let ofConnection: UInt64 = 64 << 10
    /// HTTP/2 and later can end one stream and keep the connection (RFC 9113, 5.4.2). A rest of one frame is on its way before
    /// the server could hear of that, and some servers end the connection of a client that resets many streams.
    private static let ofStream: UInt64 = 16 << 10

    /// A connection cannot be used again if the server closes it behind the body.
    init(_ head: ResponseHead) {
        drainLimit = head.version > 1 ? ConnectionReuse.ofStream : head.closesConnection ? 0 : ConnectionReuse.ofConnection
    }

    /// How to end the transfer of a body with `left` bytes to come; nil means unknown.
    func release(bytesLeft left: UInt64?) -> TransferRelease {
        guard let left else { return .reset }
        return left <= drainLimit ? .drain : .reset
    }
}
