import System

/// The counts of a run of ingest, and how it ended.
public struct IngestResult: Sendable {
    public let summary: IngestSummary
    public let ending: IngestEnding
    /// Whether the run had its turn. If a signal comes while it waits for another run, it has learned nothing.
    public var hasBegun = true
    /// Whether the new manifest is in its place. A step after that may have failed.
    public var isReplaced = false

    /// Whether the user has the new manifest, in its place or on standard output.
    public var isWritten: Bool { ending == .written || isReplaced }
}

public enum IngestEnding: Equatable, Sendable {
    case written
    /// With all gates that were not met.
    case gated([IngestGate])
    /// A picture failed, and the plan stops at failures.
    case stoppedAtFailure
    /// A row was broken, and the plan stops at broken rows.
    case stoppedAtBrokenRow
    /// The process was asked to end.
    case interrupted(signal: Int32)
    /// The catalogue, the output or the machine failed after the run had begun.
    case failed(MachineFailure)
}

/// The reason why a complete manifest is not written.
public enum IngestGate: Equatable, Sendable {
    /// Too many rows lack a true size.
    case failures
    /// Too many entries of the old manifest have no successor.
    case removed(Int, of: Int)
    /// The manifest would have no entries.
    case empty
}
