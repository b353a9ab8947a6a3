/// Counts of a run's requests, or of those to one host.
public struct FetchStatistics: Equatable, Sendable {
    public var requests = 0
    /// Connections that were opened, and how many of them with TLS.
    public var connections = 0
    public var handshakes = 0
    /// Heads and bodies.
    public var bytesReceived = 0
    /// Bytes of measured pictures that did not have to come.
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
