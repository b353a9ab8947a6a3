// Checks: manifests, their pictures and their layouts to findings; one file per rule.

/// A statement that must hold for a manifest, its pictures, or the frames computed from it.
///
/// Its texts are for somebody who has never seen the rule: what is wrong, an example, and what to do.
public struct Rule: Sendable {
    /// The name in scripts, ignores and baselines. It never changes.
    public let id: String
    /// The subject of the rule. `ManifestCheck` checks those of the family `manifest`.
    public let family: Family
    /// The severity of its findings, unless the configuration changes it.
    public let severity: Severity
    /// The statement; a phrase without a full stop.
    public let summary: String
    /// The reason for the rule, in a few sentences.
    public let explanation: String
    /// A part of a manifest, or a layout, that violates the rule.
    public let example: String
    /// The remedy for a finding.
    public let remedy: String
    /// In the order in which they are listed; empty if nothing can be set.
    public let parameters: [RuleParameter]

    private static let aboutWeir = """
        The rule proves the frames that weir computes, and not the app: phones run other code. A finding is a fault of weir.
        """

    /// The subject of a rule, which decides when it can be checked.
    public enum Family: String, CaseIterable, Sendable {
        case manifest, pictures, layouts
    }

    /// `provesWeir` says that no manifest and no phone can violate the rule, only weir.
    init(
        _ id: String, _ family: Family, _ severity: Severity, _ summary: String, explanation: String, example: String,
        remedy: String, parameters: [RuleParameter] = [], provesWeir: Bool = false
    ) {
        self.id = id
        self.family = family
        self.severity = severity
        self.summary = summary
        self.explanation = provesWeir ? "\(explanation) \(Self.aboutWeir)" : explanation
        self.example = example
        self.remedy = remedy
        self.parameters = parameters
    }
}

/// How serious a finding is.
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
