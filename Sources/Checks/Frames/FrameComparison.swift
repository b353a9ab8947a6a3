import Layouts

/// The frames of a dump beside those of a layout.
struct FrameComparison {
    /// The first item whose frames differ, and its frame's number in the dump.
    private(set) var first: (item: Int, frame: Int)?
    private(set) var compared = 0
    private(set) var differing = 0
    /// The largest difference of any two numbers, in points.
    private(set) var largest = 0.0

    init(of items: DumpedItems, with layout: any Layout, _ tolerance: FrameTolerance) {
        items.forEachComparable { frame, item, rect in
            compared += 1
            let difference = rect.difference(from: layout.frame(of: item))
            guard difference > tolerance.most else { return true }
            differing += 1
            largest = max(largest, difference)
            if item < first?.item ?? .max { first = (item, frame) }
            return true
        }
    }

    /// Whether all frames are those of the layout. Ends at the first one that is not.
    static func agrees(_ items: DumpedItems, with layout: any Layout, _ tolerance: FrameTolerance) -> Bool {
        var agrees = true
        items.forEachComparable { _, item, rect in
            agrees = rect.difference(from: layout.frame(of: item)) <= tolerance.most
            return agrees
        }
        return agrees
    }
}

/// How far the numbers of two frames may be apart, in points.
struct FrameTolerance {
    let most: Double

    /// A number that lies between two pixels, but for the rounding of Doubles, may be rounded to either. With a
    /// tolerance of 0 numbers must be equal.
    init(_ points: Double) { most = points == 0 ? 0 : points + 1e-6 }
}

extension Rect {
    /// The largest difference of a number of one rect and the same number of the other.
    fileprivate func difference(from other: Rect) -> Double {
        max(
            max((x - other.x).magnitude, (y - other.y).magnitude),
            max((width - other.width).magnitude, (height - other.height).magnitude))
    }
}
