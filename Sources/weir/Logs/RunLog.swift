import Fetching
import Ingest
import Measuring
import WeirSystem

/// Messages of a run on standard error. All but `onTransfer` is used by one thread at a time.
protocol RunLog: AnyObject, Sendable {
    /// The number of seconds between two messages about progress.
    var progressInterval: Double { get }
    /// Is called with each transfer; nil if the log has no lines for transfers.
    var onTransfer: TransferObserver? { get }

    func report(_ failure: RowFailure)
    func report(recovered picture: ChangedPicture)
    func report(_ progress: IngestProgress)
    /// Reports news of the journal or of the previous manifest: a sentence without a full stop.
    func report(notice: String)
    /// Whether lines wait for the end of the run.
    var hasNews: Bool { get }
    /// Reports how the run ended, with a sentence for people.
    func report(_ result: IngestResult, _ sentence: String)
    /// Reports a failure that stopped the run, or that came at its end.
    func report(_ failure: MachineFailure)
}

extension IngestOptions {
    func log() -> any RunLog {
        switch logFormat {
        case .text:
            TextLog(
                report: report, quiet ? .quiet : verbose ? .verbose : .usual,
                hasJournal: !noJournal && (journal ?? defaultJournal) != nil,
                stopsAtFailure: plan.stopsAtFailure)
        case .json: JSONLog(manifest: outputName, reportsTransfers: !quiet)
        }
    }

    /// The manifest, for a message.
    var outputName: String { name(of: output ?? IngestOptions.standardOutput) }

    /// The manifest and the further outputs.
    var outputNames: [String] { [outputName] + furtherOutputs.map(name) }

    private func name(of output: [UInt8]) -> String {
        output == IngestOptions.standardOutput ? "standard output" : Argument(output).shown
    }
}
