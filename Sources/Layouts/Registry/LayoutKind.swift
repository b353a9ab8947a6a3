/// A row in the table of layouts: a layout's name, description and parameters, and how it is made.
public struct LayoutKind: Sendable {
    /// As a recipe begins, such as `lf-waterflow`.
    public let name: String
    /// A phrase that describes the layout.
    public let about: String
    /// In the order of help and lists.
    public let parameters: [LayoutParameter]
    package var traits: Set<Trait> = []
    let make: @Sendable (LayoutSpace, LayoutSettings) throws(LayoutError) -> any Layout

    /// A feature that only some layouts have.
    package enum Trait: Sendable {
        /// Sections change where items are.
        case sections
        /// Sections have headers that can be pinned.
        case headers
        /// Items change their scale with the offset, and scrolling stops with one in the middle.
        case snapping
        /// As written, the layout keeps something of the one that the same view had before.
        case inheriting
    }

    /// All parameters at their defaults.
    package var settings: LayoutSettings { LayoutSettings(parameters) }

    /// The parameters that sections can have of their own.
    package var sectionParameters: [LayoutParameter] {
        traits.contains(.headers) ? parameters.filter { LayoutParameter.ofSections.contains($0.name) } : []
    }

    /// A new layout is a file and a row here.
    public static let all = [
        LFWaterflow.kind, Waterflow.kind, MKMasonry.kind, Flow.kind, FlowWaterfall.kind, Carousel.kind,
        StaggeredGrid.kind, ComposeStaggeredGrid.kind, FlutterMasonry.kind, GridLanes.kind, MasonryJS.kind, Justified.kind,
    ]

    /// The kind of that name; the error names all.
    public static func named(_ name: String) throws(LayoutError) -> LayoutKind {
        if let kind = all.first(where: { $0.name == name }) { return kind }
        let names = all.map(\.name).joined(separator: ", ")
        throw LayoutError("layout", "there is none named \"\(name)\"; there are \(names)")
    }
}
