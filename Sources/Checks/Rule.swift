// Checks: manifests and the layouts computed from them to findings; one file per rule.

/// Something that must hold of a manifest, of its pictures, or of the frames computed from it.
///
/// A rule's words are for whoever meets it first at three in the morning: what is wrong, what it
/// looks like, what to do.
public struct Rule: Sendable {
    /// What scripts, ignores and baselines call it. It is never renamed.
    public let id: String
    public let family: Family
    /// How much a finding weighs where the configuration says nothing.
    public let severity: Severity
    /// What must hold; a phrase without a full stop.
    public let summary: String
    /// Why it matters, in a few sentences.
    public let explanation: String
    /// A part of a manifest, or a layout, that breaks it.
    public let example: String
    /// What to do about a finding.
    public let remedy: String
    public let parameters: [RuleParameter]

    /// What a rule looks at, which decides when it can be asked.
    public enum Family: String, CaseIterable, Sendable {
        case manifest, pictures, layouts
    }

    init(
        _ id: String, _ family: Family, _ severity: Severity, _ summary: String, explanation: String, example: String,
        remedy: String, parameters: [RuleParameter] = []
    ) {
        self.id = id
        self.family = family
        self.severity = severity
        self.summary = summary
        self.explanation = explanation
        self.example = example
        self.remedy = remedy
        self.parameters = parameters
    }
}

/// How much a finding weighs.
public enum Severity: String, CaseIterable, Comparable, Sendable {
    case info, warning, error

    public static func < (one: Severity, other: Severity) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .error: 2
        }
    }
}
