import Fetching
import Measuring
import System

/// Receives the events of a run of ingest, from any thread, and from several at the same time.
public protocol IngestListening: AnyObject, Sendable {
    /// Called for each row without a true size, in the order of the rows. `isTold` says that a progress has already told
    /// it.
    func hear(_ failure: RowFailure, isTold: Bool) throws(MachineFailure)
    /// Called for a picture whose size has changed since it was last found.
    func hear(_ picture: ResizedPicture)
    /// Called for a picture that had failed when it was last asked for.
    func hear(_ picture: RecoveredPicture)
    /// Called once a second.
    func hear(_ progress: IngestProgress)
    /// Called before the first row is read.
    func hear(_ notice: JournalNotice)
    /// Called when the whole catalogue has been read.
    func hear(_ notice: IngestNotice)
    /// Is called with each transfer, on the fetching thread; nil if nothing listens.
    var transferHearer: TransferObserver? { get }
}
