import CSQLite
import Base
import System

/// How all pictures are read at once.
extension Connection {
    private static let blockRows: Int64 = 2048
    /// So many rows are worth a thread, and so many threads do not yet wait for one another.
    private static let threadRows: UInt64 = 1 << 14
    private static let mostThreads: UInt64 = 4
    private static let leastRowBytes = 20

    /// Knows all pictures, from the snapshot or else from the rows.
    func loadTable() throws(JournalFailure) -> LoadedTable {
        // Asked first: what others write in the meantime makes the table an old one.
        let version = try dataVersion()
        var table: LoadedTable
        if let snapshot = try loadSnapshot() { table = snapshot } else { table = try loadRows() }
        table.version = version
        return table
    }

    /// Reads all rows, on several threads where there are many: most of the work is SQLite's, to
    /// find the columns of a row.
    func loadRows(_ hash: NameHash = NameHash()) throws(JournalFailure) -> LoadedTable {
        let table = Locked(LoadedTable(hash))
        let most = try mostRows()
        // Those of forgotten rows are missing among them.
        let ids = (try integer("SELECT min(id) FROM pictures") ?? 0, try integer("SELECT max(id) FROM pictures") ?? 0)
        table.change { $0.known.reserve(Int(clamping: min(max(ids.1, 0), Int64(most)))) }
        let failure = Locked<JournalFailure?>(nil)
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

    /// What the file has room for: the numbers in a damaged one may be any.
    func mostRows() throws(JournalFailure) -> Int {
        let (pages, size) = (try integer("PRAGMA page_count") ?? 0, try integer("PRAGMA page_size") ?? 0)
        return Int(clamping: pages * size) / Self.leastRowBytes
    }

    /// All ids in parts, one for a thread: such that lie evenly between the first and the last.
    private static func parts(of ids: (first: Int64, last: Int64)) -> [ClosedRange<Int64>] {
        let span = ids.first <= ids.last ? UInt64(bitPattern: ids.last &- ids.first) : 0
        let count = min(UInt64(availableProcessors), mostThreads, span / threadRows + 1)
        let starts = (1..<max(1, count)).map { ids.first &+ Int64(bitPattern: span / count * $0) }
        return zip([Int64.min] + starts, starts.map { $0 - 1 } + [Int64.max]).map { $0...$1 }
    }

    /// Reads the rows whose ids lie in a range, a block at a time.
    private func load(_ range: ClosedRange<Int64>, into table: Locked<LoadedTable>) throws(JournalFailure) {
        let hash = table.read { $0.known.hash }
        let next = try prepare("SELECT id FROM pictures WHERE id >= ?1 ORDER BY id LIMIT 1")
        let rows = try prepare(LoadedTable.query + "BETWEEN ?1 AND ?2")
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
            rows.bind(1, first)
            rows.bind(2, last)
            try collect(rows) { page = LoadedTable.Page($0, hash) }
            if let page { table.change { $0.add(page) } }
            guard last < range.upperBound else { return }
            start = last + 1
        }
    }
}
