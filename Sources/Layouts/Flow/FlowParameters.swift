/// What a flow is told, with the phones' defaults.
public struct FlowParameters: Equatable, Sendable {
    public enum Direction: String, CaseIterable, Sendable { case vertical, horizontal }

    public var viewport: Size
    public var direction = Direction.vertical
    public var item = ItemSizing.fixed(Size(width: 50, height: 50))
    public var lineSpacing = 10.0
    public var interitemSpacing = 10.0
    public var inset = Insets(0)
    /// The heights of headers and footers; in a horizontal flow their widths. Absent at 0.
    public var header = 0.0
    public var footer = 0.0

    public init(viewport: Size) { self.viewport = viewport }

    var isHorizontal: Bool { direction == .horizontal }
    /// The viewport's extent along the lines.
    var lineExtent: Double { isHorizontal ? viewport.height : viewport.width }
    /// The insets as if the flow scrolled vertically.
    var uprightInset: Insets { isHorizontal ? inset.transposed : inset }
}

/// How large an item is.
public enum ItemSizing: Equatable, Sendable {
    case fixed(Size)
    /// A width for all; the height gives the item its picture's shape.
    case width(Double)
    /// So many items across: the side across is floor((viewport - insets - gaps) / N), and the other
    /// one, rounded up, gives the item its picture's shape. Columns in a vertical flow, rows in a
    /// horizontal one.
    case columns(Int)

    func check() throws(LayoutError) {
        switch self {
        case .fixed(let size):
            try Bounds.check(side: size.width, "item-size")
            try Bounds.check(side: size.height, "item-size")
        case .width(let width): try Bounds.check(side: width, "item-width")
        case .columns(let columns): try Bounds.check(columns: columns)
        }
    }

    /// The side of each of so many items across, in whole points: why it is floored is told in docs/layouts.md.
    static func side(of columns: Int, room: Double, gap: Double) throws(LayoutError) -> Double {
        let side = ((room - gap * Double(columns - 1)) / Double(columns)).rounded(.down)
        guard side > 0 else {
            throw LayoutError(
                "columns", "\(columns) of them do not fit: gaps leave no whole point of \(figure(room)) to each")
        }
        return side
    }
}
