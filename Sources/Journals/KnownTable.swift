/// What a journal knows of all its pictures, by the hashes of their names: 64 bytes a picture, and
/// 8 to 22 for finding it.
struct KnownTable {
    private let hash = KeyHash()
    private var rows: [Row] = []
    private var slots = [Slot](repeating: Slot(), count: 1024)

    private struct Row {
        let name: KeyHash.Value
        let id: Int64
        let shape: PackedShape
        let asked: Int64
        let retryAt: Int64
        /// Of a URL it is 0.
        let stamp: UInt64
    }

    /// Open addressing.
    private struct Slot {
        /// The number of a row plus 1, or 0 where the slot is free.
        var next: UInt32 = 0
        /// Bits of the hash, so that hardly any row is looked at in vain.
        var mark: UInt32 = 0
    }

    /// What a row of the journal says of a picture.
    struct Facts {
        let id: Int64
        let shape: PackedShape
        let asked: Int64
        let retryAt: Int64?
    }

    /// No pause lasts until then.
    private static let never = Int64.max

    var count: Int { rows.count }

    /// Makes room, so that growing copies nothing.
    mutating func reserve(_ count: Int) {
        rows.reserveCapacity(count)
        var room = slots.count
        while room < count * 4 / 3 { room *= 2 }
        resize(to: room)
    }

    /// The id of a picture's row.
    func id(of name: UnsafeRawBufferPointer) -> Int64? {
        number(of: hash.value(of: name)).map { rows[$0].id }
    }

    /// Adds a picture or replaces what was known of it; false where it was known.
    @discardableResult
    mutating func set(_ name: UnsafeRawBufferPointer, stamp: UnsafeRawBufferPointer?, _ facts: Facts) -> Bool {
        let row = Row(
            name: hash.value(of: name), id: facts.id, shape: facts.shape, asked: facts.asked,
            retryAt: facts.retryAt ?? Self.never, stamp: stamp.map { mark(ofStamp: $0) } ?? 0)
        if let number = number(of: row.name) {
            rows[number] = row
            return false
        }
        rows.append(row)
        if rows.count * 4 / 3 > slots.count { resize(to: slots.count * 2) } else { occupy(rows.count - 1) }
        return true
    }

    /// First it is looked up for all keys where they may be, then what stands there: the table has
    /// room in no cache, and many places of the memory are waited for as long as one.
    func lookup(_ keys: KeyBatch) -> [KnownPicture?] {
        var names: [KeyHash.Value] = []
        names.reserveCapacity(keys.count)
        keys.forEach { name, _ in names.append(hash.value(of: name)) }
        let guesses = names.map { slots[home(of: $0)].next }
        let rowGuesses = guesses.map { $0 == 0 ? 0 : rows[Int($0) - 1].name.second }
        var answers: [KnownPicture?] = []
        answers.reserveCapacity(keys.count)
        keys.forEach { _, stamp in
            let index = answers.count
            let isGuess = guesses[index] != 0 && rowGuesses[index] == names[index].second
            let number = isGuess && rows[Int(guesses[index]) - 1].name == names[index]
                ? Int(guesses[index]) - 1 : number(of: names[index])
            answers.append(number.map { picture($0, stamp) })
        }
        return answers
    }

    private func picture(_ number: Int, _ stamp: FileStamp?) -> KnownPicture {
        let row = rows[number]
        var isSame = (stamp == nil) == (row.stamp == 0)
        if let stamp, isSame {
            // A file that was written to within the second before it was measured may have been
            // written to once more within it.
            isSame = stamp.seconds < row.asked - 1 && stamp.withBytes { mark(ofStamp: $0) } == row.stamp
        }
        return KnownPicture(
            shape: row.shape, asked: row.asked, retryAt: row.retryAt == Self.never ? nil : row.retryAt,
            isSameFile: isSame, isFile: stamp != nil)
    }

    private func mark(ofStamp stamp: UnsafeRawBufferPointer) -> UInt64 { hash.value(of: stamp).first | 1 << 63 }

    private func home(of name: KeyHash.Value) -> Int { Int(truncatingIfNeeded: name.first) & (slots.count - 1) }

    private func slotMark(of name: KeyHash.Value) -> UInt32 { UInt32(truncatingIfNeeded: name.first >> 29) }

    private func number(of name: KeyHash.Value) -> Int? {
        let mark = slotMark(of: name)
        var index = home(of: name)
        while slots[index].next != 0 {
            let number = Int(slots[index].next) - 1
            if slots[index].mark == mark, rows[number].name == name { return number }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }

    private mutating func occupy(_ number: Int) {
        var index = home(of: rows[number].name)
        while slots[index].next != 0 { index = (index + 1) & (slots.count - 1) }
        slots[index] = Slot(next: UInt32(number + 1), mark: slotMark(of: rows[number].name))
    }

    private mutating func resize(to count: Int) {
        slots = [Slot](repeating: Slot(), count: count)
        for number in rows.indices { occupy(number) }
    }
}
