import Base

/// What the lock of a journal guards.
struct JournalState {
    let connection: Connection
    /// nil before it is needed, and once the file may tell otherwise.
    private(set) var known: KnownPictures?
    /// How often the rows were read.
    private(set) var edition = 0
    /// SQLite's count of what others had written when the rows were read.
    private var dataVersion: Int64 = 0
    private let reader: Statement
    private var rowWriter: RowWriter?
    private var isWriterLent = false

    init(_ connection: Connection) throws(JournalFailure) {
        self.connection = connection
        reader = try connection.prepare(JournalRow.query + " WHERE id = ?1")
    }

    /// Reads the rows unless that was done.
    mutating func load() throws(JournalFailure) {
        guard known == nil else { return }
        // Asked first, so that what others write meanwhile is noticed.
        dataVersion = try connection.dataVersion()
        known = try connection.knownPictures()
        edition += 1
    }

    mutating func lookup(_ keys: [LookupKey]) throws(JournalFailure) -> [KnownPicture?] {
        try load()
        return known?.lookup(keys) ?? []
    }

    mutating func record(of key: PictureKey) throws(JournalFailure) -> PictureRecord? {
        try load()
        guard let id = known?.id(of: key.hash) else { return nil }
        reader.bind(1, id)
        defer { reader.reset() }
        guard try reader.step(), let row = JournalRow(reader), row.name == key.name else { return nil }
        return row.record
    }

    mutating func forget(_ pattern: [UInt8]) throws(JournalFailure) -> Int {
        precondition(!isWriterLent, "nothing is forgotten while a run records")
        let deletion = try connection.prepare("DELETE FROM pictures WHERE key GLOB ?1")
        deletion.bind(1, text: pattern)
        _ = try deletion.step()
        known = nil
        return connection.changes
    }
}

// What a writer does.
extension JournalState {
    mutating func lendWriter() {
        precondition(!isWriterLent, "a journal has one writer at a time")
        isWriterLent = true
    }

    mutating func takeBackWriter(isInTransaction: Bool) {
        if isInTransaction { rollBack() }
        isWriterLent = false
    }

    /// Begins a transaction. Should another program have written since the rows were read, they are
    /// read anew, so that no picture gets two rows.
    mutating func begin() throws(JournalFailure) {
        try connection.run("BEGIN IMMEDIATE")
        do throws(JournalFailure) {
            if known != nil, try connection.dataVersion() != dataVersion { known = nil }
            try load()
            if rowWriter == nil { rowWriter = try RowWriter(connection) }
        } catch {
            rollBack()
            throw error
        }
    }

    /// Writes a row, unless the file has it so.
    mutating func write(_ key: PictureKey, _ record: PictureRecord) throws(JournalFailure) {
        let name = key.hash
        do throws(JournalFailure) {
            guard let id = try rowWriter?.write(key, record, replacing: known?.id(of: name)) else { return }
            known?.set([name], [KnownPictures.Row(id: id, key, record)])
        } catch {
            rollBack()
            throw error
        }
    }

    mutating func commit() throws(JournalFailure) {
        do throws(JournalFailure) {
            try connection.run("COMMIT")
        } catch {
            rollBack()
            throw error
        }
    }

    /// Ends a transaction of which nothing is to stay; what is known in memory may be part of it.
    private mutating func rollBack() {
        connection.rollBack()
        known = nil
    }
}

extension KnownPictures.Row {
    fileprivate init(id: Int64, _ key: PictureKey, _ record: PictureRecord) {
        self.init(
            id: id, PackedHeader(record.header, bytes: record.bytes), stamp: key.stamp?.fingerprint, asked: record.asked,
            retryAt: record.streak?.retryAt)
    }
}
