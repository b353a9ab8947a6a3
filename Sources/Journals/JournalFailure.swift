import CWeirSQLite
import Glibc
import WeirBase
import WeirSystem

/// The reason why a journal cannot be used, and advice for the user.
public struct JournalFailure: Error, Equatable, Sendable {
    /// Which of the reasons it is, for a program.
    public let kind: Kind
    /// One sentence without a full stop.
    public let reason: String

    /// The reason why a journal cannot be used.
    public enum Kind: Equatable, Sendable {
        /// The file does not exist and must not be created.
        case missing
        /// The folder for the file does not exist.
        case noFolder
        /// The path leads to a folder, a pipe or a device.
        case notAFile
        /// The file is not an SQLite file, so it belongs to another program.
        case notSQLite
        /// The file is the SQLite file of another program.
        case otherApplication
        /// A file beside the journal has the name of one of SQLite's files, and is none.
        case foreign
        /// A newer weir wrote the file, in a schema with this number.
        case newerSchema(Int)
        /// The journal is damaged.
        case damaged
        /// The file, the folder or the file system is read-only to this user.
        case readOnly
        /// This user may not even read the file.
        case noPermission
        case diskFull
        /// A file of the journal would exceed the limit on the size of files.
        case fileTooLarge
        case inputOutput
        /// Another program is still writing after the maximum wait.
        case locked
        case outOfMemory
        /// An error that should never occur with a journal.
        case unexpected
    }

    /// `detail` is the message of SQLite or of the system.
    init(_ kind: Kind, _ path: [UInt8], _ detail: String = "") {
        self.kind = kind
        reason = kind.reason(String(decoding: path, as: UTF8.self), detail.isEmpty ? "" : " (\(detail))")
    }

    /// The end of the sentence in a run that can do without a journal.
    public var advice: Advice? { kind.advice }

    /// Converts an error code of SQLite.
    init(_ code: Int32, _ connection: OpaquePointer?, _ path: [UInt8]) {
        let errnos = connection.map { [sqlite3_system_errno($0), CSQLite_file_errno($0)] } ?? []
        let detail = sqlite3_errstr(code).map { String(cString: $0) } ?? "error \(code)"
        self.init(Self.kind(code, errnos: errnos, path), path, detail)
    }

    private static func kind(_ code: Int32, errnos: [Int32], _ path: [UInt8]) -> Kind {
        switch code & 0xFF {
        case SQLITE_FULL: return .diskFull
        // SQLite also writes other files, and reports a full disk with these codes there.
        case SQLITE_IOERR, SQLITE_CANTOPEN:
            if errnos.contains(where: { $0 == ENOSPC || $0 == EDQUOT }) { return .diskFull }
            if errnos.contains(EFBIG) { return .fileTooLarge }
            if isReadOnly(path) { return .readOnly }
            return code & 0xFF == SQLITE_IOERR ? .inputOutput : .noPermission
        case SQLITE_READONLY, SQLITE_PERM: return .readOnly
        // SQLite takes some errors of the disk for damage of the file.
        case SQLITE_CORRUPT, SQLITE_NOTADB: return errnos.contains(EIO) ? .inputOutput : .damaged
        // A table or a column is missing, or the schema cannot be read.
        case SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_MISMATCH, SQLITE_TOOBIG, SQLITE_CONSTRAINT: return .damaged
        case SQLITE_BUSY, SQLITE_LOCKED: return .locked
        case SQLITE_NOMEM: return .outOfMemory
        default: return .unexpected
        }
    }

    /// Whether the file or its folder is read-only. SQLite writes to both, and does not always report which
    /// of them failed.
    private static func isReadOnly(_ path: [UInt8]) -> Bool {
        func allows(_ path: [UInt8], _ mode: Int32) -> Bool { withPath(path) { access($0, mode) == 0 } }
        guard allows(path, F_OK) else { return !allows(folder(of: path), W_OK) }
        return allows(path, R_OK) && !(allows(path, W_OK) && allows(folder(of: followingLinks(path)), W_OK))
    }
}

extension JournalFailure.Kind {
    fileprivate func reason(_ name: String, _ detail: String) -> String {
        switch self {
        case .missing: "there is no journal \(name)"
        case .noFolder: "\(name) cannot be made: there is no such folder"
        case .notAFile: "\(name) is no file, so it cannot be a journal"
        case .notSQLite: "\(name) is not a journal: it is no SQLite file; it was left as it is"
        case .otherApplication: "\(name) is an SQLite file of another program; it was left as it is"
        case .foreign: "\(name) is no file of a journal; it was left as it is"
        case .newerSchema(let version):
            "\(name) was written by a newer weir (schema \(version), and \(Schema.version) is known here)"
        case .damaged: "\(name) is damaged\(detail)"
        case .readOnly: "\(name) cannot be written: the file or its folder is read-only"
        case .noPermission: "\(name) cannot be opened\(detail)"
        case .diskFull: "\(name) cannot be written: no space left on device; what was kept before is still there"
        case .fileTooLarge: "\(name) cannot be written: file too large; what was kept before is still there"
        case .inputOutput: "\(name): the disk failed\(detail)"
        case .locked: "\(name) is being written by another program"
        case .outOfMemory: "\(name): out of memory"
        case .unexpected: "\(name) cannot be used\(detail)"
        }
    }

    fileprivate var advice: Advice? {
        switch self {
        case .noFolder, .notAFile, .notSQLite, .otherApplication, .foreign, .readOnly, .noPermission: "; \(.otherJournal), or \(.noJournal)"
        case .newerSchema: "; update weir, or \(.otherJournal), or \(.noJournal)"
        case .damaged: "; `weir journal check` says how; move it away, and the next run begins a new one, or \(.noJournal)"
        case .diskFull: "; make room, or \(.otherJournal), or \(.noJournal)"
        case .fileTooLarge: "; raise the limit on the size of files (ulimit -f), or \(.noJournal)"
        case .inputOutput: "; `weir journal check` shows whether the journal is whole"
        case .locked: "; try again when that is done, or \(.noJournal)"
        case .unexpected: "; `weir journal check` may show more; move it away, or \(.noJournal)"
        case .missing, .outOfMemory: nil
        }
    }
}
