/// Items as bits: each screen may have a finding for each of millions of items.
struct ItemSet: Equatable, Sendable {
    private var words: [UInt64] = []

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    func contains(_ item: Int) -> Bool { item / 64 < words.count && words[item / 64] & Self.bit(item) != 0 }

    mutating func insert(_ item: Int) {
        grow(to: item / 64 + 1)
        words[item / 64] |= Self.bit(item)
    }

    mutating func remove(_ item: Int) {
        if item / 64 < words.count { words[item / 64] &= ~Self.bit(item) }
    }

    mutating func formUnion(_ other: ItemSet) {
        grow(to: other.words.count)
        for (index, word) in other.words.enumerated() { words[index] |= word }
    }

    private mutating func grow(to count: Int) {
        if count > words.count { words += repeatElement(0, count: count - words.count) }
    }

    private static func bit(_ item: Int) -> UInt64 { 1 << UInt64(item % 64) }
}
