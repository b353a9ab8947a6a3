/// Lines of items from one edge to the other, in sections: UICollectionViewFlowLayout.
public struct Flow: FlowLayout {
    private(set) var lines: FlowLines

    /// `sections` has the parameters of single sections, by their numbers or names; `*` is all others.
    public init(_ parameters: FlowParameters, sections: [String: FlowParameters] = [:]) throws(LayoutError) {
        lines = FlowLines(try SectionPlans(parameters, sections: sections))
    }

    var keepsLines: Bool { true }
    /// The start of the last line, to which an append may add items.
    public var frontier: Double { lines.frontier }

    /// Items are in the middle of their line's depth.
    public func frame(of item: Int) -> Rect { swappingAxes(lines.uprightFrame(of: item)) }
    /// Only the lines that the rect crosses are looked at.
    public func items(meeting rect: Rect) -> [Int] { lines.items(meetingUpright: swappingAxes(rect)) }
    /// Goes on with the last line if the page continues its section.
    public mutating func append(_ page: PicturePage) { lines.append(page) }
    /// The last line that is left is laid out again.
    public mutating func truncate(to mark: LayoutMark) { lines.truncate(to: mark) }
}

extension Flow {
    static let kind = LayoutKind(
        name: "flow", about: "lines from edge to edge, in sections, as UICollectionViewFlowLayout lays them",
        parameters: LayoutParameter.flow(spacing: 10, inset: 0, header: 0), traits: [.sections, .headers]
    ) { (space, settings) throws(LayoutError) in
        try Flow(
            try FlowParameters(viewport: space.viewport, settings),
            sections: try FlowParameters.ofSections(viewport: space.viewport, settings))
    }
}
