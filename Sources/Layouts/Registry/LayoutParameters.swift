/// The values of one layout's parameters: those that were set, and defaults for the others.
public struct LayoutParameters: Equatable, Sendable {
    private let parameters: [LayoutParameter]
    private var values: [String: LayoutValue] = [:]
    /// The parameters of the sections that have some of their own, by section number or name; `*` is all others.
    package private(set) var sections: [String: LayoutParameters] = [:]

    init(_ parameters: [LayoutParameter]) { self.parameters = parameters }

    /// Sets a parameter from the text of the command line.
    public mutating func set(_ name: String, to text: String) throws(LayoutError) {
        guard let parameter = parameters.first(where: { $0.names.contains(name) }) else {
            let names = parameters.map(\.name).joined(separator: ", ")
            throw LayoutError(name, "the layout has no such parameter; it has \(names)")
        }
        guard values[parameter.name] == nil else { throw LayoutError(name, "it is set twice") }
        values[parameter.name] = try parameter.value(of: text)
    }

    /// Sets parameters of one section, or of all others if the key is `*`. The section has all other
    /// parameters in common with the layout.
    public mutating func set(_ own: [(name: String, text: String)], ofSection key: String) throws(LayoutError) {
        var section = LayoutParameters(parameters)
        for (name, text) in own { try section.set(name, to: text) }
        let sizesItems = Self.itemSizes.contains(where: section.isSet)
        for (name, value) in values where !section.isSet(name) && !(sizesItems && Self.itemSizes.contains(name)) {
            section.values[name] = value
        }
        sections[key] = section
    }

    /// The key of the parameters of all sections that have none of their own.
    package static let otherSections = SectionPlans.others

    /// At most one of them can be set.
    private static let itemSizes = ["item-size", "item-width", "columns"]

    /// The same parameters with another value of a parameter; nil if the layout has no such parameter or value.
    package func replacing(_ name: String, with text: String) -> LayoutParameters? {
        guard let value = try? parameters.first(where: { $0.name == name })?.value(of: text) else { return nil }
        var changed = self
        changed.values[name] = value
        return changed
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

    /// Refuses two ways to size items.
    func refuseBoth(_ one: String, _ other: String) throws(LayoutError) {
        guard isSet(one), isSet(other) else { return }
        throw LayoutError(other, "it cannot be set together with \(one): one of them sizes the items")
    }

    /// The way to size items that was set.
    func item(default defaultSizing: ItemSizing) throws(LayoutError) -> ItemSizing {
        let ways = Self.itemSizes.filter(isSet)
        if ways.count > 1 { try refuseBoth(ways[0], ways[1]) }
        return switch ways.first.flatMap({ values[$0] }) {
        case .size(let size): .fixed(size)
        case .length(let width): .width(width)
        case .count(let columns): .columns(columns)
        default: defaultSizing
        }
    }
}

/// A parameter of a layout, which is set by name.
public struct LayoutParameter: Equatable, Sendable {
    /// As it is set, such as `row-spacing`.
    public let name: String
    /// An older name, which can be set, too.
    private var formerName: String?
    package let kind: LayoutValueKind
    /// The default; nil if it depends on other things, which `defaultText` describes.
    package let defaultValue: LayoutValue?
    /// The default as help and lists print it.
    public let defaultText: String
    /// A phrase that describes the parameter.
    public let about: String

    init(_ name: String, _ kind: LayoutValueKind, default value: LayoutValue, formerName: String? = nil, _ about: String) {
        self.init(name, kind, value, value.text, about)
        self.formerName = formerName
    }

    init(_ name: String, _ kind: LayoutValueKind, defaultText text: String, _ about: String) {
        self.init(name, kind, nil, text, about)
    }

    /// The switch of a layout whose published code has a defect.
    static func asWritten(_ defect: String) -> LayoutParameter {
        LayoutParameter("as-written", .truth, default: .truth(false), "keep the defect: \(defect)")
    }

    private init(_ name: String, _ kind: LayoutValueKind, _ value: LayoutValue?, _ text: String, _ about: String) {
        self.name = name
        self.kind = kind
        defaultValue = value
        defaultText = text
        self.about = about
    }

    /// All names by which it can be set.
    package var names: [String] { [name] + [formerName].compactMap { $0 } }
}

/// The type of a parameter's value.
package enum LayoutValueKind: Equatable, Sendable {
    case length, count, insets, size
    case lengthOrWord([String])
    case choice([String])
    case truth
}

/// A parameter's value.
package enum LayoutValue: Equatable, Sendable {
    case length(Double)
    case count(Int)
    case insets(Insets)
    case size(Size)
    case choice(String)
    case truth(Bool)

    /// The value as it is written on a command line.
    package var text: String {
        switch self {
        case .length(let length): numberText(length)
        case .count(let count): String(count)
        case .insets(let inset): [inset.top, inset.left, inset.bottom, inset.right].map(numberText).joined(separator: ",")
        case .size(let size): "\(numberText(size.width))x\(numberText(size.height))"
        case .choice(let word): word
        case .truth(let isTrue): isTrue ? "true" : "false"
        }
    }
}

extension LayoutParameter {
    /// Parses a value. Its range is checked later, when the layout is made.
    func value(of text: String) throws(LayoutError) -> LayoutValue {
        switch kind {
        case .length:
            if let length = Double(text) { return .length(length) }
            throw LayoutError(name, "\"\(text)\" is not a number of points")
        case .lengthOrWord(let words):
            if words.contains(text) { return .choice(text) }
            if let length = Double(text) { return .length(length) }
            throw LayoutError(name, "\"\(text)\" is neither a number of points nor one of \(words.joined(separator: ", "))")
        case .count:
            if let count = Int(text) { return .count(count) }
            throw LayoutError(name, "\"\(text)\" is not a whole number")
        case .insets:
            if let insets = Insets(text) { return .insets(insets) }
            throw LayoutError(name, "\"\(text)\" is neither one number of points nor top,left,bottom,right")
        case .size:
            if let size = Size(text) { return .size(size) }
            throw LayoutError(name, "\"\(text)\" is not a size such as 160x90")
        case .choice(let words):
            if words.contains(text) { return .choice(text) }
            throw LayoutError(name, "\"\(text)\" is none of \(words.joined(separator: ", "))")
        case .truth:
            if let isTrue = Bool(text) { return .truth(isTrue) }
            throw LayoutError(name, "\"\(text)\" is neither true nor false")
        }
    }
}

extension LayoutParameter {
    static let extraHeight = LayoutParameter(
        "extra-height", .length, default: .length(0), "a strip below each picture, for a price")

    /// The parameters of both waterflows, which have different defaults for the number of columns.
    static func waterflow(columns: LayoutParameter) -> [LayoutParameter] {
        [
            columns,
            LayoutParameter("column-spacing", .length, default: .length(10), "the gap between columns"),
            LayoutParameter("row-spacing", .length, default: .length(10), "the gap between the items of a column"),
            LayoutParameter("inset", .insets, default: .insets(Insets(10)), "the space around the columns"),
            extraHeight,
        ]
    }

    static func arithmetic(_ about: String) -> LayoutParameter {
        LayoutParameter(
            "arithmetic", .choice(ColumnArithmetic.allCases.map(\.rawValue)), default: .choice(ColumnArithmetic.float.rawValue),
            "\(about): float as published, double as in a port")
    }

    static let density = LayoutParameter("density", .length, defaultText: "the device's, else 1", "device pixels to a point")

    static let columns = LayoutParameter("columns", .count, default: .count(3), "how many columns there are")
}
