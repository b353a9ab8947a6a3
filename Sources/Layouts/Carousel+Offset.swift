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

    /// The offset at which scrolling stops instead of the proposed one: the nearest item is centred. Nil if nothing
    /// is on screen there. The published code then adds MAXFLOAT to the offset.
    public func snapped(_ offset: Double) -> Double? {
        let middle = offset + viewport.width / 2
        let distances = items(meeting: screen(at: offset)).map { frame(of: $0).midX - middle }
        return distances.min(by: { $0.magnitude < $1.magnitude }).map { offset + $0 }
    }

    private func screen(at offset: Double) -> Rect {
        Rect(x: offset, y: 0, width: view.width, height: view.height)
    }

    /// The greatest offset that scrolling can come to.
    private var lastOffset: Double { max(0, contentSize.width - viewport.width) }

    /// Offsets at which nothing is on screen.
    public struct EmptyStretch: Equatable, Sendable {
        /// From the first to the last such offset, in points.
        public let offsets: ClosedRange<Double>
        /// The item behind the stretch, or at the end the last item.
        public let item: Int
    }

    /// All offsets at which nothing is on screen, from the first to the last that scrolling can come to. They lie in
    /// insets and gaps as wide as the screen.
    public var emptyStretches: [EmptyStretch] {
        guard count > 0 else { return [] }
        var stretches: [EmptyStretch] = []
        var free = 0.0
        func add(upTo end: Double, _ item: Int) {
            if free <= end { stretches.append(EmptyStretch(offsets: free...end, item: item)) }
        }
        let isGapWide = lines.plan.parameters.lineSpacing >= viewport.width
        for items in isGapWide ? Array(lines.itemsByLine) : [0..<1] {
            let frame = frame(of: items.lowerBound)
            add(upTo: min(lastOffset, frame.x - viewport.width), items.lowerBound)
            free = frame.maxX
        }
        free = frame(of: count - 1).maxX
        add(upTo: lastOffset, count - 1)
        return stretches
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
