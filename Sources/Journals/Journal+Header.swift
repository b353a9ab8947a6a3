import Glibc
import WeirSystem

/// Recognizes a journal by the first bytes of the file, before SQLite opens it (the database header of
/// SQLite's file format, 1.3). Files of other programs must not change: SQLite would report some as
/// damaged, and would write the logs of others into their files.
extension Journal {
    private static let headerBytes = 100
    private static let magic = Array("SQLite format 3\0".utf8)
    private static let schemaOffset = 60
    private static let applicationOffset = 68

    /// Whether a file is empty, or its first transaction was not completed. Throws if the header is not that of a journal of weir.
    /// `path` is for messages, `file` is opened.
    static func isBlank(_ path: [UInt8], at file: [UInt8]) throws(JournalFailure) -> Bool {
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        let file = withPath(file) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard file >= 0 else { throw JournalFailure(.noPermission, path, systemErrorText(errno)) }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: headerBytes)
        let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else { throw JournalFailure(.inputOutput, path, systemErrorText(errno)) }
        bytes.removeLast(headerBytes - count)
        if bytes.allSatisfy({ $0 == 0 }) { return true }
        guard bytes.starts(with: magic) else { throw JournalFailure(.notSQLite, path) }
        guard bytes.count == headerBytes else { throw JournalFailure(.damaged, path, "it ends too early") }
        guard number(bytes, applicationOffset) == Schema.applicationID else { throw JournalFailure(.otherApplication, path) }
        let schema = number(bytes, schemaOffset)
        guard schema <= Schema.version else { throw JournalFailure(.newerSchema(Int(schema)), path) }
        return false
    }

    private static func number(_ bytes: [UInt8], _ offset: Int) -> Int32 {
        bytes.withUnsafeBytes { Int32(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: Int32.self)) }
    }
}
