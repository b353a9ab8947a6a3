// What is asked of each frame by itself. Where the hull of a stretch is in order, so are its frames.

extension InvariantCheck {
    mutating func checkFinite(_ items: Range<Int>, _ frames: [Rect]) {
        guard invariants.contains(.finite) else { return }
        for (item, frame) in zip(items, frames) {
            let figures = [frame.x, frame.y, frame.width, frame.height, frame.maxX, frame.maxY]
            if let figure = figures.first(where: { !$0.isFinite }) {
                report.add(.finite, [item], found: figure, allowed: 0, "picture \(item) has a frame of \(figure)")
            } else if frame.width < 0 || frame.height < 0 {
                let side = min(frame.width, frame.height)
                report.add(.finite, [item], found: side, allowed: 0, "picture \(item) has a side of \(side)")
            }
        }
    }

    mutating func checkBounds(_ items: Range<Int>, _ frames: [Rect], _ hull: Hull) {
        guard let across = promises.across, invariants.contains(.bounds) else { return }
        let (start, end) = promises.scrollsHorizontally ? (hull.minY, hull.maxY) : (hull.minX, hull.maxX)
        guard start < across.lowerBound - slack || end > across.upperBound + slack else { return }
        for (item, frame) in zip(items, frames) {
            let upright = promises.scrollsHorizontally ? frame.transposed : frame
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

    mutating func checkWidth(_ items: Range<Int>, _ frames: [Rect]) {
        guard let width = promises.width, invariants.contains(.columns) else { return }
        let isHorizontal = promises.scrollsHorizontally
        for (item, frame) in zip(items, frames) {
            let extent = isHorizontal ? frame.height : frame.width
            guard (extent - width).magnitude > slack else { continue }
            report.add(
                .columns, [item], found: extent, allowed: width,
                "picture \(item) measures \(extent) across, and a column \(width)")
        }
    }

    mutating func checkCoverage(_ items: Range<Int>, _ frames: [Rect], _ hull: Hull) {
        guard invariants.contains(.coverage) else { return }
        let content = layout.contentSize
        // Written so that a content that is no number covers nothing.
        let isCovered =
            hull.minX >= -slack && hull.minY >= -slack && hull.maxX <= content.width + slack
            && hull.maxY <= content.height + slack
        guard !isCovered else { return }
        for (item, frame) in zip(items, frames) {
            for (start, end, extent) in [(frame.x, frame.maxX, content.width), (frame.y, frame.maxY, content.height)] {
                if start >= -slack, end <= extent + slack { continue }
                report.add(
                    .coverage, [item], found: start < -slack ? start : end, allowed: extent,
                    "picture \(item) reaches from \(start) to \(end) and the content from 0 to \(extent)")
            }
        }
    }

    mutating func checkAspect(_ items: Range<Int>, _ frames: [Rect]) {
        guard let side = promises.shapedSide, invariants.contains(.aspect) else { return }
        let page = page
        let strip = promises.extraHeight
        let most = 1 + slack
        page.widths.withUnsafeBufferPointer { widths in
            page.heights.withUnsafeBufferPointer { heights in
                var item = items.lowerBound
                for frame in frames {
                    let (width, height) = (Double(widths[item]), Double(heights[item]))
                    // Multiplied out: a division for each of a million pictures would take as long as all else.
                    let stray = ((frame.height - strip) * width - frame.width * height).magnitude
                    if stray > most * (side == .height ? width : height) {
                        report.tell(side, item, frame, strip, height / width)
                    }
                    item += 1
                }
            }
        }
    }
}

extension InvariantReport {
    fileprivate mutating func tell(
        _ side: LayoutPromises.Side, _ item: Int, _ frame: Rect, _ strip: Double, _ ratio: Double
    ) {
        let height = frame.height - strip
        let wanted = side == .height ? frame.width * ratio : height / ratio
        let found = side == .height ? height : frame.width
        add(
            .aspect, [item], found: found, allowed: wanted,
            "picture \(item) has a \(side) of \(found), its shape asks for \(wanted)")
    }
}
