/// The result of checking some files, from which every report is written.
public struct CheckResult: Equatable, Sendable {
    /// A checked file, with or without findings.
    public struct File: Equatable, Sendable {
        /// As it was given to the check; for an index or a page, with its folder.
        public let name: String
        /// How many entries were read, with and without a size; 0 for an index.
        public let entries: Int
        /// Whether all pages are there that the file names; true for a file that is no index.
        public var hasAllPages: Bool
        /// Sorted by position; findings about the whole file come first.
        public var findings: [Finding]
        /// The findings beyond the limit of a rule, which are only counted.
        public var more: [Surplus]
        /// The line of each finding's position, without the line end; very long lines are cut around the position.
        public var lines: [FindingPosition: QuotedLine]
        /// The parts of this file's manifest that rules did not look at.
        public var unchecked: Unchecked?

        package init(
            name: String, entries: Int, hasAllPages: Bool = true, findings: [Finding] = [], more: [Surplus] = [],
            lines: [FindingPosition: QuotedLine] = [:], unchecked: Unchecked? = nil
        ) {
            self.hasAllPages = hasAllPages
            self.name = name
            self.entries = entries
            self.findings = findings
            self.more = more
            self.lines = lines
            self.unchecked = unchecked
        }

        /// Whether the file could be parsed, and has all its pages if it is an index.
        package var isReadable: Bool { hasAllPages && !findings.contains { $0.rule == ManifestRules.parses.id } }

        /// Why a rule without findings in this file has not passed, as a phrase; nil if it looked at everything.
        public func reasonUnchecked(_ rule: Rule) -> String? {
            guard isReadable || rule.id == ManifestRules.parses.id else { return "the file cannot be read as a whole" }
            return unchecked?.reason(of: rule)
        }
    }

    /// How many findings of a rule are counted and not kept.
    public struct Surplus: Equatable, Sendable {
        /// The rule's id.
        public let rule: String
        /// The severity of each of them.
        public let severity: Severity
        /// At least 1.
        public let count: Int

        package init(rule: String, severity: Severity, count: Int) {
            self.rule = rule
            self.severity = severity
            self.count = count
        }
    }

    /// A part of a line, which reports quote.
    public struct QuotedLine: Equatable, Sendable {
        /// The line, or the part of a very long line around the position.
        public let text: String
        /// The column of its first character, from 1.
        public let firstColumn: Int

        package init(text: String, firstColumn: Int = 1) {
            self.text = text
            self.firstColumn = firstColumn
        }
    }

    /// In the order of the checks; an index comes before its pages.
    public var files: [File]
    /// For each manifest, the parts that rules did not look at.
    public var unchecked: [Unchecked] = []
    /// How many findings are silent because the baseline knows them.
    public var known: Int
    /// How many findings are silent because an ignore covers them.
    public var ignored: Int

    package init(files: [File], known: Int = 0, ignored: Int = 0) {
        self.files = files
        self.known = known
        self.ignored = ignored
    }

    /// How many findings have a severity, including those that are only counted.
    public func count(of severity: Severity) -> Int {
        files.reduce(0) { sum, file in
            sum + file.findings.count { $0.severity == severity }
                + file.more.reduce(0) { $0 + ($1.severity == severity ? $1.count : 0) }
        }
    }
}
