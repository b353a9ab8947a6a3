import WeirSystem

/// The counts of a run of ingest, and how it ended.
package struct IngestResult: Sendable {
    package let summary: IngestSummary
    package let ending: IngestEnding
    /// Whether the new manifest has its name. A step after that may have failed.
    package let isReplaced: Bool
    /// Whether the previous file had the same bytes and stayed, for each output of the plan.
    package let unchanged: [Bool]

    /// Whether the user has the new manifest, under its name or on standard output.
    package var isWritten: Bool { ending == .written || isReplaced }

    init(summary: IngestSummary, ending: IngestEnding, isReplaced: Bool, unchanged: [Bool]) {
        (self.summary, self.ending, self.isReplaced, self.unchanged) = (summary, ending, isReplaced, unchanged)
    }

    /// A run that failed, or that was asked to end, before its first row.
    package init(refusedBy failure: MachineFailure) {
        let ending: IngestEnding =
            if case .interrupted(let interruption) = failure.kind { IngestEnding(interruption) } else { .refused(failure) }
        self.init(summary: IngestSummary(), ending: ending, isReplaced: false, unchanged: [])
    }
}

package enum IngestEnding: Equatable, Sendable {
    case written
    /// With all gates that were not met.
    case gated([IngestGate])
    /// A picture failed, and the plan stops at failures.
    case stoppedAtFailure
    /// A row was broken, and the plan stops at broken rows.
    case stoppedAtBrokenRow
    /// The process was asked to end.
    case interrupted(signal: Int32)
    /// The time that the run may take was over.
    case outOfTime
    /// The run failed before its first row: an input or an output cannot be opened, or another run holds the journal.
    case refused(MachineFailure)
    /// The catalogue, the output or the machine failed after the run had begun.
    case failed(MachineFailure)

    init(_ interruption: Interruption) {
        self =
            switch interruption {
            case .signal(let signal): .interrupted(signal: signal)
            case .timeLimit: .outOfTime
            case .firstFailure: .stoppedAtFailure
            }
    }
}

/// The reason why a complete manifest is not written.
package enum IngestGate: Equatable, Sendable {
    /// Too many rows lack a true size.
    case failures
    /// Too many entries of the previous manifest have no successor.
    case removed(Int, of: Int)
    /// The catalogue has too few rows.
    case rows(expected: Int)
    /// The manifest would have no entries.
    case empty
}
