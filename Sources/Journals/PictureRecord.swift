import ImageHeaders
import WeirBase

/// The data that a journal stores of a picture. Times are Unix seconds.
public struct PictureRecord: Equatable, Sendable {
    /// The last true size, with orientation and format. A later failure does not remove it.
    public var header: ImageHeader?
    /// The length of the picture. It is stored only with a header.
    public var bytes: Int64?
    /// The number of leading bytes that were needed to find the size.
    public var headerEnd: Int64?
    /// The `ETag` that the server sent for the picture (RFC 9110, 8.8), byte for byte and with its quotes; nil if there was none.
    public var entityTag: [UInt8]?
    /// The `Last-Modified` of the answer with the picture.
    public var lastModified: [UInt8]?
    /// The address that has sent these two: a hash of the one to which redirects led; nil for the picture's own.
    public var giver: Int64?
    /// SHA-256 of the picture's bytes in 64 hexadecimal digits, if a mirror has stored them.
    public var sha256: [UInt8]?
    /// The address to which the picture has moved; nil if it is at its URL.
    public var move: Move?
    /// The seconds for which the last answer with the picture let phones show it without asking; nil if it did not say.
    public var maxAge: Int64?
    /// The time until which phones may show the picture that this one has replaced; nil if there is none.
    public var outdatedUntil: Int64?
    /// The time of the last request, successful or not.
    public var asked: Int64
    /// The time when the size was last confirmed.
    public var succeeded: Int64?
    /// The failures since the last success; nil if there were none.
    public var streak: FailureStreak?

    /// The range of plausible times. Sums of times outside this range may overflow.
    static let times: ClosedRange<Int64> = -(1 << 53)...1 << 53

    /// A record of a picture that was requested, without any result yet.
    public init(asked: Int64) { self.asked = asked }

    /// The end of a chain of permanent redirects from the picture's URL.
    public struct Move: Equatable, Sendable {
        /// The URL at the end of the chain.
        public var address: [UInt8]
        /// The time at which the redirects were followed.
        public var time: Int64

        /// A move that was seen at a time in Unix seconds.
        public init(to address: [UInt8], at time: Int64) { (self.address, self.time) = (address, time) }

        /// The seconds for which the address is used without another look at the redirects. Owners mend wrong redirects, and
        /// nobody would notice while the wrong address has a picture.
        static let lifetime: Int64 = 7 * 24 * 3600

        /// Whether the address may be asked. A time in the future comes from a wrong clock.
        public func isFresh(at now: Int64) -> Bool { time <= now && now - time < Move.lifetime }
    }
}

/// A run of consecutive failures.
public struct FailureStreak: Equatable, Sendable {
    /// The last failure.
    public var failure: Failure
    /// The status of the server's response, if there was one.
    public var status: Int?
    /// The number of failures; at least 1.
    public var count: Int
    /// The time from which the picture is requested again.
    public var retryAt: Int64

    /// A run of `count` failures that ended with this one.
    public init(failure: Failure, status: Int? = nil, count: Int, retryAt: Int64) {
        self.failure = failure
        self.status = status
        self.count = count
        self.retryAt = retryAt
    }
}

extension PictureRecord {
    /// nil if no size is known.
    public var facts: PictureFacts? { header.map { PictureFacts($0, bytes: bytes) } }

    /// Records that the picture was measured.
    public mutating func succeed(
        _ header: ImageHeader, bytes: Int64? = nil, headerEnd: Int64? = nil, entityTag: [UInt8]? = nil, lastModified: [UInt8]? = nil,
        maxAge: Int64? = nil, at now: Int64
    ) {
        let before = self
        self = PictureRecord(asked: now)
        // Some servers do not send a length with each answer.
        let hasOtherLength = before.bytes.flatMap { old in bytes.map { $0 != old } } ?? false
        if let old = before.header, old.displayed != header.displayed || old.format != header.format || hasOtherLength {
            outdatedUntil = before.maxAge.map { now + $0 }
        }
        // A picture that is replaced twice may be shown in its first form for longer.
        outdatedUntil = [outdatedUntil, before.outdatedUntil].compactMap { $0 }.filter { $0 > now }.max()
        self.maxAge = maxAge
        self.header = header
        self.bytes = bytes
        self.headerEnd = headerEnd
        (self.entityTag, self.lastModified) = (entityTag, lastModified)
        succeeded = now
    }

    /// Records that the picture has not changed, according to the server.
    public mutating func stayTheSame(maxAge: Int64? = nil, at now: Int64) {
        self.maxAge = maxAge ?? self.maxAge
        asked = now
        succeeded = now
        streak = nil
    }

    /// Records a failure. The last size is kept, and so are the validators, which belong to that size.
    public mutating func fail(
        _ failure: Failure, status: Int? = nil, at now: Int64, for key: PictureKey, _ policy: RetryPolicy = RetryPolicy()
    ) {
        let count = (streak?.count ?? 0) + 1
        let pause = policy.pause(after: count, failure.code, status: status, for: key)
        asked = now
        streak = FailureStreak(failure: failure, status: status, count: count, retryAt: now + pause)
    }
}
