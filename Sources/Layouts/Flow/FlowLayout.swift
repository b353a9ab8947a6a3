/// A layout that is made of the lines of a flow.
protocol FlowLayout: Layout {
    var lines: FlowLines { get }
}

extension FlowLayout {
    public var viewport: Size { lines.plan.parameters.viewport }
    public var sections: SectionTable { lines.sections }

    public var contentSize: Size {
        lines.plan.isHorizontal
            ? Size(width: lines.end, height: viewport.height) : Size(width: viewport.width, height: lines.end)
    }

    public var tightFit: TightFit? { lines.plan.tightFit }

    public var supplementary: [SupplementaryFrame] {
        lines.bands.indices.flatMap { section in
            let band = lines.bands[section]
            return supplementary(.header, section, at: band.top) + supplementary(.footer, section, at: band.footerTop)
        }
    }

    public func pinnedHeaders(at offset: Double) -> [SupplementaryFrame] {
        lines.bands.indices.flatMap { section in
            let band = lines.bands[section]
            let last = band.bottom - lines.plan.parameters.header
            return supplementary(.header, section, at: max(band.top, min(offset, last)))
        }
    }

    /// Empty if the flow has no headers or no footers.
    private func supplementary(
        _ kind: SupplementaryKind, _ section: Int, at place: Double
    ) -> [SupplementaryFrame] {
        let depth = kind == .header ? lines.plan.parameters.header : lines.plan.parameters.footer
        guard depth > 0 else { return [] }
        let across = lines.plan.isHorizontal ? viewport.height : viewport.width
        let frame = swappingAxes(Rect(x: 0, y: place, width: across, height: depth))
        return [SupplementaryFrame(kind: kind, section: section, frame: frame)]
    }

    /// Converts between the axes of the lines and those of the screen, in both directions.
    func swappingAxes(_ rect: Rect) -> Rect { lines.plan.isHorizontal ? rect.transposed : rect }

    var flowGuarantees: LayoutGuarantees {
        var guarantees = LayoutGuarantees()
        guarantees.scrollsHorizontally = lines.plan.isHorizontal
        guarantees.width = lines.plan.measure.length
        guarantees.gap = lines.plan.parameters.lineSpacing
        if let length = lines.plan.measure.length, length <= lines.plan.lineLength {
            guarantees.across = lines.plan.lineStart...lines.plan.lineStart + lines.plan.lineLength
        }
        switch lines.plan.measure {
        case .fixed: guarantees.sideFromPicture = nil
        case .depthFromPicture(_, _, let isHorizontal): guarantees.sideFromPicture = isHorizontal ? .width : .height
        case .lengthFromPicture: guarantees.sideFromPicture = .height
        }
        return guarantees
    }
}
