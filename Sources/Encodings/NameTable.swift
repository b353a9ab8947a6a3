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
        var room = slots.count
        while room < count * 4 / 3 { room *= 2 }
        resize(to: room)
    }

    /// The number of a name; nil where it was never added.
    public func number(of name: NameHash.Value) -> Int? {
        var index = home(of: name)
        let mark = mark(of: name)
        while slots[index].next != 0 {
            let number = Int(slots[index].next) - 1
            if slots[index].mark == mark, names[number] == name { return number }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }

    public func numbers(of names: [NameHash.Value]) -> [Int?] {
        let guesses = guesses(names)
        return names.indices.map { isRight(guesses[$0], names[$0]) ? Int(guesses[$0].next) - 1 : number(of: names[$0]) }
    }

    /// The numbers of names, of which those that are new are added.
    public mutating func add(_ names: [NameHash.Value]) -> [Int32] {
        let guesses = guesses(names)
        return names.indices.map { isRight(guesses[$0], names[$0]) ? Int32(guesses[$0].next - 1) : add(names[$0]) }
    }

    /// Adds names that are known to be new.
    public mutating func add(new names: [NameHash.Value]) {
        let first = self.names.count
        self.names += names
        guard self.names.count * 4 / 3 <= slots.count else { return reserve(self.names.count) }
        for number in first..<self.names.count { occupy(number) }
    }

    /// The number of one name, which is added where it is new.
    public mutating func add(_ name: [UInt8]) -> Int { Int(add(name.withUnsafeBytes { hash.value(of: $0) })) }

    /// The number of one name; nil where it was never added.
    public func number(of name: [UInt8]) -> Int? { number(of: name.withUnsafeBytes { hash.value(of: $0) }) }

    private mutating func add(_ name: NameHash.Value) -> Int32 {
        if let number = number(of: name) { return Int32(number) }
        names.append(name)
        if names.count * 4 / 3 > slots.count { resize(to: slots.count * 2) } else { occupy(names.count - 1) }
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

    private mutating func resize(to count: Int) {
        slots = [Slot](repeating: Slot(), count: count)
        for number in names.indices { occupy(number) }
    }
}
