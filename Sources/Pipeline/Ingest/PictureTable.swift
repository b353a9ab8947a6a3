import Glibc

/// Numbers the distinct pictures of a run in the order in which they are first named, so that each
/// is measured once however many rows name it.
struct PictureTable {
    /// The names one behind the other, and where each ends.
    private var names: [UInt8] = []
    private var ends: [Int] = []
    private var slots = [Slot](repeating: Slot(), count: 1024)

    /// Open addressing.
    private struct Slot {
        /// The number of a picture plus 1, or 0 where the slot is free.
        var next: UInt32 = 0
        /// Bits of the name's hash, so that hardly any name is compared with another.
        var mark: UInt32 = 0
    }

    var count: Int { ends.count }

    /// The number of a picture; it is new if that equals the count before.
    mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Int { number(of: name, hash: hash(name)) }

    /// The numbers of many pictures. First it is looked up for all of them where they may be: the
    /// table has room in no cache, and many places of the memory are waited for as long as one.
    mutating func numbers(of names: [UnsafeBufferPointer<UInt8>]) -> [Int32] {
        let hashes = names.map { hash($0) }
        let guesses = hashes.map { slots[$0 & (slots.count - 1)] }
        return names.indices.map { index in
            let guess = guesses[index]
            if guess.next != 0, guess.mark == mark(of: hashes[index]), isName(Int(guess.next) - 1, names[index]) {
                return Int32(guess.next - 1)
            }
            return Int32(number(of: names[index], hash: hashes[index]))
        }
    }

    private mutating func number(of name: UnsafeBufferPointer<UInt8>, hash: Int) -> Int {
        if (ends.count + 1) * 2 > slots.count { grow() }
        let mark = mark(of: hash)
        var index = hash & (slots.count - 1)
        while slots[index].next != 0 {
            let number = Int(slots[index].next) - 1
            if slots[index].mark == mark, isName(number, name) { return number }
            index = (index + 1) & (slots.count - 1)
        }
        slots[index] = Slot(next: UInt32(ends.count + 1), mark: mark)
        names.append(contentsOf: name)
        ends.append(names.count)
        return ends.count - 1
    }

    private func isName(_ number: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = number == 0 ? 0 : ends[number - 1]
        guard ends[number] - start == name.count else { return false }
        guard let other = name.baseAddress else { return true }
        return names.withUnsafeBytes { names in
            names.baseAddress.map { memcmp($0 + start, other, name.count) == 0 } ?? false
        }
    }

    private mutating func grow() {
        slots = [Slot](repeating: Slot(), count: slots.count * 2)
        names.withUnsafeBufferPointer { names in
            var start = 0
            for (number, end) in ends.enumerated() {
                let hash = hash(UnsafeBufferPointer(rebasing: names[start..<end]))
                var index = hash & (slots.count - 1)
                while slots[index].next != 0 { index = (index + 1) & (slots.count - 1) }
                slots[index] = Slot(next: UInt32(number + 1), mark: mark(of: hash))
                start = end
            }
        }
    }

    private func mark(of hash: Int) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) }

    /// The standard library's hash is seeded anew for each process: no catalogue can be written so
    /// that all its names collide.
    private func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(name))
        return hasher.finalize() & Int.max
    }
}
