/// A picture of a run: its number there, and its name as a row or a list has it.
package struct Picture: Sendable {
    package let number: Int32
    package let name: [UInt8]

    package init(_ number: Int32, _ name: [UInt8]) { (self.number, self.name) = (number, name) }
}

/// Numbered names, packed into one block of memory. A run has millions of them, and an array for each would take several times the
/// memory.
package struct NameBlock: Sendable {
    private var bytes: [UInt8] = []
    private var numbers: [Int32] = []
    /// The end of each name in the bytes.
    private var ends: [Int32] = []
    /// The number of names that have left at the front.
    private var used = 0

    package init() {}

    package var count: Int { numbers.count - used }

    package mutating func append(_ number: Int32, _ name: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: name)
        ends.append(Int32(bytes.count))
        numbers.append(number)
    }

    /// The same names, numbered from `first` on.
    package func numbered(from first: Int32) -> NameBlock {
        var block = self
        block.numbers = numbers.indices.map { first + Int32($0 - used) }
        return block
    }

    /// The names that `isSuch` takes, and the others. A block of one kind is handed on as it is.
    package func divided(by isSuch: (UnsafeBufferPointer<UInt8>) -> Bool) -> (such: NameBlock, others: NameBlock) {
        var taken = 0
        forEach { taken += isSuch($1) ? 1 : 0 }
        if taken == 0 { return (NameBlock(), self) }
        if taken == count { return (self, NameBlock()) }
        var (such, others) = (NameBlock(), NameBlock())
        forEach { if isSuch($1) { such.append($0, $1) } else { others.append($0, $1) } }
        return (such, others)
    }

    /// Calls `body` with each number and name, in order.
    package func forEach(_ body: (Int32, UnsafeBufferPointer<UInt8>) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            for index in used..<numbers.count { body(numbers[index], UnsafeBufferPointer(rebasing: bytes[range(index)])) }
        }
    }

    fileprivate var room: Int { numbers.count }

    private func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]) }

    fileprivate mutating func popFirst() -> Picture {
        defer { used += 1 }
        return Picture(numbers[used], Array(bytes[range(used)]))
    }

    fileprivate mutating func popLast() -> Picture {
        let last = numbers.count - 1
        defer {
            bytes.removeLast(bytes.count - range(last).lowerBound)
            numbers.removeLast()
            ends.removeLast()
        }
        return Picture(numbers[last], Array(bytes[range(last)]))
    }

    /// The first names as a block of their own.
    fileprivate mutating func popFirst(_ count: Int) -> NameBlock {
        var block = NameBlock()
        bytes.withUnsafeBufferPointer { bytes in
            for index in used..<used + count { block.append(numbers[index], UnsafeBufferPointer(rebasing: bytes[range(index)])) }
        }
        used += count
        return block
    }

    /// Gives back the room for growing.
    fileprivate mutating func trim() { bytes = bytes.withUnsafeBufferPointer { Array($0) } }
}

/// Numbered names that wait in a line, in blocks. A block is freed when its last name has left.
package struct NameQueue: Sendable {
    private var blocks: [NameBlock] = []
    /// The number of blocks at the front that are empty.
    private var usedBlocks = 0
    package private(set) var count = 0

    private static let blockNames = 256

    package init() {}

    package var isEmpty: Bool { count == 0 }

    package mutating func append(_ number: Int32, _ name: UnsafeBufferPointer<UInt8>) {
        if blocks.isEmpty || blocks[blocks.count - 1].room >= NameQueue.blockNames {
            if !blocks.isEmpty { blocks[blocks.count - 1].trim() }
            blocks.append(NameBlock())
        }
        blocks[blocks.count - 1].append(number, name)
        count += 1
    }

    package mutating func append(_ block: NameBlock) {
        guard block.count > 0 else { return }
        blocks.append(block)
        count += block.count
    }

    package mutating func popFirst() -> Picture? {
        guard count > 0 else { return nil }
        defer { removeUsed(1) }
        return blocks[usedBlocks].popFirst()
    }

    /// At least one and at most so many of the first names; nil if there are none.
    package mutating func popFirst(atMost most: Int) -> NameBlock? {
        guard count > 0 else { return nil }
        let names = min(most, blocks[usedBlocks].count)
        defer { removeUsed(names) }
        guard names == blocks[usedBlocks].count else { return blocks[usedBlocks].popFirst(names) }
        let block = blocks[usedBlocks]
        blocks[usedBlocks] = NameBlock()
        return block
    }

    package mutating func popLast() -> Picture? {
        guard count > 0 else { return nil }
        let picture = blocks[blocks.count - 1].popLast()
        count -= 1
        if blocks[blocks.count - 1].count == 0 { blocks.removeLast() }
        if count == 0 { (blocks, usedBlocks) = ([], 0) }
        return picture
    }

    private mutating func removeUsed(_ names: Int) {
        count -= names
        guard blocks[usedBlocks].count == 0 else { return }
        blocks[usedBlocks] = NameBlock()
        usedBlocks += 1
        guard usedBlocks * 2 >= blocks.count else { return }
        blocks.removeFirst(usedBlocks)
        usedBlocks = 0
    }
}
