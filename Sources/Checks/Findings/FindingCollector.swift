import Records

/// Collects the findings of all rules about the files of one manifest. A limited number of each rule and
/// file is kept, and the others are counted: a million entries may all be broken in the same way.
struct FindingCollector {
    private(set) var found: [[CollectedFinding]]
    private(set) var silent: (known: Int, ignored: Int) = (0, 0)
    /// The number of the current file.
    private(set) var file = 0
    private var names: [String]
    private var rules: [(rule: Rule, severity: Severity)] = []
    /// The number of findings of each rule in each file.
    private var counts: [[Int]] = []
    /// The number of findings that other code only counted, of each rule in each file.
    private var uncollected: [[Int]] = []
    /// The number of the current rule.
    private var current = 0
    private let silence: Silence.FindingLookup?
    private let limit: Int

    /// How many findings of a rule are kept for a file.
    static let defaultLimit = 1000

    init(limit: Int = defaultLimit, silence: Silence.FindingLookup?) {
        found = []
        names = []
        self.silence = silence
        self.limit = limit
    }

    mutating func beginFile(_ name: String) {
        file = names.count
        names.append(name)
        found.append([])
        counts.append(Array(repeating: 0, count: rules.count))
        uncollected.append(Array(repeating: 0, count: rules.count))
    }

    /// Adds a rule and returns its number.
    mutating func add(_ rule: Rule, _ severity: Severity) -> Int {
        if let known = rules.firstIndex(where: { $0.rule.id == rule.id }) { return known }
        rules.append((rule, severity))
        for file in counts.indices {
            counts[file].append(0)
            uncollected[file].append(0)
        }
        return rules.count - 1
    }

    /// Makes this rule the current one, to which findings are added.
    mutating func begin(_ rule: Int) { current = rule }

    /// Adds a finding about a file; nil means the current one.
    mutating func add(
        to file: Int? = nil, _ subject: @autoclosure () -> FindingSubject, _ message: @autoclosure () -> String
    ) {
        let file = file ?? self.file
        let count = counts[file][current]
        // Skip formatting when nothing will print or store the finding.
        guard silence != nil || count < limit else {
            counts[file][current] += 1
            return
        }
        let described = subject()
        let identity = FindingIdentity(
            rule: rules[current].rule.id, img: described.img, isAboutAllEntries: described.isAboutAllEntries,
            field: described.field)
        switch silence?(names[file], identity) {
        case .known: silent.known += 1
        case .ignored: silent.ignored += 1
        case nil where count < limit: add(unsilenced: described, message(), to: file)
        case nil: counts[file][current] += 1
        }
    }

    /// Adds a finding without asking whether it is silent.
    mutating func add(unsilenced subject: FindingSubject, _ message: String, to file: Int) {
        let count = counts[file][current]
        counts[file][current] += 1
        guard count < limit else { return }
        found[file].append(
            CollectedFinding(
                rule: rules[current].rule, severity: rules[current].severity, message: message, subject: subject))
    }

    /// Adds findings that were only counted.
    mutating func add(surplus count: Int, to file: Int) { uncollected[file][current] += count }

    /// Adds findings that are known to be silent.
    mutating func add(silent count: (known: Int, ignored: Int)) {
        silent = (silent.known + count.known, silent.ignored + count.ignored)
    }

    /// How many findings of each rule about a file are not kept, sorted by the rules' ids.
    func surplus(of file: Int) -> [CheckResult.Surplus] {
        rules.indices.map { index in
            CheckResult.Surplus(
                rule: rules[index].rule.id, severity: rules[index].severity,
                count: max(0, counts[file][index] - limit) + uncollected[file][index])
        }.filter { $0.count > 0 }.sorted { $0.rule < $1.rule }
    }
}

/// A finding whose place is still a range of the file's bytes.
struct CollectedFinding {
    let rule: Rule
    let severity: Severity
    let message: String
    let subject: FindingSubject
}

/// The part of a manifest that a finding is about.
struct FindingSubject: Sendable {
    var place: TextRange?
    /// The text that is quoted if it does not end on the line of the place: the whole entry.
    var quotation: TextRange?
    var pointer = ""
    var entry: Int?
    var img: String?
    var field: String?
    var screens: FindingScreens?
    /// Whether the entry is only the first of several, so that a baseline must not tie the finding to its picture.
    var isAboutAllEntries = false
}
