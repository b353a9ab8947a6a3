@testable import Layouts

/// What does not hold of a layout: a statement about every layout, or one of its own guarantees.
enum BrokenGuarantee {
    /// A frame for each picture, in the sections of the page.
    case count
    case finite
    /// Frames stay between the insets, and are as wide as a column.
    case bounds, width
    /// A frame has the aspect ratio of its picture.
    case aspect
    /// The content covers all frames.
    case coverage
    /// An item stands below all earlier ones of its column, the gap between them.
    case gap
    /// Sections do not overlap.
    case overlap
    /// Each item stands in the column that was the shortest, ties to the left.
    case shortest

    /// Compares each frame with all before it, so the page should be short.
    static func all(of layout: any Layout, made page: PicturePage) -> Set<BrokenGuarantee> {
        let sections = (0..<layout.sections.count).map { layout.sections.items(of: $0) }
        guard layout.count == page.count, sections.map(\.count) == page.sectionLengths else { return [.count] }
        let (frames, content) = (layout.frames, layout.contentSize)
        guard frames.allSatisfy({ $0.x.isFinite && $0.y.isFinite && (0..<Double.infinity).contains(min($0.width, $0.height)) }),
            frames.allSatisfy({ $0.maxX.isFinite && $0.maxY.isFinite })
        else { return [.finite] }
        var broken: Set<BrokenGuarantee> = []
        let tolerance = roundingTolerance(max(content.width, content.height))
        ContentCover(of: layout).check(0..<frames.count, frames, BoundingBox(of: frames)) { _, _, _, _ in broken.insert(.coverage) }
        for (section, items) in sections.enumerated() {
            let guarantees = layout.guaranteesDiffer ? layout.guarantees(of: section) : layout.guarantees
            let depth = tolerance + guarantees.depthRounding
            func upright(_ item: Int) -> Rect { guarantees.scrollsHorizontally ? frames[item].transposed : frames[item] }
            for item in items {
                let frame = upright(item)
                if let across = guarantees.across, frame.x < across.lowerBound - tolerance || frame.maxX > across.upperBound + tolerance {
                    broken.insert(.bounds)
                }
                if let width = guarantees.width, (frame.width - width).magnitude > tolerance { broken.insert(.width) }
                if !hasShape(frames[item], page, item, guarantees, tolerance) { broken.insert(.aspect) }
                for other in 0..<item {
                    let earlier = upright(other)
                    guard min(frame.maxX, earlier.maxX) - max(frame.x, earlier.x) > tolerance else { continue }
                    if items.contains(other) {
                        if frame.y < earlier.maxY + guarantees.gap - depth { broken.insert(.gap) }
                    } else if min(frame.maxY, earlier.maxY) - max(frame.y, earlier.y) > depth {
                        broken.insert(.overlap)
                    }
                }
            }
        }
        if !layout.guaranteesDiffer, let balance = layout.guarantees.balance {
            broken.formUnion(choices(frames.map { layout.guarantees.scrollsHorizontally ? $0.transposed : $0 }, balance, tolerance))
        }
        return broken
    }

    private static func hasShape(
        _ frame: Rect, _ page: PicturePage, _ item: Int, _ guarantees: LayoutGuarantees, _ tolerance: Double
    ) -> Bool {
        guard let side = guarantees.sideFromPicture else { return true }
        let (width, height) = (Double(page.widths[item]), Double(page.heights[item]))
        let strip = guarantees.extraHeight + (page.extraHeights.isEmpty ? 0 : page.extraHeights[item])
        let deviation = ((frame.height - strip) * width - frame.width * height).magnitude
        return deviation <= (guarantees.aspectTolerance + tolerance) * (side == .height ? width : height)
    }

    /// If each item goes to the shortest column, the bottoms of the chosen columns never decrease: a shorter column that was
    /// passed over is chosen later, or remains at the end.
    private static func choices(_ frames: [Rect], _ balance: LayoutGuarantees.Balance, _ tolerance: Double) -> Set<BrokenGuarantee> {
        var broken: Set<BrokenGuarantee> = []
        var columns: [(x: Double, end: Double)] = []
        var last = (bottom: -Double.infinity, x: 0.0)
        for frame in frames {
            let column = columns.firstIndex { ($0.x - frame.x).magnitude <= tolerance }
            let end = column.map { columns[$0].end }
            let gap = frame.y - balance.reading.placing(end ?? balance.start)
            if (gap - (end == nil ? balance.firstGap : balance.gap)).magnitude > tolerance { broken.insert(.gap) }
            let bottom = balance.reading.comparing(end.map { $0 + balance.gapBelow } ?? balance.start)
            if bottom < last.bottom - tolerance || balance.showsTies && bottom == last.bottom && frame.x < last.x {
                broken.insert(.shortest)
            }
            last = (bottom, frame.x)
            if let column { columns[column].end = frame.maxY } else { columns.append((frame.x, frame.maxY)) }
        }
        let bottoms = columns.map { balance.reading.comparing($0.end + balance.gapBelow) }
        let shortest = columns.count < balance.columns ? balance.reading.comparing(balance.start) : bottoms.min()
        if let shortest, last.bottom > shortest + tolerance { broken.insert(.shortest) }
        return broken
    }
}
