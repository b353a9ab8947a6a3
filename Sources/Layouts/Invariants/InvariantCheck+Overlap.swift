extension InvariantCheck {
    /// A sweep along the scrolling direction: behind the sweep line lies a skyline of the frames
    /// that have begun, and a frame that begins below it overlaps the one that made it so high.
    mutating func checkOverlap() {
        let isHorizontal = promises.scrollsHorizontally
        let frames = layout.frames(of: 0..<layout.count)
        let upright = isHorizontal ? frames.map(\.transposed) : frames
        let order = upright.indices.sorted { (upright[$0].y, $0) < (upright[$1].y, $1) }
        // Neighbours that touch may share a hair by rounding.
        let spans = upright.map { frame in
            let trim = min(slack, frame.width / 4)
            return (frame.x + trim, frame.maxX - trim)
        }
        var skyline = Skyline(edges: spans.flatMap { [$0.0, $0.1] })
        for item in order where spans[item].0 < spans[item].1 {
            let (start, end) = spans[item]
            let (bottom, other) = skyline.highest(from: start, to: end)
            let depth = min(bottom, upright[item].maxY) - upright[item].y
            if depth > slack {
                report.add(
                    .overlap, [item, other], found: depth, allowed: 0,
                    "picture \(item) overlaps picture \(other) by \(depth) points")
            }
            skyline.raise(from: start, to: end, to: upright[item].maxY, by: item)
        }
    }
}

/// For every place across, the farthest bottom so far and the item it belongs to. A segment tree
/// over the places at which anything begins or ends.
private struct Skyline {
    private let edges: [Double]
    private let leaves: Int
    /// The highest somewhere below a node, and the highest all over it.
    private var somewhere: [Roof]
    private var everywhere: [Roof]

    typealias Roof = (bottom: Double, item: Int)

    init(edges all: [Double]) {
        var distinct: [Double] = []
        for edge in all.sorted() where edge != distinct.last { distinct.append(edge) }
        edges = distinct
        var leaves = 1
        while leaves < distinct.count { leaves *= 2 }
        self.leaves = leaves
        somewhere = Array(repeating: (-.infinity, -1), count: 2 * leaves)
        everywhere = somewhere
    }

    private func cells(from start: Double, to end: Double) -> Range<Int> {
        let first = partition(0..<edges.count) { edges[$0] < start }
        return first..<partition(first..<edges.count) { edges[$0] < end }
    }

    /// Walks the nodes that make up the cells from both ends, then their ancestors.
    func highest(from start: Double, to end: Double) -> Roof {
        let cells = cells(from: start, to: end)
        var best: Roof = (-.infinity, -1)
        var low = cells.lowerBound + leaves
        var high = cells.upperBound + leaves
        while low < high {
            if low & 1 == 1 {
                best = higher(best, somewhere[low])
                low += 1
            }
            if high & 1 == 1 {
                high -= 1
                best = higher(best, somewhere[high])
            }
            low /= 2
            high /= 2
        }
        // What lies all over an ancestor lies over the cells too.
        for end in [cells.lowerBound + leaves, cells.upperBound - 1 + leaves] {
            var node = end
            while node >= 1 {
                best = higher(best, everywhere[node])
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
        everywhere[node] = higher(everywhere[node], roof)
        var node = node
        while node >= 1 {
            somewhere[node] = higher(somewhere[node], roof)
            node /= 2
        }
    }

    private func higher(_ a: Roof, _ b: Roof) -> Roof { b.bottom > a.bottom ? b : a }
}
