import Checks
import WeirBase

/// Writes a summary of findings as Markdown: a table of the rules, and a folded table of the most severe findings. It is
/// short enough for a comment on GitHub.
struct FindingMarkdown {
    private static let maxListed = 50
    /// The limit of a comment. Every character has at least one byte, so bytes are a safe measure.
    private static let maxBytes = 65_536
    /// The greatest length of what follows the rows of a table.
    private static let endBytes = 200

    func write<Failure: Error>(
        _ result: CheckResult, to output: inout ByteBuffer, drain: (inout ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        let end = output.count + Self.maxBytes - Self.endBytes
        output.append("### weir check: \(result.sentence)\n")
        let rules = result.ruleTotals
        if !rules.isEmpty {
            output.append("\n| severity | rule | findings | files |\n|---|---|---:|---:|\n")
            let count = output.append(rows: rules.count, upTo: end - Self.maxBytes / 2) { index, output in
                let row = rules[index]
                output.append("| \(row.severity.rawValue) | ")
                output.append(code: row.rule.shortened)
                output.append(" | \(row.findings.grouped) | \(row.files.grouped) |\n")
            }
            if count < rules.count { output.append("\nand \(rules.count - count) more rules\n") }
        }
        let findings = Severity.allCases.reversed().flatMap { severity in
            result.files.lazy.flatMap(\.findings).filter { $0.severity == severity }.prefix(Self.maxListed)
        }
        if !findings.isEmpty {
            output.append("\n<details><summary>The most severe findings</summary>\n\n| severity | where | finding |\n|---|---|---|\n")
            let count = output.append(rows: min(findings.count, Self.maxListed), upTo: end) { index, output in
                let finding = findings[index]
                output.append("| \(finding.severity.rawValue) | ")
                output.append(code: finding.location.shortened)
                output.append(" | ")
                output.append(code: finding.sentence.shortened(to: 300))
                output.append(" |\n")
            }
            if result.findingCount > count { output.append("\nand \((result.findingCount - count).grouped) more\n") }
            output.append("\n</details>\n")
        }
        try drain(&output)
    }
}
