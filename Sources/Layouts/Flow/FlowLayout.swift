/// A layout that is made of the lines of a flow.
protocol FlowLayout: Layout {
    var lines: FlowLines { get }
    /// Whether items stay on their lines, and do not move up. An append then changes the spacing of the last line.
    var keepsLines: Bool { get }
}

extension FlowLayout {
    /// The screen, or the view that shows the content.
    public var viewport: Size { lines.plan.parameters.viewport }
    /// As the pages have them; each begins a new line.
    public var sections: SectionTable { lines.sections }

    /// As large as the viewport across the scrolling direction.
    public var contentSize: Size {
        lines.plan.isHorizontal
            ? Size(width: lines.end, height: viewport.height) : Size(width: viewport.width, height: lines.end)
    }

    /// One for all sections, or one for each set of parameters that sections have.
    public var lineShapes: [LineShape] { lines.shapes }

    /// Each is as long as the viewport across; a header or footer of height 0 is left out.
    public var supplementary: [SupplementaryFrame] {
        lines.bands.indices.flatMap { section in
            let band = lines.bands[section]
            return supplementary(.header, section, at: band.top) + supplementary(.footer, section, at: band.footerTop)
        }
    }

    /// In section order, those off screen too.
    public func pinnedHeaders(at offset: Double) -> [SupplementaryFrame] {
        lines.bands.indices.flatMap { section in
            let band = lines.bands[section]
            let last = band.bottom - lines.plan(of: section).parameters.header
            return supplementary(.header, section, at: max(band.top, min(offset, last)))
        }
    }

    /// In section order, those off screen too.
    public func pinnedFooters(endingAt end: Double) -> [SupplementaryFrame] {
        lines.bands.indices.flatMap { section in
            let band = lines.bands[section]
            let top = end - lines.plan(of: section).parameters.footer
            return supplementary(.footer, section, at: max(band.top, min(top, band.footerTop)))
        }
    }

    /// Empty if the section has no header or no footer.
    private func supplementary(
        _ kind: SupplementaryKind, _ section: Int, at top: Double
    ) -> [SupplementaryFrame] {
        let parameters = lines.plan(of: section).parameters
        let depth = kind == .header ? parameters.header : parameters.footer
        guard depth > 0 else { return [] }
        let across = lines.plan.isHorizontal ? viewport.height : viewport.width
        let frame = swappingAxes(Rect(x: 0, y: top, width: across, height: depth))
        return [SupplementaryFrame(kind: kind, section: section, frame: frame)]
    }

    /// Converts between the axes of the lines and those of the screen, in both directions.
    func swappingAxes(_ rect: Rect) -> Rect { lines.plan.isHorizontal ? rect.transposed : rect }

    /// The guarantees that all sections have in common.
    public var guarantees: LayoutGuarantees {
        guard lines.hasOwnPlans, sections.count > 0 else { return guarantees(of: 0) }
        return LayoutGuarantees(common: lines.firstSections.map(guarantees(of:)))
    }

    /// Whether a section has parameters of its own.
    public var guaranteesDiffer: Bool { lines.hasOwnPlans }

    /// A section that is not there yet has those of the layout's own parameters.
    public func guarantees(of section: Int) -> LayoutGuarantees {
        let plan = section < lines.bands.count ? lines.plan(of: section) : lines.plan
        var guarantees = LayoutGuarantees()
        guarantees.scrollsHorizontally = plan.isHorizontal
        guarantees.width = plan.measure.length
        guarantees.gap = plan.parameters.lineSpacing
        guarantees.keepsEarlierFrames = !keepsLines
        guarantees.formsLines = keepsLines
        if let length = plan.measure.length, length <= plan.lineLength {
            guarantees.across = plan.lineStart...plan.lineStart + plan.lineLength
        }
        switch plan.measure {
        case .fixed: guarantees.sideFromPicture = nil
        case .depthFromPicture(_, _, let isHorizontal): guarantees.sideFromPicture = isHorizontal ? .width : .height
        case .lengthFromPicture: guarantees.sideFromPicture = .height
        }
        return guarantees
    }
}

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
    ) { (space, parameters) throws(LayoutError) in
        try Flow(
            try FlowParameters(viewport: space.viewport, parameters),
            sections: try FlowParameters.ofSections(viewport: space.viewport, parameters))
    }
}
