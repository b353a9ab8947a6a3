import Fetching

/// What a run of ingest came to.
public struct IngestSummary: Equatable, Sendable {
    /// All rows of the catalogue, broken ones too.
    public var rows = 0
    /// Rows whose picture has its true size.
    public var ok = 0
    /// Rows with the last true size of a picture that failed today.
    public var stale = 0
    /// Rows with a placeholder's size.
    public var placeholder = 0
    /// Rows that failed and have no entry.
    public var omitted = 0
    /// Rows that could not be read at all.
    public var broken = 0
    /// Distinct pictures.
    public var pictures = 0
    public var seconds = 0.0
    /// What each host was asked, sorted by its name.
    public var hosts: [HostStatistics] = []

    /// nil: whole pictures were not to be kept.
    public var mirror: MirrorCounts?
    /// nil: nothing was to be remembered.
    public var journal: JournalCounts?
    /// nil: no manifest was replaced, or none that could be read.
    public var change: ManifestChange?

    public init() {}

    /// All hosts together, those too that were not asked.
    public var network: FetchStatistics {
        var network = FetchStatistics()
        network.bytesSaved = journal?.bytesSaved ?? 0
        for host in hosts { network.add(host.statistics) }
        return network
    }

    /// Rows without a true size.
    public var failed: Int { rows - ok - stale }
}
