/// Counts of a run's requests, or of those to one host.
public struct FetchStatistics: Equatable, Sendable {
    public var requests = 0
    /// The number of connections, and the number of those with TLS.
    public var connections = 0
    public var handshakes = 0
    /// The bytes of heads and bodies.
    public var bytesReceived = 0
    /// The bytes of ranges that servers sent, and of all other bodies as far as they came.
    public var bytesAsked = 0
    /// The bytes of bodies up to the last one that was used, and those that came besides.
    public var bytesNeeded = 0
    public var bytesWasted = 0
    /// Bytes of measured pictures that were not transferred.
    public var bytesSaved = 0

    public init() {}

    public mutating func add(_ other: FetchStatistics) {
        requests += other.requests
        connections += other.connections
        handshakes += other.handshakes
        bytesReceived += other.bytesReceived
        bytesAsked += other.bytesAsked
        bytesNeeded += other.bytesNeeded
        bytesWasted += other.bytesWasted
        bytesSaved += other.bytesSaved
    }
}
