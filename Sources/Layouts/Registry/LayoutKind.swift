/// A layout as a row of a table: what it is called, what it is, what can be set, how it is made.
public struct LayoutKind: Sendable {
    public let name: String
    /// What it is; a phrase.
    public let about: String
    public let parameters: [LayoutParameter]
    public var traits: Set<Trait> = []
    let make: @Sendable (Size, LayoutSettings) throws(LayoutError) -> any Layout

    /// What not every layout does.
    public enum Trait: Sendable {
        /// Sections make a difference to where items are.
        case sections
        /// Its sections have headers that can be pinned.
        case headers
        /// Items change with the offset, which comes to rest at one of them.
        case snapping
    }

    /// All parameters at their defaults.
    public var settings: LayoutSettings { LayoutSettings(parameters) }

    /// All layouts. One more is a file and a row.
    public static let all = [
        LFWaterflow.kind, Waterflow.kind, MKMasonry.kind, Flow.kind, FlowWaterfall.kind, Carousel.kind,
    ]

    public static func named(_ name: String) throws(LayoutError) -> LayoutKind {
        if let kind = all.first(where: { $0.name == name }) { return kind }
        let names = all.map(\.name).joined(separator: ", ")
        throw LayoutError("layout", "there is none named \"\(name)\"; there are \(names)")
    }
}
