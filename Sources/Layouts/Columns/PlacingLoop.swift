/// Puts pictures into columns, one after another.
struct PlacingLoop {
    let plan: ColumnPlan
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

    /// Items outside the turns go to the shortest column.
    @inline(__always)
    mutating func run(_ bottoms: inout some ColumnFinder, _ turns: [Turn]) {
        var item = base
        for turn in turns {
            placeShortest(item..<turn.items.lowerBound, &bottoms)
            var column = turn.column
            for item in turn.items {
                place(item, column, &bottoms)
                column = column + 1 < plan.columns ? column + 1 : 0
            }
            item = turn.items.upperBound
        }
        placeShortest(item..<base + output.widths.count, &bottoms)
    }

    @inline(__always)
    private mutating func placeShortest(_ items: Range<Int>, _ bottoms: inout some ColumnFinder) {
        for item in items { place(item, bottoms.shortest, &bottoms) }
    }

    @inline(__always)
    private mutating func place(_ item: Int, _ column: Int, _ bottoms: inout some ColumnFinder) {
        let picture = item &- base
        let strip = output.extraHeights.isEmpty ? plan.extraHeight : plan.extraHeight + output.extraHeights[picture]
        // The phone computes in this order; another one would give other bits.
        let height = Double(output.pictureHeights[picture]) / Double(output.widths[picture]) * plan.width + strip
        let top = bottoms[column] + (pusher.isEmpty(column) ? plan.gapAboveFirst : plan.gapAbove)
        let bottom = top + height
        output.tops[item] = top
        output.heights[item] = height
        output.columns[item] = UInt16(truncatingIfNeeded: column)
        bottoms[column] = plan.reading.placing(bottom + plan.gapBelow)
        pusher.push(item, bottom: plan.reading.placing(bottom), to: column)
    }
}
