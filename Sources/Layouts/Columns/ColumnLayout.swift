/// A layout whose frames stand in columns. Column layouts differ only in their plan and their empty height.
protocol ColumnLayout: Layout {
    var frames: ColumnFrames { get set }
    var heightWhenEmpty: Double { get }
}

extension ColumnLayout {
    /// The screen, of which the columns share the width.
    public var viewport: Size { frames.plan.viewport }
    /// As the pages have them; only in mk-masonry they change where items are.
    public var sections: SectionTable { frames.sections }
    /// As wide as the screen, and as high as the tallest column with what is below it.
    public var contentSize: Size { frames.contentSize(whenEmpty: heightWhenEmpty) }
    /// The bottom of the shortest column.
    public var frontier: Double { frames.minBottom }

    /// As it was when the item was appended: no append moves it.
    public func frame(of item: Int) -> Rect { frames.frame(of: item) }
    /// Found in each column by a binary search.
    public func items(meeting rect: Rect) -> [Int] { frames.items(meeting: rect) }
    /// Takes the same time for each picture, however many there are before.
    public mutating func append(_ page: PicturePage) { frames.append(page) }
    /// Takes the items behind the mark out of their columns.
    public mutating func truncate(to mark: LayoutMark) { frames.truncate(to: mark) }

    /// All items have one width and one gap.
    public var guarantees: LayoutGuarantees {
        let plan = frames.plan
        var guarantees = LayoutGuarantees()
        guarantees.across = plan.left...plan.viewport.width - plan.right
        guarantees.width = plan.width
        guarantees.extraHeight = plan.extraHeight
        guarantees.gap = max(plan.gapAbove, plan.gapBelow)
        // Items that start a section in order do not go to the shortest column.
        if !plan.startsSectionsInOrder || sections.count <= 1 {
            guarantees.balance = LayoutGuarantees.Balance(
                columns: plan.columns, gap: guarantees.gap, start: plan.top, firstGap: plan.gapAboveFirst,
                gapBelow: plan.gapBelow, reading: plan.reading)
        }
        return guarantees
    }
}
