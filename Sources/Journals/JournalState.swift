import WeirBase

/// The data that the lock of a journal guards.
struct JournalState {
    let connection: Connection
    /// Nil before the first use, and after the file may have changed.
    var recorded: RecordedPictures?
    /// SQLite's counter of commits by others, from before the rows were read.
    private var dataVersion: Int64 = 0
    private let reader: Statement
    private var rowWriter: RowWriter?
    /// Nil before their first use, since most runs use none.
    private var placeholderRows: PlaceholderRows?
    private var isWriterLent = false

    init(_ connection: Connection) throws(JournalFailure) {
        self.connection = connection
        reader = try connection.prepare(JournalRow.query + " AND id = ?1")
    }

    /// Reads the rows if they are not in memory.
    mutating func load() throws(JournalFailure) {
        guard recorded == nil else { return }
        // The counter is read first, so that commits during the reading are noticed later.
        dataVersion = try connection.dataVersion()
        recorded = try connection.recordedPictures()
    }

    mutating func lookup(_ keys: [PictureKey.Lookup]) throws(JournalFailure) -> [RecordedPicture?] {
        try load()
        return recorded?.lookup(keys) ?? []
    }

    mutating func record(of key: PictureKey) throws(JournalFailure) -> PictureRecord? { try found(key)?.record }

    private mutating func found(_ key: PictureKey) throws(JournalFailure) -> (id: Int64, record: PictureRecord, version: PictureVersion)? {
        try load()
        guard let id = recorded?.id(of: key.hash) else { return nil }
        reader.bind(1, id)
        defer { reader.reset() }
        guard try reader.step(), let row = JournalRow(reader), row.name == key.name else { return nil }
        return (id, row.record, row.version(reader))
    }

    /// The placeholders of a picture as its record describes it.
    mutating func placeholders(of key: PictureKey) throws(JournalFailure) -> PlaceholderRecord? {
        guard let row = try found(key) else { return nil }
        return try rowsOfPlaceholders().record(of: row.id, row.version)
    }

    private mutating func rowsOfPlaceholders() throws(JournalFailure) -> PlaceholderRows {
        if let placeholderRows { return placeholderRows }
        let rows = try PlaceholderRows(connection)
        placeholderRows = rows
        return rows
    }

    mutating func forget(_ pattern: [UInt8], askedBefore time: Int64) throws(JournalFailure) -> Int {
        precondition(!isWriterLent, "nothing is forgotten while a run records")
        func delete(_ rows: String) throws(JournalFailure) {
            let deletion = try connection.prepare("DELETE FROM " + rows)
            deletion.bind(1, text: pattern)
            deletion.bind(2, time)
            _ = try deletion.step()
        }
        try delete("placeholders WHERE id IN (SELECT id FROM pictures WHERE key GLOB ?1 AND asked < ?2)")
        try delete("pictures WHERE key GLOB ?1 AND asked < ?2")
        recorded = nil
        let count = connection.changes
        try delete("hosts WHERE origin GLOB ?1 AND refused_at < ?2")
        try delete("robots WHERE origin GLOB ?1 AND read_at < ?2")
        return count
    }
}

// Functions for the writer.
extension JournalState {
    mutating func lendWriter() {
        precondition(!isWriterLent, "a journal has one writer at a time")
        isWriterLent = true
    }

    mutating func takeBackWriter(isInTransaction: Bool) {
        if isInTransaction { rollBack() }
        isWriterLent = false
    }

    /// Begins a transaction. If another program has written, the rows are read again, so that no picture
    /// gets two rows.
    mutating func begin() throws(JournalFailure) {
        try connection.run("BEGIN IMMEDIATE")
        try rollingBack { state throws(JournalFailure) in
            if state.recorded != nil, try state.connection.dataVersion() != state.dataVersion { state.recorded = nil }
            try state.load()
            try state.removeDamagedRows()
            if state.rowWriter == nil { state.rowWriter = try RowWriter(state.connection) }
        }
    }

    /// Removes the rows that do not fit their checksums, since their pictures get new rows.
    private mutating func removeDamagedRows() throws(JournalFailure) {
        guard let recorded, recorded.damagedRows > 0 else { return }
        try connection.run("DELETE FROM pictures WHERE (\(RowChecksum.fits)) IS NOT TRUE")
        try connection.run("DELETE FROM placeholders WHERE id NOT IN (SELECT id FROM pictures)")
        self.recorded?.damagedRows = 0
    }

    /// Writes a row, unless the stored row is equal.
    mutating func write(_ key: PictureKey, _ record: PictureRecord) throws(JournalFailure) {
        let name = key.hash
        try rollingBack { state throws(JournalFailure) in
            guard let id = try state.rowWriter?.write(key, record, replacing: state.recorded?.id(of: name)) else { return }
            state.recorded?.set([name], [RecordedPictures.Row(id: id, key, record)])
        }
    }

    /// Writes the placeholders of a picture that the journal knows.
    mutating func write(_ key: PictureKey, _ record: PlaceholderRecord) throws(JournalFailure) {
        try rollingBack { state throws(JournalFailure) in
            guard let row = try state.found(key) else { return }
            try state.rowsOfPlaceholders().write(record, of: row.id, row.version)
        }
    }

    mutating func commit() throws(JournalFailure) {
        try rollingBack { state throws(JournalFailure) in try state.connection.run("COMMIT") }
    }

    /// Does a step of the transaction, which ends if the step fails.
    private mutating func rollingBack(_ step: (inout JournalState) throws(JournalFailure) -> Void) throws(JournalFailure) {
        do throws(JournalFailure) { try step(&self) } catch {
            rollBack()
            throw error
        }
    }

    /// Ends a failed transaction. The rows in memory are dropped, since they may contain its changes.
    private mutating func rollBack() {
        connection.rollBack()
        recorded = nil
    }
}

extension RecordedPictures.Row {
    fileprivate init(id: Int64, _ key: PictureKey, _ record: PictureRecord) {
        self.init(
            id: id, record.facts, stamp: key.stamp?.fingerprint, asked: record.asked, retryAt: record.streak?.retryAt)
    }
}
