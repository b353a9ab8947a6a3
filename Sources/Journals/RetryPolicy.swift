import Base

/// How long a picture that failed is not asked for: longer with every failure in a row.
public struct RetryPolicy: Equatable, Sendable {
    /// After the first failure that may pass by itself: a time-out, a server that is busy. Seconds.
    public var first: Int64 = 3600
    /// After the first failure that a person has to mend: the file is gone, or is no picture.
    public var firstOfLasting: Int64 = 24 * 3600
    /// No pause is longer.
    public var longest: Int64 = 7 * 24 * 3600

    public init() {}

    /// The pause after the `count`th failure in a row, in seconds. Pauses are shortened by up to a quarter,
    /// by another part for each key: pictures that failed within an hour are not all due within an hour.
    public func pause(after count: Int, _ code: Failure.Code, status: Int? = nil, for key: PictureKey) -> Int64 {
        let start: Int64
        switch Self.persistence(of: code, status: status) {
        case .none: return 0
        case .passing: start = first
        case .lasting: start = firstOfLasting
        }
        // More doublings of a second would be more than a century.
        let doublings = min(max(count, 1), 33) - 1
        let (product, overflow) = start.multipliedReportingOverflow(by: 1 << Int64(doublings))
        let pause = overflow ? longest : min(product, longest)
        return pause - pause / 4 * Int64(Self.mark(of: key) % 1024) / 1024
    }

    /// Whether the pause is over. A pause that this policy cannot have given, since a clock went wrong, is over too.
    public func isOver(retryAt: Int64, asked: Int64, at now: Int64) -> Bool {
        retryAt <= now || asked > now || retryAt > now + longest
    }

    private enum Persistence { case none, passing, lasting }

    private static func persistence(of code: Failure.Code, status: Int?) -> Persistence {
        switch code {
        // No server was asked, so nothing is known about the picture.
        case .cancelled, .hostSuspended: .none
        // An option or the permissions of a file may have mended it, and a look costs next to nothing.
        case .notFound, .unreadable, .outsideRoot, .badURL, .forbiddenScheme, .forbiddenAddress: .none
        case .dns, .connect, .tls, .timeout, .stalled, .truncated, .contentMismatch: .passing
        case .httpStatus:
            HTTPStatus(status ?? 0).mayPass ? .passing : .lasting
        case .empty, .notAnImage, .unsupportedFormat, .corrupt, .tooLarge, .tooManyRedirects: .lasting
        }
    }

    /// FNV-1a: the same for a key in every run.
    private static func mark(of key: PictureKey) -> UInt64 {
        let sum = key.name.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return sum ^ sum >> 32
    }
}
