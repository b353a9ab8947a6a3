import CSQLite
import Base

/// A journal's pictures in memory, as they were when they were read.
struct LoadedTable {
    var known: KnownTable
    /// It changes when another program has written.
    var version: Int64 = 0
    /// Rows that are not understood, altogether or in part.
    var broken = 0
    /// Rows of pictures that an earlier row names. The later one counts.
    var repeated = 0
    /// How many pictures the snapshot has, and how many rows were written since; nil where none helps.
    var snapshot: (count: Int, rowsSince: Int)?

    init(_ hash: NameHash = NameHash()) { known = KnownTable(hash) }

    private static let columns = 7

    /// Of which rows, is to be added.
    static let query = "SELECT into_block(key, stamp, dimensions, content, asked, retry_at, id) FROM pictures WHERE id "

    /// Rows that were written since the snapshot are read one by one. Where there are more, a new one is
    /// worth its price.
    static func mostRowsSinceSnapshot(of count: Int) -> Int { count / 8 }

    var needsSnapshot: Bool { snapshot.map { $0.rowsSince > Self.mostRowsSinceSnapshot(of: $0.count) } ?? true }

    /// What a block of rows says, made ready without the table.
    struct Page {
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

    mutating func add(_ page: Page) {
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
