/// How many items and sections a layout had; `truncate(to:)` goes back there.
public struct LayoutMark: Equatable, Sendable {
    /// The number of pictures.
    public let items: Int
    /// The number of sections, empty ones too.
    public let sections: Int

    package init(items: Int, sections: Int) {
        self.items = items
        self.sections = sections
    }
}

/// The items of each section.
public struct SectionTable: Equatable, Sendable {
    private var starts: [Int] = []
    /// The number of items in all sections together.
    public private(set) var itemCount = 0
    /// The name of each section; empty if sections have none.
    public private(set) var names: [String] = []

    init() {}

    /// The number of sections, empty ones too.
    public var count: Int { starts.count }
    var mark: LayoutMark { LayoutMark(items: itemCount, sections: starts.count) }

    /// The items of a section, which is counted from 0; an empty range if it has none.
    public func items(of section: Int) -> Range<Int> {
        starts[section]..<(section + 1 < starts.count ? starts[section + 1] : itemCount)
    }

    /// The section that an item belongs to.
    public func section(of item: Int) -> Int { sectionCount(startingBefore: item + 1) - 1 }

    /// The mark behind the first `items` items and the sections that begin among them.
    func mark(before items: Int) -> LayoutMark {
        items >= itemCount ? mark : LayoutMark(items: items, sections: sectionCount(startingBefore: items))
    }

    private func sectionCount(startingBefore item: Int) -> Int {
        partitionPoint(0..<starts.count) { starts[$0] < item }
    }

    /// Adds a page and returns, section by section, the items that it added.
    mutating func append(_ page: PicturePage) -> [AddedItems] {
        precondition(itemCount + page.count <= Int32.max, "items are counted in 32 bits")
        precondition(
            starts.isEmpty || page.sectionLengths.isEmpty || names.isEmpty == page.sectionNames.isEmpty,
            "all sections have names, or none")
        var added: [AddedItems] = []
        for (index, length) in page.sectionLengths.enumerated() {
            if index > 0 || !page.continuesSection || starts.isEmpty {
                starts.append(itemCount)
                if !page.sectionNames.isEmpty { names.append(page.sectionNames[index]) }
            }
            added.append(AddedItems(section: starts.count - 1, items: itemCount..<itemCount + length))
            itemCount += length
        }
        return added
    }

    mutating func truncate(to mark: LayoutMark) {
        precondition(mark.items <= itemCount && mark.sections <= starts.count, "a mark of another layout")
        starts.removeSubrange(mark.sections...)
        itemCount = mark.items
        if !names.isEmpty { names.removeSubrange(mark.sections...) }
    }

    struct AddedItems {
        let section: Int
        let items: Range<Int>
    }
}

/// Says of each item, in order, whether a section begins with it.
struct SectionCursor {
    private let sections: SectionTable
    private var section = 0
    /// The first item of the current section.
    private(set) var start = 0
    /// The first item of the next section.
    private var next = 0

    /// The first item that is asked for begins a section.
    init(_ sections: SectionTable, from first: Int = 0) {
        self.sections = sections
        next = first
    }

    @inline(__always)
    mutating func isAtStart(_ item: Int) -> Bool {
        guard item == next else { return false }
        advance(item)
        return true
    }

    private mutating func advance(_ item: Int) {
        start = item
        while section < sections.count, sections.items(of: section).lowerBound <= item { section += 1 }
        next = section < sections.count ? sections.items(of: section).lowerBound : Int.max
    }
}

/// The first index at which `isBefore` is false, found by binary search: all indexes with true come first.
@inline(__always)
func partitionPoint(_ range: Range<Int>, _ isBefore: (Int) -> Bool) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
        let middle = low + (high - low) / 2
        if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}

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
