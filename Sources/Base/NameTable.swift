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
        let slot = slots[slotIndex(of: name)]
        return slot.next == 0 ? nil : Int(slot.next) - 1
    }

    /// The numbers of many names. All slots are read before the first comparison, so the processor waits
    /// for many cache misses at the same time.
    package func numbers(of names: [NameHash]) -> [Int?] {
        let firstSlots = names.map { slots[firstSlotIndex(of: $0)] }
        return zip(names, firstSlots).map { has($0, in: $1) ? Int($1.next) - 1 : number(of: $0) }
    }

    /// The number of a name. Adds the name if it is new.
    package mutating func add(_ name: NameHash) -> Int {
        var index = slotIndex(of: name)
        let slot = slots[index]
        if slot.next != 0 { return Int(slot.next) - 1 }
        names.append(name)
        if names.count > slots.count / 4 * 3 {
            makeSlots(for: names.count)
            index = slotIndex(of: name)
        }
        slots[index] = Slot(next: UInt32(names.count), mark: mark(of: name))
        return names.count - 1
    }

    /// The numbers of many names. Adds the names that are new.
    package mutating func add(_ names: [NameHash]) -> [Int] { zip(names, numbers(of: names)).map { $1 ?? add($0) } }

    /// The index of the slot of a name, or of the free slot for it.
    private func slotIndex(of name: NameHash) -> Int {
        var index = firstSlotIndex(of: name)
        while slots[index].next != 0, !has(name, in: slots[index]) { index = (index + 1) & (slots.count - 1) }
        return index
    }

    private func has(_ name: NameHash, in slot: Slot) -> Bool {
        slot.mark == mark(of: name) && slot.next != 0 && names[Int(slot.next) - 1] == name
    }

    private func firstSlotIndex(of name: NameHash) -> Int { Int(truncatingIfNeeded: name.first) & (slots.count - 1) }

    private func mark(of name: NameHash) -> UInt32 { UInt32(truncatingIfNeeded: name.first >> 29) }

    private mutating func makeSlots(for count: Int) {
        var room = slots.count
        while room / 4 * 3 < count { room *= 2 }
        guard room > slots.count else { return }
        slots = [Slot](repeating: Slot(), count: room)
        for (number, name) in names.enumerated() {
            slots[slotIndex(of: name)] = Slot(next: UInt32(number + 1), mark: mark(of: name))
        }
    }
}

extension NameTable {
    /// The number of a name. Adds the name if it is new.
    package mutating func add(_ name: [UInt8]) -> Int { add(name.withUnsafeBytes { NameHash(of: $0) }) }

    /// The number of a name; nil if the name was never added.
    package func number(of name: [UInt8]) -> Int? { number(of: name.withUnsafeBytes { NameHash(of: $0) }) }
}

/// A hash of a name in 122 bits. Tables compare hashes only and keep no names.
///
/// A name is a polynomial over the field of 2^61 - 1 elements. The hash is the value of this polynomial at
/// two points, which each process draws at random. Two different polynomials of degree d are equal at d
/// points at most. So among a million names of 500 bytes, the probability of any collision is below 10^-20.
/// An attacker who does not know the points cannot construct a collision.
package struct NameHash: Hashable, Sendable {
    let first: UInt64
    let second: UInt64

    private static let prime: UInt64 = (1 << 61) - 1
    private static let points = (first: UInt64.random(in: 1..<prime), second: UInt64.random(in: 1..<prime))
    /// The largest number of bytes whose value is always below the prime.
    private static let wordBytes = 7
    private static let wordMask: UInt64 = (1 << 56) - 1

    /// A process gives equal names equal hashes. Another process gives other ones.
    package init(of name: UnsafeRawBufferPointer) {
        let points = Self.points
        var one: UInt64 = 0
        var two: UInt64 = 0
        @inline(__always)
        func take(_ word: UInt64) {
            one = Self.product(one &+ word, points.first)
            two = Self.product(two &+ word, points.second)
        }
        var offset = 0
        while offset &+ 8 <= name.count {
            take(UInt64(littleEndian: name.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) & Self.wordMask)
            offset &+= Self.wordBytes
        }
        var last: UInt64 = 0
        for index in offset..<name.count { last = last << 8 | UInt64(name[index]) }
        take(last)
        // The length distinguishes names that differ only in zeros at the end.
        take(UInt64(name.count))
        first = one
        second = two
    }

    /// The product in the field. The factors may be slightly larger than the prime.
    @inline(__always)
    private static func product(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (high, low) = left.multipliedFullWidth(by: right)
        let sum = (low & prime) &+ (low &>> 61 | high &<< 3)
        return sum >= prime ? sum &- prime : sum
    }
}
