import CWeirSQLite
import Glibc
import WeirSystem

/// A file that SQLite keeps beside a journal. SQLite writes such files over and removes them, so a file of another
/// program with that name must be found before.
enum JournalCompanion: String, CaseIterable {
    case log = "-wal"
    case index = "-shm"
    case rollback = "-journal"

    /// The first bytes of such a file (SQLite's file format, 3 and 4).
    private var beginnings: [[UInt8]] {
        switch self {
        case .log: [[0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83]]
        // The version of the index, 3007000, in the order of the machine that wrote it.
        case .index: [[0x18, 0xE2, 0x2D, 0x00], [0x00, 0x2D, 0xE2, 0x18]]
        case .rollback: [[0xD9, 0xD5, 0x05, 0xF9]]
        }
    }

    /// Refuses files beside a journal that are not SQLite's. A hard link may be another program's file too. `path` is the
    /// journal's path for messages, `file` is the one without links.
    static func check(beside path: [UInt8], at file: [UInt8]) throws(JournalFailure) {
        for companion in allCases {
            let ending = Array(companion.rawValue.utf8)
            guard let status = ownStatus(file + ending) else { continue }
            guard status.isRegular, status.st_nlink == 1, companion.recognizes(file + ending, status) else {
                throw JournalFailure(.foreign, path + ending)
            }
        }
    }

    private func recognizes(_ path: [UInt8], _ status: stat) -> Bool {
        guard status.size > 0 else { return true }
        let file = withPath(path) { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        // SQLite will show why the file cannot be opened.
        guard file >= 0 else { return true }
        defer { close(file) }
        let bytes = readBytes(of: file, at: 0)
        if beginnings.contains(where: { $0.starts(with: bytes.prefix(4)) }) { return true }
        // A killed program may leave an index without its header. SQLite makes a new index three bytes long, and then longer by
        // whole pages of memory.
        if self == .index {
            return bytes.prefix(4).allSatisfy { $0 == 0 } && (status.size == 3 || status.size % JournalCompanion.indexBlock == 0)
        }
        if self == .rollback, JournalCompanion.isUnfinishedRollback(bytes) { return true }
        return isZero(file)
    }

    private static let indexBlock: Int64 = 4096

    /// SQLite writes the first twelve bytes of a rollback journal last. Before that they are zero, and two powers of two
    /// follow: the sizes of a sector and of a page.
    private static func isUnfinishedRollback(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= 28, bytes.prefix(12).allSatisfy({ $0 == 0 }) else { return false }
        return [20, 24].allSatisfy { offset in
            let size = bytes.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
            return (32...65536).contains(size) && size.nonzeroBitCount == 1
        }
    }

    /// After a power cut a log may consist of zeros.
    private func isZero(_ file: Int32) -> Bool {
        var offset: off_t = 0
        while true {
            let bytes = readBytes(of: file, at: offset)
            if bytes.isEmpty { return true }
            guard bytes.allSatisfy({ $0 == 0 }) else { return false }
            offset += off_t(bytes.count)
        }
    }

    private func readBytes(of file: Int32, at offset: off_t) -> ArraySlice<UInt8> {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, offset) }
        return bytes.prefix(max(0, count))
    }
}
