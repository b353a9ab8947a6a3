/// A layout whose frames stand in columns. Column layouts differ only in their plan and their empty height.
protocol ColumnLayout: Layout {
    var frames: ColumnFrames { get set }
    var heightWhenEmpty: Double { get }
}

extension ColumnLayout {
    public var viewport: Size { frames.plan.viewport }
    public var sections: SectionTable { frames.sections }
    public var contentSize: Size { frames.contentSize(whenEmpty: heightWhenEmpty) }
    public var frontier: Double { frames.minBottom }

    public func frame(of item: Int) -> Rect { frames.frame(of: item) }
    public func items(meeting rect: Rect) -> [Int] { frames.items(meeting: rect) }
    public mutating func append(_ page: PicturePage) { frames.append(page) }
    public mutating func truncate(to mark: LayoutMark) { frames.truncate(to: mark) }

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
