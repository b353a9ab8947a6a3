/// Limits for one picture.
public struct FetchLimits: Equatable, Sendable {
    /// The largest number of bytes in all bodies of the picture.
    public var maxBytes: UInt64
    public var maxRedirects: Int
    /// The number of retries after a failure that may pass.
    public var retries: Int
    /// The longest wait in seconds that a server may ask for. If a server asks for more, the row fails, so that one
    /// host does not delay the run.
    public var longestRetryAfter: Int64 = 60
    /// The number of ranges after the first, so that a picture made of jumps ends. Ranges grow with their number:
    /// this is enough to jump over 40 MB of metadata.
    public var laterRanges = 48
    /// How often a picture is started again because it has changed while it was read.
    public var restarts = 2

    public init(maxBytes: UInt64 = 64 << 20, maxRedirects: Int = 5, retries: Int = 3) {
        self.maxBytes = maxBytes
        self.maxRedirects = maxRedirects
        self.retries = retries
    }
}
