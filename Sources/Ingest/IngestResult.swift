
/// The counts of a run of ingest, and how it ended.
public struct IngestResult: Sendable {
    public let summary: IngestSummary
    public let ending: IngestEnding
}

public enum IngestEnding: Equatable, Sendable {
    case written
    /// Too many rows lack a true size.
    case gated
    /// A picture failed, and the plan stops at failures.
    case stoppedAtFailure
    /// A row was broken, and the plan stops at broken rows.
    case stoppedAtBrokenRow
    /// The process was asked to end.
    case interrupted(signal: Int32)
}
