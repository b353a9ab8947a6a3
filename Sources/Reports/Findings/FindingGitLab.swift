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
            let path = paths.name(of: file.name)
            func add(_ description: String, _ identity: FindingIdentity, _ severity: Severity, line: Int?) {
                issues.next(&output)
                output.object { output in
                    output.member("description", visible: description)
                    output.member("check_name", visible: identity.rule)
                    output.member("fingerprint", visible: fingerprints.next(for: identity))
                    output.member("severity", json: severity.ofGitLab)
                    output.object("location") { output in
                        output.member("path", visible: path)
                        // GitLab needs a line, so a finding about a file as a whole is on its first one.
                        output.object("lines") { $0.member("begin", line ?? 1) }
                    }
                }
            }
            for finding in file.findings { add(finding.sentence, finding.identity, finding.severity, line: finding.position?.line) }
            for more in file.more {
                add("and \(more.count.grouped) more", FindingIdentity(rule: more.rule, img: nil, field: "more"), more.severity, line: nil)
            }
            try drain(&output)
        }
        issues.end(&output)
        output.append("\n")
        try drain(&output)
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
