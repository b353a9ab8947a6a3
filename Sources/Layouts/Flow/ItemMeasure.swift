/// An item's extents as a flow sees them: its length on the line, its depth along the scrolling direction.
enum ItemMeasure: Equatable, Sendable {
    case fixed(length: Double, depth: Double)
    /// The picture's shape gives the depth.
    case shapedDepth(length: Double, roundsUp: Bool, isHorizontal: Bool)
    /// The picture's shape gives the length: in a horizontal flow, where lines stand upright, of a fixed width.
    case shapedLength(depth: Double)

    /// The length that all items have, if they do.
    var length: Double? {
        switch self {
        case .fixed(let length, _), .shapedDepth(let length, _, _): length
        case .shapedLength: nil
        }
    }

    /// The extent that is each item's own; nil if there is none.
    func own(width: Int32, height: Int32) -> Double? {
        switch self {
        case .fixed: return nil
        case .shapedLength(let depth): return Double(height) / Double(width) * depth
        case .shapedDepth(let length, let roundsUp, let isHorizontal):
            let ratio = isHorizontal ? Double(width) / Double(height) : Double(height) / Double(width)
            return roundsUp ? (ratio * length).rounded(.up) : ratio * length
        }
    }
}
