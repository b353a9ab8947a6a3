import CSQLite
import Encodings
import Threads

/// A journal's pictures in memory, as they were when they were read.
struct LoadedTable {
    var known = KnownTable()
    /// It changes when another program has written.
    var version: Int64 = 0
    /// Rows that are not understood, altogether or in part.
    var broken = 0
    /// Rows of pictures that an earlier row names. The later one counts.
    var repeated = 0

    private static let columns = 7

    fileprivate static let query = """
        SELECT into_block(key, stamp, dimensions, content, asked, retry_at, id)
        FROM pictures WHERE id BETWEEN ?1 AND ?2
        """

    /// What a block of rows says, made ready without the table.
    fileprivate struct Page {
        var names: [NameHash.Value] = []
        var facts: [KnownTable.Facts] = []
        var broken = 0

        init(_ block: CSQLite_block, _ hash: NameHash) {
            guard let cells = block.cells else { return }
            let bytes = UnsafeRawBufferPointer(start: block.bytes, count: block.byte_count)
            let rows = stride(from: 0, to: block.cell_count, by: LoadedTable.columns).map { Row(cells + $0, bytes) }
            let named = rows.filter { $0.isText(0) && $0.integer(6) != nil }
            broken = rows.count - named.count
            names = named.map { hash.value(of: $0.bytes(0)) }
            facts = named.map { facts(of: $0) }
        }

        private mutating func facts(of row: Row) -> KnownTable.Facts {
            let shape = PackedShape(dimensions: row.integer(2) ?? -1, content: row.integer(3) ?? -1)
            let asked = row.integer(4).flatMap { PictureRecord.times.contains($0) ? $0 : nil }
            if !shape.isValid || asked == nil || row.hasOther(1) { broken += 1 }
            return KnownTable.Facts(
                id: row.integer(6) ?? 0, shape: shape.isValid ? shape : PackedShape(nil, bytes: nil), asked: asked ?? 0,
                retryAt: row.integer(5), stamp: row.integer(1))
        }
    }

    fileprivate mutating func add(_ page: Page) {
        broken += page.broken
        repeated += known.set(page.names, page.facts)
    }

    private struct Row {
        let cells: UnsafePointer<CSQLite_cell>
        let bytes: UnsafeRawBufferPointer

        init(_ cells: UnsafePointer<CSQLite_cell>, _ bytes: UnsafeRawBufferPointer) {
            self.cells = cells
            self.bytes = bytes
        }

        /// Whether there is something that is no integer.
        func hasOther(_ column: Int) -> Bool {
            cells[column].type != SQLITE_NULL && cells[column].type != SQLITE_INTEGER
        }

        func isText(_ column: Int) -> Bool { cells[column].type == SQLITE_TEXT }

        func integer(_ column: Int) -> Int64? {
            cells[column].type == SQLITE_INTEGER ? cells[column].number : nil
        }

        /// The bytes of a text; none where there is no text.
        func bytes(_ column: Int) -> UnsafeRawBufferPointer {
            let cell = cells[column]
            guard cell.length > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
            return UnsafeRawBufferPointer(rebasing: bytes[Int(cell.number)..<Int(cell.number) + Int(cell.length)])
        }
    }
}

extension Connection {
    private static let blockRows: Int64 = 2048
    /// So many rows are worth a thread, and so many threads do not yet wait for one another.
    private static let threadRows: UInt64 = 1 << 14
    private static let mostThreads: UInt64 = 4

    /// How often others have written.
    func dataVersion() throws(JournalFailure) -> Int64 { try integer("PRAGMA data_version") ?? 0 }

    /// Reads all pictures, on several threads where there are many: most of the work is SQLite's, to
    /// find the columns of a row.
    func loadTable() throws(JournalFailure) -> LoadedTable {
        let table = Monitor(LoadedTable())
        // Asked first: what others write while the rows are read makes the table an old one.
        let version = try dataVersion()
        // Ids of rows that were forgotten are missing, and those of a damaged file may be any.
        let most = try integer("PRAGMA page_count").map { $0 * 200 } ?? 0
        let ids = (try integer("SELECT min(id) FROM pictures") ?? 0, try integer("SELECT max(id) FROM pictures") ?? 0)
        table.change { table in
            table.version = version
            table.known.reserve(Int(min(max(ids.1, 0), most)))
        }
        let failure = Monitor<JournalFailure?>(nil)
        let parts = Self.parts(of: ids)
        let threads = parts.dropFirst().map { part in
            (part, Thread { [path, patience] in
                do throws(JournalFailure) {
                    try Connection(path, creates: false, patience: patience).load(part, into: table)
                } catch {
                    failure.change { $0 = error }
                }
            })
        }
        do throws(JournalFailure) {
            try load(parts[0], into: table)
            // Where the system has no more threads, alone.
            for (part, thread) in threads where thread == nil { try load(part, into: table) }
        } catch {
            failure.change { $0 = error }
        }
        for (_, thread) in threads { thread?.join() }
        if let failure = failure.read({ $0 }) { throw failure }
        return table.read { $0 }
    }

    /// All ids in parts, one for a thread: such that lie evenly between the first and the last.
    private static func parts(of ids: (first: Int64, last: Int64)) -> [ClosedRange<Int64>] {
        let span = ids.first <= ids.last ? UInt64(bitPattern: ids.last &- ids.first) : 0
        let count = min(UInt64(availableProcessors), mostThreads, span / threadRows + 1)
        let starts = (1..<max(1, count)).map { ids.first &+ Int64(bitPattern: span / count * $0) }
        return zip([Int64.min] + starts, starts.map { $0 - 1 } + [Int64.max]).map { $0...$1 }
    }

    /// Reads the rows whose ids lie in a range, a block at a time.
    private func load(_ range: ClosedRange<Int64>, into table: Monitor<LoadedTable>) throws(JournalFailure) {
        let hash = table.read { $0.known.hash }
        let next = try prepare("SELECT id FROM pictures WHERE id >= ?1 ORDER BY id LIMIT 1")
        let rows = try prepare(LoadedTable.query)
        var start = range.lowerBound
        while true {
            next.bind(1, start)
            guard try next.step(), let first = next.integer(0) else { return }
            next.reset()
            // The tree of a damaged file may lead back to rows that were read.
            guard first >= start else { throw JournalFailure(SQLITE_CORRUPT, nil, path) }
            guard first <= range.upperBound else { return }
            let (end, overflow) = first.addingReportingOverflow(Self.blockRows - 1)
            let last = overflow ? range.upperBound : min(end, range.upperBound)
            var page: LoadedTable.Page?
            try collect(rows, first...last) { page = LoadedTable.Page($0, hash) }
            if let page { table.change { $0.add(page) } }
            guard last < range.upperBound else { return }
            start = last + 1
        }
    }
}

extension KnownTable {
    /// What a writer has put down.
    mutating func set(_ key: PictureKey, _ record: PictureRecord, id: Int64) {
        let name = key.name.withUnsafeBytes { hash.value(of: $0) }
        let facts = Facts(
            id: id, shape: PackedShape(record.header, bytes: record.bytes), asked: record.asked,
            retryAt: record.streak?.retryAt, stamp: key.stamp?.fingerprint)
        set([name], [facts])
    }
}
