import CSQLite

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
        guard let text else { return _ = sqlite3_bind_null(handle, index) }
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
