/// Items that fill a flow's lines to a hair, so that the phone may put one fewer on a line than was meant.
public struct TightFit: Equatable, Sendable {
    /// The viewport's extent along the lines: its width, or in a horizontal flow its height.
    public let extent: Double
    public let isHorizontal: Bool
    /// How many items are as long as the line, and how long each is.
    public let columns: Int
    public let length: Double
    /// The orders of arithmetic in which the line does not hold them.
    public let breaks: [ExactFit.Order]
}

extension TightFit: CustomStringConvertible {
    /// One sentence without a full stop: where, what breaks, what to do.
    public var description: String {
        let orders = breaks.map(\.rawValue).joined(separator: ", ")
        return """
            \(isHorizontal ? "height" : "width") \(figure(extent)): \(columns) items of \(figure(length)) fill the line \
            to a hair, and it breaks after \(columns - 1) when \(orders); give them whole points, as \
            --columns \(columns) does
            """
    }
}

extension FlowPlan {
    /// What is this near to filling a line was meant to fill it: a width typed to two digits is, too.
    private static let nearness = 0.05

    /// Set where not all orders of arithmetic put as many items on a line as fit it in real numbers.
    var tightFit: TightFit? {
        guard let length = measure.length else { return nil }
        let gap = parameters.interitemSpacing
        let columns = ((lineLength + gap) / (length + gap)).rounded()
        guard columns >= 2, (columns * (length + gap) - gap - lineLength).magnitude < Self.nearness else { return nil }
        let inset = parameters.uprightInset
        let extent = parameters.lineExtent
        let line = UniformLine(room: lineLength, item: length, gap: gap)
        let room = Float(extent) - Float(inset.left) - Float(inset.right)
        var floatLine = UniformLine(room: room, item: Float(length), gap: Float(gap))
        // An app that computes in Float divides in Float, too.
        if length == UniformLine.filled(by: Int(columns), room: lineLength, gap: gap).item {
            floatLine = .filled(by: Int(columns), room: room, gap: Float(gap))
        }
        let breaks = ExactFit.Order.breaking(Int(columns), line, floatLine)
        guard !breaks.isEmpty else { return nil }
        return TightFit(
            extent: extent, isHorizontal: isHorizontal, columns: Int(columns), length: length, breaks: breaks)
    }
}
