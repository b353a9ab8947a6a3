import Base
import ImageHeaders

/// All that a journal keeps of a picture. Times are Unix seconds.
public struct PictureRecord: Equatable, Sendable {
    /// The last true size, with orientation and format. It is kept when the picture fails later.
    public var header: ImageHeader?
    /// The length of the picture.
    public var bytes: Int64?
    /// How many of its first bytes told the size.
    public var headerEnd: Int64?
    public var validators = Validators()
    /// When the picture was last asked for, whatever came of it.
    public var asked: Int64
    /// When it was last found to have its size.
    public var succeeded: Int64?
    /// The failures since then; nil while all is well.
    public var streak: FailureStreak?

    /// Times that a clock may have told. Sums of others may overflow.
    static let times: ClosedRange<Int64> = -(1 << 53)...1 << 53

    /// A picture that was asked for, and of which nothing else is known.
    public init(asked: Int64) { self.asked = asked }

    /// The server's words for the state of a picture (RFC 9110, 8.8), in its own bytes.
    public struct Validators: Equatable, Sendable {
        public var entityTag: [UInt8]?
        public var lastModified: [UInt8]?

        public init(entityTag: [UInt8]? = nil, lastModified: [UInt8]? = nil) {
            self.entityTag = entityTag
            self.lastModified = lastModified
        }
    }
}

/// Failures in a row.
public struct FailureStreak: Equatable, Sendable {
    /// The last of them.
    public var failure: Failure
    /// What the server answered, where one did.
    public var status: Int?
    /// How many there were; at least 1.
    public var count: Int
    /// From when on the picture is asked for again.
    public var retryAt: Int64

    public init(failure: Failure, status: Int? = nil, count: Int, retryAt: Int64) {
        self.failure = failure
        self.status = status
        self.count = count
        self.retryAt = retryAt
    }
}

extension PictureRecord {
    /// The picture was measured.
    public mutating func succeed(
        _ header: ImageHeader, bytes: Int64? = nil, headerEnd: Int64? = nil, validators: Validators = Validators(),
        at now: Int64
    ) {
        self = PictureRecord(asked: now)
        self.header = header
        self.bytes = bytes
        self.headerEnd = headerEnd
        self.validators = validators
        succeeded = now
    }

    /// The server said that the picture has not changed.
    public mutating func stayTheSame(at now: Int64) {
        asked = now
        succeeded = now
        streak = nil
    }

    /// The picture failed. Its last size is kept, and so are the validators, which belong to that size.
    public mutating func fail(
        _ failure: Failure, status: Int? = nil, at now: Int64, for key: PictureKey, _ policy: RetryPolicy = RetryPolicy()
    ) {
        let count = (streak?.count ?? 0) + 1
        let pause = policy.pause(after: count, failure.code, status: status, for: key)
        asked = now
        streak = FailureStreak(failure: failure, status: status, count: count, retryAt: now + pause)
    }
}
