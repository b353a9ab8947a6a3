/// The counts of a run that goes on.
public struct IngestProgress: Equatable, Sendable {
    /// Rows that were read, and those among them whose picture has been measured or has failed.
    public var readRows = 0
    public var rows = 0
    public var failed = 0
    /// The number of transfers that are under way.
    public var transfers = 0
    /// The time since the first row could be read.
    public var seconds = 0.0
    /// The share of the catalogue that has been read, from 0 to 1; nil if it is unknown.
    public var share: Double?
    /// Failures since the last progress whose rows wait for their turn.
    public var failures: [RowFailure] = []

    public init() {}
}
