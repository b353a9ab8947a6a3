/// Whether reading a body to its end is worth keeping the connection for.
struct ConnectionReuse: Equatable, Sendable {
    private let isWorthDraining: Bool

    /// HTTP/2 and later give up one stream and keep the connection (RFC 9113, 5.4.2); a
    /// connection that the server closes behind the body cannot be used again.
    init(_ head: ResponseHead) { isWorthDraining = head.version == 1 && !head.closesConnection }

    /// The number of bytes that arrive in about the time of making a new connection.
    private static let drainLimit: UInt64 = 64 << 10

    /// How to end the transfer of a body with `left` bytes to come; nil means unknown.
    func release(bytesLeft left: UInt64?) -> TransferRelease {
        guard let left else { return .reset }
        return left == 0 || isWorthDraining && left <= ConnectionReuse.drainLimit ? .drain : .reset
    }
}
