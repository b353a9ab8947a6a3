import Checks
import WeirBase

/// Writes findings for programs; Manifests/findings.schema.json describes the document.
struct FindingJSON {
    private let rules: [Rule]

    init(_ options: FindingReportOptions) { rules = options.rules }

    func write<Failure: Error>(
        _ result: CheckResult, to output: inout ByteBuffer, drain: (inout ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        output.append("{")
        output.member("version", 1)
        output.object("counts", onNewLine: true) { output in
            for severity in Severity.allCases.reversed() {
                output.member(named: severity.rawValue) { $0.append(result.count(of: severity)) }
            }
            output.member("known", result.known)
            output.member("ignored", result.ignored)
        }
        output.array("files", result.files, onLines: true, onNewLine: true) { append($1, to: &$0) }
        var findings = JSONList()
        output.member("findings", onNewLine: true) { findings.begin(&$0) }
        for file in result.files {
            for finding in file.findings {
                findings.next(&output)
                append(finding, to: &output)
            }
            try drain(&output)
        }
        findings.end(&output)
        output.append("}\n")
        try drain(&output)
    }

    private func append(_ file: CheckResult.File, to output: inout ByteBuffer) {
        output.object { output in
            output.member("file", visible: file.name)
            output.member("entries", file.entries)
            output.array("more", file.more) { output, more in
                output.object {
                    $0.member("rule", visible: more.rule)
                    $0.member("severity", json: more.severity.rawValue)
                    $0.member("count", more.count)
                }
            }
            output.array("unchecked", rules.compactMap { rule in file.reasonUnchecked(rule).map { (rule.id, $0) } }) { output, unchecked in
                output.object {
                    $0.member("rule", json: unchecked.0)
                    $0.member("reason", visible: unchecked.1)
                }
            }
        }
    }

    private func append(_ finding: Finding, to output: inout ByteBuffer) {
        output.object { output in
            output.member("rule", visible: finding.rule)
            output.member("severity", json: finding.severity.rawValue)
            output.member("message", visible: finding.message)
            output.member("file", visible: finding.file)
            output.member("line", finding.position?.line)
            output.member("column", finding.position?.column)
            output.member("length", finding.position?.length)
            output.member("pointer", visible: finding.pointer)
            output.member("entry", finding.entry)
            output.member("img", visible: finding.img)
            output.member("field", visible: finding.field)
            guard let screens = finding.screens else { return }
            output.member("screen", visible: screens.first)
            output.object("screens") {
                $0.member("found", screens.count)
                $0.member("checked", screens.total)
            }
        }
    }
}
