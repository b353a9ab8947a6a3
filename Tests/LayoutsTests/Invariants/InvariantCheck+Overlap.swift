@testable import Layouts

extension InvariantCheck {
    /// Sweeps along the scrolling direction and keeps the skyline of the frames passed: the farthest
    /// bottom at each point across. A frame that begins before the skyline overlaps the frame there.
    mutating func checkOverlap() {
        let isHorizontal = guarantees.scrollsHorizontally
        let frames = layout.frames(of: 0..<layout.count)
        let upright = isHorizontal ? frames.map(\.transposed) : frames
        let order = upright.indices.sorted { (upright[$0].y, $0) < (upright[$1].y, $1) }
        // Neighbours that touch may overlap slightly by rounding.
        let spans = upright.map { frame in
            let trim = min(tolerance, frame.width / 4)
            return (frame.x + trim, frame.maxX - trim)
        }
        var skyline = Skyline(edges: spans.flatMap { [$0.0, $0.1] })
        for item in order where spans[item].0 < spans[item].1 {
            let (start, end) = spans[item]
            let (bottom, other) = skyline.highest(from: start, to: end)
            let depth = min(bottom, upright[item].maxY) - upright[item].y
            if depth > depthTolerance {
                report.add(
                    .overlap, [item, other], found: depth, allowed: 0,
                    "picture \(item) overlaps picture \(other) by \(depth) points")
            }
            skyline.raise(from: start, to: end, to: upright[item].maxY, by: item)
        }
    }
}

/// The farthest bottom at every point across, and the item it belongs to: a segment tree whose cells
/// lie between the points at which any frame begins or ends.
private struct Skyline {
    private let edges: [Double]
    private let leaves: Int
    /// The highest roof over any cell below a node.
    private var overAny: [Roof]
    /// The highest roof that covers all cells below a node.
    private var overAll: [Roof]

    typealias Roof = (bottom: Double, item: Int)

    init(edges all: [Double]) {
        var distinct: [Double] = []
        for edge in all.sorted() where edge != distinct.last { distinct.append(edge) }
        edges = distinct
        var leaves = 1
        while leaves < distinct.count { leaves *= 2 }
        self.leaves = leaves
        overAny = Array(repeating: (-.infinity, -1), count: 2 * leaves)
        overAll = overAny
    }

    private func cells(from start: Double, to end: Double) -> Range<Int> {
        let first = partitionPoint(0..<edges.count) { edges[$0] < start }
        return first..<partitionPoint(first..<edges.count) { edges[$0] < end }
    }

    /// Visits the nodes that together cover the cells, from both ends, and then their ancestors.
    func highest(from start: Double, to end: Double) -> Roof {
        let cells = cells(from: start, to: end)
        var best: Roof = (-.infinity, -1)
        var low = cells.lowerBound + leaves
        var high = cells.upperBound + leaves
        while low < high {
            if low & 1 == 1 {
                best = higher(best, overAny[low])
                low += 1
            }
            if high & 1 == 1 {
                high -= 1
                best = higher(best, overAny[high])
            }
            low /= 2
            high /= 2
        }
        // A roof that covers all of an ancestor also covers these cells.
        for end in [cells.lowerBound + leaves, cells.upperBound - 1 + leaves] {
            var node = end
            while node >= 1 {
                best = higher(best, overAll[node])
                node /= 2
            }
        }
        return best
    }

    mutating func raise(from start: Double, to end: Double, to bottom: Double, by item: Int) {
        let cells = cells(from: start, to: end)
        let roof: Roof = (bottom, item)
        var low = cells.lowerBound + leaves
        var high = cells.upperBound + leaves
        while low < high {
            if low & 1 == 1 {
                cover(low, roof)
                low += 1
            }
            if high & 1 == 1 {
                high -= 1
                cover(high, roof)
            }
            low /= 2
            high /= 2
        }
    }

    private mutating func cover(_ node: Int, _ roof: Roof) {
        overAll[node] = higher(overAll[node], roof)
        var node = node
        while node >= 1 {
            overAny[node] = higher(overAny[node], roof)
            node /= 2
        }
    }

    private func higher(_ a: Roof, _ b: Roof) -> Roof { b.bottom > a.bottom ? b : a }
}

extension BoundingBox {
    /// Whether any of the frames can meet the rect.
    func canMeet(_ rect: Rect) -> Bool {
        min(maxX, rect.maxX) - max(minX, rect.x) > 0 && min(maxY, rect.maxY) - max(minY, rect.y) > 0
    }
}
