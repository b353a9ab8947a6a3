import Checks
import WeirBase

/// Writes findings as a code quality report, which GitLab shows in merge requests and beside the lines of a change.
struct FindingGitLab {
    private let paths: ReportPaths

    init(_ options: FindingReportOptions) { paths = options.paths }

    func write<Failure: Error>(
        _ result: CheckResult, to output: inout ByteBuffer, drain: (inout ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        // A fingerprint is that of one finding of the whole report, and entries may move from page to page.
        var fingerprints = Fingerprints()
        var issues = JSONList()
        issues.begin(&output)
        for file in result.files {
            let path = paths.name(of: file.name).text
            for issue in file.findings.map({ Issue($0) }) + file.more.map({ Issue($0) }) {
                issues.next(&output)
                append(issue, fingerprints.next(for: issue.identity), in: path, to: &output)
            }
            try drain(&output)
        }
        issues.end(&output)
        output.append("\n")
        try drain(&output)
    }

    private func append(_ issue: Issue, _ fingerprint: String, in path: String, to output: inout ByteBuffer) {
        output.object { output in
            output.member("description", visible: issue.description)
            output.member("check_name", visible: issue.identity.rule)
            output.member("fingerprint", visible: fingerprint)
            output.member("severity", json: issue.severity.ofGitLab)
            output.object("location") { output in
                output.member("path", visible: path)
                output.object("lines") { $0.member("begin", issue.line) }
            }
        }
    }
}

/// A finding, or how many more a rule has in a file.
private struct Issue {
    let description: String
    let identity: FindingIdentity
    let severity: Severity
    /// GitLab needs a line, so a finding about a file as a whole is on its first one.
    let line: Int

    init(_ finding: Finding) {
        description = finding.sentence
        identity = finding.identity
        severity = finding.severity
        line = finding.position?.line ?? 1
    }

    init(_ more: CheckResult.Surplus) {
        description = "and \(more.count.grouped) more"
        identity = FindingIdentity(rule: more.rule, img: nil, field: "more")
        severity = more.severity
        line = 1
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
