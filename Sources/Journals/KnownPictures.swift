import Base

/// All pictures of a journal in memory, found by the hashes of their names. Each picture takes 56 bytes,
/// and 11 to 22 bytes for its slot.
struct KnownPictures {
    private var names = NameTable()
    private var rows: [Row] = []
    /// The number of rows that do not fit their checksums. Their pictures are not known.
    var damagedRows = 0

    /// The data of one picture in the journal.
    struct Row {
        let id: Int64
        let header: PackedHeader
        /// The fingerprint of a file's stamp; 0 for a URL.
        let stamp: Int64
        let asked: Moment
        /// 0 if there is no pause.
        let retryAt: Moment

        init(id: Int64, _ header: PackedHeader, stamp: Int64?, asked: Int64, retryAt: Int64?) {
            self.id = id
            self.header = header
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

    func lookup(_ keys: [LookupKey]) -> [KnownPicture?] {
        zip(keys, names.numbers(of: keys.map(\.name))).map { key, number in
            number.map { picture($0, key.stamp) }
        }
    }

    private func picture(_ number: Int, _ stamp: FileStamp?) -> KnownPicture {
        let row = rows[number]
        var isSame = (stamp != nil) == (row.stamp != 0)
        if let stamp, isSame {
            // If a file was written less than a second before it was measured, a later write in that second
            // could leave the same stamp.
            isSame = stamp.seconds < Int64(row.asked) - 1 && stamp.fingerprint == row.stamp
        }
        return KnownPicture(
            header: row.header, asked: Int64(row.asked), retryAt: row.retryAt == 0 ? nil : Int64(row.retryAt),
            isSameFile: isSame, isFile: stamp != nil)
    }
}
