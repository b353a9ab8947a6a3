/// Numbers distinct names in the order in which they are added. Each name takes 16 bytes for its hash and
/// 11 to 22 bytes for its slot.
package struct NameTable: Sendable {
    private var names: [NameHash] = []
    private var slots = [Slot](repeating: Slot(), count: 1024)

    /// A slot of a hash table with open addressing.
    private struct Slot {
        /// The number of a name plus 1; 0 if the slot is free.
        var next: UInt32 = 0
        /// Some bits of the hash, which avoid most comparisons of different names.
        var mark: UInt32 = 0
    }

    package init() {}

    package var count: Int { names.count }

    /// Reserves room, so that growing copies nothing.
    package mutating func reserve(_ count: Int) {
        names.reserveCapacity(count)
        makeSlots(for: count)
    }

    /// The number of a name; nil if the name was never added.
    package func number(of name: NameHash) -> Int? {
        let slot = slots[place(of: name)]
        return slot.next == 0 ? nil : Int(slot.next) - 1
    }

    /// The numbers of many names. All slots are read before the first comparison, so the processor waits
    /// for many cache misses at the same time.
    package func numbers(of names: [NameHash]) -> [Int?] {
        let firstSlots = names.map { slots[firstPlace(of: $0)] }
        return zip(names, firstSlots).map { has($0, in: $1) ? Int($1.next) - 1 : number(of: $0) }
    }

    /// The number of a name. Adds the name if it is new.
    package mutating func add(_ name: NameHash) -> Int {
        var place = place(of: name)
        let slot = slots[place]
        if slot.next != 0 { return Int(slot.next) - 1 }
        names.append(name)
        if names.count > slots.count / 4 * 3 {
            makeSlots(for: names.count)
            place = self.place(of: name)
        }
        slots[place] = Slot(next: UInt32(names.count), mark: mark(of: name))
        return names.count - 1
    }

    /// The numbers of many names. Adds the names that are new.
    package mutating func add(_ names: [NameHash]) -> [Int] { zip(names, numbers(of: names)).map { $1 ?? add($0) } }

    /// The slot of a name, or the free slot for it.
    private func place(of name: NameHash) -> Int {
        var place = firstPlace(of: name)
        while slots[place].next != 0, !has(name, in: slots[place]) { place = (place + 1) & (slots.count - 1) }
        return place
    }

    private func has(_ name: NameHash, in slot: Slot) -> Bool {
        slot.mark == mark(of: name) && slot.next != 0 && names[Int(slot.next) - 1] == name
    }

    private func firstPlace(of name: NameHash) -> Int { Int(truncatingIfNeeded: name.first) & (slots.count - 1) }

    private func mark(of name: NameHash) -> UInt32 { UInt32(truncatingIfNeeded: name.first >> 29) }

    private mutating func makeSlots(for count: Int) {
        var room = slots.count
        while room / 4 * 3 < count { room *= 2 }
        guard room > slots.count else { return }
        slots = [Slot](repeating: Slot(), count: room)
        for (number, name) in names.enumerated() {
            slots[place(of: name)] = Slot(next: UInt32(number + 1), mark: mark(of: name))
        }
    }
}

extension NameTable {
    /// The number of a name. Adds the name if it is new.
    package mutating func add(_ name: [UInt8]) -> Int { add(name.withUnsafeBytes { NameHash(of: $0) }) }

    /// The number of a name; nil if the name was never added.
    package func number(of name: [UInt8]) -> Int? { number(of: name.withUnsafeBytes { NameHash(of: $0) }) }
}
