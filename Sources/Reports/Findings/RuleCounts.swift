import Base
import Checks

/// How many findings each rule has, the most severe rules first.
struct RuleCounts {
    struct Row {
        let rule: String
        let severity: Severity
        var findings = 0
        var files = 0
    }

    let rows: [Row]

    init(_ result: CheckResult) {
        var rows: [String: Row] = [:]
        for file in result.files {
            let kept = file.findings.map { (rule: $0.rule, severity: $0.severity, count: 1) }
            let found = kept + file.more.map { (rule: $0.rule, severity: $0.severity, count: $0.count) }
            for next in found { rows[next.rule, default: Row(rule: next.rule, severity: next.severity)].findings += next.count }
            for rule in Set(found.map(\.rule)) { rows[rule]?.files += 1 }
        }
        self.rows = rows.values.sorted { one, other in
            if one.severity != other.severity { return one.severity > other.severity }
            return one.findings == other.findings ? one.rule < other.rule : one.findings > other.findings
        }
    }

    /// A line for each rule: `43  warning  aspect-bounds  in 2 files`.
    func append(to output: inout ByteBuffer) {
        let cells = rows.map { [$0.findings.grouped, $0.severity.rawValue, $0.rule.visible] }
        let widths = (0..<3).map { column in cells.map { $0[column].count }.max() ?? 0 }
        for (row, cell) in zip(rows, cells) {
            let padding = zip(widths, cell).map { String(repeating: " ", count: $0 - $1.count) }
            output.append("\(padding[0])\(cell[0])  \(cell[1])\(padding[1])  \(cell[2])\(padding[2])  ")
            output.append("in \(row.files.grouped) \(row.files == 1 ? "file" : "files")\n")
        }
    }
}
