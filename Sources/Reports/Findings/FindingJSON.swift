import Checks
import Base

/// Writes findings for programs; Manifests/findings.schema.json describes the document.
struct FindingJSON: FindingReport {
    func write<Failure: Error>(
        _ result: CheckResult, to output: inout ByteBuffer, drain: (inout ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        output.append("{\"version\":1,\n\"counts\":{")
        for severity in Severity.allCases.reversed() {
            output.append(json: severity.rawValue)
            output.append(":")
            output.append(result.count(of: severity))
            output.append(",")
        }
        output.append("\"known\":")
        output.append(result.known)
        output.append(",\"ignored\":")
        output.append(result.ignored)
        output.append("},\n\"files\":[")
        for (index, file) in result.files.enumerated() {
            output.append(index == 0 ? "\n" : ",\n")
            append(file, to: &output)
        }
        output.append(result.files.isEmpty ? "],\n\"findings\":[" : "\n],\n\"findings\":[")
        var isEmpty = true
        for file in result.files {
            for finding in file.findings {
                output.append(isEmpty ? "\n" : ",\n")
                isEmpty = false
                append(finding, to: &output)
            }
            try drain(&output)
        }
        output.append(isEmpty ? "]}\n" : "\n]}\n")
        try drain(&output)
    }

    private func append(_ file: CheckResult.File, to output: inout ByteBuffer) {
        output.append("{\"file\":")
        output.append(visibleJSON: file.name)
        output.append(",\"entries\":")
        output.append(file.entries)
        output.append(",\"more\":[")
        for (index, more) in file.more.enumerated() {
            output.append(index == 0 ? "{\"rule\":" : ",{\"rule\":")
            output.append(visibleJSON: more.rule)
            output.append(",\"severity\":")
            output.append(json: more.severity.rawValue)
            output.append(",\"count\":")
            output.append(more.count)
            output.append("}")
        }
        output.append("]}")
    }

    private func append(_ finding: Finding, to output: inout ByteBuffer) {
        output.append("{\"rule\":")
        output.append(visibleJSON: finding.rule)
        output.append(",\"severity\":")
        output.append(json: finding.severity.rawValue)
        output.append(",\"message\":")
        output.append(visibleJSON: finding.message)
        output.append(",\"file\":")
        output.append(visibleJSON: finding.file)
        if let place = finding.place {
            for (name, number) in [
                (",\"line\":", place.line), (",\"column\":", place.column), (",\"length\":", place.length),
            ] as [(StaticString, Int)] {
                output.append(name)
                output.append(number)
            }
        }
        output.append(",\"pointer\":")
        output.append(visibleJSON: finding.pointer)
        if let entry = finding.entry {
            output.append(",\"entry\":")
            output.append(entry)
        }
        for (name, text) in [
            (",\"img\":", finding.img), (",\"field\":", finding.field), (",\"screen\":", finding.screens?.first),
        ] as [(StaticString, String?)] {
            guard let text else { continue }
            output.append(name)
            output.append(visibleJSON: text)
        }
        if let screens = finding.screens { output.append(",\"screens\":{\"found\":\(screens.count),\"checked\":\(screens.total)}") }
        output.append("}")
    }
}
