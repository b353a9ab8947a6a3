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
