/// Counts of a run's requests, or of those to one host.
public struct FetchStatistics: Equatable, Sendable {
    public var requests = 0
    /// The number of connections, and the number of those with TLS.
    public var connections = 0
    public var handshakes = 0
    /// The bytes of heads and bodies.
    public var bytesReceived = 0
    /// Bytes of measured pictures that were not transferred.
    public var bytesSaved = 0

    public init() {}

    public mutating func add(_ other: FetchStatistics) {
        requests += other.requests
        connections += other.connections
        handshakes += other.handshakes
        bytesReceived += other.bytesReceived
        bytesSaved += other.bytesSaved
    }
}
