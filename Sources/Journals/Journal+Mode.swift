import Glibc
import System

extension Journal {
    /// Makes sure that only this user can read a journal, which has the paths and URLs of all pictures. A missing file is
    /// created. SQLite gives new files beside it the same mode. The caller has the run's lock.
    package static func makePrivate(_ path: [UInt8]) throws(JournalFailure) {
        let place: OutputPlace
        do throws(MachineFailure) { place = try OutputPlace(path) } catch { throw JournalFailure(.noPermission, path, error.message) }
        let new = place.folder.open(place.name, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        if new >= 0 { close(new) }
        for ending in [""] + JournalCompanion.allCases.map(\.rawValue) {
            let file = place.folder.open(place.name + Array(ending.utf8), O_RDONLY | O_NONBLOCK)
            guard file >= 0 else { continue }
            System.makePrivate(file)
            close(file)
        }
    }
}
