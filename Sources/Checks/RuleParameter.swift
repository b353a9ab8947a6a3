/// A limit of a rule that a team can set.
public struct RuleParameter: Sendable {
    public enum Value: Equatable, Sendable {
        case number(Double)
        case text(String)
        case texts([String])
    }

    public let name: String
    public let standard: Value
    /// What a number may be.
    let range: ClosedRange<Double>
    /// What it sets; a phrase.
    public let about: String

    init(_ name: String, standard: Value, in range: ClosedRange<Double> = 0 ... .infinity, _ about: String) {
        self.name = name
        self.standard = standard
        self.range = range
        self.about = about
    }

    func allows(_ value: Value) -> Bool {
        if case .number(let number) = value { range.contains(number) } else { true }
    }

    /// What a value must be.
    var need: String {
        switch standard {
        case .number where range.upperBound == .infinity: "a number of at least \(range.lowerBound.shown)"
        case .number: "a number from \(range.lowerBound.shown) to \(range.upperBound.shown)"
        case .text: "text"
        case .texts: "an array of texts"
        }
    }
}

/// The parameters of one rule as they were set, with defaults for the others.
public struct RuleSettings: Equatable, Sendable {
    private var values: [String: RuleParameter.Value]

    init(_ parameters: [RuleParameter]) {
        values = Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.standard) })
    }

    /// Sets a parameter; false where the rule has none of that name, or one of another kind.
    public mutating func set(_ name: String, to value: RuleParameter.Value) -> Bool {
        switch (values[name], value) {
        case (.number, .number), (.text, .text), (.texts, .texts):
            values[name] = value
            return true
        default: return false
        }
    }

    // A name that a rule asks for stands in its own table; were it missing, the nothing would be
    // caught by the test that compares every default.

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
