/// The parameters of a flow, with the phones' defaults.
public struct FlowParameters: Equatable, Sendable {
    /// The direction in which the content scrolls.
    public enum Direction: String, CaseIterable, Sendable { case vertical, horizontal }

    /// The view that shows the content, in points.
    public var viewport: Size
    /// The scrolling direction; lines run across it.
    public var direction = Direction.vertical
    /// How the size of each item is found.
    public var item = ItemSizing.fixed(Size(width: 50, height: 50))
    /// The gap between two lines, in points.
    public var lineSpacing = 10.0
    /// The least gap between two items of a line, in points.
    public var interitemSpacing = 10.0
    /// The space around the items of each section.
    public var inset = Insets(0)
    /// The height of headers, in a horizontal flow their width; there are none if it is 0.
    public var header = 0.0
    /// The same of footers.
    public var footer = 0.0

    /// The defaults of a flow.
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
    /// One width for all items; the height follows from the picture's aspect ratio.
    case width(Double)
    /// N items across the scrolling direction: columns in a vertical flow, rows in a horizontal one.
    /// The side across is floor((viewport - insets - gaps) / N). The other side follows from the
    /// picture's aspect ratio and is rounded up.
    case columns(Int)

    func check() throws(LayoutError) {
        switch self {
        case .fixed(let size):
            try ParameterLimits.check(side: size.width, "item-size")
            try ParameterLimits.check(side: size.height, "item-size")
        case .width(let width): try ParameterLimits.check(side: width, "item-width")
        case .columns(let columns): try ParameterLimits.check(columns: columns)
        }
    }

    /// The side of each item across, in whole points; docs/layouts.md says why it is rounded down.
    static func side(of columns: Int, room: Double, gap: Double) throws(LayoutError) -> Double {
        let side = ((room - gap * Double(columns - 1)) / Double(columns)).rounded(.down)
        guard side > 0 else {
            throw LayoutError(
                "columns", "\(columns) of them do not fit: gaps leave no whole point of \(numberText(room)) to each")
        }
        return side
    }
}

extension LayoutParameter {
    /// The three ways to size an item; at most one of them can be set.
    static func itemSizes(default size: Size) -> [LayoutParameter] {
        [
            LayoutParameter("item-size", .size, default: .size(size), "the size of every item"),
            LayoutParameter(
                "item-width", .length, defaultText: "none", "the width of every item, its picture gives the height"),
            LayoutParameter(
                "columns", .count, defaultText: "none",
                "items across, each of whole points; the picture gives the other side"),
        ]
    }

    static func lineSpacing(_ points: Double) -> LayoutParameter {
        LayoutParameter("line-spacing", .length, default: .length(points), "the gap between lines")
    }

    static func interitemSpacing(_ points: Double) -> LayoutParameter {
        LayoutParameter("interitem-spacing", .length, default: .length(points), "the least gap between the items of a line")
    }

    static func inset(_ points: Double) -> LayoutParameter {
        LayoutParameter("inset", .insets, default: .insets(Insets(points)), "the space around the items of a section")
    }

    /// The parameters of a flow that its delegate is asked for section by section.
    static let ofSections: Set<String> = [
        "item-size", "item-width", "columns", "line-spacing", "interitem-spacing", "inset", "header", "footer",
    ]

    /// The parameters of both flows, which have different defaults.
    static func flow(spacing: Double, inset: Double, header: Double) -> [LayoutParameter] {
        itemSizes(default: Size(width: 50, height: 50)) + [
            lineSpacing(spacing),
            .interitemSpacing(spacing),
            .inset(inset),
            LayoutParameter("header", .length, default: .length(header), "the height of each section's header"),
            LayoutParameter("footer", .length, default: .length(0), "the height of each section's footer"),
            LayoutParameter(
                "direction", .choice(FlowParameters.Direction.allCases.map(\.rawValue)), default: .choice("vertical"),
                "where it scrolls"),
        ]
    }
}

extension FlowParameters {
    init(viewport: Size, _ parameters: LayoutParameters) throws(LayoutError) {
        self.init(viewport: viewport)
        direction = parameters.isHorizontal ? .horizontal : .vertical
        item = try parameters.item(default: item)
        lineSpacing = parameters.length("line-spacing")
        interitemSpacing = parameters.length("interitem-spacing")
        inset = parameters.inset
        header = parameters.length("header")
        footer = parameters.length("footer")
    }

    /// The parameters of the sections that have some of their own.
    static func ofSections(
        viewport: Size, _ parameters: LayoutParameters
    ) throws(LayoutError) -> [String: FlowParameters] {
        var sections: [String: FlowParameters] = [:]
        for (key, own) in parameters.sections.sorted(by: { $0.key < $1.key }) {
            do throws(LayoutError) { sections[key] = try FlowParameters(viewport: viewport, own) } catch {
                throw LayoutError("sections", "\"\(key)\": \(error)")
            }
        }
        return sections
    }
}
