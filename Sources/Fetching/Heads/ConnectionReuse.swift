/// Decides whether a body is read to its end so that the connection can be used again.
struct ConnectionReuse: Equatable, Sendable {
    private let isWorthDraining: Bool

    /// HTTP/2 and later can end one stream and keep the connection (RFC 9113, 5.4.2). A connection cannot be used again
    /// if the server closes it behind the body.
    init(_ head: ResponseHead) { isWorthDraining = head.version == 1 && !head.closesConnection }

    /// The number of bytes that arrive in about the time of making a new connection.
    private static let drainLimit: UInt64 = 64 << 10

    /// How to end the transfer of a body with `left` bytes to come; nil means unknown.
    func release(bytesLeft left: UInt64?) -> TransferRelease {
        guard let left else { return .reset }
        return left == 0 || isWorthDraining && left <= ConnectionReuse.drainLimit ? .drain : .reset
    }
}
