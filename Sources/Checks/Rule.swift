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
    /// The inputs without which the rule looks at nothing, besides the manifest.
    public let needs: Set<Need>
    /// Whether a rule about pictures looks at what entries state if no pictures are measured.
    package let readsEntries: Bool
    /// In the order in which they are listed; empty if nothing can be set.
    public let parameters: [RuleParameter]
    /// The findings as what follows from those of other rules; nil if they follow from none.
    let consequence: Consequence?
    /// Whether the rule is off until a configuration or a command line names it.
    public let isOnRequest: Bool

    /// The subject of a rule, which decides when it can be checked.
    public enum Family: String, CaseIterable, Sendable {
        case manifest, pictures, layouts
    }

    /// An input of a check that some rules need.
    public enum Need: CaseIterable, Sendable {
        /// The manifest that phones have now.
        case previous
        /// The pictures themselves.
        case pictures
        /// The journal that the pictures' runs keep.
        case journal
        /// The frames that an app has computed.
        case frames
        /// The index of a manifest in pages.
        case index
        /// The profile of a sales channel.
        case profiles
    }

    /// Findings that need no place of their own beside those of a cause.
    struct Consequence: Sendable {
        /// The noun for one of them, such as `frame`.
        let noun: String
        /// The rules of the causes. The findings have no others.
        let causes: [String]

        /// Most pictures have become smaller, or have moved to another row.
        static func ofChanges(_ noun: String) -> Consequence {
            Consequence(noun: noun, causes: [SizeDrop.rule.id, PriceShift.rule.id])
        }

        /// The size of a picture is not the one that its entry states.
        static func ofWrongSizes(_ noun: String) -> Consequence {
            Consequence(noun: noun, causes: [PictureSize.rule.id, PictureOrientation.rule.id])
        }
    }

    init(
        _ id: String, _ family: Family, _ severity: Severity, _ summary: String, explanation: String, example: String,
        remedy: String, needs: Set<Need> = [], readsEntries: Bool = false, parameters: [RuleParameter] = [],
        consequence: Consequence? = nil, isOnRequest: Bool = false
    ) {
        self.id = id
        self.family = family
        self.severity = severity
        self.summary = summary
        self.explanation = explanation
        self.example = example
        self.remedy = remedy
        self.needs = needs.union(family == .pictures ? [.pictures] : [])
        self.readsEntries = readsEntries
        self.parameters = parameters
        self.consequence = consequence
        self.isOnRequest = isOnRequest
    }

    /// The severity of its findings without a configuration, as a word; `off` for a rule on request.
    package var usualSeverity: String { isOnRequest ? "off" : severity.rawValue }
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

extension Rule {
    /// All rules, in the order in which they are listed.
    public static let all =
        ManifestRules.types.map { $0.rule } + LayoutRules.all
}
