import Base
import Previews
import System

/// A report that `weir check --format json` has written.
struct FindingReportFile {
    let findings: [ReportedFinding]

    init(_ path: [UInt8]) throws(MachineFailure) {
        let document = try jsonDocument(path)
        guard let listed = document["findings"]?.array else {
            throw .input("\(Argument(path).shown): this is no report of findings; weir check --format json writes one")
        }
        var findings: [ReportedFinding] = []
        for (index, value) in listed.enumerated() {
            guard let rule = value["rule"]?.string, let severity = value["severity"]?.string, let message = value["message"]?.string,
                let file = value["file"]?.string
            else { throw .input("\(Argument(path).shown): findings[\(index)] has no rule, severity, message and file") }
            findings.append(
                ReportedFinding(
                    rule: rule, severity: severity, message: message, file: file, entry: value["entry"]?.integer,
                    screen: value["screen"]?.string))
        }
        self.findings = findings
    }
}

/// A finding, and its place in a file.
struct ReportedFinding {
    let rule: String
    let severity: String
    let message: String
    let file: String
    let entry: Int?
    let screen: String?

    /// The finding as the page shows it; nil if it is about another file, or an entry beyond the limit.
    func shown(in lists: PreviewLists) -> PreviewFinding? {
        guard lists.has(file: file) else { return nil }
        let number = entry.flatMap { lists.entry($0, in: file) }
        guard entry == nil || number != nil else { return nil }
        return PreviewFinding(rule: rule, severity: severity, message: message, entry: number, screen: screen)
    }
}
