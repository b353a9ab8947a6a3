/// The counts of a run that goes on.
package struct IngestProgress: Equatable, Sendable {
    /// Rows that were read, and those among them whose picture has been measured or has failed.
    package var readRows = 0
    package var rows = 0
    package var failed = 0
    /// The number of transfers that are under way.
    package var transfers = 0
    /// The time since the first row could be read.
    package var seconds = 0.0
    /// The share of the catalogue that has been read, from 0 to 1; nil if it is unknown.
    package var share: Double?
    /// Failures since the last progress whose rows wait for their turn.
    package var failures: [RowFailure] = []

    package init() {}
}
