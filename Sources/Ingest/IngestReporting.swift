import Fetching
import Measuring
import WeirBase
import WeirSystem

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
    /// Called when the whole catalogue has been read, or when the manifest has its name.
    func report(_ notice: IngestNotice)
    /// Called if a report or metrics would replace a picture of the run: neither is written.
    func giveUpOutputs()
    /// Is called with each transfer, on the fetching thread; nil if nobody needs the transfers.
    var onTransfer: TransferObserver? { get }
}

/// News of a run that are no failure.
package struct IngestNotice: Equatable, Sendable {
    /// One sentence without a full stop.
    package let message: String
    package let advice: Advice?
    /// Whether a catalogue may be like this every night with nothing wrong, so that a quiet run does not show it.
    package let isUsual: Bool

    init(_ message: String, _ advice: Advice? = nil, isUsual: Bool = false) {
        self.message = message
        self.advice = advice
        self.isUsual = isUsual
    }

    /// The previous manifest cannot be compared with the new one.
    static func unreadableManifest(_ failure: MachineFailure) -> IngestNotice {
        IngestNotice(
            failure.message,
            """
            ; the previous manifest cannot be read, so \(.maxRemoved) has checked nothing: \
            weir diff compares the new one with a backup
            """)
    }

    /// The beginning of the sentence names the catalogue.
    static func cut(_ missingLineEnd: String, isUsual: Bool) -> IngestNotice {
        IngestNotice("\(missingLineEnd), and a catalogue that was cut inside its last field looks the same", isUsual: isUsual)
    }

    /// A hidden file that may be left from a killed run.
    static func doubtfulLeftover(_ path: [UInt8]) -> IngestNotice {
        IngestNotice("\(shown(path)) may be left from a killed run, and may be somebody's, so it stays: remove it if nobody needs it")
    }
}
