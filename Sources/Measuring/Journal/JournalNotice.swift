import System

/// News of a journal before a run begins.
public enum JournalNotice: Equatable, Sendable {
    /// The journal lay elsewhere.
    case moved(from: [UInt8], to: [UInt8])
    /// A journal lies in the earlier place, besides the one that is used.
    case unused([UInt8], used: [UInt8])

    /// One sentence without a full stop.
    public var message: String {
        switch self {
        case .moved(let old, let new): "moved the journal from \(shown(old)) to \(shown(new)), outside the folder of the pages"
        case .unused(let old, let used): "the journal \(shown(old)) is not used any more, since there is \(shown(used)); it may be removed"
        }
    }
}
