/// How an item's size is found, on a flow's own axes: its length along the line, and its depth along
/// the scrolling direction.
enum ItemMeasure: Equatable, Sendable {
    case fixed(length: Double, depth: Double)
    /// The depth follows from the picture's aspect ratio.
    case depthFromPicture(length: Double, roundsUp: Bool, isHorizontal: Bool)
    /// The length follows from the picture's aspect ratio: a fixed width in a horizontal flow, whose lines
    /// are vertical.
    case lengthFromPicture(depth: Double, roundsUp: Bool)

    /// The length of all items; nil if they differ.
    var length: Double? {
        switch self {
        case .fixed(let length, _), .depthFromPicture(let length, _, _): length
        case .lengthFromPicture: nil
        }
    }

    /// The side that follows from a picture of this size; nil if the size is fixed.
    func extent(width: Int32, height: Int32) -> Double? {
        switch self {
        case .fixed: return nil
        case .lengthFromPicture(let depth, let roundsUp):
            let length = Double(height) / Double(width) * depth
            return roundsUp ? length.rounded(.up) : length
        case .depthFromPicture(let length, let roundsUp, let isHorizontal):
            let ratio = isHorizontal ? Double(width) / Double(height) : Double(height) / Double(width)
            return roundsUp ? (ratio * length).rounded(.up) : ratio * length
        }
    }
}
