/// A layout whose frames stand in columns; it differs from the others in its plan alone.
protocol ColumnLayout: Layout {
    var frames: ColumnFrames { get set }
    var heightWhenEmpty: Double { get }
}

extension ColumnLayout {
    public var viewport: Size { frames.plan.viewport }
    public var sections: SectionTable { frames.sections }
    public var contentSize: Size { frames.contentSize(whenEmpty: heightWhenEmpty) }
    public var frontier: Double { frames.lowestBottom }

    public func frame(of item: Int) -> Rect { frames.frame(of: item) }
    public func items(meeting rect: Rect) -> [Int] { frames.items(meeting: rect) }
    public mutating func append(_ page: Page) { frames.append(page) }
    public mutating func truncate(to mark: LayoutMark) { frames.truncate(to: mark) }

    public var promises: LayoutPromises {
        let plan = frames.plan
        var promises = LayoutPromises()
        promises.across = plan.left...plan.viewport.width - plan.right
        promises.width = plan.width
        promises.extraHeight = plan.extraHeight
        promises.gap = max(plan.lead, plan.trail)
        // The items that begin a section in order are not put where there is room.
        if !plan.fillsInOrder || sections.count <= 1 {
            promises.balance = LayoutPromises.Balance(
                columns: plan.columns, gap: promises.gap, start: plan.start, firstGap: plan.firstLead)
        }
        return promises
    }
}
