import Fetching
import System

/// What hears how a run of ingest goes on, from one thread at a time.
public protocol IngestListening: AnyObject, Sendable {
    func hear(_ failure: RowFailure) throws(MachineFailure)
    /// A picture has another size than when it was last found.
    func hear(_ picture: ResizedPicture) throws(MachineFailure)
    func hear(_ progress: IngestProgress)
    /// What hears of each transfer, on a thread of its own; nil if nobody listens.
    var transferHearer: TransferHearer? { get }
}

public struct IngestProgress: Sendable {
    /// The counts of rows so far.
    public let summary: IngestSummary
    /// How much of the catalogue has been read, from 0 to 1, where that is known.
    public let share: Double?
}
