/// How far a layout had come: what is undone when it goes back there.
public struct LayoutMark: Equatable, Sendable {
    public let items: Int
    public let sections: Int

    public init(items: Int, sections: Int) {
        self.items = items
        self.sections = sections
    }
}

/// Which items form which section.
public struct SectionTable: Equatable, Sendable {
    private var starts: [Int] = []
    public private(set) var itemCount = 0

    public init() {}

    public var count: Int { starts.count }
    public var mark: LayoutMark { LayoutMark(items: itemCount, sections: starts.count) }

    public func items(of section: Int) -> Range<Int> {
        starts[section]..<(section + 1 < starts.count ? starts[section + 1] : itemCount)
    }

    /// The section that an item belongs to.
    public func section(of item: Int) -> Int { sectionCount(startingBefore: item + 1) - 1 }

    /// The mark behind the first `items` items and the sections that began with one of them.
    public func mark(before items: Int) -> LayoutMark {
        items >= itemCount ? mark : LayoutMark(items: items, sections: sectionCount(startingBefore: items))
    }

    private func sectionCount(startingBefore item: Int) -> Int {
        partition(0..<starts.count) { starts[$0] < item }
    }

    /// Takes in a page and says which stretch of it went to which section.
    mutating func append(_ page: Page) -> [Stretch] {
        precondition(itemCount + page.count <= Int32.max, "items are counted in 32 bits")
        var stretches: [Stretch] = []
        for (index, length) in page.sectionLengths.enumerated() {
            if index > 0 || !page.continuesSection || starts.isEmpty { starts.append(itemCount) }
            stretches.append(Stretch(section: starts.count - 1, items: itemCount..<itemCount + length))
            itemCount += length
        }
        return stretches
    }

    mutating func truncate(to mark: LayoutMark) {
        precondition(mark.items <= itemCount && mark.sections <= starts.count, "a mark of another layout")
        starts.removeSubrange(mark.sections...)
        itemCount = mark.items
    }

    struct Stretch {
        let section: Int
        let items: Range<Int>
    }
}

/// The first place of the range at which `isBefore` is false; it is true up to there and false from there on.
@inline(__always)
func partition(_ range: Range<Int>, _ isBefore: (Int) -> Bool) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
        let middle = low + (high - low) / 2
        if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}
