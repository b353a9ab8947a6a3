import WeirRecords

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
    private var counts = RuleCounts<Int>()
    /// The number of findings that other code only counted, of each rule in each file.
    private var uncollected = RuleCounts<Int>()
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
    }

    /// Adds a rule and returns its number.
    mutating func add(_ rule: Rule, _ severity: Severity) -> Int {
        if let known = rules.firstIndex(where: { $0.rule.id == rule.id }) { return known }
        rules.append((rule, severity))
        return rules.count - 1
    }

    /// Makes this rule the current one, to which findings are added.
    mutating func begin(_ rule: Int) { current = rule }

    /// Why the current rule could not look at all of the manifest.
    private(set) var unchecked: [(rule: Rule, reason: String)] = []

    /// Notes that the current rule could not look at all of the manifest. `reason` is a phrase.
    mutating func addUnchecked(_ reason: String) { unchecked.append((rules[current].rule, reason)) }

    /// Whether a finding of the current rule is silent. A silent one is counted.
    mutating func isSilent(in file: Int, _ subject: @autoclosure () -> FindingSubject) -> Bool {
        guard let silence else { return false }
        let described = subject()
        let identity = FindingIdentity(
            rule: rules[current].rule.id, img: described.img, isAboutAllEntries: described.isAboutAllEntries,
            field: described.field)
        switch silence(names[file], identity) {
        case .known: silent.known += 1
        case .ignored: silent.ignored += 1
        case nil: return false
        }
        return true
    }

    /// Adds a finding about a file; nil means the current one. `severity` is that of this finding, if it is not the rule's.
    mutating func add(
        to file: Int? = nil, _ subject: @autoclosure () -> FindingSubject, _ message: @autoclosure () -> String,
        severity: Severity? = nil
    ) {
        let file = file ?? self.file
        let count = counts[file, current]
        // Skip formatting when nothing will print or store the finding.
        guard silence != nil || count < limit else {
            counts[file, current] += 1
            return
        }
        let described = subject()
        if isSilent(in: file, described) { return }
        if count < limit { add(unsilenced: described, message(), to: file, severity: severity) } else { counts[file, current] += 1 }
    }

    /// Adds a finding without asking whether it is silent.
    mutating func add(unsilenced subject: FindingSubject, _ message: String, to file: Int, severity: Severity? = nil) {
        let count = counts[file, current]
        counts[file, current] += 1
        guard count < limit else { return }
        found[file].append(
            CollectedFinding(
                rule: rules[current].rule, severity: self.severity(severity), message: message, subject: subject))
    }

    /// A severity that the configuration has chosen for the rule is the highest of its findings, and raises none that is lower than usual.
    private func severity(_ own: Severity?) -> Severity {
        let (rule, chosen) = rules[current]
        guard let own, own != rule.severity else { return chosen }
        return chosen == rule.severity ? own : min(own, chosen)
    }

    /// Adds findings that were only counted.
    mutating func add(surplus count: Int, to file: Int) { uncollected[file, current] += count }

    /// Adds findings that are known to be silent.
    mutating func add(silent count: (known: Int, ignored: Int)) {
        silent = (silent.known + count.known, silent.ignored + count.ignored)
    }

    /// How many findings of each rule about a file are not kept, sorted by the rules' ids.
    func surplus(of file: Int) -> [CheckResult.Surplus] {
        rules.indices.map { index in
            CheckResult.Surplus(
                rule: rules[index].rule.id, severity: rules[index].severity,
                count: surplus(index, file))
        }.filter { $0.count > 0 }.sorted { $0.rule < $1.rule }
    }
}

extension FindingCollector {
    /// The rule, the key of entries and the severity that findings with one cause share. An info must not stand for errors.
    private struct Fault: Hashable {
        let rule: Int
        let field: String?
        let severity: Severity
    }

    /// The findings of a fault.
    private struct Occurrences {
        /// The number of findings, with those that are only counted; and for each file that of its own.
        var count = 0.0
        var counts: [Int: Double] = [:]
        var findings: [FoundEntry] = []
    }

    /// Up to this many findings of a fault stand for themselves, even if all entries have it.
    static let fewest = 3

    /// Keeps one finding of a fault that most entries of the manifest, or of a file, share. `entries` has the number of entries of
    /// each file. Findings that are only counted have no key, so they are shared out among the keys of those that are kept.
    mutating func foldSharedFaults(_ entries: [Int]) {
        let faults = faultOccurrences()
        let total = entries.reduce(0, +)
        var removed: [Set<Int>] = found.map { _ in [] }
        var folded = RuleCounts<Double>()
        for (fault, occurrences) in faults {
            let count = occurrences.count
            let files = occurrences.counts.filter { Self.isShared($0.value, by: entries[$0.key]) }
            let isShared = Self.isShared(count, by: total)
            if isShared {
                fold(occurrences.findings, count, of: total, &removed)
            } else {
                for (file, count) in files {
                    fold(occurrences.findings.filter { $0.file == file }, count, of: entries[file], &removed)
                }
            }
            for finding in occurrences.findings where isShared || files[finding.file] != nil {
                let (rule, file) = (fault.rule, finding.file)
                folded[file, rule] += share(of: isShared ? surplus(rule, file) : ownSurplus(rule, file), rule, file)
            }
        }
        for file in found.indices where !removed[file].isEmpty {
            for rule in rules.indices where folded[file, rule] > 0 {
                uncollected[file, rule] = max(0, surplus(rule, file) - Int(folded[file, rule].rounded()))
                counts[file, rule] = min(counts[file, rule], limit)
            }
            found[file] = found[file].enumerated().filter { !removed[file].contains($0.offset) }.map(\.element)
        }
    }

    /// The findings about single entries, by their faults.
    private func faultOccurrences() -> [Fault: Occurrences] {
        var faults: [Fault: Occurrences] = [:]
        let numbers = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.rule.id, $0) })
        for file in found.indices {
            for (index, finding) in found[file].enumerated() {
                // A part that does not parse is no entry.
                guard let rule = numbers[finding.rule.id], let entry = finding.subject.entry, !finding.subject.isAboutAllEntries,
                    finding.rule.id != Parses.rule.id
                else { continue }
                let fault = Fault(rule: rule, field: finding.subject.field, severity: finding.severity)
                // An entry may have it several times, in its further pictures.
                let isCounted = faults[fault]?.findings.last.map { ($0.file, $0.entry) == (file, entry) } ?? false
                faults[fault, default: Occurrences()].findings.append((file, entry, index))
                guard !isCounted else { continue }
                faults[fault]?.count += 1 + share(of: surplus(rule, file), rule, file)
                faults[fault]?.counts[file, default: 0] += 1 + share(of: ownSurplus(rule, file), rule, file)
            }
        }
        return faults
    }

    /// How many findings of a rule about a file are not kept.
    private func surplus(_ rule: Int, _ file: Int) -> Int { ownSurplus(rule, file) + uncollected[file, rule] }

    /// The same without findings on screens, which are counted for the first file whichever they are about.
    private func ownSurplus(_ rule: Int, _ file: Int) -> Int { max(0, counts[file, rule] - limit) }

    /// For how many of a surplus a kept finding stands.
    private func share(of surplus: Int, _ rule: Int, _ file: Int) -> Double {
        Double(surplus) / Double(max(1, min(counts[file, rule], limit)))
    }

    private static func isShared(_ count: Double, by entries: Int) -> Bool { count > Double(fewest) && count * 2 > Double(entries) }

    /// Removes all findings but one of each cause, since one text would not be true of several.
    private mutating func fold(_ findings: [FoundEntry], _ count: Double, of total: Int, _ removed: inout [Set<Int>]) {
        for part in Dictionary(grouping: findings, by: { found[$0.file][$0.index].subject.cause }).values {
            removed.remove(allBut: wordFirst(part, count * Double(part.count) / Double(findings.count), of: total), of: part)
        }
    }

    /// Words the first finding for all of them, and returns it.
    private mutating func wordFirst(_ findings: [FoundEntry], _ count: Double, of total: Int) -> FoundEntry? {
        guard let first = findings.min(by: { ($0.file, $0.entry, $0.index) < ($1.file, $1.entry, $1.index) }) else { return nil }
        guard findings.count > 1 else { return first }
        found[first.file][first.index].message += "; so it is in \(min(Int(count.rounded()), total)) of \(total) entries, in this one first"
        found[first.file][first.index].subject.isAboutAllEntries = true
        return first
    }
}

/// Numbers by file and rule. Of many pages most have no finding, and take no memory.
private struct RuleCounts<Number: AdditiveArithmetic & Sendable>: Sendable {
    private var rows: [Int: [Number]] = [:]

    subscript(file: Int, rule: Int) -> Number {
        get { rows[file].map { rule < $0.count ? $0[rule] : .zero } ?? .zero }
        set {
            let missing = rule + 1 - rows[file, default: []].count
            if missing > 0 { rows[file, default: []] += repeatElement(.zero, count: missing) }
            rows[file]?[rule] = newValue
        }
    }
}

/// A kept finding: its file, its entry, and its index among those of the file.
private typealias FoundEntry = (file: Int, entry: Int, index: Int)

extension [Set<Int>] {
    fileprivate mutating func remove(allBut kept: FoundEntry?, of findings: [FoundEntry]) {
        for finding in findings where kept.map({ $0 != finding }) ?? false { self[finding.file].insert(finding.index) }
    }
}

/// A finding that still has a range of the file's bytes instead of a line and a column.
struct CollectedFinding {
    let rule: Rule
    let severity: Severity
    var message: String
    var subject: FindingSubject
}

/// The part of a manifest that a finding is about.
struct FindingSubject: Sendable {
    var range: TextRange?
    /// The text that is quoted if it does not end on the first line of the range: the whole entry.
    var quotation: TextRange?
    var pointer = ""
    var entry: Int?
    var img: String?
    var field: String?
    /// Findings with different causes are not folded into one; nil of rules that look for one fault.
    var cause: String?
    var screens: FindingScreens?
    /// Whether the entry is only the first of several, so that a baseline must not tie the finding to its picture.
    var isAboutAllEntries = false
}
