import CWeirSQLite

/// The checksum of a journal's row, which shows whether bits of the row have flipped on the disk or in memory. It is
/// no protection against a person who changes rows on purpose, since anybody can compute it.
///
/// The upper 32 bits cover the columns that a run reads of every row: key, stamp, dimensions, content, asked and
/// retry_at. The lower 32 bits cover these and all other columns, and are compared wherever a whole row is read.
///
/// The last six columns count only in a row with a value in them.
struct RowChecksum {
    /// The covered columns, in their order. A change of this list is a change of the schema.
    static let columns = """
        key, stamp, dimensions, content, asked, retry_at, stored, succeeded, header_end, etag, last_modified, failure, \
        message, status, failures, sha256, moved_to, moved_at, max_age, outdated_until, giver
        """
    /// The number of these columns.
    static let columnCount = Int32(columns.split(separator: ",").count)
    private static let alwaysCounted = 15
    /// The first columns, which the upper 32 bits cover.
    private static let firstColumns = 6
    /// The columns among them that readers read as numbers, in which a missing value is 0: stamp, dimensions, content and
    /// asked.
    private static let numbers = 1...4

    /// The name of the SQL function that computes the checksum of a row from these columns.
    static let function = "row_checksum"
    /// The condition that a row fits its checksum.
    static let fits = "checksum = \(function)(\(columns))"

    /// The name of the SQL function for the rows of other tables. It covers all of its values in the same way.
    static let plainFunction = "plain_checksum"

    private var sum: UInt64 = 0
    /// Stands for a column without a value.
    private static let missing: UInt64 = 0xA5A5_5A5A_3C3C_C3C3

    init() {}

    mutating func add(_ number: Int64) { sum.mix(UInt64(bitPattern: number)) }

    mutating func add(_ number: Int64?) { sum.mix(number.map { UInt64(bitPattern: $0) } ?? Self.missing) }

    mutating func add(_ text: UnsafeRawBufferPointer) {
        // The length distinguishes texts that differ only in zeros at the end.
        sum.mix(UInt64(text.count))
        var offset = 0
        while offset &+ 8 <= text.count {
            sum.mix(UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset &+= 8
        }
        var last: UInt64 = 0
        for index in offset..<text.count { last = last << 8 | UInt64(text[index]) }
        sum.mix(last)
    }

    /// The sum of the columns so far.
    var value: UInt32 { UInt32(truncatingIfNeeded: sum) }

    /// Whether a stored checksum is that of a row whose first columns were added.
    func fitsFirstColumns(of stored: Int64) -> Bool { UInt32(truncatingIfNeeded: stored >> 32) == value }
}

extension RowChecksum {
    /// Makes the SQL function known to a connection.
    static func register(with connection: OpaquePointer) -> Int32 {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
        let code = sqlite3_create_function_v2(
            connection, function, -1, flags, nil,
            { context, count, values in
                guard let values else { return }
                sqlite3_result_int64(context, RowChecksum.value(of: UnsafeBufferPointer(start: values, count: Int(count))))
            }, nil, nil, nil)
        guard code == SQLITE_OK else { return code }
        return sqlite3_create_function_v2(
            connection, plainFunction, -1, flags, nil,
            { context, count, values in
                guard let values else { return }
                var checksum = RowChecksum()
                for value in UnsafeBufferPointer(start: values, count: Int(count)) { checksum.add(value: value) }
                sqlite3_result_int64(context, Int64(checksum.value))
            }, nil, nil, nil)
    }

    private static func value(of values: UnsafeBufferPointer<OpaquePointer?>) -> Int64 {
        var checksum = RowChecksum()
        var first: UInt32 = 0
        for column in values.indices {
            if column == firstColumns { first = checksum.value }
            if column >= alwaysCounted {
                if sqlite3_value_type(values[column]) == SQLITE_NULL { continue }
                checksum.add(Int64(column))
            }
            if numbers.contains(column) {
                checksum.add(sqlite3_value_int64(values[column]))
            } else {
                checksum.add(value: values[column])
            }
        }
        return Int64(bitPattern: UInt64(first) << 32 | UInt64(checksum.value))
    }

    private mutating func add(value: OpaquePointer?) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: add(sqlite3_value_int64(value))
        case SQLITE_TEXT:
            // This order is required: the byte count refers to the form that was requested last.
            let start = sqlite3_value_blob(value)
            add(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
        default: add(nil)
        }
    }
}

extension UInt64 {
    /// Mixes a number into a sum. The step is reversible, so two sums that differ stay different, and so do the
    /// results of two different numbers. Journals contain such sums, so the step must never change.
    @inline(__always)
    mutating func mix(_ number: UInt64) {
        self = (self ^ number) &* 0x9E37_79B9_7F4A_7C15
        self ^= self >> 32
    }
}
