import Base
import System

/// News of a run that are no failure.
package struct IngestNotice: Equatable, Sendable {
    /// One sentence without a full stop.
    package let message: String
    /// Whether a catalogue may be like this every night with nothing wrong, so that a quiet run does not show it.
    package let isUsual: Bool

    init(_ message: String, isUsual: Bool = false) {
        self.message = message
        self.isUsual = isUsual
    }

    /// The previous manifest cannot be compared with the new one.
    static func unreadableManifest(_ failure: MachineFailure, unchecked gate: String) -> IngestNotice {
        IngestNotice(
            """
            \(failure.message); the previous manifest cannot be read, so \(gate) has checked nothing: \
            weir diff compares the new one with a backup
            """)
    }

    /// A file that somebody has put into the hidden folder of the pages of 0.2.0.
    static func foreignFile(_ path: [UInt8]) -> IngestNotice {
        IngestNotice(
            """
            \(shown(path)) is no page, so it stays among pages that nobody uses any more: move it to another folder, and \
            remove that one
            """)
    }

    /// A hidden file that may be left from a killed run.
    static func doubtfulLeftover(_ path: [UInt8]) -> IngestNotice {
        IngestNotice("\(shown(path)) may be left from a killed run, and may be somebody's, so it stays: remove it if nobody needs it")
    }
}
