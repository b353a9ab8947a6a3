import Pixels

/// The placeholders that were asked for, and those of one picture.
public struct ProbePlaceholders {
    private let kinds: Set<Placeholders.Kind>
    private let found: Placeholders?

    public init(_ kinds: Set<Placeholders.Kind> = [], _ found: Placeholders? = nil) { (self.kinds, self.found) = (kinds, found) }

    /// The names and texts of what was asked for. A text that is not known is nil. All of them are plain ASCII, and none
    /// needs an escape in JSON.
    var facts: [(name: StaticString, text: String?)] {
        Placeholders.Kind.allCases.filter(kinds.contains).flatMap { kind -> [(name: StaticString, text: String?)] in
            switch kind {
            case .thumbhash: [("thumbhash", found?.thumbHash)]
            case .blurhash: [("blurhash", found?.blurHash)]
            case .color:
                [
                    ("dominantColor", (found?.colours?.dominant).map(PictureColours.text)),
                    ("meanColor", (found?.colours?.mean).map(PictureColours.text)),
                ]
            case .blurDataURL: [("blurDataURL", found?.blurDataURL)]
            }
        }
    }
}
