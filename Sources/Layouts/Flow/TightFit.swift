/// Items that fill a flow's lines so exactly that the phone may put one fewer on each line.
public struct TightFit: Equatable, Sendable {
    /// The viewport's extent along the lines: its width, or in a horizontal flow its height.
    public let extent: Double
    public let isHorizontal: Bool
    /// How many items fill the line.
    public let columns: Int
    /// The length of each item along the line.
    public let length: Double
    /// The orders in which the line does not hold that many items.
    public let breaks: [ArithmeticOrder]
}

extension TightFit: CustomStringConvertible {
    /// One sentence without a full stop: the width, the orders that break the line, and the remedy.
    public var description: String {
        let orders = breaks.map(\.rawValue).joined(separator: ", ")
        return """
            \(isHorizontal ? "height" : "width") \(numberText(extent)): \(columns) items of \(numberText(length)) fill the line \
            to a hair, and it breaks after \(columns - 1) when \(orders); give them whole points, as \
            --columns \(columns) does
            """
    }
}

extension FlowPlan {
    /// Items that miss the end of the line by less than this were meant to fill it. It also covers an
    /// item width that was typed with two decimals.
    private static let intendedFit = 0.05

    /// Set if some order of arithmetic puts fewer items on a line than fit in real numbers.
    var tightFit: TightFit? {
        guard let length = measure.length else { return nil }
        let gap = parameters.interitemSpacing
        let columns = ((lineLength + gap) / (length + gap)).rounded()
        guard columns >= 2, (columns * (length + gap) - gap - lineLength).magnitude < Self.intendedFit else { return nil }
        let inset = parameters.uprightInset
        let extent = parameters.lineExtent
        let line = UniformLine(room: lineLength, item: length, gap: gap)
        let room = Float(extent) - Float(inset.left) - Float(inset.right)
        var floatLine = UniformLine(room: room, item: Float(length), gap: Float(gap))
        // An app that computes in Float also divides in Float.
        if length == UniformLine.filled(by: Int(columns), room: lineLength, gap: gap).item {
            floatLine = .filled(by: Int(columns), room: room, gap: Float(gap))
        }
        let breaks = ArithmeticOrder.breaking(Int(columns), line, floatLine)
        guard !breaks.isEmpty else { return nil }
        return TightFit(
            extent: extent, isHorizontal: isHorizontal, columns: Int(columns), length: length, breaks: breaks)
    }
}
