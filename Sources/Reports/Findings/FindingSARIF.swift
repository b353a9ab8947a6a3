import Checks
import Base

/// Writes findings as SARIF 2.1.0 (OASIS), for code scanning.
struct FindingSARIF: FindingReport {
    private let rules: [Rule]
    private let version: String
    private let paths: ReportPaths

    init(_ settings: FindingReportSettings) {
        rules = settings.rules
        version = settings.version
        paths = settings.paths
    }

    /// GitHub keeps this many results of a run.
    private static let maxResults = 5000

    func write<Failure: Error>(
        _ result: CheckResult, to output: inout ByteBuffer, drain: (inout ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        output.append("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\n")
        output.append("\"tool\":{\"driver\":{\"name\":\"weir\",\"version\":")
        output.append(json: version)
        output.append(",\"rules\":[")
        for (index, rule) in rules.enumerated() {
            output.append(index == 0 ? "\n" : ",\n")
            append(rule, to: &output)
        }
        output.append("\n]}},\n\"columnKind\":\"unicodeCodePoints\",\n\"results\":[")
        let indexes = Dictionary(zip(rules.map(\.id), rules.indices)) { first, _ in first }
        var quota = FindingQuota(for: result, maxResults: FindingSARIF.maxResults)
        var isEmpty = true
        for file in result.files {
            var fingerprints = Fingerprints()
            let name = paths.name(of: file.name)
            for finding in file.findings {
                let fingerprint = fingerprints.next(for: finding.identity)
                guard quota.take(finding.severity) else { continue }
                output.append(isEmpty ? "\n" : ",\n")
                isEmpty = false
                append(finding, in: name, fingerprint, ruleIndex: indexes[finding.rule], to: &output)
            }
            try drain(&output)
        }
        output.append("\n],\n\"invocations\":[{\"executionSuccessful\":true")
        let found = result.findingCount
        if found > quota.taken {
            output.append(",\"toolExecutionNotifications\":[{\"level\":\"note\",\"message\":{\"text\":")
            output.append(json: "\(quota.taken.grouped) of \(found.grouped) findings are listed, the most severe of them")
            output.append("}}]")
        }
        output.append("}]\n}]}\n")
        try drain(&output)
    }

    private func append(
        _ finding: Finding, in file: ReportedPath, _ fingerprint: String, ruleIndex: Int?, to output: inout ByteBuffer
    ) {
        output.append("{\"ruleId\":")
        output.append(visibleJSON: finding.rule)
        if let ruleIndex {
            output.append(",\"ruleIndex\":")
            output.append(ruleIndex)
        }
        output.append(",\"level\":")
        output.append(json: finding.severity.level)
        output.append(",\"message\":{\"text\":")
        output.append(visibleJSON: finding.sentence)
        output.append("},\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"")
        output.append(reference: file)
        output.append(file.isAbsolute ? "\"}" : "\",\"uriBaseId\":\"%SRCROOT%\"}")
        if let place = finding.place {
            output.append(",\"region\":{\"startLine\":\(place.line),\"startColumn\":\(place.column),\"endColumn\":\(place.column + place.length)}}")
        } else {
            // The standard allows no region for a whole file, but GitHub requires a line for every result.
            output.append(",\"region\":{\"startLine\":1}}")
        }
        if !finding.pointer.isEmpty {
            output.append(",\"logicalLocations\":[{\"fullyQualifiedName\":")
            output.append(visibleJSON: finding.pointer)
            // The kinds are those of JSON documents (SARIF 2.1.0, 3.33.7).
            if finding.entry != nil { output.append(finding.field == nil ? ",\"kind\":\"object\"" : ",\"kind\":\"property\"") }
            output.append("}]")
        }
        // GitHub recognises alerts by this fingerprint only. Without it, GitHub's action would hash the line's
        // text, which changes with every size.
        output.append("}],\"partialFingerprints\":{\"primaryLocationLineHash\":\"\(fingerprint)\"}")
        append(propertiesOf: finding, to: &output)
        output.append("}")
    }

    private func append(propertiesOf finding: Finding, to output: inout ByteBuffer) {
        let texts = [("img", finding.img?.shortened(to: 1000)), ("field", finding.field), ("screen", finding.screens?.first)]
        var separator: StaticString = ",\"properties\":{"
        if let entry = finding.entry {
            output.append(separator)
            output.append("\"entry\":")
            output.append(entry)
            separator = ","
        }
        for case (let name, let text?) in texts {
            output.append(separator)
            output.append(json: name)
            output.append(":")
            output.append(visibleJSON: text)
            separator = ","
        }
        if finding.entry != nil || texts.contains(where: { $0.1 != nil }) { output.append("}") }
    }

    private func append(_ rule: Rule, to output: inout ByteBuffer) {
        let text = RuleText(rule)
        output.append("{\"id\":")
        output.append(json: rule.id)
        for (name, words) in [
            (",\"shortDescription\":{\"text\":", rule.summary), ("},\"fullDescription\":{\"text\":", rule.explanation),
            ("},\"help\":{\"text\":", text.plain), (",\"markdown\":", text.markdown),
        ] as [(StaticString, String)] {
            output.append(name)
            output.append(json: words)
        }
        output.append("},\"defaultConfiguration\":{\"level\":")
        output.append(json: rule.severity.level)
        output.append("},\"properties\":{\"tags\":[")
        output.append(json: rule.family.rawValue)
        output.append("]}}")
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
