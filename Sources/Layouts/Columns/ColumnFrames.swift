/// Frames in columns: what the column layouts share. Flat arrays, 22 bytes an item with the stacks.
struct ColumnFrames: Sendable {
    let plan: ColumnPlan
    private(set) var sections = SectionTable()
    private var tops: [Double] = []
    private var heights: [Double] = []
    private var columns: [UInt16] = []
    private var stacks: ColumnStacks
    private var race: ShortestColumn

    init(_ plan: ColumnPlan) {
        self.plan = plan
        stacks = ColumnStacks(columns: plan.columns)
        race = ShortestColumn(columns: plan.columns, start: plan.start)
    }

    var lowestBottom: Double { race.lowest }

    /// With no items only the insets count, and of those the layouts differ in the upper.
    func contentSize(whenEmpty height: Double) -> Size {
        guard sections.itemCount > 0 else { return Size(width: plan.viewport.width, height: height) }
        var bottom = plan.start
        for column in 0..<plan.columns { bottom = max(bottom, race.bottoms[column]) }
        return Size(width: plan.viewport.width, height: bottom + plan.end)
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

    mutating func append(_ page: Page) {
        let base = sections.itemCount
        let stretches = sections.append(page)
        tops.extend(by: page.count)
        heights.extend(by: page.count)
        columns.extend(by: page.count)
        stacks.reserve(page.count)
        var ordered: [Range<Int>] = []
        if plan.fillsInOrder {
            for stretch in stretches {
                let start = sections.items(of: stretch.section).lowerBound
                let end = min(stretch.items.upperBound, start + plan.columns)
                if stretch.items.lowerBound < end { ordered.append(stretch.items.lowerBound..<end) }
            }
        }
        place(page, from: base, ordered: ordered)
    }

    /// The loop over a million items, on pointers: they were checked above, and a check for each
    /// access would double the time.
    private mutating func place(_ page: Page, from base: Int, ordered: [Range<Int>]) {
        let plan = plan
        let sections = sections
        Self.withPointers(page, &tops, &heights, &columns) { output in
            stacks.withPusher { pusher in
                var loop = PlacingLoop(plan: plan, base: base, output: output, pusher: pusher)
                race.withRace(
                    few: { loop.run(&$0, ordered, sections) }, many: { loop.run(&$0, ordered, sections) })
                pusher = loop.pusher
            }
        }
    }

    private static func withPointers(
        _ page: Page, _ tops: inout [Double], _ heights: inout [Double], _ columns: inout [UInt16],
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
        race.reset { column in
            let count = stacks.count(of: column)
            guard count > 0 else { return plan.start }
            let item = stacks.item(count - 1, of: column)
            return tops[item] + heights[item] + plan.trail
        }
    }
}
