import Checks
import WeirBase

/// Writes findings as SARIF 2.1.0 (OASIS), for code scanning.
struct FindingSARIF {
    private let rules: [Rule]
    private let version: String
    private let paths: ReportPaths

    init(_ options: FindingReportOptions) {
        rules = options.rules
        version = options.version
        paths = options.paths
    }

    /// GitHub keeps this many results of a run.
    private static let maxResults = 5000

    func write<Failure: Error>(
        _ result: CheckResult, to output: inout ByteBuffer, drain: (inout ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        output.append("{")
        output.member("$schema", json: "https://json.schemastore.org/sarif-2.1.0.json")
        output.member("version", json: "2.1.0")
        output.member("runs") { $0.append("[{") }
        output.object("tool", onNewLine: true) {
            $0.object("driver") {
                $0.member("name", json: "weir")
                $0.member("version", json: version)
                $0.array("rules", rules, onLines: true) { append($1, to: &$0) }
            }
        }
        output.member("columnKind", json: "unicodeCodePoints", onNewLine: true)
        var results = JSONList()
        output.member("results", onNewLine: true) { results.begin(&$0) }
        let indexes = Dictionary(zip(rules.map(\.id), rules.indices)) { first, _ in first }
        var quota = FindingQuota(for: result, maxResults: FindingSARIF.maxResults)
        for file in result.files {
            var fingerprints = Fingerprints()
            let name = paths.name(of: file.name)
            for finding in file.findings {
                let fingerprint = fingerprints.next(for: finding.identity)
                guard quota.take(finding.severity) else { continue }
                results.next(&output)
                append(finding, in: name, fingerprint, ruleIndex: indexes[finding.rule], to: &output)
            }
            try drain(&output)
        }
        results.end(&output)
        let (found, taken) = (result.findingCount, quota.taken)
        output.array("invocations", [0], onNewLine: true) { output, _ in
            output.object { output in
                output.member("executionSuccessful", true)
                guard found > taken else { return }
                output.array("toolExecutionNotifications", [0]) { output, _ in
                    output.object {
                        $0.member("level", json: "note")
                        $0.member(text: "message", "\(taken.grouped) of \(found.grouped) findings are listed, the most severe of them")
                    }
                }
            }
        }
        output.append("\n}]}\n")
        try drain(&output)
    }

    private func append(
        _ finding: Finding, in file: String, _ fingerprint: String, ruleIndex: Int?, to output: inout ByteBuffer
    ) {
        output.object { output in
            output.member("ruleId", visible: finding.rule)
            output.member("ruleIndex", ruleIndex)
            output.member("level", json: finding.severity.level)
            output.member(text: "message", finding.sentence)
            output.array("locations", [finding]) { output, finding in
                output.object { output in
                    output.object("physicalLocation") { append(physicalLocationOf: finding, in: file, to: &$0) }
                    guard !finding.pointer.isEmpty else { return }
                    output.array("logicalLocations", [finding]) { output, finding in
                        output.object { output in
                            output.member("fullyQualifiedName", visible: finding.pointer)
                            // The kinds are those of JSON documents (SARIF 2.1.0, 3.33.7).
                            if finding.entry != nil { output.member("kind", json: finding.field == nil ? "object" : "property") }
                        }
                    }
                }
            }
            // GitHub recognizes alerts by this fingerprint only. Without it, GitHub's action would hash the line's
            // text, which changes with every size.
            output.object("partialFingerprints") { $0.member("primaryLocationLineHash", json: fingerprint) }
            append(propertiesOf: finding, to: &output)
        }
    }

    private func append(physicalLocationOf finding: Finding, in file: String, to output: inout ByteBuffer) {
        output.object("artifactLocation") { output in
            output.member("uri") { output in
                output.append("\"")
                output.append(reference: file)
                output.append("\"")
            }
            if !file.hasPrefix("/") { output.member("uriBaseId", json: "%SRCROOT%") }
        }
        output.object("region") { output in
            // The standard allows no region for a whole file, but GitHub requires a line for every result.
            output.member("startLine", finding.position?.line ?? 1)
            output.member("startColumn", finding.position?.column)
            output.member("endColumn", finding.position.map { $0.column + $0.length })
        }
    }

    private func append(propertiesOf finding: Finding, to output: inout ByteBuffer) {
        guard finding.entry != nil || finding.img != nil || finding.field != nil || finding.screens != nil else { return }
        output.object("properties") { output in
            output.member("entry", finding.entry)
            output.member("img", visible: finding.img?.shortened(to: 1000))
            output.member("field", visible: finding.field)
            output.member("screen", visible: finding.screens?.first)
        }
    }

    private func append(_ rule: Rule, to output: inout ByteBuffer) {
        output.object { output in
            output.member("id", json: rule.id)
            output.member(text: "shortDescription", rule.summary)
            output.member(text: "fullDescription", rule.explanation)
            output.object("help") {
                $0.member("text", json: rule.plainText)
                $0.member("markdown", json: rule.markdownText)
            }
            output.object("defaultConfiguration") { $0.member("level", json: rule.severity.level) }
            output.object("properties") { output in output.array("tags", [rule.family.rawValue]) { $0.append(json: $1) } }
        }
    }
}

extension ByteBuffer {
    /// A message (SARIF 2.1.0, 3.11).
    fileprivate mutating func member(text name: StaticString, _ text: String) {
        object(name) { $0.member("text", visible: text) }
    }
}

extension Severity {
    /// SARIF 2.1.0, 3.27.10.
    fileprivate var level: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .info: "note"
        }
    }
}
