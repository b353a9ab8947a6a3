import Base
import System

// Journals: what is known of every picture, kept in one SQLite file from run to run.

/// An open journal. It may be used from any thread; calls wait for one another.
///
/// What was flushed survives the end of the process, however it ends. A loss of power may take the
/// last seconds with it and never more: those pictures are asked for again.
///
/// `@unchecked Sendable`: everything in it is used between lock and unlock.
public final class Journal: @unchecked Sendable {
    public enum Access: Sendable {
        /// Nothing is made and nothing is recorded.
        case reading
        /// A file that is not there is made.
        case writing
    }

    /// The path as it was given.
    public let path: [UInt8]
    let lock = Lock()
    let connection: Connection
    private let reader: Statement
    /// nil before it is needed, and when it no longer tells what the file does.
    var table: LoadedTable?
    /// How often the table was read.
    private(set) var edition = 0
    private var isWriterOut = false
    /// Whether the file may have a snapshot, which every row that is written is to be noted beside.
    private var mayHaveSnapshot = true
    private var rowsWritten = 0
    private var rowWriter: RowWriter?

    /// Opens a journal, makes it where there is none, and brings an older one to this schema.
    /// `patience` is how long another program that writes is waited for, in milliseconds.
    public init(_ path: [UInt8], _ access: Access, patience: Int32 = 5000) throws(JournalFailure) {
        self.path = path
        if let status = fileStatus(path) {
            guard status.isRegular else { throw JournalFailure(.notAFile, path) }
            let isBlank = try JournalHeader(of: path) == .blank
            if isBlank, access == .reading { throw JournalFailure(.missing, path) }
        } else {
            guard access == .writing else { throw JournalFailure(.missing, path) }
            guard fileStatus(folder(of: path)) != nil else { throw JournalFailure(.noFolder, path) }
        }
        connection = try Connection(path, creates: access == .writing, patience: patience)
        // What was written and not yet brought into the file may tell of a newer schema.
        try connection.migrate()
        reader = try connection.prepare(RememberedPicture.query + " WHERE id = ?1")
        if access == .reading {
            try connection.run("PRAGMA query_only=ON")
            return
        }
        if connection.isReadOnly { throw JournalFailure(.readOnly, path) }
        // Readers do not wait for the writer. A commit is written and not synced: that would cost
        // as much as thousands of rows, and all that it would save is asking for a few again.
        try connection.run("PRAGMA journal_mode=WAL")
        try connection.run("PRAGMA synchronous=NORMAL")
    }

    /// What is known of each of these pictures, in their order; nil of those never asked for.
    public func lookup(_ keys: KeyBatch) throws(JournalFailure) -> [KnownPicture?] {
        lock.take()
        defer { lock.release() }
        try loadTable()
        return table?.known.lookup(keys) ?? []
    }

    /// All that is known of a picture.
    public func record(of key: PictureKey) throws(JournalFailure) -> PictureRecord? {
        lock.take()
        defer { lock.release() }
        try loadTable()
        guard let id = key.name.withUnsafeBytes({ table?.known.id(of: $0) }) else { return nil }
        reader.bind(1, id)
        defer { reader.reset() }
        guard try reader.step(), let picture = RememberedPicture(reader), picture.name == key.name else { return nil }
        return picture.record
    }

    /// Whatever a run learns goes through its writer; there is one at a time.
    public func writer() -> JournalWriter {
        lock.take()
        defer { lock.release() }
        precondition(!isWriterOut, "a journal has one writer at a time")
        isWriterOut = true
        return JournalWriter(self)
    }

    /// Makes the next run know all pictures sooner, where that is worth the writing: to write a snapshot takes longer than
    /// to read one saves, and who has written much will do so again.
    public func takeSnapshot(ofAtLeast fewest: Int = 1 << 14) throws(JournalFailure) {
        lock.take()
        defer { lock.release() }
        precondition(!isWriterOut, "no snapshot is taken while a run records")
        try loadTable()
        guard let table, table.needsSnapshot, table.known.count >= fewest, table.broken == 0, table.repeated == 0,
            rowsWritten <= LoadedTable.mostRowsSinceSnapshot(of: table.known.count)
        else { return }
        try connection.transaction("IMMEDIATE") { () throws(JournalFailure) in
            // Whoever has written in the meantime leaves it to the next run.
            guard try connection.dataVersion() == table.version else { return }
            try connection.write(snapshot: table.known)
        }
        self.table = nil
    }

    /// Forgets the pictures whose URL or path the pattern matches as a whole (`*`, `?`, `[…]`; a
    /// star matches slashes too), and says how many. The file keeps its size; what comes next has
    /// room in it.
    public func forget(_ pattern: [UInt8]) throws(JournalFailure) -> Int {
        lock.take()
        defer { lock.release() }
        precondition(!isWriterOut, "nothing is forgotten while a run records")
        let deletion = try connection.prepare("DELETE FROM pictures WHERE key GLOB ?1")
        deletion.bind(1, text: pattern)
        _ = try deletion.step()
        table = nil
        return connection.changes
    }

    /// What is wrong with the file, a sentence each; nothing where it is whole.
    public func check() throws(JournalFailure) -> [String] {
        lock.take()
        defer { lock.release() }
        var findings: [String] = []
        let check = try connection.prepare("PRAGMA quick_check")
        while try check.step() {
            for line in check.text(0)?.split(separator: UInt8(ascii: "\n")) ?? [] { findings.append(String(decoding: line, as: UTF8.self)) }
        }
        if findings == ["ok"] { findings = [] }
        do throws(JournalFailure) {
            let version = try connection.dataVersion()
            let snapshot = try connection.loadSnapshot()
            let table = try connection.loadRows(snapshot?.known.hash ?? NameHash())
            // Of a journal that is being written, the rows are later ones.
            let isSame = try connection.dataVersion() == version
            if let snapshot, isSame, table.repeated == 0, table.broken == 0 {
                let count = table.known.differences(from: snapshot.known)
                if count > 0 { findings.append("the snapshot tells otherwise of \(count) \(count == 1 ? "picture" : "pictures") than the rows do") }
            }
            if table.broken > 0 { findings.append(table.broken == 1 ? "1 row is not understood" : "\(table.broken) rows are not understood") }
            if table.repeated > 0 {
                findings.append("\(table.repeated) \(table.repeated == 1 ? "row names" : "rows name") a picture that another row names")
            }
        } catch {
            // What was found so far says more than this.
            guard error.kind == .damaged, !findings.isEmpty else { throw error }
        }
        return findings
    }

    func loadTable() throws(JournalFailure) {
        guard table == nil else { return }
        table = try connection.loadTable()
        edition += 1
        mayHaveSnapshot = true
    }
}

// What the writer does with a journal.
extension Journal {
    /// Begins a transaction. Should another program have written since the table was loaded, it is
    /// loaded anew, so that no picture gets two rows.
    func begin() throws(JournalFailure) {
        lock.take()
        defer { lock.release() }
        try connection.run("BEGIN IMMEDIATE")
        do throws(JournalFailure) {
            if let version = table?.version, try connection.dataVersion() != version { table = nil }
            try loadTable()
            if mayHaveSnapshot, table?.needsSnapshot == true {
                try connection.dropSnapshot()
                mayHaveSnapshot = false
                table?.snapshot = nil
            }
            if rowWriter == nil { rowWriter = try RowWriter(connection) }
        } catch {
            forsake()
            throw error
        }
    }

    /// Writes a row, unless the file has it so.
    func write(_ key: PictureKey, _ record: PictureRecord) throws(JournalFailure) {
        lock.take()
        defer { lock.release() }
        let known = key.name.withUnsafeBytes { table?.known.id(of: $0) }
        do throws(JournalFailure) {
            guard let rowWriter else { return }
            let id = try rowWriter.write(key, record, replacing: known)
            table?.snapshot?.rowsSince += connection.changes
            rowsWritten += connection.changes
            table?.known.set(key, record, id: id)
        } catch {
            forsake()
            throw error
        }
    }

    func commit() throws(JournalFailure) {
        lock.take()
        defer { lock.release() }
        do throws(JournalFailure) {
            try connection.run("COMMIT")
        } catch {
            forsake()
            throw error
        }
    }

    /// The writer is done; what it did not flush is gone.
    func takeBackWriter(isInTransaction: Bool) {
        lock.take()
        defer { lock.release() }
        if isInTransaction { forsake() }
        isWriterOut = false
    }

    /// Ends a transaction of which nothing is to stay; the table knows too much then.
    private func forsake() {
        connection.rollBack()
        table = nil
    }
}
