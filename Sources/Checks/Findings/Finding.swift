import WeirRecords

/// A violation of a rule, and its position.
public struct Finding: Equatable, Sendable {
    /// The rule's id.
    public let rule: String
    /// That of the rule, or the one that the configuration has chosen.
    public let severity: Severity
    /// One sentence without a full stop, with the measured values in it.
    public internal(set) var message: String
    /// The file as on the command line; for a page, its folder and name.
    public let file: String
    /// The position in the file; nil if the whole file is concerned.
    public internal(set) var position: FindingPosition?
    /// Nil if the finding is not about frames.
    public let screens: FindingScreens?
    var subject: FindingSubject

    package init(
        rule: String, severity: Severity, message: String, file: String, position: FindingPosition? = nil,
        subject: FindingSubject = FindingSubject(), screens: FindingScreens? = nil
    ) {
        self.rule = rule
        self.severity = severity
        self.message = message
        self.file = file
        self.position = position
        self.subject = subject
        self.screens = screens
    }

    /// A JSON pointer into the file, such as `/17/h`; empty if the whole file is concerned.
    public var pointer: String { subject.pointer }
    /// The entry's number in its file, from 0.
    public var entry: Int? { subject.entry }
    /// The entry's picture, which identifies the entry even if its number changes.
    public var img: String? { subject.img }
    /// Whether the entry is only the first of several that the finding is about.
    public var isAboutAllEntries: Bool { subject.isAboutAllEntries }
    /// The key of the entry's value; nil if the whole entry is concerned.
    public var field: String? { subject.field }

    func isCause(among rules: [String]) -> Bool { subject.hasConsequences && rules.contains(rule) }

    /// Identifies the finding in a later run, without measured values, without its position and without screens.
    public var identity: FindingIdentity { FindingIdentity(rule, subject) }
}

/// The part of a file that a finding is about.
package struct FindingSubject: Equatable, Sendable {
    /// The bytes of the part, from which its position is found.
    var range: TextRange?
    /// The text that is quoted if it does not end on the first line of the range: the whole entry.
    var quotation: TextRange?
    var pointer = ""
    var entry: Int?
    package var img: String?
    var field: String?
    /// Findings with different causes are not folded into one; nil of rules that look for one fault.
    var cause: String?
    /// Whether findings of other rules may follow from it.
    var hasConsequences = true
    /// Whether the entry is only the first of several, so that a baseline must not tie the finding to its picture.
    var isAboutAllEntries = false

    init(
        range: TextRange?, quotation: TextRange? = nil, pointer: String = "", entry: Int? = nil, img: String? = nil, field: String? = nil
    ) {
        self.init(pointer: pointer, entry: entry, img: img, field: field)
        self.range = range
        self.quotation = quotation
    }

    package init(pointer: String = "", entry: Int? = nil, img: String? = nil, field: String? = nil) {
        self.pointer = pointer
        self.entry = entry
        self.img = img
        self.field = field
    }
}

/// The screens on which a finding about frames was found. Each layout counts its screens for itself.
public struct FindingScreens: Equatable, Sendable {
    /// The layout and the first screen, such as `waterflow on portrait (375x667)`. The finding's message is about it.
    public let first: String
    /// On how many screens it was found, at least 1.
    public internal(set) var count: Int
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

    init(_ rule: String, _ subject: FindingSubject) {
        self.init(rule: rule, img: subject.img, isAboutAllEntries: subject.isAboutAllEntries, field: subject.field)
    }

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
