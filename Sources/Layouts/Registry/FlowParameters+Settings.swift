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
    init(viewport: Size, _ settings: LayoutSettings) throws(LayoutError) {
        self.init(viewport: viewport)
        direction = settings.isHorizontal ? .horizontal : .vertical
        item = try settings.item(default: item)
        lineSpacing = settings.length("line-spacing")
        interitemSpacing = settings.length("interitem-spacing")
        inset = settings.inset
        header = settings.length("header")
        footer = settings.length("footer")
    }

    /// The parameters of the sections that have some of their own.
    static func ofSections(
        viewport: Size, _ settings: LayoutSettings
    ) throws(LayoutError) -> [String: FlowParameters] {
        var sections: [String: FlowParameters] = [:]
        for (key, own) in settings.sections.sorted(by: { $0.key < $1.key }) {
            do throws(LayoutError) { sections[key] = try FlowParameters(viewport: viewport, own) } catch {
                throw LayoutError("sections", "\"\(key)\": \(error)")
            }
        }
        return sections
    }
}
