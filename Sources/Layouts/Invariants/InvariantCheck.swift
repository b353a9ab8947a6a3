/// Holds a layout against what must be true of it; every layout against the same, and with
/// nothing but the layout's answers to go by. O(n log n) of n pictures.
public struct InvariantCheck {
    let layout: any Layout
    let page: Page
    let frames: [Rect]
    /// How far frames may stray by rounding.
    let slack: Double
    public internal(set) var report: InvariantReport

    /// The layout must have been made from this page, appended at once or in pieces.
    public static func report(of layout: any Layout, made from: Page, limit: Int = 100) -> InvariantReport {
        var check = InvariantCheck(layout, from, limit)
        guard check.checkCount() else { return check.report }
        check.checkFinite()
        guard check.report.isClean else { return check.report }
        check.checkBounds()
        check.checkCoverage()
        check.checkAspect()
        check.checkBalance()
        check.checkOverlap()
        check.checkQueries()
        return check.report
    }

    private init(_ layout: any Layout, _ page: Page, _ limit: Int) {
        self.layout = layout
        self.page = page
        frames = (0..<layout.count).map(layout.frame(of:))
        slack = hair(max(layout.contentSize.width, layout.contentSize.height))
        report = InvariantReport(limit: limit)
    }

    private mutating func checkCount() -> Bool {
        let lengths = (0..<layout.sections.count).map { layout.sections.items(of: $0).count }
        guard layout.count == page.count else {
            report.add(
                .count, [], found: Double(layout.count), allowed: Double(page.count),
                "there are \(layout.count) frames for \(page.count) pictures")
            return false
        }
        if lengths != page.sectionLengths {
            report.add(
                .count, [], found: Double(lengths.count), allowed: Double(page.sectionLengths.count),
                "the pictures do not stand in the sections that they came in")
        }
        return true
    }

    private mutating func checkFinite() {
        for (item, frame) in frames.enumerated() {
            let figures = [frame.x, frame.y, frame.width, frame.height, frame.maxX, frame.maxY]
            if let figure = figures.first(where: { !$0.isFinite }) {
                report.add(.finite, [item], found: figure, allowed: 0, "picture \(item) has a frame of \(figure)")
            } else if frame.width < 0 || frame.height < 0 {
                let side = min(frame.width, frame.height)
                report.add(.finite, [item], found: side, allowed: 0, "picture \(item) has a side of \(side)")
            }
        }
    }

    private mutating func checkBounds() {
        guard let across = layout.promises.across else { return }
        for (item, frame) in frames.enumerated() {
            let upright = layout.promises.scrollsHorizontally ? frame.transposed : frame
            if upright.x < across.lowerBound - slack {
                report.add(
                    .bounds, [item], found: upright.x, allowed: across.lowerBound,
                    "picture \(item) begins at \(upright.x), before the inset at \(across.lowerBound)")
            }
            if upright.maxX > across.upperBound + slack {
                report.add(
                    .bounds, [item], found: upright.maxX, allowed: across.upperBound,
                    "picture \(item) ends at \(upright.maxX), beyond the inset at \(across.upperBound)")
            }
        }
    }

    private mutating func checkCoverage() {
        let content = layout.contentSize
        for (item, frame) in frames.enumerated() {
            for (start, end, extent) in [(frame.x, frame.maxX, content.width), (frame.y, frame.maxY, content.height)] {
                // Written so that a content that is no number covers nothing.
                if start >= -slack, end <= extent + slack { continue }
                report.add(
                    .coverage, [item], found: start < -slack ? start : end, allowed: extent,
                    "picture \(item) reaches from \(start) to \(end) and the content from 0 to \(extent)")
            }
        }
    }

    private mutating func checkAspect() {
        guard let side = layout.promises.shapedSide else { return }
        for (item, frame) in frames.enumerated() {
            let ratio = Double(page.heights[item]) / Double(page.widths[item])
            let height = frame.height - layout.promises.extraHeight
            let wanted = side == .height ? frame.width * ratio : height / ratio
            let found = side == .height ? height : frame.width
            guard (found - wanted).magnitude > 1 + slack else { continue }
            report.add(
                .aspect, [item], found: found, allowed: wanted,
                "picture \(item) has a \(side) of \(found), its shape asks for \(wanted)")
        }
    }

    private mutating func checkBalance() {
        guard let balance = layout.promises.balance, !frames.isEmpty else { return }
        var bottoms: [Double: (bottom: Double, item: Int)] = [:]
        var tallest = 0.0
        for (item, frame) in frames.enumerated() {
            tallest = max(tallest, frame.height)
            if frame.maxY >= bottoms[frame.x]?.bottom ?? -.infinity { bottoms[frame.x] = (frame.maxY, item) }
        }
        let allowed = tallest + balance.gap + slack
        if bottoms.count > balance.columns {
            report.add(
                .balance, [], found: Double(bottoms.count), allowed: Double(balance.columns),
                "pictures stand in \(bottoms.count) columns of \(balance.columns)")
        }
        let lowest = bottoms.values.min { $0.bottom < $1.bottom }
        let highest = bottoms.values.max { $0.bottom < $1.bottom }
        guard let lowest, let highest else { return }
        let least = bottoms.count < balance.columns ? balance.start : lowest.bottom
        if highest.bottom - least > allowed {
            report.add(
                .balance, [highest.item, lowest.item], found: highest.bottom - least, allowed: allowed,
                "columns end at \(least) and at \(highest.bottom), the tallest picture and a gap are \(allowed)")
        }
    }
}
