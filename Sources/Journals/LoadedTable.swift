import CSQLite

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

    fileprivate mutating func add(_ block: CSQLite_block) {
        guard let cells = block.cells else { return }
        let bytes = UnsafeRawBufferPointer(start: block.bytes, count: block.byte_count)
        let rows = stride(from: 0, to: block.cell_count, by: Self.columns).map { Row(cells + $0, bytes) }
        let named = rows.filter { $0.isText(0) && $0.integer(6) != nil }
        broken += rows.count - named.count
        repeated += known.set(named.map { known.hash(of: $0.bytes(0)) }, named.map { facts(of: $0) })
    }

    private mutating func facts(of row: Row) -> KnownTable.Facts {
        let shape = PackedShape(dimensions: row.integer(2) ?? -1, content: row.integer(3) ?? -1)
        let asked = row.integer(4).flatMap { PictureRecord.times.contains($0) ? $0 : nil }
        if !shape.isValid || asked == nil || row.hasOther(1) { broken += 1 }
        return KnownTable.Facts(
            id: row.integer(6) ?? 0, shape: shape.isValid ? shape : PackedShape(nil, bytes: nil), asked: asked ?? 0,
            retryAt: row.integer(5), stamp: row.integer(1))
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

    /// How often others have written.
    func dataVersion() throws(JournalFailure) -> Int64 { try integer("PRAGMA data_version") ?? 0 }

    /// Reads all pictures, a block of rows at a time.
    func loadTable() throws(JournalFailure) -> LoadedTable {
        var table = LoadedTable()
        // Asked first: what others write while the rows are read makes the table an old one.
        table.version = try dataVersion()
        let next = try prepare("SELECT id FROM pictures WHERE id >= ?1 ORDER BY id LIMIT 1")
        let rows = try prepare(LoadedTable.query)
        // Ids of rows that were forgotten are missing, and those of a damaged file may be any.
        let most = try integer("PRAGMA page_count").map { $0 * 200 } ?? 0
        if let last = try integer("SELECT max(id) FROM pictures") { table.known.reserve(Int(min(max(last, 0), most))) }
        var start = Int64.min
        while true {
            next.bind(1, start)
            guard try next.step(), let first = next.integer(0) else { return table }
            next.reset()
            // The tree of a damaged file may lead back to rows that were read.
            guard first >= start else { throw JournalFailure(SQLITE_CORRUPT, nil, path) }
            let (end, overflow) = first.addingReportingOverflow(Self.blockRows - 1)
            let last = overflow ? Int64.max : end
            try collect(rows, first...last) { table.add($0) }
            guard last < Int64.max else { return table }
            start = last + 1
        }
    }
}

extension KnownTable {
    /// What a writer has put down.
    mutating func set(_ key: PictureKey, _ record: PictureRecord, id: Int64) {
        let name = key.name.withUnsafeBytes { hash(of: $0) }
        let facts = Facts(
            id: id, shape: PackedShape(record.header, bytes: record.bytes), asked: record.asked,
            retryAt: record.streak?.retryAt, stamp: key.stamp?.fingerprint)
        set([name], [facts])
    }
}
