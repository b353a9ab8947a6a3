import Glibc
import System

/// A file that SQLite keeps beside a journal. SQLite writes such files over and removes them, so a file of another
/// program with that name must be found before.
enum JournalCompanion: String, CaseIterable {
    case log = "-wal"
    case index = "-shm"
    case rollback = "-journal"

    /// The first bytes of such a file; the file may also begin with zeros (SQLite's file format, 3 and 4).
    private var beginnings: [[UInt8]] {
        switch self {
        case .log: [[0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83]]
        // The version of the index, 3007000, in the order of the machine that wrote it.
        case .index: [[0x18, 0xE2, 0x2D, 0x00], [0x00, 0x2D, 0xE2, 0x18]]
        case .rollback: [[0xD9, 0xD5, 0x05, 0xF9]]
        }
    }

    /// Refuses files beside a journal that are not SQLite's. A hard link may be another program's file too.
    static func check(beside journal: [UInt8]) throws(JournalFailure) {
        for companion in allCases {
            let path = journal + Array(companion.rawValue.utf8)
            var status = stat()
            guard withPath(path, { lstat($0, &status) }) == 0 else { continue }
            guard status.isRegular, status.st_nlink == 1, companion.recognises(path, status) else {
                throw JournalFailure(.foreign, path)
            }
        }
    }

    private func recognises(_ path: [UInt8], _ status: stat) -> Bool {
        guard status.size > 0 else { return true }
        let file = withPath(path) { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        // SQLite will tell why the file cannot be opened.
        guard file >= 0 else { return true }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4)
        let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
        let beginning = bytes.prefix(max(0, count))
        return beginning.allSatisfy { $0 == 0 } || beginnings.contains { $0.starts(with: beginning) }
    }
}
