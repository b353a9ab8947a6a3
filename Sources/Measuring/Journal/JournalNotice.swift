import Base
import Journals
import System

/// News of a journal before a run begins.
package enum JournalNotice: Equatable, Sendable {
    /// The run waits for another run. `manifest` is the one that this run writes.
    case waiting(for: RunLockHolder, manifest: [UInt8]?)
    /// A damaged journal has another name now. `reason` names the journal.
    case setAside([UInt8], reason: String)

    /// One sentence without a full stop.
    package var message: String {
        switch self {
        case .setAside(let path, let reason): "\(reason); it is \(shown(path)) now, and a new journal is begun"
        case .waiting(let holder, let own):
            "waiting for \(holder.manifest.map { "the run that writes \(Self.name(of: $0, besides: own))" } ?? "another run that holds the journal")"
                + holder.note("since")
        }
    }

    /// A manifest in the same folder needs only its name.
    private static func name(of manifest: [UInt8], besides own: [UInt8]?) -> String {
        let isNear = own.map { folder(of: $0) == folder(of: manifest) } ?? false
        return shown(isNear ? Array(manifest.split(separator: UInt8(ascii: "/")).last ?? []) : manifest)
    }
}
