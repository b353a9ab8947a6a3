/// A row of a justified layout.
struct JustifiedRow: Equatable, Sendable {
    let top: Double
    let height: Double
    let items: Range<Int>
    /// Whether it could be one wide picture alone.
    let isBreakout: Bool
}

/// Fills rows with pictures, one after another.
struct RowFiller {
    private let parameters: JustifiedParameters
    /// The width that the insets leave.
    private let width: Double
    private let minRatio: Double
    private let maxRatio: Double
    private var top: Double
    private var start: Int

    /// Uses pointers, since uniqueness and bounds checks would cost as much as the rest.
    struct Pictures {
        let ratios: UnsafeBufferPointer<Double>
        let lefts: UnsafeMutableBufferPointer<Double>
        let widths: UnsafeMutableBufferPointer<Double>
    }

    init(_ parameters: JustifiedParameters, width: Double, top: Double, from start: Int) {
        self.parameters = parameters
        self.width = width - parameters.inset.left - parameters.inset.right
        minRatio = self.width / parameters.rowHeight * (1 - parameters.tolerance)
        maxRatio = self.width / parameters.rowHeight * (1 + parameters.tolerance)
        self.top = top
        self.start = start
    }

    /// The next complete row; nil if the pictures do not fill it.
    mutating func nextRow(of pictures: Pictures, number: Int) -> JustifiedRow? {
        let ratios = pictures.ratios
        let isBreakout = isBreakout(number)
        if isBreakout, start < ratios.count, ratios[start] >= 1 {
            return complete(pictures, start..<start + 1, height: width / ratios[start], isBreakout: true)
        }
        var sum = 0.0
        var item = start
        while item < ratios.count {
            let wider = sum + ratios[item]
            let count = item - start + 1
            if wider < minRatio {
                sum = wider
                item += 1
                continue
            }
            let room = room(for: count)
            if wider > maxRatio, count > 1 {
                let roomBefore = self.room(for: count - 1)
                let isFurther =
                    (wider - room / parameters.rowHeight).magnitude > (sum - roomBefore / parameters.rowHeight).magnitude
                if isFurther { return complete(pictures, start..<item, height: roomBefore / sum, isBreakout: isBreakout) }
            }
            return complete(pictures, start..<item + 1, height: room / wider, isBreakout: isBreakout)
        }
        return nil
    }

    /// The row of the pictures that fill none; nil if there are none.
    mutating func leftOver(of pictures: Pictures, behind last: JustifiedRow?, number: Int) -> JustifiedRow? {
        guard parameters.showsWidows, start < pictures.ratios.count else { return nil }
        let height = last.map { $0.isBreakout ? parameters.rowHeight : $0.height } ?? parameters.rowHeight
        return complete(pictures, start..<pictures.ratios.count, height: height, isBreakout: isBreakout(number), parameters.widowStyle)
    }

    private func isBreakout(_ number: Int) -> Bool {
        parameters.breakoutCadence.map { (number + 1) % $0 == 0 } ?? false
    }

    /// The part of the width that the gaps leave.
    @inline(__always)
    private func room(for count: Int) -> Double { width - Double(count - 1) * parameters.columnSpacing }

    @inline(__always)
    private mutating func complete(
        _ pictures: Pictures, _ items: Range<Int>, height: Double, isBreakout: Bool,
        _ style: JustifiedParameters.WidowStyle = .justify
    ) -> JustifiedRow {
        let clamped = max(0.5 * parameters.rowHeight, min(height, 2 * parameters.rowHeight))
        let room = room(for: items.count)
        // In this order, as the script computes it. Gaps may leave no room, of which it makes NaNs.
        let stretch = height == clamped ? 1 : room == 0 ? 0 : (room / clamped) / (room / height)
        var x = parameters.inset.left
        for item in items {
            let width = pictures.ratios[item] * clamped * stretch
            pictures.lefts[item] = x
            pictures.widths[item] = width
            x += width + parameters.columnSpacing
        }
        switch style {
        case .left: break
        case .center:
            let offset = (width - x) / 2
            for item in items { pictures.lefts[item] += offset + parameters.columnSpacing }
        case .justify: justify(pictures, items, x - (parameters.columnSpacing + parameters.inset.left) - width)
        }
        let row = JustifiedRow(top: top, height: clamped, items: items, isBreakout: isBreakout)
        top += clamped + parameters.rowSpacing
        start = items.upperBound
        return row
    }

    /// Takes what a row is too long from its pictures, in whole pixels.
    @inline(__always)
    private func justify(_ pictures: Pictures, _ items: Range<Int>, _ excess: Double) {
        let share = excess / Double(items.count)
        guard (Double(items.count) * share).magnitude >= 0.5 else { return }
        var before = 0.0
        for (number, item) in items.enumerated() {
            let sum = (Double(number + 1) * share).roundedHalfUp
            if number > 0 { pictures.lefts[item] -= before }
            pictures.widths[item] -= sum - before
            before = sum
        }
    }
}

extension Double {
    /// As `Math.round` does: the upper one of two. Adding a half first would round some numbers twice.
    fileprivate var roundedHalfUp: Double {
        let floor = rounded(.down)
        return self - floor >= 0.5 ? floor + 1 : floor
    }
}
