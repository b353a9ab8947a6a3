import Checks
import WeirBase

/// Writes findings as workflow commands of GitHub Actions, which shows them beside the lines of a change.
struct FindingAnnotations {
    private let paths: ReportPaths

    init(_ options: FindingReportOptions) { paths = options.paths }

    /// A step may have this many of each severity; GitHub silently drops the others.
    private static let maxAnnotations = 10

    func write<Failure: Error>(
        _ result: CheckResult, to output: inout ByteBuffer, drain: (inout ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        // The closing line is a notice, too, so one notice less is written if it is needed.
        let needsClosing = Severity.allCases.contains { result.count(of: $0) > FindingAnnotations.maxAnnotations }
        var written = 0
        for severity in Severity.allCases.reversed() {
            let maxAnnotations = FindingAnnotations.maxAnnotations - (severity == .info && needsClosing ? 1 : 0)
            let findings = result.files.lazy.flatMap(\.findings).filter { $0.severity == severity }.prefix(maxAnnotations)
            for finding in findings {
                append(finding, to: &output)
                written += 1
            }
        }
        if needsClosing {
            output.append("::notice title=weir check::\(written) of \(result.findingCount.grouped) findings are shown here")
            output.append(", since GitHub takes ten of a severity; a report as text has the others\n")
        }
        output.append(result.sentence)
        output.append("\n")
        try drain(&output)
    }

    private func append(_ finding: Finding, to output: inout ByteBuffer) {
        output.append("::")
        output.append(finding.severity.command)
        output.append(" file=")
        output.append(property: paths.name(of: finding.file))
        if let position = finding.position {
            output.append(",line=\(position.line),endLine=\(position.line)")
            output.append(",col=\(position.column),endColumn=\(position.column + position.length)")
        }
        output.append(",title=")
        output.append(property: finding.rule)
        output.append("::")
        output.append(data: finding.sentence)
        output.append("\n")
    }
}

extension Severity {
    fileprivate var command: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .info: "notice"
        }
    }
}

extension ByteBuffer {
    /// The text behind the second pair of colons, on one line.
    fileprivate mutating func append(data text: String) { append(percentEncoding: ["%"], of: text) }

    /// The text between two commas.
    fileprivate mutating func append(property text: String) { append(percentEncoding: ["%", ":", ","], of: text) }

    private mutating func append(percentEncoding signs: Set<Unicode.Scalar>, of text: String) {
        for scalar in text.visible.unicodeScalars {
            if signs.contains(scalar) {
                append("%")
                append(String(scalar.value, radix: 16, uppercase: true))
            } else {
                append(String(scalar))
            }
        }
    }
}
