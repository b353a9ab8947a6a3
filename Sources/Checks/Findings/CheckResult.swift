/// What a check of some files has found, in the form that every report is written from.
public struct CheckResult: Equatable, Sendable {
    /// One file that was checked, also where nothing was found in it.
    public struct File: Equatable, Sendable {
        public let name: String
        public let entries: Int
        /// In the order of their places; those about the file as a whole come first.
        public var findings: [Finding]
        /// The findings that are counted and not kept, since their rule has so many of them.
        public var more: [Surplus]
        /// The line of each place that a kept finding has, without its end; lines that are very
        /// long are cut around the place.
        public var lines: [TextPlace: QuotedLine]

        public init(
            name: String, entries: Int, findings: [Finding] = [], more: [Surplus] = [], lines: [TextPlace: QuotedLine] = [:]
        ) {
            self.name = name
            self.entries = entries
            self.findings = findings
            self.more = more
            self.lines = lines
        }
    }

    /// So many findings of a rule more than are kept.
    public struct Surplus: Equatable, Sendable {
        public let rule: String
        public let severity: Severity
        public let count: Int

        public init(rule: String, severity: Severity, count: Int) {
            self.rule = rule
            self.severity = severity
            self.count = count
        }
    }

    /// A line as it is quoted: its text from some column on.
    public struct QuotedLine: Equatable, Sendable {
        public let text: String
        /// The column of its first character, from 1.
        public let firstColumn: Int

        public init(text: String, firstColumn: Int = 1) {
            self.text = text
            self.firstColumn = firstColumn
        }
    }

    public var files: [File]
    /// Findings that were silent since the baseline knows them, or an ignore covers them.
    public var known: Int
    public var ignored: Int

    public init(files: [File], known: Int = 0, ignored: Int = 0) {
        self.files = files
        self.known = known
        self.ignored = ignored
    }

    /// How many findings there are of a severity, those that are not kept included.
    public func count(of severity: Severity) -> Int {
        files.reduce(0) { sum, file in
            sum + file.findings.count { $0.severity == severity }
                + file.more.reduce(0) { $0 + ($1.severity == severity ? $1.count : 0) }
        }
    }
}
