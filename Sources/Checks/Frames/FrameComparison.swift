import Layouts

/// The frames of a dump beside those of a layout.
struct FrameComparison {
    /// The first item whose frames differ, and its frame's number in the dump.
    private(set) var first: (item: Int, frame: Int)?
    private(set) var compared = 0
    private(set) var differing = 0
    /// The largest difference of any two numbers, in points.
    private(set) var largest = 0.0

    init(of items: DumpedItems, with layout: any Layout, within tolerance: Double) {
        items.forEachComparable { frame, item, rect in
            compared += 1
            let difference = rect.difference(from: layout.frame(of: item))
            guard difference > tolerance else { return true }
            differing += 1
            largest = max(largest, difference)
            if item < first?.item ?? .max { first = (item, frame) }
            return true
        }
    }

    /// Whether all frames are those of the layout. Ends at the first one that is not.
    static func agrees(_ items: DumpedItems, with layout: any Layout, within tolerance: Double) -> Bool {
        var agrees = true
        items.forEachComparable { _, item, rect in
            agrees = rect.difference(from: layout.frame(of: item)) <= tolerance
            return agrees
        }
        return agrees
    }
}

extension Rect {
    /// The largest difference of a number of one rect and the same number of the other.
    fileprivate func difference(from other: Rect) -> Double {
        max(
            max((x - other.x).magnitude, (y - other.y).magnitude),
            max((width - other.width).magnitude, (height - other.height).magnitude))
    }
}

extension DumpedItems {
    /// The items without a frame, although they meet the rect that the app asked its layout about.
    func missing(_ dumped: DumpedScreen, in layout: any Layout, within tolerance: Double) -> [Int] {
        guard var rect = dumped.rect ?? leastRect(in: layout) else { return [] }
        // An item that meets the rect by no more than the tolerance may not meet it on the phone.
        rect = Rect(
            x: rect.x + tolerance, y: rect.y + tolerance, width: rect.width - 2 * tolerance, height: rect.height - 2 * tolerance)
        return layout.items(meeting: rect).filter { !isThere[$0] }
    }

    /// The part that every rect has which gives these frames, crosses the content and is as long as the screen at
    /// least. Nil if there may be two such rects that do not meet. A screen without any frame lacks all items.
    private func leastRect(in layout: any Layout) -> Rect? {
        let isHorizontal = layout.guarantees.scrollsHorizontally
        var (firstEnd, lastStart) = (Double.infinity, -Double.infinity)
        forEachComparable { _, _, rect in
            firstEnd = min(firstEnd, isHorizontal ? rect.maxX : rect.maxY)
            lastStart = max(lastStart, isHorizontal ? rect.x : rect.y)
            return true
        }
        let (content, screen) = (layout.contentSize, layout.viewport)
        let whole = Rect(x: 0, y: 0, width: max(content.width, screen.width), height: max(content.height, screen.height))
        guard !frames.isEmpty else { return whole }
        let length = isHorizontal ? content.width : content.height
        let seen = isHorizontal ? screen.width : screen.height
        let start = min(firstEnd, max(0, length - seen))
        let end = max(lastStart, min(length, seen))
        guard start < end, end.isFinite else { return nil }
        return isHorizontal
            ? Rect(x: start, y: 0, width: end - start, height: whole.height)
            : Rect(x: 0, y: start, width: whole.width, height: end - start)
    }
}
