/// A flow without the gaps below short items: each item stands directly below the one above it in the
/// flow. Headers, footers and the content size are those of the flow.
///
/// As written it counts the items of a line at each layout and never forgets the count, so that after a turn an item
/// stands below one that is several lines before it.
public struct FlowWaterfall: FlowLayout {
    private(set) var lines: FlowLines
    private let isAsWritten: Bool
    /// The items of a line that the layouts before this one have counted.
    private var countedBefore = 0
    /// The start of each item along the scrolling direction.
    private var tops: [Double] = []

    /// `sections` has the parameters of single sections, by their numbers or names; `*` is all others.
    public init(
        _ parameters: FlowParameters, sections: [String: FlowParameters] = [:], asWritten: Bool = false
    ) throws(LayoutError) {
        let plans = try SectionPlans(parameters, sections: sections) { plan throws(LayoutError) in
            guard plan.measure.length != nil else {
                throw LayoutError(
                    "direction", "a horizontal flow-waterfall needs item-size or columns: with item-width its columns differ")
            }
        }
        lines = FlowLines(plans)
        isAsWritten = asWritten
    }

    /// The phones' defaults, which differ from those of the flow.
    public static func parameters(viewport: Size) -> FlowParameters {
        var parameters = FlowParameters(viewport: viewport)
        parameters.lineSpacing = 15
        parameters.interitemSpacing = 15
        parameters.inset = Insets(15)
        parameters.header = 45
        return parameters
    }

    var keepsLines: Bool { false }

    /// The smallest bottom among the columns of the last section.
    public var frontier: Double {
        guard let band = lines.bands.last else { return 0 }
        let plan = lines.plan(of: sections.count - 1)
        let items = sections.items(of: sections.count - 1)
        let reach = reach(plan)
        guard items.count >= reach else { return band.linesTop }
        return items.suffix(reach).reduce(.infinity) { min($0, bottom(of: $1, plan)) }
    }

    /// For each section, how far the flow's lines reach below its lowest item.
    public var blankSpace: [Double]? {
        lines.bands.indices.map { section in
            let plan = lines.plan(of: section)
            let last = sections.items(of: section).suffix(reach(plan))
            let bottom = last.reduce(lines.bands[section].linesTop) { max($0, self.bottom(of: $1, plan)) }
            return max(0, lines.bands[section].linesEnd - bottom)
        }
    }

    /// As it was when the item was appended: no append moves it.
    public func frame(of item: Int) -> Rect {
        let section = sections.section(of: item)
        return swappingAxes(uprightFrame(of: item, in: sections.items(of: section), lines.plan(of: section)))
    }

    private func uprightFrame(of item: Int, in section: Range<Int>, _ plan: FlowPlan) -> Rect {
        let extent = lines.extent(of: item, plan)
        let start = plan.itemStarts[(item - section.lowerBound) % plan.capacity]
        return Rect(x: start, y: tops[item], width: extent.length, height: extent.depth)
    }

    private func bottom(of item: Int, _ plan: FlowPlan) -> Double { tops[item] + lines.extent(of: item, plan).depth }

    /// Found in each column of the sections that the rect crosses.
    public func items(meeting rect: Rect) -> [Int] {
        let rect = swappingAxes(rect)
        var answer: [Int] = []
        for section in lines.sections(from: rect.y, to: rect.maxY) {
            let plan = lines.plan(of: section)
            let reach = reach(plan)
            let items = sections.items(of: section)
            // Each item of the first line begins a stack, which goes on with every `reach`-th item.
            for column in items.prefix(reach) {
                let count = (items.upperBound - column + reach - 1) / reach
                let first = partitionPoint(0..<count) { bottom(of: column + $0 * reach, plan) <= rect.y }
                for item in stride(from: column + first * reach, to: items.upperBound, by: reach) {
                    guard tops[item] < rect.maxY else { break }
                    if uprightFrame(of: item, in: items, plan).meets(rect) { answer.append(item) }
                }
            }
        }
        return inItemOrder(answer)
    }

    /// Goes on with the last section if the page continues it.
    public mutating func append(_ page: PicturePage) {
        lines.append(page)
        var item = tops.count
        tops.grow(by: page.count)
        while item < sections.itemCount {
            let section = sections.section(of: item)
            let plan = lines.plan(of: section)
            let items = sections.items(of: section)
            // The tallest item of the first line stands at the top, and all others move up to it.
            let reach = reach(plan)
            let firstLine = min(items.upperBound, items.lowerBound + reach)
            while item < firstLine {
                tops[item] = lines.bands[section].linesTop
                item += 1
            }
            while item < items.upperBound {
                tops[item] = bottom(of: item - reach, plan) + plan.parameters.lineSpacing
                item += 1
            }
        }
    }

    /// How far before an item, in their order, the one that it stands below is.
    private func reach(_ plan: FlowPlan) -> Int { plan.capacity + countedBefore }

    /// As written, goes on with the number of items of a line that the earlier layout has counted; otherwise nothing changes.
    public mutating func inherit(from earlier: any Layout) {
        guard isAsWritten, let earlier = earlier as? FlowWaterfall else { return }
        countedBefore = earlier.reach(earlier.lines.plan)
    }

    /// Takes out the items behind the mark.
    public mutating func truncate(to mark: LayoutMark) {
        lines.truncate(to: mark)
        tops.removeSubrange(mark.items...)
    }
}

extension FlowWaterfall {
    static let kind = LayoutKind(
        name: "flow-waterfall", about: "a flow whose columns are closed up",
        parameters: LayoutParameter.flow(spacing: 15, inset: 15, header: 45) + [
            .asWritten("each layout counts the items of a line again and adds them")
        ],
        traits: [.sections, .headers, .inheriting]
    ) { (space, parameters) throws(LayoutError) in
        try FlowWaterfall(
            try FlowParameters(viewport: space.viewport, parameters),
            sections: try FlowParameters.ofSections(viewport: space.viewport, parameters), asWritten: parameters.isAsWritten)
    }
}
