import Base
import System

/// News of a run that are no failure.
public enum IngestNotice: Equatable, Sendable {
    /// The old manifest cannot be compared with the new one.
    case unreadableManifest(MachineFailure)
    /// No row of the catalogue has a key that is kept: a sentence without a full stop.
    case missingKey(String)

    /// One sentence without a full stop.
    public var message: String {
        switch self {
        case .unreadableManifest(let failure):
            return "\(failure.message); the old manifest cannot be read, so --max-removed has checked nothing: "
                + "weir diff compares the new one with a backup"
        case .missingKey(let message): return message
        }
    }
}
