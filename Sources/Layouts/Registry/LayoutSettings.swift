/// The values of one layout's parameters: those that were set, and defaults for the others.
public struct LayoutSettings: Equatable, Sendable {
    private let parameters: [LayoutParameter]
    private var values: [String: LayoutValue] = [:]
    /// The settings of the sections that have parameters of their own, by section number or name; `*` is all others.
    package private(set) var sections: [String: LayoutSettings] = [:]

    init(_ parameters: [LayoutParameter]) { self.parameters = parameters }

    /// Sets a parameter from the text of the command line.
    public mutating func set(_ name: String, to text: String) throws(LayoutError) {
        guard let parameter = parameters.first(where: { $0.name == name }) else {
            let names = parameters.map(\.name).joined(separator: ", ")
            throw LayoutError(name, "the layout has no such parameter; it has \(names)")
        }
        guard values[name] == nil else { throw LayoutError(name, "it is set twice") }
        values[name] = try parameter.value(of: text)
    }

    /// Sets parameters of one section, or of all others if the key is `*`. The section has all other
    /// parameters in common with the layout.
    public mutating func set(_ own: [(name: String, text: String)], ofSection key: String) throws(LayoutError) {
        var section = LayoutSettings(parameters)
        for (name, text) in own { try section.set(name, to: text) }
        let sizesItems = Self.itemSizes.contains(where: section.isSet)
        for (name, value) in values where !section.isSet(name) && !(sizesItems && Self.itemSizes.contains(name)) {
            section.values[name] = value
        }
        sections[key] = section
    }

    /// The key of the settings of all sections that have none of their own.
    package static let otherSections = SectionPlans.others

    /// At most one of them can be set.
    private static let itemSizes = ["item-size", "item-width", "columns"]

    /// The same settings with another value of a parameter; nil if the layout has no such parameter or value.
    package func replacing(_ name: String, with text: String) -> LayoutSettings? {
        guard let value = try? parameters.first(where: { $0.name == name })?.value(of: text) else { return nil }
        var settings = self
        settings.values[name] = value
        return settings
    }

    /// A parameter as on the command line, as it was set or by default; nil if the layout has no such parameter.
    public func text(_ name: String) -> String? { value(name)?.text }

    package func isSet(_ name: String) -> Bool { values[name] != nil }

    private func value(_ name: String) -> LayoutValue? {
        values[name] ?? parameters.first { $0.name == name }?.defaultValue
    }

    // A layout asks only for names in its own table. A name that is missing there would give zero, and
    // the test that compares every default would fail.

    /// A parameter that is a number of points, as it was set or by default.
    package func length(_ name: String) -> Double {
        if case .length(let length) = value(name) { length } else { 0 }
    }

    func count(_ name: String) -> Int? {
        if case .count(let count) = value(name) { count } else { nil }
    }

    /// The insets, as they were set or by default.
    package var inset: Insets { insets("inset") }

    func insets(_ name: String) -> Insets {
        if case .insets(let inset) = value(name) { inset } else { Insets(0) }
    }

    /// Device pixels to a point.
    var density: Double { lengthIfSet("density") ?? 1 }

    var isHorizontal: Bool { value("direction") == .choice("horizontal") }
    var isAsWritten: Bool { value("as-written") == .truth(true) }
    var arithmetic: ColumnArithmetic { value("arithmetic") == .choice("float") ? .float : .double }

    /// A length that has no default of its own; nil if it is not set.
    func lengthIfSet(_ name: String) -> Double? { isSet(name) ? length(name) : nil }

    /// The way to size items that was set.
    func item(default defaultSizing: ItemSizing) throws(LayoutError) -> ItemSizing {
        let ways = Self.itemSizes.filter(isSet)
        guard ways.count <= 1 else {
            throw LayoutError(ways[1], "it cannot be set together with \(ways[0]): one of them sizes the items")
        }
        return switch ways.first.flatMap({ values[$0] }) {
        case .size(let size): .fixed(size)
        case .length(let width): .width(width)
        case .count(let columns): .columns(columns)
        default: defaultSizing
        }
    }
}
