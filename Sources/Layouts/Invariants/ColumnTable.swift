/// The columns that frames stand in, found out while the frames go by in item order. A column is
/// found by the place of a frame's middle, not by looking for it.
struct ColumnTable {
    struct Column {
        fileprivate(set) var minX: Double
        fileprivate(set) var maxX: Double
        fileprivate(set) var bottom: Double
        /// The item that ends at the bottom, the later one if two do.
        fileprivate(set) var item: Int
    }

    private var slots: [Column]
    private let start: Double
    private let slotsPerPoint: Double
    private let slack: Double
    private let promises: LayoutPromises
    private var cursor: SectionCursor
    private var narrowest = Double.infinity
    private var areSeparate = true
    /// Whether the frames of each column begin at the very same x.
    private(set) var areUpright = true
    private(set) var tallest = 0.0
    /// The bottom of the column that the last item went to, and the item's x.
    private var lastPick: (bottom: Double, x: Double) = (-.infinity, 0)
    /// Gaps that are none, and items that went to the wrong column.
    private(set) var stacking: InvariantReport

    /// Of a layout that has frames: as many slots as frames of the first one's width stand side by side.
    init(
        _ layout: any Layout, _ promises: LayoutPromises, across: ClosedRange<Double>, slack: Double, limit: Int
    ) {
        let first = layout.frame(of: 0)
        let width = promises.scrollsHorizontally ? first.height : first.width
        let span = across.upperBound - across.lowerBound
        let count = width > 0 && span > 0 ? (span / width).rounded().clamped(to: 1...Double(Bounds.columns)) : 1
        slots = Array(
            repeating: Column(minX: .infinity, maxX: -.infinity, bottom: -.infinity, item: -1), count: Int(count))
        start = across.lowerBound
        slotsPerPoint = span > 0 ? count / span : 0
        self.slack = slack
        self.promises = promises
        cursor = SectionCursor(layout.sections)
        stacking = InvariantReport(limit: limit)
    }

    mutating func take(_ frames: [Rect], from first: Int) {
        let isHorizontal = promises.scrollsHorizontally
        let last = Double(slots.count - 1)
        var item = first
        for frame in frames {
            let frame = isHorizontal ? frame.transposed : frame
            let slot = Int(((frame.midX - start) * slotsPerPoint).clamped(to: 0...last))
            let column = slots[slot]
            if let balance = promises.balance {
                judge(item, frame, column, balance)
            } else if !cursor.isAtStart(item), column.item >= cursor.start, frame.y < column.bottom + promises.gap - slack {
                stacking.tellGap(item, frame.y - column.bottom, promises.gap)
            }
            if frame.y < column.bottom - slack { areSeparate = false }
            if frame.x != column.minX {
                if column.item >= 0 { areUpright = false }
                slots[slot].minX = min(column.minX, frame.x)
            }
            slots[slot].maxX = max(column.maxX, frame.maxX)
            if frame.maxY >= column.bottom {
                slots[slot].bottom = frame.maxY
                slots[slot].item = item
            }
            tallest = max(tallest, frame.height)
            narrowest = min(narrowest, frame.width)
            item += 1
        }
    }

    /// Where each item goes to the shortest column, the bottoms of the columns chosen never sink:
    /// one that was shorter and passed over would be chosen later, or be left at the end.
    @inline(__always)
    private mutating func judge(_ item: Int, _ frame: Rect, _ column: Column, _ balance: LayoutPromises.Balance) {
        let isFirst = column.item < 0
        let bottom = isFirst ? balance.start : column.bottom
        let gap = isFirst ? balance.firstGap : balance.gap
        if (frame.y - bottom - gap).magnitude > slack { stacking.tellGap(item, frame.y - bottom, gap) }
        if bottom < lastPick.bottom - slack || (bottom == lastPick.bottom && frame.x < lastPick.x) {
            stacking.tellPick(item, bottom, lastPick.bottom)
        }
        lastPick = (bottom, frame.x)
    }

    /// How far the shortest column is, at the end, above the one that was chosen last.
    func passedOver(startingAt start: Double, of columns: Int) -> Double {
        let held = self.columns
        let shortest = held.count < columns ? start : held.map(\.bottom).min() ?? start
        return lastPick.bottom - shortest
    }

    /// The columns that hold anything, from left to right.
    var columns: [Column] { slots.filter { $0.item >= 0 } }

    /// Whether it is certain that no two frames overlap: in each column every frame begins below all
    /// before it, and no column reaches into the next.
    var excludesOverlap: Bool {
        let trim = min(slack, narrowest / 4)
        let columns = columns
        return areSeparate && zip(columns, columns.dropFirst()).allSatisfy { $0.maxX <= $1.minX + trim }
    }
}

extension InvariantReport {
    fileprivate mutating func tellPick(_ item: Int, _ bottom: Double, _ last: Double) {
        add(
            .shortest, [item], found: bottom, allowed: last,
            bottom == last
                ? "picture \(item) stands left of the picture before it, though both columns ended at \(bottom)"
                : "picture \(item) continues a column that ended at \(bottom), and the picture before it one at \(last)")
    }
}
