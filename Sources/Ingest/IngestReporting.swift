import Fetching
import Measuring
import System

/// Receives the events of a run of ingest, from any thread, and from several at the same time.
package protocol IngestReporting: AnyObject, Sendable {
    /// Called for each row without a true size, in the order of the rows. `isReported` says that a progress has already reported
    /// it.
    func report(_ failure: RowFailure, isReported: Bool) throws(MachineFailure)
    /// Called for a picture that has another size than before, for one that had failed before, and for one that cannot be decoded.
    func report(_ picture: ChangedPicture)
    /// Called once a second, on a thread of its own.
    func report(_ progress: IngestProgress)
    /// Called before the first row is read.
    func report(_ notice: JournalNotice)
    /// Called when the whole catalogue has been read, or when the manifest is in its place.
    func report(_ notice: IngestNotice)
    /// Is called with each transfer, on the fetching thread; nil if nothing listens.
    var onTransfer: TransferObserver? { get }
}
