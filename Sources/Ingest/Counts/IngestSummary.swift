import Base
import Fetching

/// The counts of a run of ingest.
public struct IngestSummary: Equatable, Sendable {
    /// All rows of the catalogue, including the broken ones.
    public var rows = 0
    /// Rows whose picture has its true size.
    public var ok = 0
    /// Rows with an earlier true size of a picture that failed in this run.
    public var stale = 0
    /// Rows with a placeholder's size.
    public var placeholder = 0
    /// Rows whose picture failed and that have no entry.
    public var omitted = 0
    /// Rows that could not be read at all.
    public var broken = 0
    /// Rows whose picture was not asked for, since the run was stopped first.
    public var cancelled = 0
    /// Rows without a true size of today by the failures of their pictures, those of broken rows left out.
    public var failures: [Failure.Code: Int] = [:]
    /// Distinct pictures.
    public var pictures = 0
    public var seconds = 0.0
    /// The requests to each host, sorted by the host's name.
    public var hosts: [HostStatistics] = []

    /// nil if the run has no mirror.
    public var mirror: MirrorCounts?
    /// nil if the run wants no placeholders.
    public var decoding: DecodingCounts?
    /// nil if the run has no journal.
    public var journal: JournalCounts?
    /// nil if there was no old manifest that could be compared, or if the run was stopped before its last row.
    public var change: ManifestChange?

    public init() {}

    /// The sum of all hosts, with the bytes that the journal saved.
    public var network: FetchStatistics {
        var network = FetchStatistics()
        network.bytesSaved = journal?.bytesSaved ?? 0
        for host in hosts { network.add(host.statistics) }
        return network
    }

    /// Rows without a true size.
    public var failed: Int { rows - ok - stale - cancelled }

    /// Rows that became an entry.
    public var entries: Int { ok + stale + placeholder }
}
