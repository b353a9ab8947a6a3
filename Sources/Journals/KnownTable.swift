import Encodings

/// What a journal knows of all its pictures, by the hashes of their names: 64 bytes a picture, and
/// 11 to 22 for finding it.
struct KnownTable {
    private let hash = NameHash()
    private var rows: [Row] = []
    private var slots = [Slot](repeating: Slot(), count: 1024)

    private struct Row {
        let name: NameHash.Value
        let id: Int64
        let shape: PackedShape
        let asked: Int64
        let retryAt: Int64
        /// Of a URL it is 0.
        let stamp: Int64
    }

    /// Open addressing.
    struct Slot {
        /// The number of a row plus 1, or 0 where the slot is free.
        fileprivate var next: UInt32 = 0
        /// Bits of the hash, so that hardly any row is looked at in vain.
        fileprivate var mark: UInt32 = 0
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

    func hash(of name: UnsafeRawBufferPointer) -> NameHash.Value { hash.value(of: name) }

    /// The id of a picture's row.
    func id(of name: UnsafeRawBufferPointer) -> Int64? {
        let name = hash(of: name)
        return number(of: name, from: slots[home(of: name)]).map { rows[$0].id }
    }

    /// What stands first where each of these names may be. The table has room in no cache, and many
    /// places of the memory are waited for as long as one.
    func guesses(_ names: [NameHash.Value]) -> [Slot] { names.map { slots[home(of: $0)] } }

    /// Adds a picture or replaces what was known of it; false where it was known.
    @discardableResult
    mutating func set(_ name: NameHash.Value, _ facts: Facts, from guess: Slot) -> Bool {
        let row = Row(
            name: name, id: facts.id, shape: facts.shape, asked: facts.asked, retryAt: facts.retryAt ?? Self.never,
            stamp: facts.stamp ?? 0)
        if let number = number(of: name, from: guess) {
            rows[number] = row
            return false
        }
        rows.append(row)
        if rows.count * 4 / 3 > slots.count { resize(to: slots.count * 2) } else { occupy(rows.count - 1) }
        return true
    }

    func lookup(_ keys: KeyBatch) -> [KnownPicture?] {
        var names: [NameHash.Value] = []
        names.reserveCapacity(keys.count)
        keys.forEach { name, _ in names.append(hash(of: name)) }
        let guesses = guesses(names)
        let numbers = names.indices.map { number(of: names[$0], from: guesses[$0]) }
        var answers: [KnownPicture?] = []
        answers.reserveCapacity(keys.count)
        keys.forEach { _, stamp in answers.append(numbers[answers.count].map { picture($0, stamp) }) }
        return answers
    }

    private func picture(_ number: Int, _ stamp: FileStamp?) -> KnownPicture {
        let row = rows[number]
        var isSame = (stamp != nil) == (row.stamp != 0)
        if let stamp, isSame {
            // A file that was written to within the second before it was measured may have been
            // written to once more within it.
            isSame = stamp.seconds < row.asked - 1 && stamp.fingerprint == row.stamp
        }
        return KnownPicture(
            shape: row.shape, asked: row.asked, retryAt: row.retryAt == Self.never ? nil : row.retryAt,
            isSameFile: isSame, isFile: stamp != nil)
    }

    private func home(of name: NameHash.Value) -> Int { Int(truncatingIfNeeded: name.first) & (slots.count - 1) }

    private func mark(of name: NameHash.Value) -> UInt32 { UInt32(truncatingIfNeeded: name.first >> 29) }

    /// The number of a picture, of whose places the first is known. A place that was free may have
    /// been taken since.
    private func number(of name: NameHash.Value, from guess: Slot) -> Int? {
        let mark = mark(of: name)
        if guess.next != 0, guess.mark == mark, rows[Int(guess.next) - 1].name == name { return Int(guess.next) - 1 }
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
        slots[index] = Slot(next: UInt32(number + 1), mark: mark(of: rows[number].name))
    }

    private mutating func resize(to count: Int) {
        slots = [Slot](repeating: Slot(), count: count)
        for number in rows.indices { occupy(number) }
    }
}
