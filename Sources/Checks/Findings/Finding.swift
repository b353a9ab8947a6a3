/// A violation of a rule, and its position.
public struct Finding: Equatable, Sendable {
    /// The rule's id.
    public let rule: String
    /// That of the rule, or the one that the configuration has chosen.
    public let severity: Severity
    /// One sentence without a full stop, with the measured values in it.
    public let message: String
    /// The file as on the command line; for a page, its folder and name.
    public let file: String
    /// The position in the file; nil if the whole file is concerned.
    public let position: FindingPosition?
    /// A JSON pointer into the file, such as `/17/h`; empty if the whole file is concerned.
    public let pointer: String
    /// The entry's number in its file, from 0.
    public let entry: Int?
    /// The entry's picture, which identifies the entry even if its number changes.
    public let img: String?
    /// Whether the entry is only the first of several that the finding is about.
    public let isAboutAllEntries: Bool
    /// The key of the entry's value; nil if the whole entry is concerned.
    public let field: String?
    /// Nil if the finding is not about frames.
    public let screens: FindingScreens?

    package init(
        rule: String, severity: Severity, message: String, file: String, position: FindingPosition? = nil, pointer: String = "",
        entry: Int? = nil, img: String? = nil, isAboutAllEntries: Bool = false, field: String? = nil,
        screens: FindingScreens? = nil
    ) {
        self.rule = rule
        self.severity = severity
        self.message = message
        self.file = file
        self.position = position
        self.pointer = pointer
        self.entry = entry
        self.img = img
        self.isAboutAllEntries = isAboutAllEntries
        self.field = field
        self.screens = screens
    }

    /// Identifies the finding in a later run, without measured values, without its position and without screens.
    public var identity: FindingIdentity {
        FindingIdentity(rule: rule, img: img, isAboutAllEntries: isAboutAllEntries, field: field)
    }
}

/// The screens on which a finding about frames was found. Each layout counts its screens for itself.
public struct FindingScreens: Equatable, Sendable {
    /// The layout and the first screen, such as `waterflow on portrait (375x667)`. The finding's message is about it.
    public let first: String
    /// On how many screens it was found, at least 1.
    public let count: Int
    /// How many were checked.
    public let total: Int

    package init(first: String, count: Int = 1, total: Int = 1) {
        self.first = first
        self.count = count
        self.total = total
    }
}

/// The parts of a finding that stay the same when entries move and sizes change.
public struct FindingIdentity: Hashable, Sendable {
    /// The rule's id.
    public let rule: String
    /// The entry's picture; nil if the finding is about none.
    public let img: String?
    /// Whether the picture is only the first of several.
    public let isAboutAllEntries: Bool
    /// The key of the entry's value; nil if the whole entry is concerned.
    public let field: String?

    /// The identity of a finding with these parts, to look for in a baseline or to compare with an ignore.
    public init(rule: String, img: String?, isAboutAllEntries: Bool = false, field: String?) {
        self.rule = rule
        self.img = img
        self.isAboutAllEntries = isAboutAllEntries
        self.field = field
    }

    /// The picture by which the finding is known later. Another entry may be the first of several then.
    package var lastingImg: String? { isAboutAllEntries ? nil : img }
}

/// A position in a text, counted as in editors: lines from 1, columns from 1 in characters (Unicode scalars).
public struct FindingPosition: Hashable, Comparable, Sendable {
    /// From 1.
    public let line: Int
    /// That of the first character, from 1.
    public let column: Int
    /// How many characters of the line are concerned, at least 1.
    public let length: Int

    package init(line: Int, column: Int, length: Int = 1) {
        self.line = line
        self.column = column
        self.length = length
    }

    public static func < (one: FindingPosition, other: FindingPosition) -> Bool { (one.line, one.column) < (other.line, other.column) }
}
