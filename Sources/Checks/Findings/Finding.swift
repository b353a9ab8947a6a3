/// One thing that does not hold, and where.
public struct Finding: Equatable, Sendable {
    /// The rule's id.
    public let rule: String
    public let severity: Severity
    /// One sentence without a full stop, with the measured values in it.
    public let message: String
    /// The file as the command line named it; a page by its folder and name.
    public let file: String
    /// Where in the file; nil for what concerns the file as a whole.
    public let place: TextPlace?
    /// What the finding is about in the file's document, such as `/17/h`; empty for the whole.
    public let pointer: String
    /// The entry's place in its file, from 0.
    public let entry: Int?
    /// The entry's picture: it finds the entry again when others have come before it.
    public let img: String?
    /// The part of the entry that is meant, a key of it; nil for the entry as a whole.
    public let field: String?
    /// The layout and the screen on which it shows, for a finding about frames.
    public let screen: String?

    public init(
        rule: String, severity: Severity, message: String, file: String, place: TextPlace? = nil, pointer: String = "",
        entry: Int? = nil, img: String? = nil, field: String? = nil, screen: String? = nil
    ) {
        self.rule = rule
        self.severity = severity
        self.message = message
        self.file = file
        self.place = place
        self.pointer = pointer
        self.entry = entry
        self.img = img
        self.field = field
        self.screen = screen
    }

    /// By what a finding is known again in a later run: never by a measured value, nor by its place.
    public var identity: FindingIdentity { FindingIdentity(rule: rule, img: img, field: field, screen: screen) }
}

/// What stays the same about a finding while entries move and sizes change.
public struct FindingIdentity: Hashable, Sendable {
    public let rule: String
    public let img: String?
    public let field: String?
    public let screen: String?

    public init(rule: String, img: String?, field: String?, screen: String?) {
        self.rule = rule
        self.img = img
        self.field = field
        self.screen = screen
    }
}

/// A place in a text, as editors count: lines from 1, columns from 1 in characters (Unicode scalars).
public struct TextPlace: Hashable, Comparable, Sendable {
    public let line: Int
    public let column: Int
    /// How many characters are meant, at least 1; they stand on one line.
    public let length: Int

    public init(line: Int, column: Int, length: Int = 1) {
        self.line = line
        self.column = column
        self.length = length
    }

    public static func < (one: TextPlace, other: TextPlace) -> Bool { (one.line, one.column) < (other.line, other.column) }
}
