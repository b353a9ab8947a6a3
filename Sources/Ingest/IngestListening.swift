import Fetching
import System

/// Is told how a run of ingest goes on, from one thread at a time.
public protocol IngestListening: AnyObject, Sendable {
    func hear(_ failure: RowFailure) throws(MachineFailure)
    /// A picture has another size than when it was last found.
    func hear(_ picture: ResizedPicture) throws(MachineFailure)
    func hear(_ progress: IngestProgress)
    /// Is told of each transfer, on the thread that fetches; nil if nothing listens.
    var transferHearer: TransferHearer? { get }
}

public struct IngestProgress: Sendable {
    /// The counts of rows so far.
    public let summary: IngestSummary
    /// How much of the catalogue has been read, from 0 to 1, where that is known.
    public let share: Double?
}
