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
            (range, Thread { [path, place, patience] in
                do throws(JournalFailure) {
                    try Connection(path, at: place, creates: false, patience: patience).read(range, into: pictures)
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
            "SELECT id, key, stamp, dimensions, content, asked, retry_at, checksum FROM pictures WHERE id BETWEEN ?1 AND ?2 ORDER BY id")
        statement.bind(1, range.lowerBound)
        statement.bind(2, range.upperBound)
        var names: [NameHash] = []
        var rows: [KnownPictures.Row] = []
        var last = range.lowerBound
        var damaged = 0
        while try statement.step() {
            // In a damaged file, the tree may return rows that were already read.
            let id = statement.number(0)
            guard id >= last else { throw JournalFailure(SQLITE_CORRUPT, nil, path) }
            last = id
            guard let (name, row) = KnownPictures.Row.read(statement, id: id) else {
                damaged += 1
                continue
            }
            names.append(name)
            rows.append(row)
            if rows.count == Self.blockRows {
                pictures.change { $0.set(names, rows) }
                names.removeAll(keepingCapacity: true)
                rows.removeAll(keepingCapacity: true)
            }
        }
        pictures.change { [damaged] in
            $0.set(names, rows)
            $0.damagedRows += damaged
        }
    }
}

extension KnownPictures.Row {
    /// Reads a row and the hash of its picture's name; nil if the row does not fit its checksum.
    fileprivate static func read(_ row: Statement, id: Int64) -> (NameHash, KnownPictures.Row)? {
        var checksum = RowChecksum()
        let name = row.withText(1) { name in
            checksum.add(name)
            return NameHash(of: name)
        }
        guard let name else { return nil }
        let (stamp, dimensions, content, asked) = (row.number(2), row.number(3), row.number(4), row.number(5))
        let retryAt = row.integer(6)
        checksum.add(stamp)
        checksum.add(dimensions)
        checksum.add(content)
        checksum.add(asked)
        checksum.add(retryAt)
        guard checksum.fitsFirstColumns(of: row.number(7)) else { return nil }
        let header = PackedHeader(dimensions: dimensions, content: content)
        return (name, KnownPictures.Row(id: id, header.isValid ? header : .unknown, stamp: stamp, asked: asked, retryAt: retryAt))
    }
}
