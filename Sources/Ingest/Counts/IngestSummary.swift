import Base
import Fetching

/// The counts of a run of ingest.
package struct IngestSummary: Equatable, Sendable {
    /// All rows of the catalogue, including the broken ones.
    package var rows = 0
    /// Rows whose pictures all have their true sizes. A row counts once, by the worst of its pictures.
    package var ok = 0
    /// Rows with an earlier true size of a picture that failed in this run.
    package var stale = 0
    /// Of these, the rows whose picture a store has refused to the one who asks.
    package var refused = 0
    /// Rows with a placeholder's size.
    package var placeholder = 0
    /// Rows of which a picture failed and has no place in the manifest.
    package var omitted = 0
    /// Rows that could not be read at all.
    package var broken = 0
    /// Entries of the manifest.
    package var entries = 0
    /// Rows whose picture was not asked for, since the run was stopped first.
    package var cancelled = 0
    /// Rows without a true size of today by the failures of their pictures, those of broken rows left out.
    package var failures: [Failure.Code: Int] = [:]
    /// The pictures that failed, the most frequent cause first.
    package var causes: [FailureCause] = []
    /// Distinct pictures.
    package var pictures = 0
    package var seconds = 0.0
    /// The requests to each host, sorted by the host's name.
    package var hosts: [HostStatistics] = []

    /// nil if the run has no mirror.
    package var mirror: MirrorCounts?
    /// nil if the run wants no placeholders.
    package var decoding: DecodingCounts?
    /// nil if the run has no journal.
    package var journal: JournalCounts?
    /// nil if there was no previous manifest that could be compared, or if the run was stopped before its last row.
    package var change: ManifestChange?

    package init() {}

    /// The sum of all hosts, with the bytes that the journal saved.
    package var network: FetchStatistics {
        var network = FetchStatistics()
        network.bytesSaved = journal?.bytesSaved ?? 0
        for host in hosts { network.add(host.statistics) }
        return network
    }

    /// Rows without a true size.
    package var failed: Int { rows - ok - stale - cancelled }
}
