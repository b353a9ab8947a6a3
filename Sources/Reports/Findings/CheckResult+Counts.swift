import Checks
import WeirBase

extension CheckResult {
    /// How many findings there are, including those that are only counted.
    var findingCount: Int { Severity.allCases.reduce(0) { $0 + count(of: $1) } }

    /// The result in a phrase, such as `2 errors, 1 warning in 3 of 5 files; 4 known, 1 ignored`.
    var sentence: String {
        let found = Severity.allCases.reversed().map { ($0, count(of: $0)) }.filter { $0.1 > 0 }
        let silent = [(known, "known"), (ignored, "ignored")].filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
        let all = "\(files.count.grouped) \(files.count == 1 ? "file" : "files")"
        let reported: String
        if found.isEmpty {
            let entries = files.reduce(0) { $0 + $1.entries }
            reported = "no findings in \(all), \(entries.grouped) \(entries == 1 ? "entry" : "entries")"
        } else {
            let touched = files.count { !$0.isClean }
            let counts = found.map { "\($0.1.grouped) \($0.0.noun(for: $0.1))" }.joined(separator: ", ")
            reported = "\(counts) in \(touched == files.count ? all : "\(touched.grouped) of \(all)")"
        }
        return silent.isEmpty ? reported : "\(reported); \(silent.joined(separator: ", "))"
    }
}

extension CheckResult.File {
    var isClean: Bool { findings.isEmpty && more.isEmpty }
}

extension Severity {
    func noun(for count: Int) -> String { self == .info || count == 1 ? rawValue : rawValue + "s" }
}

extension Int {
    /// The number with commas between thousands.
    package var grouped: String {
        let digits = Array(String(magnitude))
        let groups = stride(from: digits.count % 3 - 3, to: digits.count, by: 3).map { String(digits[Swift.max(0, $0)..<($0 + 3)]) }
        return (self < 0 ? "-" : "") + groups.filter { !$0.isEmpty }.joined(separator: ",")
    }
}

/// How many findings a rule has.
struct RuleTotal {
    let rule: String
    /// The highest of its findings.
    var severity: Severity
    var findings = 0
    var files = 0
}

extension CheckResult {
    /// Each rule with findings, the most severe first.
    var ruleTotals: [RuleTotal] {
        var totals: [String: RuleTotal] = [:]
        for file in files {
            let kept = file.findings.map { (rule: $0.rule, severity: $0.severity, count: 1) }
            let found = kept + file.more.map { (rule: $0.rule, severity: $0.severity, count: $0.count) }
            for next in found {
                var total = totals[next.rule] ?? RuleTotal(rule: next.rule, severity: next.severity)
                total.severity = max(total.severity, next.severity)
                total.findings += next.count
                totals[next.rule] = total
            }
            for rule in Set(found.map(\.rule)) { totals[rule]?.files += 1 }
        }
        return totals.values.sorted { one, other in
            if one.severity != other.severity { return one.severity > other.severity }
            return one.findings == other.findings ? one.rule < other.rule : one.findings > other.findings
        }
    }
}

/// How many findings of each severity can still be listed.
struct FindingQuota {
    private var left: [Severity: Int] = [:]
    private(set) var taken = 0

    /// Gives the room to the most severe findings.
    init(for result: CheckResult, maxResults: Int) {
        var rest = maxResults
        for severity in Severity.allCases.reversed() {
            let kept = result.files.reduce(0) { $0 + $1.findings.count { $0.severity == severity } }
            left[severity] = min(kept, rest)
            rest -= min(kept, rest)
        }
    }

    mutating func take(_ severity: Severity) -> Bool {
        guard let quota = left[severity], quota > 0 else { return false }
        left[severity] = quota - 1
        taken += 1
        return true
    }
}
