import Fetching
import Measuring
import WeirBase

/// The counts of a run of ingest.
package struct IngestSummary: Equatable, Sendable {
    /// All rows of the catalogue, including the broken ones.
    package var rows = 0
    /// Products that are left out, which are not among the rows.
    package var leftOut = 0
    /// Rows whose pictures all have their true sizes. A row counts once, by the worst of its pictures.
    package var ok = 0
    /// Rows with the previous true size of a picture that failed in this run.
    package var stale = 0
    /// Of these, the rows whose picture a store has refused to the one who asks.
    package var refused = 0
    /// Rows with a placeholder's size.
    package var placeholder = 0
    /// Rows of which a picture failed and is not in the manifest.
    package var omitted = 0
    /// Rows that could not be read at all.
    package var broken = 0
    /// Entries of the manifest.
    package var entries = 0
    /// Rows that were not done when the run was stopped.
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

/// The differences between a manifest and the one that it replaces. Entries are matched by their `img`.
package struct ManifestChange: Equatable, Sendable {
    package var added = 0
    package var removed = 0
    /// Entries whose size has changed, true or not.
    package var resized = 0

    package init() {}
}

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

/// The pictures that a run has put into its mirror.
package struct MirrorCounts: Equatable, Sendable {
    /// All whole pictures.
    package var pictures = 0
    /// The pictures whose content was new to the mirror, and their bytes.
    package var added = 0
    package var addedBytes = 0

    package init() {}

    mutating func add(_ picture: MirroredPicture) {
        pictures += 1
        added += picture.isNew ? 1 : 0
        addedBytes += picture.isNew ? Int(clamping: picture.bytes) : 0
    }
}

/// The pictures whose pixels a run wanted for placeholders.
package struct DecodingCounts: Equatable, Sendable {
    /// Pictures that were decoded.
    package var decoded = 0
    /// Pictures with a size whose pixels cannot be decoded.
    package var undecoded = 0
    /// Pictures of which only the header was fetched.
    package var headersAlone = 0

    package init() {}

    mutating func add(_ result: PlaceholderResult) {
        switch result {
        case .complete(_, let isDecoded): decoded += isDecoded ? 1 : 0
        case .undecoded: undecoded += 1
        case .headerAlone: headersAlone += 1
        }
    }
}

/// The savings of a run that are due to its journal, and the changes since the previous run.
package struct JournalCounts: Equatable, Sendable {
    /// Pictures that were neither opened nor requested.
    package var remembered = 0
    /// The bytes of those pictures that are URLs.
    package var bytesSaved = 0
    /// Pictures that have not changed, according to the server.
    package var unchanged = 0
    /// Pictures whose size has changed.
    package var resized = 0
    /// Pictures that failed in this run, and not when they were last asked for.
    package var newFailures = 0
    /// Pictures that failed when they were last asked for, and not in this run.
    package var recovered = 0

    package init() {}

    /// The limit for a picture's length in the sum, since a server may have claimed any length.
    private static let largestPicture = 1 << 40

    mutating func add(_ picture: PictureResult) {
        switch picture.origin {
        case .measured: break
        case .unchanged: unchanged += 1
        case .memory(let isRemote):
            remembered += 1
            if isRemote, let facts = picture.facts {
                bytesSaved += min(Int(clamping: facts.bytes ?? 0), JournalCounts.largestPicture)
            }
        }
        resized += picture.sizeBefore == nil ? 0 : 1
        newFailures += picture.isNewFailure == true ? 1 : 0
        recovered += picture.hasRecovered ? 1 : 0
    }
}
