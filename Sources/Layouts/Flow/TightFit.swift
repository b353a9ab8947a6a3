/// Items that fill a flow's lines so exactly that the phone may put one fewer on each line.
public struct TightFit: Equatable, Sendable {
    /// The first section that has such lines; nil if all sections have.
    public let section: Int?
    /// The viewport's extent along the lines: its width, or in a horizontal flow its height.
    public let extent: Double
    /// Whether the flow scrolls sideways, and its lines run from top to bottom.
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
        let place = section.map { "section \($0), " } ?? ""
        return """
            \(place)\(isHorizontal ? "height" : "width") \(numberText(extent)): \(columns) items of \(numberText(length)) fill \
            the line to a hair, and it breaks after \(columns - 1) when \(orders); give them whole points, as \
            columns=\(columns) does
            """
    }
}

/// The lines of a flow's section, if all items have one length.
public struct LineShape: Equatable, Sendable {
    /// The first section that has such lines; nil if all sections have.
    public let section: Int?
    /// The viewport's extent along the lines, in points.
    public let extent: Double
    /// The inset before the first item of a line.
    public let start: Double
    /// The inset behind the last item of a line.
    public let end: Double
    /// The extent without the insets.
    public let room: Double
    /// The length of each item along the line.
    public let length: Double
    /// The least gap between two items.
    public let gap: Double
    /// Whether the length was made of whole points, so that a given number of items fit.
    public let isOfColumns: Bool
    /// Whether the flow scrolls sideways, and its lines run from top to bottom.
    public let isHorizontal: Bool

    init?(_ plan: FlowPlan, section: Int?) {
        guard let length = plan.measure.length else { return nil }
        let inset = plan.parameters.uprightInset
        self.section = section
        extent = plan.parameters.lineExtent
        start = inset.left
        end = inset.right
        room = plan.lineLength
        self.length = length
        gap = plan.parameters.interitemSpacing
        isOfColumns = if case .columns = plan.parameters.item { true } else { false }
        isHorizontal = plan.isHorizontal
    }

    /// Items that miss the end of the line by less than this were meant to fill it. It also covers an
    /// item width that was typed with two decimals.
    private static let intendedFit = 0.05

    /// Set if some order of arithmetic puts fewer items on a line than fit in real numbers.
    public var tightFit: TightFit? {
        let columns = ((room + gap) / (length + gap)).rounded()
        guard columns >= 2, (columns * (length + gap) - gap - room).magnitude < Self.intendedFit else { return nil }
        let line = UniformLine(room: room, item: length, gap: gap)
        let floatRoom = Float(extent) - Float(start) - Float(end)
        var floatLine = UniformLine(room: floatRoom, item: Float(length), gap: Float(gap))
        // An app that computes in Float also divides in Float.
        if length == UniformLine.filled(by: Int(columns), room: room, gap: gap).item {
            floatLine = .filled(by: Int(columns), room: floatRoom, gap: Float(gap))
        }
        let breaks = ArithmeticOrder.breaking(Int(columns), line, floatLine)
        guard !breaks.isEmpty else { return nil }
        return TightFit(
            section: section, extent: extent, isHorizontal: isHorizontal, columns: Int(columns), length: length,
            breaks: breaks)
    }
}
