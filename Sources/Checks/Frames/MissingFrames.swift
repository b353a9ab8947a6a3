import Layouts

/// Items without a frame in a dump, although they meet the rect that the app asked its layout about.
enum MissingFrames {
    static func items(
        _ items: DumpedItems, of dumped: DumpedScreen, in layout: any Layout, _ tolerance: FrameTolerance
    ) -> [Int] {
        guard var rect = dumped.rect ?? leastRect(of: items, in: layout) else { return [] }
        // An item that meets the rect by no more than the tolerance may not meet it on the phone.
        let most = tolerance.most
        rect = Rect(x: rect.x + most, y: rect.y + most, width: rect.width - 2 * most, height: rect.height - 2 * most)
        return layout.items(meeting: rect).filter { !items.isThere[$0] }
    }

    /// The part that every rect has which gives these frames, crosses the content and is as long as the screen at
    /// least. Nil if there may be two such rects that do not meet. A screen without any frame lacks all items.
    private static func leastRect(of items: DumpedItems, in layout: any Layout) -> Rect? {
        let isHorizontal = layout.guarantees.scrollsHorizontally
        var (firstEnd, lastStart) = (Double.infinity, -Double.infinity)
        items.forEachComparable { _, _, rect in
            firstEnd = min(firstEnd, isHorizontal ? rect.maxX : rect.maxY)
            lastStart = max(lastStart, isHorizontal ? rect.x : rect.y)
            return true
        }
        let (content, screen) = (layout.contentSize, layout.viewport)
        let whole = Rect(x: 0, y: 0, width: max(content.width, screen.width), height: max(content.height, screen.height))
        guard !items.frames.isEmpty else { return whole }
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
