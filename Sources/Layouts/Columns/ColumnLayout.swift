/// A layout whose frames stand in columns. Column layouts differ only in their rule.
protocol ColumnLayout: Layout {
    associatedtype Rule: ColumnRule
    var frames: ColumnFrames<Rule> { get set }
}

extension ColumnLayout {
    /// The screen, of which the columns share the width.
    public var viewport: Size { frames.rule.viewport }
    /// As the pages have them; only in mk-masonry they change where items are.
    public var sections: SectionTable { frames.sections }
    /// As wide as the screen, and as high as the tallest column with what is below it.
    public var contentSize: Size { frames.contentSize }
    /// The bottom of the shortest column.
    public var frontier: Double { frames.rule.y(frames.minBottom) }

    /// As it was when the item was appended: no append moves it.
    public func frame(of item: Int) -> Rect { frames.frame(of: item) }
    /// Found in each column by a binary search.
    public func items(meeting rect: Rect) -> [Int] { frames.items(meeting: rect) }
    /// Takes the same time for each picture, however many there are before.
    public mutating func append(_ page: PicturePage) { frames.append(page) }
    /// Takes the items behind the mark out of their columns.
    public mutating func truncate(to mark: LayoutMark) { frames.truncate(to: mark) }

    /// Those of the rule.
    public var guarantees: LayoutGuarantees { frames.rule.guarantees(sections, contentHeight: frames.contentSize.height) }
}
