import WeirBase

/// The pause before a failed picture is requested again. The pause grows with every consecutive failure.
public struct RetryPolicy: Equatable, Sendable {
    /// The pause in seconds after a first failure that may be temporary, such as a time-out or a busy
    /// server.
    public var first: Int64 = 3600
    /// The pause in seconds after a first failure that a person must fix: the file is missing or not a
    /// picture.
    public var firstOfLasting: Int64 = 24 * 3600
    /// The maximum pause in seconds.
    public var longest: Int64 = 7 * 24 * 3600

    /// The pauses of weir itself: an hour or a day at first, at most a week.
    public init() {}

    /// The policy for a failure that says nothing of the picture: the next run requests the picture again.
    package static let withoutRest: RetryPolicy = {
        var policy = RetryPolicy()
        (policy.first, policy.firstOfLasting, policy.longest) = (0, 0, 0)
        return policy
    }()

    /// The pause after the `count`th consecutive failure, in seconds. Each key shortens its pause by a
    /// different part, up to a quarter. So pictures that failed within an hour are not all due within an
    /// hour.
    package func pause(after count: Int, _ code: Failure.Code, status: Int? = nil, for key: PictureKey) -> Int64 {
        let start = firstPause(after: code, status: status)
        // More doublings of a second would exceed a century.
        let doublings = min(max(count, 1), 33) - 1
        let (product, overflow) = start.multipliedReportingOverflow(by: 1 << Int64(doublings))
        let pause = overflow ? longest : min(product, longest)
        return pause - pause / 4 * Int64(Self.mark(of: key) % 1024) / 1024
    }

    /// Whether the pause is over. A pause that is impossible under this policy counts as over, since it
    /// comes from a wrong clock.
    package func isOver(retryAt: Int64, asked: Int64, at now: Int64) -> Bool {
        retryAt <= now || asked > now || retryAt > now + longest
    }

    private func firstPause(after code: Failure.Code, status: Int?) -> Int64 {
        switch code {
        // No server answered, so nothing is known about the picture. A run gives up a host that is still away after a few requests.
        case .cancelled, .connect, .hostSuspended, .proxy, .robots: 0
        // A changed option or permission may have fixed the failure, and a new attempt costs almost
        // nothing.
        case .notFound, .unreadable, .outsideRoot, .badURL, .forbiddenScheme, .forbiddenAddress: 0
        case .dns, .tls, .timeout, .stalled, .truncated, .contentMismatch: first
        case .httpStatus: HTTPStatus(status ?? 0).mayPass ? first : firstOfLasting
        case .empty, .notAnImage, .unsupportedFormat, .corrupt, .tooLarge, .noSize, .tooManyRedirects: firstOfLasting
        }
    }

    /// FNV-1a, which gives a key the same hash in every run.
    private static func mark(of key: PictureKey) -> UInt64 {
        let sum = key.name.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return sum ^ sum >> 32
    }
}
