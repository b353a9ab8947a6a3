import Checks
import WeirBase

/// Writes findings as JUnit XML: a suite for each file, with a case for each rule, so that passed rules are
/// visible, and those that could not look are skipped. Readers show one failure for each case, so all findings of a rule in a
/// file are one failure.
struct FindingJUnit {
    private let rules: [Rule]
    private let paths: ReportPaths
    private let failOn: Severity

    init(_ options: FindingReportOptions) {
        rules = options.rules
        paths = options.paths
        failOn = options.failOn
    }

    func write<Failure: Error>(
        _ result: CheckResult, to output: inout ByteBuffer, drain: (inout ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        var totals = SuiteCounts()
        for file in result.files { totals.add(SuiteCounts(cases(of: file), failOn)) }
        output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"weir check\"")
        output.append(totals)
        output.append(">\n")
        for file in result.files {
            append(file, to: &output)
            try drain(&output)
        }
        output.append("</testsuites>\n")
        try drain(&output)
    }

    private func append(_ file: CheckResult.File, to output: inout ByteBuffer) {
        let cases = cases(of: file)
        let name = paths.name(of: file.name).visible
        output.append("<testsuite name=\"")
        output.append(xmlAttribute: name)
        output.append("\"")
        output.append(SuiteCounts(cases, failOn))
        output.append(">\n")
        for rule in cases {
            output.append("<testcase classname=\"")
            output.append(xmlAttribute: name)
            output.append("\" name=\"")
            output.append(xmlAttribute: rule.id.visible)
            output.append("\"")
            guard let severity = rule.severity else {
                if let reason = rule.unchecked {
                    output.append("><skipped message=\"")
                    output.append(xmlAttribute: reason)
                    output.append("\"/></testcase>\n")
                } else {
                    output.append("/>\n")
                }
                continue
            }
            if rule.isFailed(from: failOn) {
                output.append("><failure type=\"")
                output.append(xmlAttribute: severity.rawValue)
                output.append("\" message=\"")
                output.append(xmlAttribute: rule.headline)
                output.append("\">")
                append(rule, to: &output)
                output.append("</failure></testcase>\n")
            } else {
                output.append("><system-out>")
                append(rule, to: &output)
                output.append("</system-out></testcase>\n")
            }
        }
        output.append("</testsuite>\n")
    }

    private func append(_ rule: RuleCase, to output: inout ByteBuffer) {
        for finding in rule.findings {
            output.append(xml: "\(finding.location): \(finding.severity.rawValue): \(finding.sentence)\n")
        }
        if rule.more > 0 { output.append("and \(rule.more.grouped) more\n") }
    }

    /// The cases in the order of the table, followed by those of rules that are not in it.
    private func cases(of file: CheckResult.File) -> [RuleCase] {
        var cases = rules.map { RuleCase(id: $0.id, unchecked: file.reasonUnchecked($0)) }
        var indices = Dictionary(zip(rules.map(\.id), rules.indices)) { first, _ in first }
        func index(of rule: String) -> Int {
            if let index = indices[rule] { return index }
            indices[rule] = cases.count
            cases.append(RuleCase(id: rule, unchecked: nil))
            return cases.count - 1
        }
        for finding in file.findings { cases[index(of: finding.rule)].add(finding) }
        for more in file.more { cases[index(of: more.rule)].add(more) }
        return cases
    }
}

/// The findings of a rule in a file.
private struct RuleCase {
    let id: String
    /// Why the rule did not look at everything; nil if it did.
    let unchecked: String?
    private(set) var findings: [Finding] = []
    /// How many findings are only counted.
    private(set) var more = 0
    /// The greatest severity; nil if nothing was found.
    private(set) var severity: Severity?

    init(id: String, unchecked: String?) { (self.id, self.unchecked) = (id, unchecked) }

    var isSkipped: Bool { severity == nil && unchecked != nil }

    /// The line that readers show first.
    var headline: String {
        guard let first = findings.first(where: { $0.severity == severity }) else { return "findings that are not kept" }
        let count = findings.count + more
        return count == 1 ? first.sentence : "\(count.grouped) findings, the first: \(first.sentence)"
    }

    func isFailed(from failOn: Severity) -> Bool { severity.map { $0 >= failOn } ?? false }

    mutating func add(_ finding: Finding) {
        findings.append(finding)
        severity = max(severity ?? finding.severity, finding.severity)
    }

    mutating func add(_ surplus: CheckResult.Surplus) {
        more += surplus.count
        severity = max(severity ?? surplus.severity, surplus.severity)
    }
}

private struct SuiteCounts {
    private(set) var cases = 0
    private(set) var failures = 0
    private(set) var skipped = 0

    init() {}

    init(_ rules: [RuleCase], _ failOn: Severity) {
        cases = rules.count
        failures = rules.count { $0.isFailed(from: failOn) }
        skipped = rules.count(where: \.isSkipped)
    }

    mutating func add(_ other: SuiteCounts) {
        cases += other.cases
        failures += other.failures
        skipped += other.skipped
    }
}

extension ByteBuffer {
    fileprivate mutating func append(_ counts: SuiteCounts) {
        append(" tests=\"")
        append(counts.cases)
        append("\" failures=\"")
        append(counts.failures)
        append("\" errors=\"0\" skipped=\"")
        append(counts.skipped)
        append("\"")
    }
}
