import Base
import CSQLite
import System

extension Connection {
    private static let blockRows = 2048
    /// The number of rows that justifies one more thread.
    private static let threadRows: Int64 = 1 << 14
    /// More threads would only wait for each other.
    private static let mostThreads: Int64 = 4
    private static let leastRowBytes: Int64 = 20

    /// Reads all rows; large tables are read by several threads.
    func knownPictures() throws(JournalFailure) -> KnownPictures {
        let pictures = Locked(KnownPictures())
        let failure = Locked<JournalFailure?>(nil)
        // A damaged file may contain any maximum. Forgotten rows leave gaps in the ids.
        let lastID = max(0, try integer("SELECT max(id) FROM pictures") ?? 0)
        pictures.change { [most = try mostRows()] in $0.reserve(Int(clamping: min(lastID, most))) }
        let ranges = Self.ranges(upTo: lastID)
        let threads = ranges.dropFirst().map { range in
            (range, Thread { [path, patience] in
                do throws(JournalFailure) {
                    try Connection(path, creates: false, patience: patience).read(range, into: pictures)
                } catch {
                    failure.change { $0 = error }
                }
            })
        }
        do throws(JournalFailure) {
            try read(ranges[0], into: pictures)
            // If the system has no more threads, this thread reads the range.
            for (range, thread) in threads where thread == nil { try read(range, into: pictures) }
        } catch {
            failure.change { $0 = error }
        }
        for (_, thread) in threads { thread?.join() }
        if let failure = failure.read({ $0 }) { throw failure }
        return pictures.read { $0 }
    }

    /// The maximum number of rows that fit into the file.
    private func mostRows() throws(JournalFailure) -> Int64 {
        (try integer("PRAGMA page_count") ?? 0) * (try integer("PRAGMA page_size") ?? 0) / Self.leastRowBytes
    }

    /// Divides all ids into one range per thread. Ids begin with 1 unless another program wrote them.
    private static func ranges(upTo lastID: Int64) -> [ClosedRange<Int64>] {
        let count = min(Int64(availableProcessors), mostThreads, lastID / threadRows + 1)
        let starts = (1..<count).map { lastID / count * $0 }
        return zip([Int64.min] + starts, starts.map { $0 - 1 } + [Int64.max]).map { $0...$1 }
    }

    /// Reads the rows whose ids are in a range, in blocks.
    private func read(_ range: ClosedRange<Int64>, into pictures: Locked<KnownPictures>) throws(JournalFailure) {
        let statement = try prepare(
            "SELECT id, key, stamp, dimensions, content, asked, retry_at FROM pictures WHERE id BETWEEN ?1 AND ?2 ORDER BY id")
        statement.bind(1, range.lowerBound)
        statement.bind(2, range.upperBound)
        var names: [NameHash] = []
        var rows: [KnownPictures.Row] = []
        var last = range.lowerBound
        while try statement.step() {
            let row = KnownPictures.Row(statement)
            // In a damaged file, the tree may return rows that were already read.
            guard row.id >= last else { throw JournalFailure(SQLITE_CORRUPT, nil, path) }
            last = row.id
            guard let name = statement.withText(1, { NameHash(of: $0) }) else { continue }
            names.append(name)
            rows.append(row)
            if rows.count == Self.blockRows {
                pictures.change { $0.set(names, rows) }
                names.removeAll(keepingCapacity: true)
                rows.removeAll(keepingCapacity: true)
            }
        }
        pictures.change { $0.set(names, rows) }
    }
}

extension KnownPictures.Row {
    /// A value that is missing or not an integer reads as 0.
    fileprivate init(_ row: Statement) {
        let header = PackedHeader(dimensions: row.number(3), content: row.number(4))
        self.init(
            id: row.number(0), header.isValid ? header : .unknown, stamp: row.number(2), asked: row.number(5),
            retryAt: row.integer(6))
    }
}
