import Fetching
import Measuring
import System

/// Receives the events of a run of ingest, from any thread, and from several at the same time.
package protocol IngestListening: AnyObject, Sendable {
    /// Called for each row without a true size, in the order of the rows. `isTold` says that a progress has already told
    /// it.
    func hear(_ failure: RowFailure, isTold: Bool) throws(MachineFailure)
    /// Called for a picture that has another size than before, for one that had failed before, and for one that cannot be decoded.
    func hear(_ picture: ChangedPicture)
    /// Called once a second, on a thread of its own.
    func hear(_ progress: IngestProgress)
    /// Called before the first row is read.
    func hear(_ notice: JournalNotice)
    /// Called when the whole catalogue has been read, or when the manifest is in its place.
    func hear(_ notice: IngestNotice)
    /// Is called with each transfer, on the fetching thread; nil if nothing listens.
    var transferHearer: TransferObserver? { get }
}
