/// Numbers the distinct pictures of a run in the order in which they are first named, so that each
/// is measured once however many rows name it.
struct PictureTable {
    /// The names one behind the other, and where each ends.
    private var names: [UInt8] = []
    private var ends: [Int] = []
    /// Open addressing: the number of a picture plus 1, or 0 where a slot is free.
    private var slots = [UInt32](repeating: 0, count: 1024)

    var count: Int { ends.count }

    /// The number of a picture; it is new if that equals the count before.
    mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Int {
        if (ends.count + 1) * 2 > slots.count { grow() }
        var slot = hash(name) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            if isName(number, name) { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = UInt32(ends.count + 1)
        names.append(contentsOf: name)
        ends.append(names.count)
        return ends.count - 1
    }

    private func isName(_ number: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = number == 0 ? 0 : ends[number - 1]
        guard ends[number] - start == name.count else { return false }
        return names.withUnsafeBufferPointer { $0[start..<ends[number]].elementsEqual(name) }
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        names.withUnsafeBufferPointer { names in
            var start = 0
            for (number, end) in ends.enumerated() {
                var slot = hash(UnsafeBufferPointer(rebasing: names[start..<end])) & (slots.count - 1)
                while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
                slots[slot] = UInt32(number + 1)
                start = end
            }
        }
    }

    /// The standard library's hash is seeded anew for each process: no catalogue can be written so
    /// that all its names collide.
    private func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(name))
        return hasher.finalize() & Int.max
    }
}
