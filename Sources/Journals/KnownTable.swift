import Base

/// What a journal knows of all its pictures, by their names: 56 bytes a picture, and 11 to 22 for
/// finding it.
struct KnownTable {
    var names: NameTable
    var rows: [Row] = []

    struct Row: Equatable {
        let id: Int64
        let shape: PackedShape
        /// Of a URL it is 0.
        let stamp: Int64
        let asked: Moment
        /// 0 where there is no pause.
        let retryAt: Moment
    }

    /// What a row of the journal says of a picture.
    struct Facts {
        let id: Int64
        let shape: PackedShape
        let asked: Int64
        let retryAt: Int64?
        /// The fingerprint of a file's stamp; nil of a URL.
        let stamp: Int64?
    }

    /// Unix seconds until 2106. What lies before or behind them was told by a clock that went wrong, and
    /// does so as well at their end.
    typealias Moment = UInt32

    init(_ hash: NameHash = NameHash()) { names = NameTable(hash) }

    var count: Int { rows.count }

    /// Makes room, so that growing copies nothing.
    mutating func reserve(_ count: Int) {
        names.reserve(count)
        rows.reserveCapacity(count)
    }

    /// What names are told apart by.
    var hash: NameHash { names.hash }

    /// The id of a picture's row.
    mutating func id(of name: UnsafeRawBufferPointer) -> Int64? { names.number(of: hash.value(of: name)).map { rows[$0].id } }

    /// Adds pictures or replaces what was known of them from rows with no larger ids, and says how
    /// many were known.
    @discardableResult
    mutating func set(_ names: [NameHash.Value], _ facts: [Facts]) -> Int {
        var known = 0
        for (number, facts) in zip(self.names.add(names), facts) {
            let row = Row(
                id: facts.id, shape: facts.shape, stamp: facts.stamp ?? 0, asked: Moment(clamping: facts.asked),
                retryAt: facts.retryAt.map { max(1, Moment(clamping: $0)) } ?? 0)
            if Int(number) == rows.count {
                rows.append(row)
            } else {
                if rows[Int(number)].id <= row.id { rows[Int(number)] = row }
                known += 1
            }
        }
        return known
    }

    /// What a writer has put down.
    mutating func set(_ key: PictureKey, _ record: PictureRecord, id: Int64) {
        let name = key.name.withUnsafeBytes { hash.value(of: $0) }
        let facts = Facts(
            id: id, shape: PackedShape(record.header, bytes: record.bytes), asked: record.asked,
            retryAt: record.streak?.retryAt, stamp: key.stamp?.fingerprint)
        set([name], [facts])
    }

    mutating func lookup(_ keys: KeyBatch) -> [KnownPicture?] {
        var hashes: [NameHash.Value] = []
        hashes.reserveCapacity(keys.count)
        keys.forEach { name, _ in hashes.append(hash.value(of: name)) }
        let numbers = names.numbers(of: hashes)
        var answers: [KnownPicture?] = []
        answers.reserveCapacity(keys.count)
        keys.forEach { _, stamp in answers.append(numbers[answers.count].map { picture($0, stamp) }) }
        return answers
    }

    /// Those of the names that are URLs with a number below `count`, where `next` is the number that the
    /// first one may have.
    mutating func urls(_ hashes: [NameHash.Value], expecting next: Int, below count: Int) -> [KnownURLs.Found?] {
        names.numbers(of: hashes, expecting: next).map { number in
            guard let number, number < count, rows[number].stamp == 0 else { return nil }
            return KnownURLs.Found(number: Int32(number), picture: picture(number, nil))
        }
    }

    private func picture(_ number: Int, _ stamp: FileStamp?) -> KnownPicture {
        let row = rows[number]
        var isSame = (stamp != nil) == (row.stamp != 0)
        if let stamp, isSame {
            // A file that was written to within the second before it was measured may have been
            // written to once more within it.
            isSame = stamp.seconds < Int64(row.asked) - 1 && stamp.fingerprint == row.stamp
        }
        return KnownPicture(
            shape: row.shape, asked: Int64(row.asked), retryAt: row.retryAt == 0 ? nil : Int64(row.retryAt),
            isSameFile: isSame, isFile: stamp != nil)
    }
}
