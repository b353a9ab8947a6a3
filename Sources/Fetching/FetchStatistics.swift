/// Counts of a run's requests, or of those to one host.
package struct FetchStatistics: Equatable, Sendable {
    package var requests = 0
    /// The number of connections, and the number of those with TLS.
    package var connections = 0
    package var handshakes = 0
    /// The bytes of heads and bodies.
    package var bytesReceived = 0
    /// The bytes of ranges that servers sent, and of all other bodies as far as they came.
    package var bytesAsked = 0
    /// The bytes of bodies up to the last one that was used, and those that came besides.
    package var bytesNeeded = 0
    package var bytesWasted = 0
    /// Bytes of measured pictures that were not transferred.
    package var bytesSaved = 0

    package init() {}

    package mutating func add(_ other: FetchStatistics) {
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
