// What depends on how far the carousel is scrolled.

extension Carousel {
    /// The item's scale about its centre, with the content scrolled to an offset: 1 in the middle
    /// of the screen, 0 a screen's width from it, negative beyond.
    public func scale(of item: Int, at offset: Double) -> Double {
        1 - (frame(of: item).midX - (offset + viewport.width / 2)).magnitude / viewport.width
    }

    /// The items on screen that have no size left.
    public func vanished(at offset: Double) -> [Int] {
        items(meeting: screen(at: offset)).filter { scale(of: $0, at: offset) <= 0 }
    }

    /// Where scrolling comes to rest when it was about to stop at an offset.
    public func snapped(_ offset: Double) -> Double {
        let middle = offset + viewport.width / 2
        let distances = items(meeting: screen(at: offset)).map { frame(of: $0).midX - middle }
        guard let least = distances.min(by: { $0.magnitude < $1.magnitude }) else { return offset }
        return offset + least
    }

    private func screen(at offset: Double) -> Rect {
        Rect(x: offset, y: 0, width: viewport.width, height: viewport.height)
    }

    /// The items that no offset brings to the middle: insets of (W - item width) / 2 leave none.
    public var unreachable: [Range<Int>] {
        let farthest = contentSize.width - viewport.width
        let slack = hair(contentSize.width)
        guard farthest >= -slack else { return count > 0 ? [0..<count] : [] }
        let leading = partition(0..<count) { frame(of: $0).midX - viewport.width / 2 < -slack }
        let trailing = partition(leading..<count) { frame(of: $0).midX - viewport.width / 2 <= farthest + slack }
        return [0..<leading, trailing..<count].filter { !$0.isEmpty }
    }
}
