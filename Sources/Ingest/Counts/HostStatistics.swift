import Fetching

/// The requests of a run to one host.
public struct HostStatistics: Equatable, Sendable {
    /// Scheme, name and port.
    public let host: String
    public let statistics: FetchStatistics
    /// nil if the host has sent no header.
    public let ranges: LearnedRanges?

    public init(host: String, _ statistics: FetchStatistics, ranges: LearnedRanges? = nil) {
        self.host = host
        self.statistics = statistics
        self.ranges = ranges
    }
}
