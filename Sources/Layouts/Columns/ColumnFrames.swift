/// The frames of all column layouts, in flat arrays: 22 bytes an item, the stacks included.
struct ColumnFrames<Rule: ColumnRule>: Sendable {
    let rule: Rule
    private(set) var sections = SectionTable()
    private var tops: [Double] = []
    private var heights: [Double] = []
    private var columns: [UInt16] = []
    /// For each section the column of its first item; empty unless sections start in turn.
    private var firstColumns: [UInt16] = []
    /// The first heights of the items of the rule's first batch.
    private var firstHeights: [Double] = []
    private var stacks: ColumnStacks
    private var bottoms: ColumnBottoms

    init(_ rule: Rule) {
        self.rule = rule
        stacks = ColumnStacks(columns: rule.columns)
        bottoms = rule.emptyBottoms
    }

    var minBottom: Double { bottoms.least }

    var contentSize: Size {
        guard sections.itemCount > 0 else { return Size(width: rule.viewport.width, height: rule.heightWhenEmpty) }
        return Size(width: rule.viewport.width, height: rule.contentHeight(bottoms.greatest))
    }

    /// The bottom that the item leaves to its column.
    func nextBottom(below item: Int) -> Double { rule.end(top: tops[item], height: heights[item]) }

    func column(of item: Int) -> Int { Int(columns[item]) }

    func frame(of item: Int) -> Rect {
        let column = column(of: item)
        return Rect(
            x: rule.x(of: column), y: rule.y(tops[item]), width: rule.width(of: column), height: rule.points(heights[item]))
    }

    func items(meeting rect: Rect) -> [Int] {
        var answer: [Int] = []
        let key = rule.searchKey(reaching: rect.y)
        for column in rule.columns(from: rect.x, to: rect.maxX) {
            var index = stacks.firstIndex(of: column, reaching: key) { rule.searchKey(top: tops[$0], height: heights[$0]) }
            while index < stacks.count(of: column) {
                let item = stacks.item(index, of: column)
                let frame = frame(of: item)
                guard frame.y < rect.maxY else { break }
                if frame.meets(rect) { answer.append(item) }
                index += 1
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
        place(page, from: base, rule.firstBatch.map { turns(of: $0, page, from: base) } ?? turns(of: added))
    }

    /// Each item of the first batch goes to the column that is the shortest by first heights.
    private mutating func turns(of batch: FirstBatch, _ page: PicturePage, from base: Int) -> [PlacingLoop<Rule>.Turn] {
        guard base < batch.count else { return [] }
        var ends = rule.emptyBottoms.values
        for (item, height) in firstHeights.enumerated() { ends[column(of: item)] = rule.end(top: ends[column(of: item)], height: height) }
        return (0..<min(page.count, batch.count - base)).map { picture in
            let points = page.extraHeights.isEmpty ? 0 : page.extraHeights[picture]
            let height = batch.heights.height(page.widths[picture], page.heights[picture], adding: points)
            let column = ends.indices.min { ends[$0] < ends[$1] } ?? 0
            ends[column] = rule.end(top: ends[column], height: height)
            firstHeights.append(height)
            return PlacingLoop.Turn(items: base + picture..<base + picture + 1, column: column)
        }
    }

    private mutating func turns(of added: [SectionTable.AddedItems]) -> [PlacingLoop<Rule>.Turn] {
        switch rule.dealing {
        case .none: return []
        case .sections: return added.compactMap { turn(of: $0) }
        case .list:
            guard let start = added.first?.items.lowerBound, start < min(rule.columns, sections.itemCount) else { return [] }
            return [PlacingLoop.Turn(items: start..<min(rule.columns, sections.itemCount), column: start)]
        }
    }

    /// The items among those added that go to the columns in turn: the first ones of a section. The turn goes on
    /// where that of the section before ended.
    private mutating func turn(of part: SectionTable.AddedItems) -> PlacingLoop<Rule>.Turn? {
        if part.section == firstColumns.count {
            let before = part.section - 1
            let column = before < 0 ? 0 : Int(firstColumns[before]) + min(sections.items(of: before).count, rule.columns)
            firstColumns.append(UInt16(column % rule.columns))
        }
        let start = sections.items(of: part.section).lowerBound
        let end = min(part.items.upperBound, start + rule.columns)
        guard part.items.lowerBound < end else { return nil }
        let column = (Int(firstColumns[part.section]) + part.items.lowerBound - start) % rule.columns
        return PlacingLoop.Turn(items: part.items.lowerBound..<end, column: column)
    }

    /// Runs the placing loop on pointers: `append` has made the arrays long enough, and a bounds check
    /// for each access would double the time.
    private mutating func place(_ page: PicturePage, from base: Int, _ turns: [PlacingLoop<Rule>.Turn]) {
        let rule = rule
        Self.withPointers(page, &tops, &heights, &columns) { output in
            stacks.withPusher { pusher in
                var loop = PlacingLoop(rule: rule, base: base, output: output, pusher: pusher)
                bottoms.withFinder(
                    few: { loop.run(&$0, turns) }, many: { loop.run(&$0, turns) }, tolerant: { loop.run(&$0, turns) })
                pusher = loop.pusher
            }
        }
    }

    private static func withPointers(
        _ page: PicturePage, _ tops: inout [Double], _ heights: inout [Double], _ columns: inout [UInt16],
        _ body: (PlacingLoop<Rule>.Arrays) -> Void
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
        firstHeights.removeSubrange(min(mark.items, firstHeights.count)...)
        sections.truncate(to: mark)
        if rule.dealing == .sections { firstColumns.removeSubrange(mark.sections...) }
        let empty = rule.emptyBottoms
        let ends = (0..<rule.columns).map { column in
            let count = stacks.count(of: column)
            return count > 0 ? nextBottom(below: stacks.item(count - 1, of: column)) : empty.values[column]
        }
        bottoms.reset(lastColumn: columns.last.map(Int.init)) { ends[$0] }
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
