import Records

/// Takes the findings of all rules about the files of one manifest. Of each rule and file so many
/// are kept; the others are counted, since a million entries may all be broken in the same way.
struct FindingCollector {
    /// A finding whose place is still a stretch of the file's bytes.
    struct Found {
        let rule: Rule
        let severity: Severity
        let message: String
        let spot: Spot
    }

    /// What a finding is about.
    struct Spot: Sendable {
        var place: TextRange?
        var pointer = ""
        var entry: Int?
        var img: String?
        var field: String?
        var screen: String?
    }

    private(set) var found: [[Found]]
    private(set) var silent: (known: Int, ignored: Int) = (0, 0)
    /// The file whose entries are looked at.
    private(set) var file = 0
    private var names: [String]
    private var rules: [(rule: Rule, severity: Severity)] = []
    /// How many findings each file has of each rule.
    private var counts: [[Int]] = []
    /// How many others somebody has counted who kept none of them.
    private var uncollected: [[Int]] = []
    private var current = 0
    private let silence: Silence.Judge?
    private let limit: Int

    /// So many findings of a rule are kept for a file.
    static let usualLimit = 1000

    init(limit: Int = usualLimit, silence: Silence.Judge?) {
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

    /// Makes a rule known and answers its number.
    mutating func add(_ rule: Rule, _ severity: Severity) -> Int {
        if let known = rules.firstIndex(where: { $0.rule.id == rule.id }) { return known }
        rules.append((rule, severity))
        for file in counts.indices {
            counts[file].append(0)
            uncollected[file].append(0)
        }
        return rules.count - 1
    }

    /// What is added from now on was found by the rule of that number.
    mutating func begin(_ rule: Int) { current = rule }

    /// Adds a finding about the file that is looked at, or about another.
    mutating func add(
        to file: Int? = nil, _ spot: @autoclosure () -> Spot, _ message: @autoclosure () -> String
    ) {
        let file = file ?? self.file
        let count = counts[file][current]
        // Who nobody silences and nobody keeps need not be described.
        guard silence != nil || count < limit else {
            counts[file][current] += 1
            return
        }
        let described = spot()
        let identity = FindingIdentity(
            rule: rules[current].rule.id, img: described.img, field: described.field, screen: described.screen)
        switch silence?(names[file], identity) {
        case .known: silent.known += 1
        case .ignored: silent.ignored += 1
        case nil where count < limit: add(judged: described, message(), to: file)
        case nil: counts[file][current] += 1
        }
    }

    /// Adds a finding that is known not to be silent.
    mutating func add(judged spot: Spot, _ message: String, to file: Int) {
        let count = counts[file][current]
        counts[file][current] += 1
        guard count < limit else { return }
        found[file].append(Found(rule: rules[current].rule, severity: rules[current].severity, message: message, spot: spot))
    }

    /// Counts findings that nobody has kept.
    mutating func add(surplus count: Int, to file: Int) { uncollected[file][current] += count }

    /// Counts findings that somebody else has found to be silent.
    mutating func add(silent count: (known: Int, ignored: Int)) {
        silent = (silent.known + count.known, silent.ignored + count.ignored)
    }

    /// How many findings of each rule about a file are not kept; in the order of the rules' names.
    func surplus(of file: Int) -> [CheckResult.Surplus] {
        rules.indices.map { index in
            CheckResult.Surplus(
                rule: rules[index].rule.id, severity: rules[index].severity,
                count: max(0, counts[file][index] - limit) + uncollected[file][index])
        }.filter { $0.count > 0 }.sorted { $0.rule < $1.rule }
    }
}
