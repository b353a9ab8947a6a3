import Glibc
import System

/// A file that SQLite keeps beside a journal. SQLite writes such files over and removes them.
enum JournalCompanion: String, CaseIterable {
    case log = "-wal"
    case index = "-shm"
    case rollback = "-journal"

    /// Refuses what SQLite cannot have made: a link may lead to another program's file, and a hard link may be one. `path` is the
    /// journal's path for messages, `file` is the one without links.
    static func check(beside path: [UInt8], at file: [UInt8]) throws(JournalFailure) {
        for companion in allCases {
            let ending = Array(companion.rawValue.utf8)
            var status = stat()
            guard withPath(file + ending, { lstat($0, &status) }) == 0 else { continue }
            guard status.isRegular, status.st_nlink == 1 else { throw JournalFailure(.foreign, path + ending) }
        }
    }
}
