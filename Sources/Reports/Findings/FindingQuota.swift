import Checks

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

extension CheckResult {
    /// The same with at most `maxFindings` findings, the most severe ones. The others are only counted.
    public func listing(atMost maxFindings: Int) -> CheckResult {
        var quota = FindingQuota(for: self, maxResults: maxFindings)
        var result = self
        for index in result.files.indices {
            var more = Dictionary(grouping: files[index].more) { $0.rule }
            result.files[index].findings.removeAll { finding in
                if quota.take(finding.severity) { return false }
                more[finding.rule, default: []].append(Surplus(rule: finding.rule, severity: finding.severity, count: 1))
                return true
            }
            result.files[index].more = more.values.map { surplus in
                Surplus(rule: surplus[0].rule, severity: surplus[0].severity, count: surplus.reduce(0) { $0 + $1.count })
            }.sorted { $0.rule < $1.rule }
        }
        return result
    }
}
