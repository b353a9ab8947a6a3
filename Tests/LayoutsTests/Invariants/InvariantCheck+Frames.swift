@testable import Layouts

// Checks of single frames. If the bounding box of a chunk is in order, so are its frames.

extension InvariantCheck {
    mutating func checkFinite(_ items: Range<Int>, _ frames: [Rect]) {
        guard invariants.contains(.finite) else { return }
        for (item, frame) in zip(items, frames) {
            let figures = [frame.x, frame.y, frame.width, frame.height, frame.maxX, frame.maxY]
            if let numberText = figures.first(where: { !$0.isFinite }) {
                report.add(.finite, [item], found: numberText, allowed: 0, "picture \(item) has a frame of \(numberText)")
            } else if frame.width < 0 || frame.height < 0 {
                let side = min(frame.width, frame.height)
                report.add(.finite, [item], found: side, allowed: 0, "picture \(item) has a side of \(side)")
            }
        }
    }

    /// Checks frames of which the same guarantees hold; `box` is their bounding box.
    mutating func checkSizes(_ items: Range<Int>, _ frames: [Rect], _ box: BoundingBox, _ guarantees: LayoutGuarantees) {
        checkBounds(items, frames, box, guarantees)
        checkWidth(items, frames, guarantees)
        checkAspect(items, frames, guarantees)
    }

    private mutating func checkBounds(
        _ items: Range<Int>, _ frames: [Rect], _ box: BoundingBox, _ guarantees: LayoutGuarantees
    ) {
        guard let across = guarantees.across, invariants.contains(.bounds) else { return }
        let (start, end) = guarantees.scrollsHorizontally ? (box.minY, box.maxY) : (box.minX, box.maxX)
        guard start < across.lowerBound - tolerance || end > across.upperBound + tolerance else { return }
        for (item, frame) in zip(items, frames) {
            let upright = guarantees.scrollsHorizontally ? frame.transposed : frame
            if upright.x < across.lowerBound - tolerance {
                report.add(
                    .bounds, [item], found: upright.x, allowed: across.lowerBound,
                    "picture \(item) begins at \(upright.x), before the inset at \(across.lowerBound)")
            }
            if upright.maxX > across.upperBound + tolerance {
                report.add(
                    .bounds, [item], found: upright.maxX, allowed: across.upperBound,
                    "picture \(item) ends at \(upright.maxX), beyond the inset at \(across.upperBound)")
            }
        }
    }

    private mutating func checkWidth(_ items: Range<Int>, _ frames: [Rect], _ guarantees: LayoutGuarantees) {
        guard let width = guarantees.width, invariants.contains(.columns) else { return }
        let isHorizontal = guarantees.scrollsHorizontally
        for (item, frame) in zip(items, frames) {
            let extent = isHorizontal ? frame.height : frame.width
            guard (extent - width).magnitude > tolerance else { continue }
            report.add(
                .columns, [item], found: extent, allowed: width,
                "picture \(item) measures \(extent) across, and a column \(width)")
        }
    }

    mutating func checkCoverage(_ items: Range<Int>, _ frames: [Rect], _ box: BoundingBox) {
        guard invariants.contains(.coverage) else { return }
        ContentCover(of: layout).check(items, frames, box) { item, found, allowed, message in
            report.add(.coverage, [item].compactMap { $0 }, found: found, allowed: allowed, message())
        }
    }

    private mutating func checkAspect(_ items: Range<Int>, _ frames: [Rect], _ guarantees: LayoutGuarantees) {
        guard let side = guarantees.sideFromPicture, invariants.contains(.aspect) else { return }
        let page = page
        let fixedStrip = guarantees.extraHeight
        let extraHeights = page.extraHeights
        let allowed = guarantees.aspectTolerance + tolerance
        page.widths.withUnsafeBufferPointer { widths in
            page.heights.withUnsafeBufferPointer { heights in
                var item = items.lowerBound
                for frame in frames {
                    let (width, height) = (Double(widths[item]), Double(heights[item]))
                    let strip = extraHeights.isEmpty ? fixedStrip : fixedStrip + extraHeights[item]
                    // Multiplications only: a division for each picture would take as long as all other checks.
                    let deviation = ((frame.height - strip) * width - frame.width * height).magnitude
                    if deviation > allowed * (side == .height ? width : height) {
                        report.addAspect(side, item, frame, strip, height / width)
                    }
                    item += 1
                }
            }
        }
    }
}

extension InvariantReport {
    fileprivate mutating func addAspect(
        _ side: FrameSide, _ item: Int, _ frame: Rect, _ strip: Double, _ ratio: Double
    ) {
        let height = frame.height - strip
        let wanted = side == .height ? frame.width * ratio : height / ratio
        let found = side == .height ? height : frame.width
        add(
            .aspect, [item], found: found, allowed: wanted,
            "picture \(item) has a \(side) of \(found), its shape asks for \(wanted)")
    }
}
