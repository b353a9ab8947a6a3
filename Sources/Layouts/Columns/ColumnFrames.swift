/// The frames of all column layouts, in flat arrays: 22 bytes an item, the stacks included.
struct ColumnFrames: Sendable {
    let plan: ColumnPlan
    private(set) var sections = SectionTable()
    private var tops: [Double] = []
    private var heights: [Double] = []
    private var columns: [UInt16] = []
    private var stacks: ColumnStacks
    private var bottoms: ColumnBottoms

    init(_ plan: ColumnPlan) {
        self.plan = plan
        stacks = ColumnStacks(columns: plan.columns)
        bottoms = ColumnBottoms(columns: plan.columns, start: plan.top)
    }

    var minBottom: Double { bottoms.least }

    /// Without items the height is made of insets, and layouts differ in whether the upper one counts.
    func contentSize(whenEmpty height: Double) -> Size {
        guard sections.itemCount > 0 else { return Size(width: plan.viewport.width, height: height) }
        var bottom = plan.top
        for column in 0..<plan.columns { bottom = max(bottom, bottoms.values[column]) }
        return Size(width: plan.viewport.width, height: bottom + plan.bottomInset)
    }

    func frame(of item: Int) -> Rect {
        Rect(x: plan.x(of: Int(columns[item])), y: tops[item], width: plan.width, height: heights[item])
    }

    func items(meeting rect: Rect) -> [Int] {
        var answer: [Int] = []
        for column in plan.columns(from: rect.x, to: rect.maxX) {
            var place = stacks.firstPlace(of: column, below: rect.y) { tops[$0] + heights[$0] }
            while place < stacks.count(of: column) {
                let item = stacks.item(place, of: column)
                guard tops[item] < rect.maxY else { break }
                if frame(of: item).meets(rect) { answer.append(item) }
                place += 1
            }
        }
        return inItemOrder(answer)
    }

    mutating func append(_ page: PicturePage) {
        let base = sections.itemCount
        let added = sections.append(page)
        tops.grow(by: page.count)
        heights.grow(by: page.count)
        columns.grow(by: page.count)
        stacks.reserve(page.count)
        var ordered: [Range<Int>] = []
        if plan.startsSectionsInOrder {
            for part in added {
                let start = sections.items(of: part.section).lowerBound
                let end = min(part.items.upperBound, start + plan.columns)
                if part.items.lowerBound < end { ordered.append(part.items.lowerBound..<end) }
            }
        }
        place(page, from: base, ordered: ordered)
    }

    /// Runs the placing loop on pointers: `append` has made the arrays long enough, and a bounds check
    /// for each access would double the time.
    private mutating func place(_ page: PicturePage, from base: Int, ordered: [Range<Int>]) {
        let plan = plan
        let sections = sections
        Self.withPointers(page, &tops, &heights, &columns) { output in
            stacks.withPusher { pusher in
                var loop = PlacingLoop(plan: plan, base: base, output: output, pusher: pusher)
                bottoms.withFinder(
                    few: { loop.run(&$0, ordered, sections) }, many: { loop.run(&$0, ordered, sections) })
                pusher = loop.pusher
            }
        }
    }

    private static func withPointers(
        _ page: PicturePage, _ tops: inout [Double], _ heights: inout [Double], _ columns: inout [UInt16],
        _ body: (PlacingLoop.Arrays) -> Void
    ) {
        page.widths.withUnsafeBufferPointer { widths in
            page.heights.withUnsafeBufferPointer { pictureHeights in
                tops.withUnsafeMutableBufferPointer { tops in
                    heights.withUnsafeMutableBufferPointer { heights in
                        columns.withUnsafeMutableBufferPointer { columns in
                            body(
                                PlacingLoop.Arrays(
                                    widths: widths, pictureHeights: pictureHeights, tops: tops, heights: heights,
                                    columns: columns))
                        }
                    }
                }
            }
        }
    }

    mutating func truncate(to mark: LayoutMark) {
        for item in stride(from: sections.itemCount - 1, through: mark.items, by: -1) {
            stacks.pop(Int(columns[item]))
        }
        tops.removeSubrange(mark.items...)
        heights.removeSubrange(mark.items...)
        columns.removeSubrange(mark.items...)
        sections.truncate(to: mark)
        bottoms.reset { column in
            let count = stacks.count(of: column)
            guard count > 0 else { return plan.top }
            let item = stacks.item(count - 1, of: column)
            return tops[item] + heights[item] + plan.gapBelow
        }
    }
}
