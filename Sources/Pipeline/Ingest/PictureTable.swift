import Encodings

/// Numbers the distinct pictures of a run in the order in which they are first named, so that each
/// is measured once however many rows name it. Names are told apart by their hashes alone: 16 bytes
/// a picture, and 11 to 22 for finding it.
struct PictureTable {
    private let hash = NameHash()
    private var names: [NameHash.Value] = []
    private var slots = [Slot](repeating: Slot(), count: 1024)

    /// Open addressing.
    private struct Slot {
        /// The number of a picture plus 1, or 0 where the slot is free.
        var next: UInt32 = 0
        /// Bits of the name's hash, so that hardly any name is looked at in vain.
        var mark: UInt32 = 0
    }

    var count: Int { names.count }

    /// The number of a picture; it is new if that equals the count before.
    mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Int {
        number(of: hash.value(of: UnsafeRawBufferPointer(name)))
    }

    /// The numbers of many pictures. First it is looked up for all of them where they may be: the
    /// table has room in no cache, and many places of the memory are waited for as long as one.
    mutating func numbers(of names: [UnsafeBufferPointer<UInt8>]) -> [Int32] {
        let values = names.map { hash.value(of: UnsafeRawBufferPointer($0)) }
        let guesses = values.map { slots[home(of: $0)] }
        return values.indices.map { index in
            let (value, guess) = (values[index], guesses[index])
            let isFound = guess.next != 0 && guess.mark == mark(of: value) && self.names[Int(guess.next) - 1] == value
            return isFound ? Int32(guess.next - 1) : Int32(number(of: value))
        }
    }

    private mutating func number(of value: NameHash.Value) -> Int {
        if (names.count + 1) * 4 / 3 > slots.count { grow() }
        let mark = mark(of: value)
        var index = home(of: value)
        while slots[index].next != 0 {
            let number = Int(slots[index].next) - 1
            if slots[index].mark == mark, names[number] == value { return number }
            index = (index + 1) & (slots.count - 1)
        }
        names.append(value)
        slots[index] = Slot(next: UInt32(names.count), mark: mark)
        return names.count - 1
    }

    private mutating func grow() {
        slots = [Slot](repeating: Slot(), count: slots.count * 2)
        for (number, value) in names.enumerated() {
            var index = home(of: value)
            while slots[index].next != 0 { index = (index + 1) & (slots.count - 1) }
            slots[index] = Slot(next: UInt32(number + 1), mark: mark(of: value))
        }
    }

    private func home(of value: NameHash.Value) -> Int { Int(truncatingIfNeeded: value.first) & (slots.count - 1) }

    private func mark(of value: NameHash.Value) -> UInt32 { UInt32(truncatingIfNeeded: value.first >> 29) }
}
