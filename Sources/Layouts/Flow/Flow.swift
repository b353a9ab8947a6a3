/// Lines of items from one edge to the other, in sections: UICollectionViewFlowLayout.
public struct Flow: FlowLayout {
    private(set) var lines: FlowLines

    public init(_ parameters: FlowParameters) throws(LayoutError) {
        lines = FlowLines(try FlowPlan(parameters))
    }

    public var frontier: Double { lines.frontier }

    /// An append changes the spacing of the last line.
    public var guarantees: LayoutGuarantees {
        var guarantees = flowGuarantees
        guarantees.keepsEarlierFrames = false
        return guarantees
    }

    public func frame(of item: Int) -> Rect { swappingAxes(lines.uprightFrame(of: item)) }
    public func items(meeting rect: Rect) -> [Int] { lines.items(meetingUpright: swappingAxes(rect)) }
    public mutating func append(_ page: PicturePage) { lines.append(page) }
    public mutating func truncate(to mark: LayoutMark) { lines.truncate(to: mark) }
}

extension Flow {
    static let kind = LayoutKind(
        name: "flow", about: "lines from edge to edge, in sections, as UICollectionViewFlowLayout lays them",
        parameters: LayoutParameter.flow(spacing: 10, inset: 0, header: 0), traits: [.sections, .headers]
    ) { (viewport, settings) throws(LayoutError) in
        try Flow(try FlowParameters(viewport: viewport, settings))
    }
}
