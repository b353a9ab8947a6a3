import Fetching

/// The requests of a run to one host.
public struct HostStatistics: Equatable, Sendable {
    /// Scheme, name and port.
    public let host: String
    public let statistics: FetchStatistics

    public init(host: String, _ statistics: FetchStatistics) {
        self.host = host
        self.statistics = statistics
    }
}
