import Base
import System

/// News of a run that are no failure, after its last row.
public enum IngestNotice: Equatable, Sendable {
    /// The old manifest cannot be compared with the new one.
    case unreadableManifest(MachineFailure)
    /// No entry has this kept column.
    case missingColumn(String)

    /// One sentence without a full stop.
    public var message: String {
        switch self {
        case .unreadableManifest(let failure):
            return "\(failure.message); the old manifest cannot be read, so --max-removed has checked nothing: "
                + "weir diff compares the new one with a backup"
        case .missingColumn(let name):
            let isFact = IngestPlan.Fact(rawValue: name) != nil
            let advice = isFact ? "--with \(name) adds the fact of this name" : "take it out, or name another key"
            return "no row has \(name.visible), which --keep adds to each entry: \(advice)"
        }
    }
}
