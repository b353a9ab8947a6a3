import Pixels

/// The placeholders that were asked for, and those of one picture.
public struct ProbePlaceholders {
    private let kinds: Set<Placeholders.Kind>
    private let found: Placeholders?

    public init(_ kinds: Set<Placeholders.Kind> = [], _ found: Placeholders? = nil) { (self.kinds, self.found) = (kinds, found) }

    /// The names and texts of what was asked for. A text that is not known is nil.
    var facts: [(name: String, text: String?)] {
        Placeholders.Kind.allCases.filter(kinds.contains).flatMap(\.keys).map { ($0.rawValue, found?[$0]) }
    }
}
