import WeirRecords

/// The findings of all rules about the files of one manifest. A limited number of each rule and file is kept, and the others
/// are counted: a million entries may all be broken in the same way.
struct FindingStore: Sendable {
    /// The kept findings of each file.
    private(set) var kept: [[Finding]] = []
    private(set) var silent: (known: Int, ignored: Int) = (0, 0)
    /// The parts that rules did not look at.
    var unchecked = Unchecked()
    private var names: [String] = []
    private let choices: RuleChoices
    /// The rules that have added anything. Their numbers are those of the counts. `lowest` is the lowest severity of their findings, and
    /// `isSilent` says whether one of them was silent.
    private var rules: [(rule: Rule, severity: Severity?, lowest: Severity?, isSilent: Bool)] = []
    /// The number of the last rule, which mostly adds the next finding too.
    private var last = 0
    /// The number of findings of each rule in each file.
    private var counts = RuleCounts<Int>()
    /// The number of findings that other code only counted, of each rule in each file.
    private var uncollected = RuleCounts<Int>()
    private let silence: Silence.FindingLookup?

    /// How many findings of a rule are kept for a file.
    static let limit = 1000

    init(_ choices: RuleChoices, silence: Silence.FindingLookup? = nil) {
        self.choices = choices
        self.silence = silence
    }

    /// Adds a file and returns its number.
    mutating func addFile(_ name: String) -> Int {
        names.append(name)
        kept.append([])
        return names.count - 1
    }

    /// Adds a finding about a file, unless its rule is off. `severity` is that of this finding, if it is not the rule's.
    mutating func add(
        _ rule: Rule, in file: Int, _ subject: @autoclosure () -> FindingSubject, _ message: @autoclosure () -> String,
        severity: Severity? = nil
    ) {
        guard let number = number(of: rule) else { return }
        // Skip formatting when nothing will print or store the finding.
        guard silence != nil || counts[file, number] < Self.limit else {
            counts[file, number] += 1
            return
        }
        let subject = subject()
        if countIfSilent(rule, in: file, subject) { return }
        add(rule, in: file, unsilenced: subject, message(), severity: severity)
    }

    /// Adds a finding without asking whether it is silent.
    mutating func add(
        _ rule: Rule, in file: Int, unsilenced subject: FindingSubject, _ message: @autoclosure () -> String, severity: Severity? = nil,
        on screens: FindingScreens? = nil
    ) {
        guard let number = number(of: rule), let chosen = rules[number].severity else { return }
        counts[file, number] += 1
        let own = Self.severity(severity, of: rule, chosen)
        var finding: Finding {
            Finding(rule: rule.id, severity: own, message: message(), file: names[file], subject: subject, screens: screens)
        }
        if counts[file, number] <= Self.limit {
            rules[number].lowest = min(rules[number].lowest ?? own, own)
            kept[file].append(finding)
        } else if let lowest = rules[number].lowest, own > lowest {
            // Those that are only counted are no worse than the kept ones.
            if let milder = kept[file].lastIndex(where: { $0.rule == rule.id && $0.severity < own }) {
                kept[file][milder] = finding
            } else {
                rules[number].lowest = own
            }
        }
    }

    /// Adds findings that were only counted.
    mutating func add(_ rule: Rule, in file: Int, surplus count: Int) {
        if count > 0, let number = number(of: rule) { uncollected[file, number] += count }
    }

    /// Adds findings that are known to be silent.
    mutating func add(silent count: (known: Int, ignored: Int)) {
        silent = (silent.known + count.known, silent.ignored + count.ignored)
    }

    /// Whether a finding would be reported: its rule is on, and it is not silent.
    func reports(_ rule: Rule, in file: Int, _ subject: FindingSubject) -> Bool {
        choices.severity(of: rule.id) != nil && silence?(names[file], FindingIdentity(rule.id, subject)) == nil
    }

    /// Whether a finding is silent. A silent one is counted.
    mutating func countIfSilent(_ rule: Rule, in file: Int, _ subject: @autoclosure () -> FindingSubject) -> Bool {
        guard let silence else { return false }
        switch silence(names[file], FindingIdentity(rule.id, subject())) {
        case .known: silent.known += 1
        case .ignored: silent.ignored += 1
        case nil: return false
        }
        if let number = number(of: rule) { rules[number].isSilent = true }
        return true
    }

    /// How many findings of each rule about a file are not kept, sorted by the rules' ids.
    func surplus(of file: Int) -> [CheckResult.Surplus] {
        rules.indices.compactMap { number in
            let (rule, severity, lowest, _) = rules[number]
            return severity.map { CheckResult.Surplus(rule: rule.id, severity: lowest ?? $0, count: surplus(number, file)) }
        }.filter { $0.count > 0 }.sorted { $0.rule < $1.rule }
    }

    /// Nil if the rule is off.
    private mutating func number(of rule: Rule) -> Int? {
        if last >= rules.count || rules[last].rule.id != rule.id {
            let known = rules.firstIndex { $0.rule.id == rule.id }
            if known == nil { rules.append((rule, choices.severity(of: rule.id), nil, false)) }
            last = known ?? rules.count - 1
        }
        return rules[last].severity == nil ? nil : last
    }

    /// A severity that the configuration has chosen for the rule is the highest of its findings, and raises none that is lower than usual.
    private static func severity(_ own: Severity?, of rule: Rule, _ chosen: Severity) -> Severity {
        guard let own, own != rule.severity else { return chosen }
        return chosen == rule.severity ? own : min(own, chosen)
    }
}

extension FindingStore {
    /// The rule and the key of entries that findings with one cause share. A wrong picture has one cause, whichever key shows it.
    private struct Fault: Hashable {
        let rule: Int
        let field: String?
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

    /// Keeps one finding of a fault that most entries of the manifest, or of a file, share, and of what follows from it a phrase.
    /// `entries` has the number of entries of each file.
    mutating func fold(_ entries: [Int]) {
        let consequences = removeConsequences()
        foldSharedFaults(entries)
        for group in Dictionary(grouping: consequences, by: \.causes).values {
            let phrases = group.map { "\($0.count) \($0.noun)\($0.count == 1 ? "" : "s")" }
            let verb = group.count == 1 && group[0].count == 1 ? "follows" : "follow"
            for file in kept.indices {
                guard let index = kept[file].firstIndex(where: { $0.isCause(among: group[0].causes) }) else { continue }
                kept[file][index].message += "; \(phrases.joined(separator: " and ")) \(verb)"
                break
            }
        }
    }

    /// Removes the findings that follow from those of other rules, and returns their numbers.
    private mutating func removeConsequences() -> [(count: Int, noun: String, causes: [String])] {
        var removed: [(count: Int, noun: String, causes: [String])] = []
        for number in rules.indices {
            let rule = rules[number].rule
            guard let consequence = rule.consequence else { continue }
            let severities = kept.joined().filter { $0.isCause(among: consequence.causes) }.map(\.severity)
            // An error does not hide behind a warning. What follows from a silent finding is silent.
            guard
                severities.max().map({ $0 >= rules[number].severity ?? .error })
                    ?? rules.contains(where: { $0.isSilent && consequence.causes.contains($0.rule.id) })
            else { continue }
            var count = 0
            for file in kept.indices {
                count += surplus(number, file) + kept[file].count { $0.rule == rule.id }
                kept[file].removeAll { $0.rule == rule.id }
                (counts[file, number], uncollected[file, number]) = (0, 0)
            }
            if count > 0 { removed.append((count, consequence.noun, consequence.causes)) }
        }
        return removed
    }

    /// Findings that are only counted have no key, so they are shared out among the keys of those that are kept.
    private mutating func foldSharedFaults(_ entries: [Int]) {
        let faults = faultOccurrences()
        let total = entries.reduce(0, +)
        var removed: [Set<Int>] = kept.map { _ in [] }
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
        for file in kept.indices where !removed[file].isEmpty {
            for rule in rules.indices where folded[file, rule] > 0 {
                uncollected[file, rule] = max(0, surplus(rule, file) - Int(folded[file, rule].rounded()))
                counts[file, rule] = min(counts[file, rule], Self.limit)
            }
            kept[file] = kept[file].enumerated().filter { !removed[file].contains($0.offset) }.map(\.element)
        }
    }

    /// The findings about single entries, by their faults.
    private func faultOccurrences() -> [Fault: Occurrences] {
        var faults: [Fault: Occurrences] = [:]
        let numbers = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.rule.id, $0) })
        for file in kept.indices {
            for (index, finding) in kept[file].enumerated() {
                // A part that does not parse is no entry.
                guard let rule = numbers[finding.rule], let entry = finding.entry, !finding.isAboutAllEntries,
                    finding.rule != Parses.rule.id
                else { continue }
                let fault = Fault(rule: rule, field: rules[rule].rule.family == .pictures ? nil : finding.field)
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
    private func ownSurplus(_ rule: Int, _ file: Int) -> Int { max(0, counts[file, rule] - Self.limit) }

    /// For how many of a surplus a kept finding stands.
    private func share(of surplus: Int, _ rule: Int, _ file: Int) -> Double {
        Double(surplus) / Double(max(1, min(counts[file, rule], Self.limit)))
    }

    private static func isShared(_ count: Double, by entries: Int) -> Bool { count > Double(fewest) && count * 2 > Double(entries) }

    /// Removes all findings but one of each cause, since one text would not be true of several.
    private mutating func fold(_ findings: [FoundEntry], _ count: Double, of total: Int, _ removed: inout [Set<Int>]) {
        for part in Dictionary(grouping: findings, by: { kept[$0.file][$0.index].subject.cause }).values {
            removed.remove(allBut: wordFirst(part, count * Double(part.count) / Double(findings.count), of: total), of: part)
        }
    }

    /// Words the first of the worst findings for all of them, and returns it: an info must not stand for errors.
    private mutating func wordFirst(_ findings: [FoundEntry], _ count: Double, of total: Int) -> FoundEntry? {
        let worst = findings.map { kept[$0.file][$0.index].severity }.max()
        let sorted = findings.sorted { ($0.file, $0.entry, $0.index) < ($1.file, $1.entry, $1.index) }
        guard let first = sorted.first(where: { kept[$0.file][$0.index].severity == worst }) else { return nil }
        guard findings.count > 1 else { return first }
        let place = first == sorted[0] ? "in this one first" : "such as this one"
        let mild = findings.count { kept[$0.file][$0.index].severity != worst }
        let all = min(Int(count.rounded()), total)
        let milder = Int((Double(all) * Double(mild) / Double(findings.count)).rounded())
        kept[first.file][first.index].message +=
            "; so it is in \(all - milder) of \(total) entries, \(place)\(milder == 0 ? "" : ", and less so in \(milder)")"
        kept[first.file][first.index].subject.isAboutAllEntries = true
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
