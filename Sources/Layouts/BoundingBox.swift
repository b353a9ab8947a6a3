/// The smallest rect around some frames, and whether they are sound.
package struct BoundingBox {
    package private(set) var minX = Double.infinity
    package private(set) var minY = Double.infinity
    package private(set) var maxX = -Double.infinity
    package private(set) var maxY = -Double.infinity
    private var leastSide = Double.infinity
    /// Stays 0 as long as every coordinate is finite, and becomes a NaN otherwise.
    private var finiteness = 0.0

    package init(of frames: [Rect]) {
        for frame in frames {
            minX = frame.x < minX ? frame.x : minX
            minY = frame.y < minY ? frame.y : minY
            maxX = frame.maxX > maxX ? frame.maxX : maxX
            maxY = frame.maxY > maxY ? frame.maxY : maxY
            let side = frame.width < frame.height ? frame.width : frame.height
            leastSide = side < leastSide ? side : leastSide
            finiteness += (frame.x + frame.y + frame.maxX + frame.maxY) * 0
        }
    }

    /// Whether every coordinate is finite and no side is negative.
    package var isSound: Bool { finiteness == 0 && leastSide >= 0 }
}

/// The content of a layout, which has to cover every frame.
package struct ContentCover {
    private let content: Size
    private let tolerance: Double
    /// The same from top to bottom, where some engines round far more coarsely.
    private let depthTolerance: Double

    package init(of layout: any Layout) {
        content = layout.contentSize
        tolerance = roundingTolerance(max(content.width, content.height))
        depthTolerance = tolerance + layout.guarantees.depthRounding
    }

    /// Notes the frames that reach out of the content. `box` is that of all of them.
    package func check(_ items: Range<Int>, _ frames: [Rect], _ box: BoundingBox, note: LayoutComparison.Note) {
        // Written so that a content size of NaN covers nothing.
        let isCovered =
            box.minX >= -tolerance && box.minY >= -tolerance && box.maxX <= content.width + tolerance
            && box.maxY <= content.height + depthTolerance
        guard !isCovered else { return }
        for (item, frame) in zip(items, frames) {
            for (start, end, extent, tolerance) in [
                (frame.x, frame.maxX, content.width, tolerance), (frame.y, frame.maxY, content.height, depthTolerance),
            ] {
                if start >= -tolerance, end <= extent + tolerance { continue }
                note(
                    item, start < -tolerance ? start : end, extent,
                    "picture \(item) reaches from \(start) to \(end) and the content from 0 to \(extent)")
            }
        }
    }
}

extension Range<Int> {
    /// The items in ranges whose frames fit into the processor's cache.
    package var chunks: [Range<Int>] {
        stride(from: lowerBound, to: upperBound, by: 1024).map { $0..<Swift.min($0 + 1024, upperBound) }
    }
}
