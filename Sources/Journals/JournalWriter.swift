import ImageHeaders

/// Writes records into a journal. The caller decides when to flush, for example after some thousand
/// records. Records without a flush are lost.
public struct JournalWriter: ~Copyable {
    private let journal: Journal
    private var isInTransaction = false
    /// The number of records that are not flushed yet.
    public private(set) var unflushed = 0

    init(_ journal: Journal) { self.journal = journal }

    deinit { journal.state.change { [isInTransaction] state in state.takeBackWriter(isInTransaction: isInTransaction) } }

    /// Replaces the record of a picture. If this fails, all records since the last flush are lost; the next
    /// call begins a new transaction.
    public mutating func record(_ key: PictureKey, _ record: PictureRecord) throws(JournalFailure) {
        try change { state throws(JournalFailure) in try state.write(key, record) }
    }

    /// Replaces the placeholders of a picture, which must be those of its last record. A picture without a record is left out.
    public mutating func record(_ key: PictureKey, _ placeholders: PlaceholderRecord) throws(JournalFailure) {
        try change { state throws(JournalFailure) in try state.write(key, placeholders) }
    }

    private mutating func change(_ body: (inout JournalState) throws(JournalFailure) -> Void) throws(JournalFailure) {
        let wasInTransaction = isInTransaction
        let count = unflushed + 1
        isInTransaction = false
        unflushed = 0
        try journal.state.change { state throws(JournalFailure) in
            if !wasInTransaction { try state.begin() }
            try body(&state)
        }
        isInTransaction = true
        unflushed = count
    }

    /// Commits all records so far. A later run finds them even if this process is killed.
    public mutating func flush() throws(JournalFailure) {
        guard isInTransaction else { return }
        isInTransaction = false
        unflushed = 0
        try journal.state.change { state throws(JournalFailure) in try state.commit() }
    }
}

/// Writes records into rows of a journal.
struct RowWriter {
    private let connection: Connection
    private let insertion: Statement
    private let update: Statement
    /// The parameter behind those of all columns.
    private static let idParameter = RowChecksum.columnCount + 1

    init(_ connection: Connection) throws(JournalFailure) {
        self.connection = connection
        // ?1 is the key.
        let values = (1...RowChecksum.columnCount).map { "?\($0)" }.joined(separator: ", ")
        let columns = "\(RowChecksum.columns), checksum"
        let row = "\(values), \(RowChecksum.function)(\(values))"
        insertion = try connection.prepare("INSERT INTO pictures (\(columns)) VALUES (\(row))")
        // The condition avoids writing a row that has not changed.
        update = try connection.prepare(
            "UPDATE pictures SET (\(columns)) = (\(row)) WHERE id = ?\(Self.idParameter) AND (\(columns)) IS NOT (\(row))")
    }

    /// Returns the id of the row.
    func write(_ key: PictureKey, _ record: PictureRecord, replacing id: Int64?) throws(JournalFailure) -> Int64 {
        let statement = id == nil ? insertion : update
        defer { statement.reset() }
        if let id { statement.bind(Self.idParameter, id) }
        statement.bind(1, text: key.name)
        let facts = record.facts
        statement.bind(2, key.stamp?.fingerprint)
        statement.bind(3, facts?.dimensions ?? 0)
        statement.bind(4, facts?.content ?? 0)
        statement.bind(5, record.asked)
        statement.bind(6, record.streak?.retryAt)
        statement.bind(7, record.header.flatMap { $0.hasOwnStoredSize ? PictureFacts.packed($0.stored) : nil })
        statement.bind(8, record.succeeded)
        statement.bind(9, record.headerEnd)
        statement.bind(10, text: record.entityTag)
        statement.bind(11, text: record.lastModified)
        statement.bind(12, text: record.streak?.failure.code.rawValue)
        statement.bind(13, text: record.streak?.failure.message)
        statement.bind(14, record.streak?.status.map { Int64($0) })
        statement.bind(15, record.streak.map { Int64($0.count) })
        statement.bind(16, text: record.sha256)
        statement.bind(17, text: record.move?.address)
        statement.bind(18, record.move?.time)
        statement.bind(19, record.maxAge)
        statement.bind(20, record.outdatedUntil)
        statement.bind(21, record.giver)
        _ = try statement.step()
        return id ?? connection.lastID
    }
}

extension ImageHeader {
    /// Whether the stored size differs from the displayed size turned by the orientation.
    fileprivate var hasOwnStoredSize: Bool { stored != displayed.turned(by: orientation) }
}
