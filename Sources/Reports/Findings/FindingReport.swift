import Checks
import Base

/// Writes the result of a check in one format.
public protocol FindingReport {
    /// Calls `drain` with the output after each file. It may empty the output, so that a long report is never
    /// in memory as a whole.
    func write<Failure: Error>(
        _ result: CheckResult, to output: inout ByteBuffer, drain: (inout ByteBuffer) throws(Failure) -> Void
    ) throws(Failure)
}

/// The formats of findings.
public enum FindingFormat: String, CaseIterable, Sendable {
    /// For people.
    case text
    case json
    case junit
    case sarif
    /// Workflow commands of GitHub Actions, which become annotations.
    case github
    /// The code quality report of GitLab.
    case gitlab
    /// A summary for people, such as that of a step of GitHub Actions.
    case markdown

    /// The writer of this format.
    public func report(_ settings: FindingReportSettings) -> any FindingReport {
        switch self {
        case .text: FindingText(settings)
        case .json: FindingJSON(settings)
        case .junit: FindingJUnit(settings)
        case .sarif: FindingSARIF(settings)
        case .github: FindingAnnotations(settings)
        case .gitlab: FindingGitLab(settings)
        case .markdown: FindingMarkdown()
        }
    }
}

/// The settings of a report.
public struct FindingReportSettings: Sendable {
    /// The rules that are on, in the order of their table; JUnit has a case for each, also for one that could not look.
    public var rules: [Rule]
    /// The version of weir.
    public var version: String
    /// The folders that make paths of files relative, in reports for other systems.
    public var paths: ReportPaths
    /// The least severity that makes the run fail. Findings below it fail no case of JUnit.
    public var failOn: Severity
    /// Whether text for people is coloured.
    public var isColoured: Bool
    /// The detail of the text for people, which always ends with the counts.
    public var detail: FindingDetail

    /// `version` is that of the program that reports.
    public init(
        rules: [Rule], version: String, paths: ReportPaths = ReportPaths(), failOn: Severity = .error,
        isColoured: Bool = false, detail: FindingDetail = .findings
    ) {
        self.rules = rules
        self.version = version
        self.paths = paths
        self.failOn = failOn
        self.isColoured = isColoured
        self.detail = detail
    }
}

/// How much the text for people tells: each finding, the number of findings of each rule, or only the counts.
public enum FindingDetail: Sendable {
    case findings, rules, counts
}
