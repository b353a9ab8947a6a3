/// The frames of all column layouts, in flat arrays: 22 bytes an item, the stacks included.
struct ColumnFrames: Sendable {
    let plan: ColumnPlan
    private(set) var sections = SectionTable()
    private var tops: [Double] = []
    private var heights: [Double] = []
    private var columns: [UInt16] = []
    /// For each section the column of its first item; empty unless sections start in turn.
    private var firstColumns: [UInt16] = []
    private var stacks: ColumnStacks
    private var bottoms: ColumnBottoms

    init(_ plan: ColumnPlan) {
        self.plan = plan
        stacks = ColumnStacks(columns: plan.columns)
        bottoms = plan.emptyBottoms
    }

    var minBottom: Double { bottoms.least }

    /// Without items the height is made of insets, and layouts differ in whether the upper one counts.
    func contentSize(whenEmpty height: Double) -> Size {
        guard sections.itemCount > 0 else { return Size(width: plan.viewport.width, height: height) }
        var bottom = bottoms.values[0]
        for column in 1..<max(1, plan.columns) { bottom = max(bottom, bottoms.values[column]) }
        return Size(width: plan.viewport.width, height: bottom + plan.bottomInset)
    }

    /// The bottom that the item leaves to its column.
    func nextBottom(below item: Int) -> Double {
        plan.reading.placing(tops[item] + heights[item] + plan.gapBelow)
    }

    func column(of item: Int) -> Int { Int(columns[item]) }

    func frame(of item: Int) -> Rect {
        Rect(x: plan.x(of: column(of: item)), y: tops[item], width: plan.width, height: heights[item])
    }

    func items(meeting rect: Rect) -> [Int] {
        var answer: [Int] = []
        for column in plan.columns(from: rect.x, to: rect.maxX) {
            // As Doubles the bottoms of one column may be out of order; as they are read they are not.
            var place = stacks.firstPlace(of: column, reaching: plan.reading.placing(rect.y)) {
                plan.reading.placing(tops[$0] + heights[$0])
            }
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
        place(page, from: base, plan.startsSectionsInOrder ? added.compactMap { turn(of: $0) } : [])
    }

    /// The items among those added that go to the columns in turn: the first ones of a section. The turn goes on
    /// where that of the section before ended.
    private mutating func turn(of part: SectionTable.AddedItems) -> PlacingLoop.Turn? {
        if part.section == firstColumns.count {
            let before = part.section - 1
            let column = before < 0 ? 0 : Int(firstColumns[before]) + min(sections.items(of: before).count, plan.columns)
            firstColumns.append(UInt16(column % plan.columns))
        }
        let start = sections.items(of: part.section).lowerBound
        let end = min(part.items.upperBound, start + plan.columns)
        guard part.items.lowerBound < end else { return nil }
        let column = (Int(firstColumns[part.section]) + part.items.lowerBound - start) % plan.columns
        return PlacingLoop.Turn(items: part.items.lowerBound..<end, column: column)
    }

    /// Runs the placing loop on pointers: `append` has made the arrays long enough, and a bounds check
    /// for each access would double the time.
    private mutating func place(_ page: PicturePage, from base: Int, _ turns: [PlacingLoop.Turn]) {
        let plan = plan
        Self.withPointers(page, &tops, &heights, &columns) { output in
            stacks.withPusher { pusher in
                var loop = PlacingLoop(plan: plan, base: base, output: output, pusher: pusher)
                bottoms.withFinder(few: { loop.run(&$0, turns) }, many: { loop.run(&$0, turns) })
                pusher = loop.pusher
            }
        }
    }

    private static func withPointers(
        _ page: PicturePage, _ tops: inout [Double], _ heights: inout [Double], _ columns: inout [UInt16],
        _ body: (PlacingLoop.Arrays) -> Void
    ) {
        page.withUnsafeSizes { widths, pictureHeights, extraHeights in
            tops.withUnsafeMutableBufferPointer { tops in
                heights.withUnsafeMutableBufferPointer { heights in
                    columns.withUnsafeMutableBufferPointer { columns in
                        body(
                            PlacingLoop.Arrays(
                                widths: widths, pictureHeights: pictureHeights, extraHeights: extraHeights, tops: tops,
                                heights: heights, columns: columns))
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
        if plan.startsSectionsInOrder { firstColumns.removeSubrange(mark.sections...) }
        let ends = (0..<plan.columns).map { column in
            let count = stacks.count(of: column)
            return count > 0 ? nextBottom(below: stacks.item(count - 1, of: column)) : plan.reading.placing(plan.top)
        }
        bottoms.reset { ends[$0] }
    }
}

extension PicturePage {
    fileprivate func withUnsafeSizes(
        _ body: (UnsafeBufferPointer<Int32>, UnsafeBufferPointer<Int32>, UnsafeBufferPointer<Double>) -> Void
    ) {
        widths.withUnsafeBufferPointer { widths in
            heights.withUnsafeBufferPointer { heights in
                extraHeights.withUnsafeBufferPointer { body(widths, heights, $0) }
            }
        }
    }
}
