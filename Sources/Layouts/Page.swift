/// Pictures that arrive together: their sizes in pixels and the sections they form.
public struct Page: Equatable, Sendable {
    public private(set) var widths: [Int32]
    public private(set) var heights: [Int32]
    /// How many pictures each section has; a section may be empty.
    public private(set) var sectionLengths: [Int]
    /// Whether the first section is the rest of the one that an earlier page left open.
    public let continuesSection: Bool

    public var count: Int { widths.count }

    /// Pictures of one section, or of sections of the lengths given.
    public init(
        widths: [Int32], heights: [Int32], sectionLengths: [Int]? = nil, continuesSection: Bool = false
    ) throws(LayoutError) {
        guard widths.count == heights.count else {
            throw LayoutError("heights", "there are \(heights.count) of them for \(widths.count) widths")
        }
        for index in widths.indices where widths[index] < 1 || heights[index] < 1 {
            throw LayoutError(
                "picture \(index)", "its size is \(widths[index])x\(heights[index]); both sides must be at least 1")
        }
        if let bad = sectionLengths?.first(where: { $0 < 0 || $0 > widths.count }) {
            throw LayoutError("sections", "no section of \(widths.count) pictures can have \(bad)")
        }
        // Each is at most the number of pictures, so only a very long list could overflow the sum.
        let sum = sectionLengths?.reduce(0) { $0 &+ $1 }
        guard sum == nil || sum == widths.count else {
            throw LayoutError("sections", "they have \(sum ?? 0) pictures, the page has \(widths.count)")
        }
        self.init(checked: widths, heights, sectionLengths ?? [widths.count], continuesSection)
    }

    /// Pictures in sections of `size` each, the last of which may be shorter. `filled` pictures of
    /// the section left open are already there.
    public init(
        widths: [Int32], heights: [Int32], sectionSize size: Int, filled: Int = 0
    ) throws(LayoutError) {
        guard size >= 1 else { throw LayoutError("section-size", "it is \(size); a section has at least 1 picture") }
        let open = filled % size
        var lengths: [Int] = []
        var placed = 0
        while placed < widths.count {
            let room = lengths.isEmpty && open > 0 ? size - open : size
            lengths.append(min(room, widths.count - placed))
            placed += lengths[lengths.count - 1]
        }
        if lengths.isEmpty, filled == 0 { lengths = [0] }
        try self.init(widths: widths, heights: heights, sectionLengths: lengths, continuesSection: open > 0)
    }

    private init(checked widths: [Int32], _ heights: [Int32], _ lengths: [Int], _ continues: Bool) {
        self.widths = widths
        self.heights = heights
        sectionLengths = lengths
        continuesSection = continues
    }

    /// Gives one picture the size that it has in a page, hence a sound one.
    public mutating func replaceSize(of item: Int, _ width: Int32, _ height: Int32) {
        precondition(width >= 1 && height >= 1, "both sides of a picture are at least 1")
        widths[item] = width
        heights[item] = height
    }

    /// Some pictures in a row, in the sections they have here: appended to the pictures before
    /// them, they give the whole again. An empty section goes with the picture
    /// behind it, and at the end with the last.
    public subscript(range: Range<Int>) -> Page {
        if range == 0..<count { return self }
        var section = 0
        var start = 0
        while section < sectionLengths.count, start < range.lowerBound,
            start + sectionLengths[section] <= range.lowerBound
        {
            start += sectionLengths[section]
            section += 1
        }
        let continues = start < range.lowerBound || (range.lowerBound == 0 && continuesSection)
        var lengths: [Int] = []
        // A section that begins where the cut is made belongs behind the cut; behind the last picture
        // there is no cut, so what is empty there goes with that picture.
        let isLast = range.upperBound == count && !range.isEmpty
        while section < sectionLengths.count, start < range.upperBound || isLast {
            let end = start + sectionLengths[section]
            lengths.append(min(end, range.upperBound) - max(start, range.lowerBound))
            start = end
            section += 1
        }
        return Page(checked: Array(widths[range]), Array(heights[range]), lengths, continues)
    }

    /// Pages as one; no pages are one section without pictures.
    public init(joining pages: [Page]) {
        var (widths, heights, lengths): ([Int32], [Int32], [Int]) = ([], [], [])
        for page in pages {
            widths += page.widths
            heights += page.heights
            var others = page.sectionLengths[...]
            if page.continuesSection, let rest = others.first, !lengths.isEmpty {
                lengths[lengths.count - 1] += rest
                others.removeFirst()
            }
            lengths += others
        }
        self.init(checked: widths, heights, pages.isEmpty ? [0] : lengths, pages.first?.continuesSection ?? false)
    }

    /// This page and the next as one.
    public func joined(with next: Page) -> Page { Page(joining: [self, next]) }
}
