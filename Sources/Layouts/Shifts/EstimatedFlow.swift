/// A flow whose items have estimated sizes until they are asked (`estimatedItemSize`).
///
/// All items are laid out by the estimate. Those on screen are asked for their sizes, and everything from the first of
/// them on is laid out anew. This goes on, a rendering frame each time, until no item on screen is unasked.
struct EstimatedFlow {
    private let plan: FlowPlan
    private let page: PicturePage
    private let screen: Rect
    private var cells: [Cell]
    private var isAsked: [Bool]

    /// An item's size on the flow's own axes, as in `ItemMeasure`.
    private struct Cell {
        let length: Double
        let depth: Double
    }

    init(_ flow: Flow, estimate: Size, _ page: PicturePage, at offset: Double) {
        plan = flow.lines.plan
        self.page = page
        screen = flow.screen(at: offset)
        let upright = plan.isHorizontal ? estimate.turned : estimate
        cells = Array(repeating: Cell(length: upright.width, depth: upright.height), count: page.count)
        isAsked = Array(repeating: false, count: page.count)
    }

    /// The moves on screen, in the order of time.
    mutating func moves() -> [ShiftScore.Arrival] {
        var moves: [ShiftScore.Arrival] = []
        var frame = 0
        var old = frames(atLeast: 0)
        while true {
            let asked = old.indices.filter { !isAsked[$0] && old[$0].meets(screen) }
            guard !asked.isEmpty else { return moves }
            let estimated = cells
            for item in asked {
                isAsked[item] = true
                cells[item] = cell(of: item)
            }
            let new = frames(atLeast: old.count)
            if new.count > old.count { old = frames(of: estimated, atLeast: new.count) }
            var move = ScreenMove(on: screen)
            for (before, after) in zip(old, new) { move.add(before, after) }
            if move.score > 0 {
                let moment = ArrivalMoment(frame: frame, items: asked)
                moves.append(ShiftScore.Arrival(moment: moment, items: asked, score: move.score))
            }
            old = new
            frame += 1
        }
    }

    private func cell(of item: Int) -> Cell {
        var picture = page[0..<1]
        picture.replaceSize(of: 0, page.widths[item], page.heights[item])
        var lines = FlowLines(plan)
        lines.append(picture)
        let extent = lines.extent(of: 0, plan)
        return Cell(length: extent.length, depth: extent.depth)
    }

    private func frames(atLeast count: Int) -> [Rect] { frames(of: cells, atLeast: count) }

    /// The frames of the items that can reach the screen, and of `count` at least. This is a `Flow` for items of any
    /// sizes; the lines of `Flow` have items that agree in one side.
    private func frames(of cells: [Cell], atLeast count: Int) -> [Rect] {
        let parameters = plan.parameters
        let end = plan.isHorizontal ? screen.maxX : screen.maxY
        var frames: [Rect] = []
        var top = 0.0
        for length in page.sectionLengths {
            top += parameters.header + plan.leadingInset
            let items = frames.count..<frames.count + length
            while frames.count < items.upperBound {
                guard top < end || frames.count < count else { return frames }
                if frames.count > items.lowerBound { top += parameters.lineSpacing }
                top += appendLine(cells[frames.count..<items.upperBound], at: top, to: &frames)
            }
            top += plan.trailingInset + parameters.footer
        }
        return frames
    }

    /// Appends one line of the section's items and returns its depth.
    private func appendLine(_ cells: ArraySlice<Cell>, at top: Double, to frames: inout [Rect]) -> Double {
        var line = LineFilling(room: plan.lineLength, gap: plan.parameters.interitemSpacing)
        let fitting = cells.prefix(line.fill(cells.lazy.map(\.length)))
        let depth = fitting.lazy.map(\.depth).max() ?? 0
        var start = plan.lineStart + line.indent
        for cell in fitting {
            let frame = Rect(x: start, y: top + (depth - cell.depth) / 2, width: cell.length, height: cell.depth)
            frames.append(plan.isHorizontal ? frame.transposed : frame)
            start += cell.length + line.spacing
        }
        return depth
    }
}
