
/// What came of a run of ingest.
public struct IngestResult: Sendable {
    public let summary: IngestSummary
    public let ending: IngestEnding
}

/// How a run of ingest ended.
public enum IngestEnding: Equatable, Sendable {
    case written
    /// Too many rows lack a true size.
    case gated
    /// A picture failed, and failures were to stop the run.
    case stoppedAtFailure
    /// A row was broken, and broken rows were to stop the run.
    case stoppedAtBrokenRow
    /// The process was asked to end.
    case interrupted(signal: Int32)
}
