/// The value of a rule's parameter.
public enum RuleValue: Equatable, Sendable {
    case number(Double)
    case text(String)
    case texts([String])
}

/// A parameter of a rule, which a team can set.
public struct RuleParameter: Sendable {
    /// The key in `weir.json`, unique in its rule.
    public let name: String
    /// Only values of the same case can be set.
    public let defaultValue: RuleValue
    /// The allowed range of a number.
    let range: ClosedRange<Double>
    /// The allowed forms of a text, or of each text of an array; nil if every text is allowed.
    let form: TextForm?
    /// A phrase that describes the parameter.
    public let about: String

    struct TextForm: Sendable {
        /// A phrase that describes the allowed texts.
        let requirement: String
        let allows: @Sendable (String) -> Bool
    }

    init(
        _ name: String, default value: RuleValue, in range: ClosedRange<Double> = 0 ... .infinity, form: TextForm? = nil,
        _ about: String
    ) {
        self.name = name
        defaultValue = value
        self.range = range
        self.form = form
        self.about = about
    }

    /// A parameter that is a day, such as `2027-01-31`; it is empty by default.
    init(day name: String, _ about: String) {
        let form = TextForm(requirement: "a day such as 2027-01-31") { $0.isEmpty || CalendarDay($0) != nil }
        self.init(name, default: .text(""), form: form, about)
    }

    /// A parameter that is an array of hosts, in which `*` stands for any characters.
    init(hosts name: String, _ about: String) {
        // An address of IPv6 has several colons.
        let form = TextForm(requirement: "a host without scheme, port and path") { host in
            !host.isEmpty && !host.utf8.contains { "/[]@".utf8.contains($0) } && host.utf8.count { $0 == UInt8(ascii: ":") } != 1
        }
        self.init(name, default: .texts([]), form: form, about)
    }

    func allows(_ value: RuleValue) -> Bool {
        switch value {
        case .number(let number): range.contains(number)
        case .text(let text): form?.allows(text) ?? true
        case .texts(let texts): texts.allSatisfy { form?.allows($0) ?? true }
        }
    }

    /// A phrase that describes the allowed values.
    var requirement: String {
        switch defaultValue {
        case .number where range.upperBound == .infinity: "a number of at least \(range.lowerBound.shown)"
        case .number: "a number from \(range.lowerBound.shown) to \(range.upperBound.shown)"
        case .text: form?.requirement ?? "text"
        case .texts: "an array of texts\(form.map { ", each \($0.requirement)" } ?? "")"
        }
    }
}

/// The values of one rule's parameters: those that were set, and defaults for the others.
struct RuleParameters: Equatable, Sendable {
    private var values: [String: RuleValue]
    /// The profiles of the sales channels for which the manifest is meant.
    var profiles: [Profile] = []
    /// The day of the check, as `2027-01-31`; empty if it is unknown.
    var day = ""

    init(_ parameters: [RuleParameter]) {
        values = Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.defaultValue) })
    }

    /// Sets a parameter. Returns false if it does not exist or has another type.
    mutating func set(_ name: String, to value: RuleValue) -> Bool {
        switch (values[name], value) {
        case (.number, .number), (.text, .text), (.texts, .texts):
            values[name] = value
            return true
        default: return false
        }
    }

    func value(of name: String) -> RuleValue? { values[name] }

    // A rule asks only for names in its own table. A name that is missing there would give an empty value,
    // and the test that compares every default would fail.

    func number(_ name: String) -> Double {
        if case .number(let number) = values[name] { number } else { 0 }
    }

    func text(_ name: String) -> String {
        if case .text(let text) = values[name] { text } else { "" }
    }

    func texts(_ name: String) -> [String] {
        if case .texts(let texts) = values[name] { texts } else { [] }
    }
}
