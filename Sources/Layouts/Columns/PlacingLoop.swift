/// Puts pictures into columns, one after another.
struct PlacingLoop<Rule: ColumnRule> {
    let rule: Rule
    /// The number of the page's first item.
    let base: Int
    let output: Arrays
    var pusher: ColumnStacks.Pusher

    struct Arrays {
        let widths: UnsafeBufferPointer<Int32>
        let pictureHeights: UnsafeBufferPointer<Int32>
        /// The points that are added below each picture; empty if there are none.
        let extraHeights: UnsafeBufferPointer<Double>
        let tops: UnsafeMutableBufferPointer<Double>
        let heights: UnsafeMutableBufferPointer<Double>
        let columns: UnsafeMutableBufferPointer<UInt16>
    }

    /// Items that go to the columns in turn, and the column of the first of them.
    struct Turn {
        let items: Range<Int>
        let column: Int
    }

    /// Items outside the turns go to the column that is chosen.
    @inline(__always)
    mutating func run(_ bottoms: inout some ColumnFinder, _ turns: [Turn]) {
        var item = base
        for turn in turns {
            placeChosen(item..<turn.items.lowerBound, &bottoms)
            var column = turn.column
            for item in turn.items {
                place(item, column, &bottoms)
                column = column + 1 < rule.columns ? column + 1 : 0
            }
            item = turn.items.upperBound
        }
        placeChosen(item..<base + output.widths.count, &bottoms)
    }

    @inline(__always)
    private mutating func placeChosen(_ items: Range<Int>, _ bottoms: inout some ColumnFinder) {
        for item in items { place(item, bottoms.next(), &bottoms) }
    }

    @inline(__always)
    private mutating func place(_ item: Int, _ column: Int, _ bottoms: inout some ColumnFinder) {
        let picture = item &- base
        let points = output.extraHeights.isEmpty ? 0 : output.extraHeights[picture]
        let height = rule.height(output.widths[picture], output.pictureHeights[picture], adding: points, in: column)
        let top = rule.top(below: bottoms[column], isFirst: pusher.isEmpty(column))
        output.tops[item] = top
        output.heights[item] = height
        output.columns[item] = UInt16(truncatingIfNeeded: column)
        bottoms[column] = rule.end(top: top, height: height)
        if pusher.push(item, to: column) { pusher.addKey(rule.searchKey(top: top, height: height), to: column) }
    }
}
