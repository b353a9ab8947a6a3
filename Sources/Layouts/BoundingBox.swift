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

extension Range<Int> {
    /// The items in ranges whose frames fit into the processor's cache.
    package var chunks: [Range<Int>] {
        stride(from: lowerBound, to: upperBound, by: 1024).map { $0..<Swift.min($0 + 1024, upperBound) }
    }
}
