import CWeirSQLite
import Glibc
import WeirSystem

/// A connection to an SQLite file. Only one thread at a time uses it, so SQLite needs no locks of its own.
final class Connection {
    let path: [UInt8]
    /// The path of a file that is written; nil for one that is only read. Its folder stays open as long as SQLite uses it.
    private let outputPath: OutputPath?
    private let handle: OpaquePointer

    /// `path` is for messages, and it is also the file's path if the file has no `outputPath`. `patience` is the maximum wait
    /// for another program that writes, in milliseconds.
    init(_ path: [UInt8], at outputPath: OutputPath? = nil, creates: Bool, patience: Int32) throws(JournalFailure) {
        let lasting = outputPath.flatMap { $0.folder.lastingPath(of: $0.name) }
        let file = lasting ?? outputPath?.path ?? path
        // SQLite would read a name that begins with `file:` as a URI, and `:memory:` as a database in
        // memory.
        let name = file.first == UInt8(ascii: "/") ? file : Array("./".utf8) + file
        var opened: OpaquePointer?
        let flags =
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | (creates ? SQLITE_OPEN_CREATE : 0)
            | (outputPath != nil && lasting == nil ? SQLITE_OPEN_NOFOLLOW : 0)
        let code = withPath(name) { sqlite3_open_v2($0, &opened, flags, lasting == nil ? nil : CSQLite_unresolved_paths()) }
        guard code == SQLITE_OK, let handle = opened else {
            let failure = JournalFailure(code, opened, path)
            sqlite3_close_v2(opened)
            throw failure
        }
        self.handle = handle
        self.path = path
        self.outputPath = outputPath
        sqlite3_busy_timeout(handle, patience)
        // The file may be untrusted. So its schema may not call unsafe functions, and SQLite checks that
        // each cell lies within its page.
        try run("PRAGMA trusted_schema=OFF")
        try run("PRAGMA cell_size_check=ON")
        try check(RowChecksum.register(with: handle))
    }

    deinit { sqlite3_close_v2(handle) }

    /// Whether SQLite could open the file only for reading.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// SQLite's counter of commits by other connections.
    func dataVersion() throws(JournalFailure) -> Int64 { try integer("PRAGMA data_version") ?? 0 }

    /// The number of rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    var lastID: Int64 { sqlite3_last_insert_rowid(handle) }

    func run(_ sql: String) throws(JournalFailure) { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

    func prepare(_ sql: String) throws(JournalFailure) -> Statement {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        guard let statement else { throw JournalFailure(SQLITE_MISUSE, handle, path) }
        return Statement(statement, of: self)
    }

    /// The first integer of the first row.
    func integer(_ sql: String) throws(JournalFailure) -> Int64? {
        let statement = try prepare(sql)
        guard try statement.step() else { return nil }
        return statement.integer(0)
    }

    /// Commits all changes of `body`. If `body` or the commit fails, no change is kept.
    func transaction(_ kind: String, _ body: () throws(JournalFailure) -> Void) throws(JournalFailure) {
        try run("BEGIN \(kind)")
        do throws(JournalFailure) {
            try body()
            try run("COMMIT")
        } catch {
            rollBack()
            throw error
        }
    }

    /// Has no effect if the failure has already ended the transaction.
    func rollBack() { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }

    func check(_ code: Int32) throws(JournalFailure) {
        guard code == SQLITE_OK else { throw JournalFailure(code, handle, path) }
    }

    /// Whether a step returned a row; false at the end.
    func hasRow(_ code: Int32) throws(JournalFailure) -> Bool {
        guard code == SQLITE_ROW || code == SQLITE_DONE else { throw JournalFailure(code, handle, path) }
        return code == SQLITE_ROW
    }
}

/// A compiled SQL statement, which can be used many times. Parameters count from 1, columns from 0.
final class Statement {
    private let handle: OpaquePointer
    private let connection: Connection

    init(_ handle: OpaquePointer, of connection: Connection) {
        self.handle = handle
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    // Binding fails if the parameter does not exist or memory is short. Then the step fails too.

    func bind(_ index: Int32, _ number: Int64?) {
        if let number { sqlite3_bind_int64(handle, index, number) } else { sqlite3_bind_null(handle, index) }
    }

    func bind(_ index: Int32, real number: Double?) {
        if let number { sqlite3_bind_double(handle, index, number) } else { sqlite3_bind_null(handle, index) }
    }

    func bind(_ index: Int32, text: [UInt8]?) {
        guard let text else {
            _ = sqlite3_bind_null(handle, index)
            return
        }
        text.withUnsafeBytes { _ = CSQLite_bind_text(handle, index, $0.baseAddress, $0.count) }
    }

    func bind(_ index: Int32, text: String?) { bind(index, text: text.map { Array($0.utf8) }) }

    /// Goes to the next row; false at the end.
    func step() throws(JournalFailure) -> Bool {
        let code = sqlite3_step(handle)
        // The failure must be read first, since a reset clears it.
        defer { if code != SQLITE_ROW { sqlite3_reset(handle) } }
        return try connection.hasRow(code)
    }

    func reset() { sqlite3_reset(handle) }

    /// An integer; 0 if the column has none.
    func number(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// An integer; nil if the column has none.
    func integer(_ column: Int32) -> Int64? {
        sqlite3_column_type(handle, column) == SQLITE_INTEGER ? sqlite3_column_int64(handle, column) : nil
    }

    /// A number that need not be whole; nil if the column has none.
    func real(_ column: Int32) -> Double? {
        sqlite3_column_type(handle, column) == SQLITE_FLOAT ? sqlite3_column_double(handle, column) : nil
    }

    /// Calls `body` with the bytes of a text; nil if the column has none.
    func withText<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        guard sqlite3_column_type(handle, column) == SQLITE_TEXT else { return nil }
        // This order is required: the byte count refers to the form that was requested last.
        let start = sqlite3_column_blob(handle, column)
        return body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// The bytes of a text; nil if the column has none.
    func text(_ column: Int32) -> [UInt8]? { withText(column) { Array($0) } }
}
