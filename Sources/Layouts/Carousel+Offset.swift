// Results that depend on how far the carousel is scrolled.

extension Carousel {
    /// The item's scale about its own centre: 1 in the middle of the screen, 0 at a distance of one
    /// screen width, negative beyond.
    public func scale(of item: Int, at offset: Double) -> Double {
        1 - (frame(of: item).midX - (offset + viewport.width / 2)).magnitude / viewport.width
    }

    /// The items on screen whose scale is 0 or less.
    public func invisible(at offset: Double) -> [Int] {
        items(meeting: screen(at: offset)).filter { scale(of: $0, at: offset) <= 0 }
    }

    /// The offset at which scrolling stops instead of the proposed one: the nearest item is centred.
    public func snapped(_ offset: Double) -> Double {
        let middle = offset + viewport.width / 2
        let distances = items(meeting: screen(at: offset)).map { frame(of: $0).midX - middle }
        guard let least = distances.min(by: { $0.magnitude < $1.magnitude }) else { return offset }
        return offset + least
    }

    private func screen(at offset: Double) -> Rect {
        Rect(x: offset, y: 0, width: viewport.width, height: viewport.height)
    }

    /// The items that no offset brings to the middle. With insets of (W - item width) / 2 there are none.
    public var unreachable: [Range<Int>] {
        let maxOffset = contentSize.width - viewport.width
        let tolerance = roundingTolerance(contentSize.width)
        guard maxOffset >= -tolerance else { return count > 0 ? [0..<count] : [] }
        let leading = partitionPoint(0..<count) { frame(of: $0).midX - viewport.width / 2 < -tolerance }
        let trailing = partitionPoint(leading..<count) { frame(of: $0).midX - viewport.width / 2 <= maxOffset + tolerance }
        return [0..<leading, trailing..<count].filter { !$0.isEmpty }
    }
}
