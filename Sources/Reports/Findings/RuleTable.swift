import Checks
import Base

/// All rules, as the table of `weir rules` and as the page docs/rules.md.
public struct RuleTable {
    private let rules: [Rule]

    /// Each rule becomes a row, in this order.
    public init(_ rules: [Rule]) { self.rules = rules }

    /// One line for each rule: id, severity, family, summary.
    public func append(to output: inout ByteBuffer) {
        let rows = rules.map { [$0.id, $0.usualSeverity, $0.family.rawValue, $0.summary] }
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            for (cell, width) in zip(row, widths) { output.append(cell + String(repeating: " ", count: width - cell.count + 2)) }
            output.append("\(row[3])\n")
        }
    }

    /// The page about all rules: for each family a table, then its rules.
    package func append(markdownTo output: inout ByteBuffer) {
        output.append("# Rules\n\nThe rules of [`weir check`](checks.md), by what they look at. A rule's parameters are below it, with their defaults; set them in\n")
        output.append("[weir.json](checks.md#weirjson). `weir rules RULE` prints one rule. `scripts/generate` writes this page.\n")
        for family in Rule.Family.allCases {
            let members = rules.filter { $0.family == family }
            guard !members.isEmpty else { continue }
            output.append("\n## \(family.title)\n\n| rule | severity | what must hold |\n|---|---|---|\n")
            for rule in members {
                output.append("| [`\(rule.id)`](#\(rule.id)) | \(rule.usualSeverity) | \(rule.summary.cell) |\n")
            }
            for rule in members { append(rule, to: &output) }
        }
    }

    private func append(_ rule: Rule, to output: inout ByteBuffer) {
        output.append("\n### \(rule.id)\n\n\(RuleText(rule).markdown)\n")
        guard !rule.parameters.isEmpty else { return }
        output.append("\n")
        for parameter in rule.parameters {
            output.append("- `\(parameter.name)` (`\(parameter.defaultValue.text)`): \(parameter.about)\n")
        }
    }
}

extension Rule.Family {
    fileprivate var title: String {
        switch self {
        case .manifest: "The manifest"
        case .pictures: "The pictures"
        case .layouts: "The layouts"
        }
    }
}

extension String {
    /// The text in a cell of a Markdown table.
    var cell: String { split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") }
}
