import Base
import Journals
import System

/// News of a journal before a run begins.
package enum JournalNotice: Equatable, Sendable {
    /// The run waits for another run. `manifest` is the one that this run writes.
    case waiting(for: RunLockHolder, manifest: [UInt8]?)
    /// The journal lay elsewhere.
    case moved(from: [UInt8], to: [UInt8])
    /// A journal lies in the earlier place, besides the one that is used.
    case unused([UInt8], used: [UInt8])
    /// A file in the earlier place that is not moved, and the reason.
    case staying([UInt8], String)

    /// One sentence without a full stop.
    package var message: String {
        switch self {
        case .waiting(let holder, let own):
            "waiting for \(holder.manifest.map { "the run that writes \(Self.name(of: $0, besides: own))" } ?? "another run that holds the journal")"
                + holder.note("since")
        case .moved(let old, let new): "moved the journal from \(shown(old)) to \(shown(new)), outside the folder of the pages"
        case .staying(let file, let reason):
            "\(shown(file)) has the name of a journal and stays among the pages, since \(reason); the run uses another one, so remove it if nobody needs it"
        case .unused(let old, let used): "the journal \(shown(old)) is not used any more, since there is \(shown(used)); --journal names it to a run that is to use it"
        }
    }

    /// A manifest in the same folder needs only its name.
    private static func name(of manifest: [UInt8], besides own: [UInt8]?) -> String {
        let isNear = own.map { folder(of: $0) == folder(of: manifest) } ?? false
        return shown(isNear ? Array(manifest.split(separator: UInt8(ascii: "/")).last ?? []) : manifest)
    }
}
