/// Limits for one picture.
public struct FetchLimits: Equatable, Sendable {
    /// Bytes of all its bodies together.
    public var maxBytes: UInt64
    public var maxRedirects: Int
    /// How often the server is asked again after a failure that may pass.
    public var retries: Int
    /// Seconds that a server may ask to wait. If it asks for more, the row fails, so that one host does not hold up the run.
    public var longestRetryAfter: Int64 = 60
    /// Ranges beyond the first, so that a picture made of jumps ends. Ranges grow with their
    /// number: this is enough for 40 MB of metadata that are all jumped over.
    public var laterRanges = 48
    /// How often a picture that changes while it is read is begun again.
    public var restarts = 2

    public init(maxBytes: UInt64 = 64 << 20, maxRedirects: Int = 5, retries: Int = 3) {
        self.maxBytes = maxBytes
        self.maxRedirects = maxRedirects
        self.retries = retries
    }
}
