import Fetching
import Measuring
import System

/// Receives the progress of a run of ingest, from one thread at a time.
public protocol IngestListening: AnyObject, Sendable {
    func hear(_ failure: RowFailure) throws(MachineFailure)
    /// Called for a picture whose size has changed since it was last found.
    func hear(_ picture: ResizedPicture) throws(MachineFailure)
    func hear(_ progress: IngestProgress)
    /// Called before the first row is read.
    func hear(_ notice: JournalNotice)
    /// Is called with each transfer, on the fetching thread; nil if nothing listens.
    var transferHearer: TransferObserver? { get }
}

public struct IngestProgress: Sendable {
    /// The counts of rows so far.
    public let summary: IngestSummary
    /// The share of the catalogue that has been read, from 0 to 1; nil if it is unknown.
    public let share: Double?
}
