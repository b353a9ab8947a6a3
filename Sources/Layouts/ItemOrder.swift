/// Sorts item numbers. A query collects them column by column, so they are dense: setting one bit for
/// each and reading the bits in order is faster than sorting.
func inItemOrder(_ items: [Int]) -> [Int] {
    guard items.count > 64, let first = items.min(), let last = items.max(), (last - first) / 64 < items.count else {
        return items.sorted()
    }
    var marks = [UInt64](repeating: 0, count: (last - first) / 64 + 1)
    for item in items { marks[(item - first) / 64] |= 1 << UInt64((item - first) % 64) }
    var ordered: [Int] = []
    ordered.reserveCapacity(items.count)
    for (index, word) in marks.enumerated() {
        var rest = word
        while rest != 0 {
            ordered.append(first + index * 64 + rest.trailingZeroBitCount)
            rest &= rest - 1
        }
    }
    return ordered
}
