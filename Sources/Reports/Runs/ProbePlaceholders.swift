import Pixels

/// The placeholders that were asked for, and those of one picture.
package struct ProbePlaceholders {
    /// The names and texts of what was asked for. A text that is not known is nil.
    let facts: [(name: String, text: String?)]

    package init(_ kinds: Set<Placeholders.Kind> = [], _ found: Placeholders? = nil) {
        facts = Placeholders.Kind.allCases.filter(kinds.contains).flatMap(\.keys).map { ($0.rawValue, found?[$0]) }
    }
}
