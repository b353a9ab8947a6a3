import Glibc
import System

/// The file at a path from which a journal may be moved.
package enum FormerJournal: Equatable, Sendable {
    case none
    case movable
    /// A file that stays: a clause on the reason.
    case staying(String)
}

extension Journal {
    /// Whether there is a journal that this user may move: a file of this user's and no link, so that nobody else can have put
    /// another file there.
    package static func former(at path: [UInt8]) -> FormerJournal {
        guard let status = ownStatus(path) else { return .none }
        if status.isLink { return .staying("it is a link") }
        guard mayMove(status) else { return .staying("it is no plain file with one name that belongs to this user") }
        return (try? JournalHeader(of: path, at: path)) == .journal ? .movable : .staying("it is no journal that this weir can read")
    }

    private static func mayMove(_ file: stat) -> Bool { file.isRegular && file.st_nlink == 1 && file.st_uid == geteuid() }

    /// Whether a journal can be moved to a path: there is no file, or one that a killed run has left empty.
    package static func isFree(_ path: [UInt8]) -> Bool {
        JournalCompanion.allCases.allSatisfy { ownStatus(path + Array($0.rawValue.utf8)) == nil }
            && ownStatus(path).map { $0.isRegular && $0.size == 0 } ?? true
    }

    /// Moves a journal with all of its content. The caller has the locks of both places; that of the former one is removed.
    package static func move(_ former: [UInt8], to path: [UInt8], _ lock: borrowing RunLock) throws(JournalFailure) {
        try settle(former)
        do throws(MachineFailure) {
            let (old, new) = (try OutputPlace(former), try OutputPlace(path))
            // Somebody may have exchanged it since.
            guard let status = old.folder.status(of: old.name), mayMove(status) else { throw .machine("\(shown(former)) is another file now") }
            if !old.folder.move(old.name, to: new.name, in: new.folder) {
                guard errno == EXDEV else {
                    throw .machine("\(shown(former)) cannot be moved to \(shown(path)): \(systemErrorText(errno))")
                }
                try copy(old, to: path)
                old.folder.removeFile(old.name)
            }
            // A run that waits for this lock finds that its file is gone, and makes another.
            old.folder.removeFile(old.name + Array(RunLock.ending.utf8))
            try old.folder.sync()
            try new.folder.sync()
        } catch {
            throw JournalFailure(.noPermission, former, error.message)
        }
    }

    /// Copies a journal to a path on another disk. The copy appears there when it is whole. A run that is killed before the
    /// journal is removed leaves two, of which the next run uses the copy.
    private static func copy(_ old: OutputPlace, to path: [UInt8]) throws(MachineFailure) {
        let file = old.folder.open(old.name, O_RDONLY | O_NONBLOCK)
        guard file >= 0 else { throw .unreadable(old.path, errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, mayMove(status) else { throw .machine("\(shown(old.path)) is another file now") }
        let new = try AtomicFile(replacing: path, isNamed: false)
        try new.write(contentOf: file)
        try new.commit()
    }

    /// Removes the lock of a place from which a run moved the journal before it was killed.
    package static func removeLeftLock(of path: [UInt8]) {
        guard ownStatus(path) == nil, ownStatus(path + Array(RunLock.ending.utf8)) != nil else { return }
        do throws(RunLockFailure) {
            let lock = try RunLock(of: path, startedAt: unixSeconds())
            if let place = try? OutputPlace(path) { place.folder.removeFile(place.name + Array(RunLock.ending.utf8)) }
            _ = consume lock
        } catch {
            // The file is held by another run, or it is no lock. It stays.
        }
    }

    /// Writes the content of the log into the journal's file. When the last connection ends, SQLite removes the log.
    private static func settle(_ path: [UInt8]) throws(JournalFailure) {
        let journal = try Journal(path, .writing)
        try journal.state.change { state throws(JournalFailure) in
            // Another program that reads keeps the log.
            guard try state.connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0 else { throw JournalFailure(.locked, path) }
        }
    }
}
