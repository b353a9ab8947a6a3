/// A layout that stands on the lines of a flow.
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
            return supplement(.header, section, at: band.top) + supplement(.footer, section, at: band.footerTop)
        }
    }

    public func pinnedHeaders(at offset: Double) -> [SupplementaryFrame] {
        lines.bands.indices.flatMap { section in
            let band = lines.bands[section]
            let last = band.bottom - lines.plan.parameters.header
            return supplement(.header, section, at: max(band.top, min(offset, last)))
        }
    }

    private func supplement(
        _ kind: SupplementaryFrame.Kind, _ section: Int, at place: Double
    ) -> [SupplementaryFrame] {
        let depth = kind == .header ? lines.plan.parameters.header : lines.plan.parameters.footer
        guard depth > 0 else { return [] }
        let across = lines.plan.isHorizontal ? viewport.height : viewport.width
        let frame = turned(Rect(x: 0, y: place, width: across, height: depth))
        return [SupplementaryFrame(kind: kind, section: section, frame: frame)]
    }

    /// From the lines' own axes to the screen's and back.
    func turned(_ rect: Rect) -> Rect { lines.plan.isHorizontal ? rect.transposed : rect }

    var flowPromises: LayoutPromises {
        var promises = LayoutPromises()
        promises.scrollsHorizontally = lines.plan.isHorizontal
        promises.width = lines.plan.measure.length
        promises.gap = lines.plan.parameters.lineSpacing
        if let length = lines.plan.measure.length, length <= lines.plan.lineLength {
            promises.across = lines.plan.lineStart...lines.plan.lineStart + lines.plan.lineLength
        }
        switch lines.plan.measure {
        case .fixed: promises.shapedSide = nil
        case .shapedDepth(_, _, let isHorizontal): promises.shapedSide = isHorizontal ? .width : .height
        case .shapedLength: promises.shapedSide = .height
        }
        return promises
    }
}
