/// Numbers distinct names in the order in which they are added. Names are told apart by their
/// hashes alone: 16 bytes a name, and 11 to 22 for finding it.
///
/// The table has room in no cache. So names are looked up many at once: first it is seen for all of
/// them where they may be, since many places of the memory are waited for as long as one.
public struct NameTable: Sendable {
    /// What its names are told apart by.
    public let hash: NameHash
    private var names: [NameHash.Value] = []
    private var slots = [Slot](repeating: Slot(), count: 1024)
    /// How many names can be found by their slots. The others wait until a name is looked for that does
    /// not stand where it is expected.
    private var indexed = 0
    private var reserved = 0

    /// Open addressing.
    private struct Slot {
        /// The number of a name plus 1, or 0 where the slot is free.
        var next: UInt32 = 0
        /// Bits of the hash, so that hardly any name is looked at in vain.
        var mark: UInt32 = 0
    }

    public init(_ hash: NameHash = NameHash()) { self.hash = hash }

    public var count: Int { names.count }

    /// The name of that number.
    public subscript(number: Int) -> NameHash.Value { names[number] }

    /// Makes room, so that growing copies nothing.
    public mutating func reserve(_ count: Int) {
        names.reserveCapacity(count)
        reserved = count
    }

    /// The number of a name; nil where it was never added.
    public mutating func number(of name: NameHash.Value) -> Int? {
        index()
        return find(name)
    }

    private func find(_ name: NameHash.Value) -> Int? {
        var index = home(of: name)
        let mark = mark(of: name)
        while slots[index].next != 0 {
            let number = Int(slots[index].next) - 1
            if slots[index].mark == mark, names[number] == name { return number }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The numbers of names, which may well stand one behind the other from `next` on.
    public mutating func numbers(of names: [NameHash.Value], expecting next: Int? = nil) -> [Int?] {
        let next = next ?? count
        if next + names.count <= count, self.names[next...].starts(with: names) { return names.indices.map { next + $0 } }
        index()
        let guesses = guesses(names)
        return names.indices.map { isRight(guesses[$0], names[$0]) ? Int(guesses[$0].next) - 1 : find(names[$0]) }
    }

    /// The numbers of names, of which those that are new are added.
    public mutating func add(_ names: [NameHash.Value]) -> [Int32] {
        if names.isEmpty { return [] }
        index()
        let guesses = guesses(names)
        return names.indices.map { isRight(guesses[$0], names[$0]) ? Int32(guesses[$0].next - 1) : add(names[$0]) }
    }

    /// Adds names that are known to be new.
    public mutating func add(new names: [NameHash.Value]) { self.names += names }

    /// The number of one name, which is added where it is new.
    public mutating func add(_ name: [UInt8]) -> Int {
        index()
        return Int(add(name.withUnsafeBytes { hash.value(of: $0) }))
    }

    /// The number of one name; nil where it was never added.
    public mutating func number(of name: [UInt8]) -> Int? { number(of: name.withUnsafeBytes { hash.value(of: $0) }) }

    private mutating func add(_ name: NameHash.Value) -> Int32 {
        if let number = find(name) { return Int32(number) }
        names.append(name)
        index()
        return Int32(names.count - 1)
    }

    /// What stands first where each of these names may be. It may stand elsewhere, too.
    private func guesses(_ names: [NameHash.Value]) -> [Slot] { names.map { slots[home(of: $0)] } }

    private func isRight(_ guess: Slot, _ name: NameHash.Value) -> Bool {
        guess.next != 0 && guess.mark == mark(of: name) && names[Int(guess.next) - 1] == name
    }

    private func home(of name: NameHash.Value) -> Int { Int(truncatingIfNeeded: name.first) & (slots.count - 1) }

    private func mark(of name: NameHash.Value) -> UInt32 { UInt32(truncatingIfNeeded: name.first >> 29) }

    private mutating func occupy(_ number: Int) {
        var index = home(of: names[number])
        while slots[index].next != 0 { index = (index + 1) & (slots.count - 1) }
        slots[index] = Slot(next: UInt32(number + 1), mark: mark(of: names[number]))
    }

    /// Makes all names be found.
    @inline(__always)
    private mutating func index() {
        if indexed < names.count { indexRest() }
    }

    private mutating func indexRest() {
        if names.count * 4 / 3 > slots.count {
            var room = slots.count
            while room < max(names.count, reserved) * 4 / 3 { room *= 2 }
            slots = [Slot](repeating: Slot(), count: room)
            indexed = 0
        }
        for number in indexed..<names.count { occupy(number) }
        indexed = names.count
    }
}
