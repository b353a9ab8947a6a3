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
        let tops: UnsafeMutableBufferPointer<Double>
        let heights: UnsafeMutableBufferPointer<Double>
        let columns: UnsafeMutableBufferPointer<UInt16>
    }

    /// Items in `ordered` go to the columns in the order of their section, all others to the shortest.
    @inline(__always)
    mutating func run(_ race: inout some ColumnRace, _ ordered: [Range<Int>], _ sections: SectionTable) {
        var item = base
        for stretch in ordered {
            placeShortest(item..<stretch.lowerBound, &race)
            let start = sections.items(of: sections.section(of: stretch.lowerBound)).lowerBound
            for item in stretch { place(item, item - start, &race) }
            item = stretch.upperBound
        }
        placeShortest(item..<base + output.widths.count, &race)
    }

    @inline(__always)
    private mutating func placeShortest(_ items: Range<Int>, _ race: inout some ColumnRace) {
        for item in items { place(item, race.shortest, &race) }
    }

    @inline(__always)
    private mutating func place(_ item: Int, _ column: Int, _ race: inout some ColumnRace) {
        let picture = item &- base
        // In this order, so that the bits are those of the phone.
        let height =
            Double(output.pictureHeights[picture]) / Double(output.widths[picture]) * plan.width + plan.extraHeight
        let top = race[column] + (pusher.isEmpty(column) ? plan.firstLead : plan.lead)
        let bottom = top + height
        output.tops[item] = top
        output.heights[item] = height
        output.columns[item] = UInt16(truncatingIfNeeded: column)
        race[column] = bottom + plan.trail
        pusher.push(item, bottom: bottom, to: column)
    }
}
