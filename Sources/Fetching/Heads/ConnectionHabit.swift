/// What a connection is like, as far as parting with a body hangs on it.
struct ConnectionHabit: Equatable, Sendable {
    private let isWorthDraining: Bool

    /// HTTP/2 and later give up one stream and keep the connection (RFC 9113, 5.4.2); a
    /// connection that is closed behind the body is not worth a byte.
    init(_ head: ResponseHead) { isWorthDraining = head.version == 1 && !head.closesConnection }

    /// What a new connection costs in time is spent on as many bytes.
    private static let drainLimit: UInt64 = 64 << 10

    /// How to part with a body of which so many bytes are left; nil is not known.
    func leaving(_ left: UInt64?) -> FetchAction.Leaving {
        guard let left else { return .reset }
        return left == 0 || isWorthDraining && left <= ConnectionHabit.drainLimit ? .drain : .reset
    }
}
