import CWeirSQLite
import ImageHeaders
import WeirBase

/// All pictures of a journal in memory, found by the hashes of their names. Each picture takes 56 bytes,
/// and 11 to 22 bytes for its slot.
struct RecordedPictures {
    private var names = NameTable()
    private var rows: [Row] = []
    /// The number of rows that do not fit their checksums. Their pictures are not known.
    var damagedRows = 0

    /// The data of one picture in the journal.
    struct Row {
        let id: Int64
        /// The integers of the facts, 0 if no size is known. `PictureFacts?` would take more memory.
        let dimensions: Int64
        let content: Int64
        /// The fingerprint of the picture's stamp; 0 if it has none.
        let stamp: Int64
        let asked: Moment
        /// 0 if there is no pause.
        let retryAt: Moment

        init(id: Int64, _ facts: PictureFacts?, stamp: Int64?, asked: Int64, retryAt: Int64?) {
            self.id = id
            (dimensions, content) = (facts?.dimensions ?? 0, facts?.content ?? 0)
            self.stamp = stamp ?? 0
            self.asked = Moment(clamping: asked)
            self.retryAt = retryAt.map { max(1, Moment(clamping: $0)) } ?? 0
        }
    }

    /// Unix seconds until 2106. A time outside this range comes from a wrong clock and is replaced by the
    /// first or the last second.
    typealias Moment = UInt32

    var count: Int { rows.count }

    /// Reserves room, so that growing copies nothing.
    mutating func reserve(_ count: Int) {
        names.reserve(count)
        rows.reserveCapacity(count)
    }

    /// The id of a picture's row.
    func id(of name: NameHash) -> Int64? { names.number(of: name).map { rows[$0].id } }

    /// Adds or replaces the rows of pictures. If two rows of a journal have the same name, the row with the
    /// larger id counts.
    mutating func set(_ names: [NameHash], _ rows: [Row]) {
        for (number, row) in zip(self.names.add(names), rows) {
            if number == self.rows.count {
                self.rows.append(row)
            } else if self.rows[number].id <= row.id {
                self.rows[number] = row
            }
        }
    }

    func lookup(_ keys: [PictureKey.Lookup]) -> [RecordedPicture?] {
        zip(keys, names.numbers(of: keys.map(\.name))).map { key, number in
            number.map { picture($0, key.stamp) }
        }
    }

    private func picture(_ number: Int, _ stamp: PictureStamp?) -> RecordedPicture {
        let row = rows[number]
        var proof = RecordedPicture.Proof.none
        switch stamp {
        case .file(let stamp):
            // If a file was written less than a second before it was measured, a later write in that second
            // could leave the same stamp.
            proof = stamp.seconds < Int64(row.asked) - 1 && stamp.fingerprint == row.stamp ? .unchanged : .changed
        case .version(let version) where row.stamp != 0:
            proof = row.stamp == version ? .unchanged : row.stamp == PictureStamp.unproven(version) ? .unproven : .changed
        case .version, nil: break
        }
        return RecordedPicture(
            facts: PictureFacts(dimensions: row.dimensions, content: row.content), asked: Int64(row.asked),
            retryAt: row.retryAt == 0 ? nil : Int64(row.retryAt), stamp: row.stamp, proof: proof)
    }
}

/// The part of a record that decides whether a run requests the picture again.
public struct RecordedPicture: Equatable, Sendable {
    /// The facts of the picture when it was last found; nil if no size is known.
    public let facts: PictureFacts?
    /// The time of the last request, in Unix seconds.
    public let asked: Int64
    /// The time from which a failed picture is requested again; nil if the picture did not fail.
    public let retryAt: Int64?
    /// The fingerprint of the picture's stamp when it was measured; 0 if it had none.
    package let stamp: Int64
    package let proof: Proof

    /// Whether the picture is as it was measured, by the stamp of a file or the version of a URL.
    package enum Proof: Sendable {
        case unchanged, changed
        /// A URL whose picture may be older than its stated version.
        case unproven
        /// A URL without a version, now or when it was measured.
        case none
    }

    /// Whether the picture is another one than was measured.
    public var hasChanged: Bool { proof == .changed }

    /// Whether the last request for the picture failed.
    public var isFailing: Bool { retryAt != nil }

    /// Whether the size can be used without reading the picture. A file, and a URL with a proven version, must be unchanged. Any other
    /// URL must have been requested less than `maxAge` seconds ago; a time in the future is not trusted, since it comes from a wrong clock.
    public func isFresh(at now: Int64, maxAge: Int64) -> Bool {
        guard facts != nil, !isFailing, asked <= now else { return false }
        switch proof {
        case .unchanged: return true
        case .changed: return false
        case .unproven, .none: return now - asked < maxAge
        }
    }

    /// Whether a failed picture is requested again, because its pause is over or the file has changed.
    public func isDue(at now: Int64, _ policy: RetryPolicy = RetryPolicy()) -> Bool {
        guard let retryAt else { return false }
        return hasChanged || policy.isOver(retryAt: retryAt, asked: asked, at: now)
    }
}

extension Connection {
    private static let blockRows = 2048
    private static let leastRowBytes: Int64 = 20

    /// Reads all rows.
    func recordedPictures() throws(JournalFailure) -> RecordedPictures {
        var pictures = RecordedPictures()
        // A damaged file may contain any maximum. Forgotten rows leave gaps in the ids.
        let lastID = max(0, try integer("SELECT max(id) FROM pictures") ?? 0)
        pictures.reserve(Int(clamping: min(lastID, try mostRows())))
        let statement = try prepare("SELECT id, key, stamp, dimensions, content, asked, retry_at, checksum FROM pictures ORDER BY id")
        var names: [NameHash] = []
        var rows: [RecordedPictures.Row] = []
        var last = Int64.min
        while try statement.step() {
            // In a damaged file, the tree may return rows that were already read.
            let id = statement.number(0)
            guard id >= last else { throw JournalFailure(SQLITE_CORRUPT, nil, path) }
            last = id
            guard let (name, row) = RecordedPictures.Row.read(statement, id: id) else {
                pictures.damagedRows += 1
                continue
            }
            names.append(name)
            rows.append(row)
            if rows.count == Self.blockRows {
                pictures.set(names, rows)
                names.removeAll(keepingCapacity: true)
                rows.removeAll(keepingCapacity: true)
            }
        }
        pictures.set(names, rows)
        return pictures
    }

    /// The maximum number of rows that fit into the file.
    private func mostRows() throws(JournalFailure) -> Int64 {
        (try integer("PRAGMA page_count") ?? 0) * (try integer("PRAGMA page_size") ?? 0) / Self.leastRowBytes
    }
}

extension RecordedPictures.Row {
    /// Reads a row and the hash of its picture's name; nil if the row does not fit its checksum.
    fileprivate static func read(_ row: Statement, id: Int64) -> (NameHash, RecordedPictures.Row)? {
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
        let facts = PictureFacts(dimensions: dimensions, content: content)
        return (name, RecordedPictures.Row(id: id, facts, stamp: stamp, asked: asked, retryAt: retryAt))
    }
}
