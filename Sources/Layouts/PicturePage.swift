/// The sizes in pixels of pictures that arrive together, and the sections they form.
public struct PicturePage: Equatable, Sendable {
    /// In pixels, each at least 1, in the order of the pictures.
    public private(set) var widths: [Int32]
    /// In pixels, each at least 1, one for each width.
    public private(set) var heights: [Int32]
    /// How many pictures each section has; a section may be empty.
    public private(set) var sectionLengths: [Int]
    /// The name of each section; empty if sections have none.
    public private(set) var sectionNames: [String]
    /// The points that are added below each picture; empty if nothing is added.
    public private(set) var extraHeights: [Double] = []
    /// Whether the first section continues the last one of the page before.
    public let continuesSection: Bool

    /// The number of pictures.
    public var count: Int { widths.count }

    /// All pictures form one section unless `sectionLengths` says otherwise.
    public init(
        widths: [Int32], heights: [Int32], sectionLengths: [Int]? = nil, sectionNames: [String] = [],
        continuesSection: Bool = false
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
        // Each length is at most the number of pictures, so only a very long list could overflow the sum.
        let sum = sectionLengths?.reduce(0) { $0 &+ $1 }
        guard sum == nil || sum == widths.count else {
            throw LayoutError("sections", "they have \(sum ?? 0) pictures, the page has \(widths.count)")
        }
        let lengths = sectionLengths ?? [widths.count]
        guard sectionNames.isEmpty || sectionNames.count == lengths.count else {
            throw LayoutError("sections", "there are \(sectionNames.count) names for \(lengths.count) of them")
        }
        self.init(checked: widths, heights, lengths, sectionNames, continuesSection)
    }

    /// Begins a section where the name of a picture differs from the one before it. `last` is the name of the
    /// last picture of the pages before this one, whose section goes on if it has the same name.
    public init(
        widths: [Int32], heights: [Int32], namedAfter pictures: [String], behind last: String? = nil
    ) throws(LayoutError) {
        guard pictures.count == widths.count else {
            throw LayoutError("sections", "there are \(pictures.count) names for \(widths.count) pictures")
        }
        var lengths: [Int] = []
        var names: [String] = []
        for name in pictures {
            if name == names.last {
                lengths[lengths.count - 1] += 1
            } else {
                names.append(name)
                lengths.append(1)
            }
        }
        try self.init(
            widths: widths, heights: heights, sectionLengths: lengths, sectionNames: names,
            continuesSection: last != nil && last == names.first)
    }

    /// Cuts sections of `size` pictures; the last one may be shorter. The pages before this one hold
    /// `filled` pictures, and the first section continues theirs if it is not full.
    public init(
        widths: [Int32], heights: [Int32], sectionSize size: Int, filled: Int = 0
    ) throws(LayoutError) {
        guard size >= 1 else { throw LayoutError("section-size", "it is \(size); a section has at least 1 picture") }
        let open = filled % size
        var lengths: [Int] = []
        var taken = 0
        while taken < widths.count {
            let room = lengths.isEmpty && open > 0 ? size - open : size
            lengths.append(min(room, widths.count - taken))
            taken += lengths[lengths.count - 1]
        }
        if lengths.isEmpty, filled == 0 { lengths = [0] }
        try self.init(widths: widths, heights: heights, sectionLengths: lengths, continuesSection: open > 0)
    }

    private init(
        checked widths: [Int32], _ heights: [Int32], _ lengths: [Int], _ names: [String], _ continues: Bool
    ) {
        self.widths = widths
        self.heights = heights
        sectionLengths = lengths
        sectionNames = names
        continuesSection = continues
    }

    /// The page with points that are added below each picture.
    public func adding(extraHeights: [Double]) throws(LayoutError) -> PicturePage {
        guard extraHeights.count == count else {
            throw LayoutError("extra-height", "there are \(extraHeights.count) of them for \(count) pictures")
        }
        for height in extraHeights { try ParameterLimits.check(height, "extra-height") }
        var page = self
        page.extraHeights = extraHeights
        return page
    }

    /// Both sides must come from another page, which has checked them.
    package mutating func replaceSize(of item: Int, _ width: Int32, _ height: Int32) {
        precondition(width >= 1 && height >= 1, "both sides of a picture are at least 1")
        widths[item] = width
        heights[item] = height
    }

    /// A part of the page. Parts that are appended one after another give the whole page again. An
    /// empty section goes into the part of the picture behind it, or at the end into the last part.
    public subscript(range: Range<Int>) -> PicturePage {
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
        let first = section
        // A section that begins at the end of the range belongs to the next part. There is no next part
        // behind the last picture, so the empty sections at the end belong to this one.
        let isLast = range.upperBound == count && !range.isEmpty
        while section < sectionLengths.count, start < range.upperBound || isLast {
            let end = start + sectionLengths[section]
            lengths.append(min(end, range.upperBound) - max(start, range.lowerBound))
            start = end
            section += 1
        }
        let names = sectionNames.isEmpty ? [] : Array(sectionNames[first..<section])
        var page = PicturePage(checked: Array(widths[range]), Array(heights[range]), lengths, names, continues)
        if !extraHeights.isEmpty { page.extraHeights = Array(extraHeights[range]) }
        return page
    }

    /// A page without pictures, in one section.
    static let empty = PicturePage(checked: [], [], [0], [], false)

    /// The same pictures, all of which continue the section before.
    var continuingSection: PicturePage { PicturePage(checked: widths, heights, [count], [], true) }

    /// Joins pages to one. An empty list gives one section without pictures.
    public init(joining pages: [PicturePage]) {
        var (widths, heights, lengths): ([Int32], [Int32], [Int]) = ([], [], [])
        var names: [String] = []
        for page in pages {
            widths += page.widths
            heights += page.heights
            var others = page.sectionLengths[...]
            var otherNames = page.sectionNames[...]
            if page.continuesSection, let rest = others.first, !lengths.isEmpty {
                lengths[lengths.count - 1] += rest
                others.removeFirst()
                otherNames = otherNames.dropFirst()
            }
            lengths += others
            names += otherNames
        }
        self.init(
            checked: widths, heights, pages.isEmpty ? [0] : lengths, names, pages.first?.continuesSection ?? false)
        guard pages.contains(where: { !$0.extraHeights.isEmpty }) else { return }
        extraHeights = pages.flatMap { $0.extraHeights.isEmpty ? Array(repeating: 0, count: $0.count) : $0.extraHeights }
    }

    /// This page and the next as one.
    public func joined(with next: PicturePage) -> PicturePage { PicturePage(joining: [self, next]) }
}
