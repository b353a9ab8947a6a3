/// Limits for one picture.
package struct FetchLimits: Equatable, Sendable {
    /// The largest number of bytes in all bodies of the picture.
    package var maxBytes: UInt64
    package var maxRedirects: Int
    /// The number of retries after failures that may be temporary.
    package var retries: Int
    /// The longest wait in seconds that a server may ask for. A row fails if its server asks for more, so that one host
    /// does not delay the run.
    package var longestRetryAfter: Int64 = 60
    /// The largest number of ranges after the first, so that a picture made of jumps ends. Later ranges are longer, so
    /// this is enough to jump over 40 MB of metadata.
    package var laterRanges = 48
    /// The number of requests without an answer, on connections that had served others, that are repeated at once and do
    /// not count as retries. Behind the last of them the picture has new connections.
    package var lostConnections = 2
    /// The number of retries after transfers that took as long as their limits permit. Each holds a place all the time.
    package var slowFaults = 1
    /// The largest number of restarts of a picture that changes while it is read.
    package var restarts = 2

    package init(maxBytes: UInt64 = 64 << 20, maxRedirects: Int = 5, retries: Int = 3) {
        self.maxBytes = maxBytes
        self.maxRedirects = maxRedirects
        self.retries = retries
    }
}
