import Checks
import Ingest
import Previews
import WeirBase
import WeirSystem

/// A report that `weir check --format json` or `weir ingest --report` has written.
struct FindingReportFile {
    private let name: String
    private let findings: [ReportedFinding]
    /// The code and the message of each picture that failed in a run.
    private let failures: [String: (code: String, message: String)]
    /// Whether it is the report of a run, which has no findings of a check.
    let isOfRun: Bool

    init(_ path: [UInt8]) throws(MachineFailure) {
        let name = Argument(path).shown
        self.name = name
        let document = try jsonDocument(path, advice: Self.advice)
        let failed = document["failures"]?.array
        guard let listed = document["findings"]?.array ?? failed.map({ _ in [] }) else {
            throw .input("\(name): this is no report of findings\(Self.advice)")
        }
        isOfRun = document["findings"] == nil
        var failures: [String: (code: String, message: String)] = [:]
        for failure in failed ?? [] {
            guard let img = failure["img"]?.string, let code = failure["code"]?.string, let message = failure["message"]?.string else {
                continue
            }
            failures[img] = (code, message)
        }
        self.failures = failures
        var findings: [ReportedFinding] = []
        for (index, value) in listed.enumerated() {
            guard let finding = ReportedFinding(value) else {
                throw .input(
                    """
                    \(name): findings[\(index)] is no finding: it needs a rule, a message, a file and a severity (error, warning or \
                    info), and may have an entry, counted from 0, and a screen
                    """)
            }
            findings.append(finding)
        }
        self.findings = findings
    }

    private static let advice = "; weir check --format json writes one, and weir ingest --report"

    /// The findings as the page shows them.
    func shown(in lists: PreviewLists) throws(MachineFailure) -> [PreviewFinding] {
        for (index, finding) in findings.enumerated() {
            guard let entry = finding.entry, let total = lists.total(of: finding.file), entry >= total else { continue }
            let shown = Argument(finding.file).shown
            throw .input("\(name): findings[\(index)] is about entry \(entry) of \(shown), which has \(total), counted from 0")
        }
        var shown = findings.compactMap { $0.shown(in: lists) }
        if !findings.isEmpty, !findings.contains(where: { lists.has(file: $0.file) }) {
            StandardStream.error.report("weir: warning: \(name): no finding is about a manifest of the page")
        }
        if !failures.isEmpty {
            let failures = Dictionary(failures.map { (lists.path(of: $0.key), $0.value) }) { $1 }
            lists.forEachImg { entry, img in
                guard let failure = failures[lists.path(of: img)] else { return }
                shown.append(
                    PreviewFinding(
                        rule: failure.code, severity: Severity.warning.rawValue, message: failure.message,
                        entry: entry, screen: nil, isFailure: true))
            }
        }
        return shown
    }
}

/// A finding of a file, with the entry and the screen that it is about.
struct ReportedFinding {
    let rule: String
    let severity: Severity
    let message: String
    let file: String
    let entry: Int?
    let screen: String?

    /// The rules about pictures that are not there.
    private static let failures: Set = ["picture-exists", "picture-reachable", "picture-decodes"]

    init(_ finding: Finding) {
        (rule, severity, message, file) = (finding.rule, finding.severity, finding.message, finding.file)
        (entry, screen) = (finding.entry, finding.screens?.first)
    }

    /// Nil if the value is no finding.
    fileprivate init?(_ value: JSONValue) {
        guard let rule = value["rule"]?.string, let severity = value["severity"]?.string.flatMap(Severity.init(rawValue:)),
            let message = value["message"]?.string, let file = value["file"]?.string
        else { return nil }
        (self.rule, self.severity, self.message, self.file) = (rule, severity, message, file)
        (entry, screen) = (value["entry"]?.integer, value["screen"]?.string)
        guard value["entry"] == nil || entry.map({ $0 >= 0 }) == true, value["screen"] == nil || screen != nil else { return nil }
    }

    /// The finding as the page shows it; nil if it is about another file, or an entry beyond the limit.
    func shown(in lists: PreviewLists) -> PreviewFinding? {
        guard lists.has(file: file) else { return nil }
        let number = entry.flatMap { lists.entry($0, in: file) }
        guard entry == nil || number != nil else { return nil }
        return PreviewFinding(
            rule: rule, severity: severity.rawValue, message: message, entry: number, screen: screen,
            isFailure: Self.failures.contains(rule))
    }
}
