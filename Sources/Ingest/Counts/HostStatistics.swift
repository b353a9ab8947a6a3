import Fetching

/// The requests of a run to one host.
package struct HostStatistics: Equatable, Sendable {
    /// Scheme, name and port.
    package let host: String
    package let statistics: FetchStatistics
    /// nil if the host has sent no header.
    package let ranges: LearnedRanges?

    package init(host: String, _ statistics: FetchStatistics, ranges: LearnedRanges? = nil) {
        self.host = host
        self.statistics = statistics
        self.ranges = ranges
    }
}
