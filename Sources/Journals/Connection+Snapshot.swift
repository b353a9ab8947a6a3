import Base

/// The snapshot: what a run needs of all pictures, in blobs that are read many times as fast as the
/// rows that they were made from. Of rows that were written since, the ids are kept beside it: triggers
/// see to that, whoever writes. They are there while a snapshot is, for they cost a third of writing.
///
/// The first blob says how the others are to be read: the version of this form, the two points at
/// which names are hashed, how many pictures there are. The others hold the pictures.
extension Connection {
    private static let form: UInt64 = 1
    private static let headWords = 4
    private static let triggers = [
        ("inserted", "INSERT", "new"), ("updated", "UPDATE", "new"), ("deleted", "DELETE", "old"),
        // An id has four names, and it is the name that counts.
        ("renumbered", "UPDATE OF id, rowid, oid, _rowid_", "old"),
    ]
    private static let blobPictures = 1 << 11

    /// nil where there is no snapshot, or none that helps.
    func loadSnapshot() throws(JournalFailure) -> LoadedTable? {
        // Nobody changes anything between the snapshot and the rows written since.
        try run("SAVEPOINT loading")
        defer { try? run("RELEASE loading") }
        let blobs = try prepare("SELECT content FROM snapshot ORDER BY part")
        guard try blobs.step(), let (hash, count) = blobs.withBlob(0, Self.head), try count <= mostRows() else { return nil }
        guard try integer("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'pictures'") == Int64(Self.triggers.count)
        else { return nil }
        guard let changed = try idsSinceSnapshot(upTo: LoadedTable.mostRowsSinceSnapshot(of: count)) else { return nil }
        let unpacking = SnapshotUnpacking(of: count, hash, butFor: changed)
        var read = 0
        var isRight = true
        while isRight, try blobs.step() {
            isRight = blobs.withBlob(0) { blob in
                let (pictures, rest) = blob.count.quotientAndRemainder(dividingBy: KnownTable.packedBytes)
                read += pictures
                guard pictures > 0, rest == 0, read <= count else { return false }
                unpacking.take(blob)
                return true
            }
        }
        guard var table = unpacking.finish(), isRight, read == count else { return nil }
        table.snapshot = (count, changed.count)
        let rows = try prepare(LoadedTable.query + "IN (SELECT id FROM since_snapshot)")
        try collect(rows) { table.add(LoadedTable.Page($0, hash)) }
        return table
    }

    /// Puts a snapshot in the place of the one before; within a transaction.
    func write(snapshot table: KnownTable) throws(JournalFailure) {
        try dropSnapshot()
        let insertion = try prepare("INSERT INTO snapshot (content) VALUES (?1)")
        func insert(_ words: [UInt64]) throws(JournalFailure) {
            insertion.bind(1, words: words)
            _ = try insertion.step()
            insertion.reset()
        }
        let points = table.hash.points
        try insert([Self.form, points.first, points.second, UInt64(table.count)].map(\.littleEndian))
        let numbers = table.numbersByID
        for start in stride(from: 0, to: table.count, by: Self.blobPictures) {
            try insert(table.packed(numbers[start...].prefix(Self.blobPictures)))
        }
        // With OR IGNORE, the conflict clause of whatever statement is at work would count instead.
        for (name, event, row) in Self.triggers {
            try run(
                """
                CREATE TRIGGER \(name) AFTER \(event) ON pictures
                    BEGIN INSERT INTO since_snapshot VALUES (\(row).id) ON CONFLICT DO NOTHING; END
                """)
        }
    }

    func dropSnapshot() throws(JournalFailure) {
        for (name, _, _) in Self.triggers { try run("DROP TRIGGER IF EXISTS \(name)") }
        // Deleting everything writes even where there is nothing.
        for table in ["snapshot", "since_snapshot"] where try integer("SELECT 1 FROM \(table) LIMIT 1") != nil {
            try run("DELETE FROM \(table)")
        }
    }

    private static func head(_ blob: UnsafeRawBufferPointer) -> (NameHash, count: Int)? {
        guard blob.count == headWords * 8 else { return nil }
        let words = (0..<headWords).map { UInt64(littleEndian: blob.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
        guard words[0] == form, let hash = NameHash(points: NameHash.Value(first: words[1], second: words[2])),
            let count = Int(exactly: words[3])
        else { return nil }
        return (hash, count)
    }

    /// The ids of rows that were written, in their order; nil where there are more, or none that SQLite gives.
    private func idsSinceSnapshot(upTo most: Int) throws(JournalFailure) -> [Int64]? {
        let statement = try prepare("SELECT id FROM since_snapshot ORDER BY id")
        var ids: [Int64] = []
        while try statement.step() {
            guard let id = statement.integer(0), ids.count < most, ids.last.map({ $0 < id }) ?? true else { return nil }
            ids.append(id)
        }
        return ids
    }
}
