import Base
import Checks

/// Writes findings as a code quality report, which GitLab shows in merge requests and beside the lines of a change.
struct FindingGitLab: FindingReport {
    private let paths: ReportPaths

    init(_ settings: FindingReportSettings) { paths = settings.paths }

    func write<Failure: Error>(
        _ result: CheckResult, to output: inout ByteBuffer, drain: (inout ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        // A fingerprint is that of one finding of the whole report, and entries may move from page to page.
        var fingerprints = Fingerprints()
        var isEmpty = true
        output.append("[")
        for file in result.files {
            let path = paths.name(of: file.name).text
            for finding in file.findings {
                append(
                    finding.sentence, finding.rule, finding.severity, fingerprints.next(for: finding.identity), path,
                    line: finding.place?.line, isFirst: isEmpty, to: &output)
                isEmpty = false
            }
            for more in file.more {
                let identity = FindingIdentity(rule: more.rule, img: nil, field: "more")
                append(
                    "and \(more.count.grouped) more", more.rule, more.severity, fingerprints.next(for: identity), path, line: nil,
                    isFirst: isEmpty, to: &output)
                isEmpty = false
            }
            try drain(&output)
        }
        output.append(isEmpty ? "]\n" : "\n]\n")
        try drain(&output)
    }

    private func append(
        _ description: String, _ rule: String, _ severity: Severity, _ fingerprint: String, _ path: String, line: Int?, isFirst: Bool,
        to output: inout ByteBuffer
    ) {
        output.append(isFirst ? "\n{" : ",\n{")
        for (name, text) in [
            ("\"description\":", description), (",\"check_name\":", rule), (",\"fingerprint\":", fingerprint),
            (",\"severity\":", severity.ofGitLab), (",\"location\":{\"path\":", path),
        ] as [(StaticString, String)] {
            output.append(name)
            output.append(visibleJSON: text)
        }
        // GitLab needs a line, so a finding about a file as a whole is on its first one.
        output.append(",\"lines\":{\"begin\":\(line ?? 1)}}}")
    }
}

extension Severity {
    fileprivate var ofGitLab: String {
        switch self {
        case .error: "major"
        case .warning: "minor"
        case .info: "info"
        }
    }
}
