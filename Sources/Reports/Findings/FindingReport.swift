import Checks
import Base

/// Writes what a check has found, in one format.
public protocol FindingReport {
    /// `drain` is handed what has been written each time that a file is done, and may empty it, so
    /// that a report of many files is never in memory as a whole.
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
    /// Workflow commands of GitHub, which become annotations.
    case github

    public func report(_ settings: FindingReportSettings) -> any FindingReport {
        switch self {
        case .text: FindingText(settings)
        case .json: FindingJSON()
        case .junit: FindingJUnit(settings)
        case .sarif: FindingSARIF(settings)
        case .github: FindingAnnotations(settings)
        }
    }
}

/// What a report must know besides the findings.
public struct FindingReportSettings: Sendable {
    /// The rules that were asked, in the order of their table; JUnit has a case for each.
    public var rules: [Rule]
    /// What `weir --version` says.
    public var version: String
    public var paths: ReportPaths
    /// What makes the run fail; findings below it are told and fail no case of JUnit.
    public var failing: Severity
    /// Whether text for people is coloured.
    public var isColoured: Bool

    public init(
        rules: [Rule], version: String, paths: ReportPaths = ReportPaths(), failing: Severity = .error,
        isColoured: Bool = false
    ) {
        self.rules = rules
        self.version = version
        self.paths = paths
        self.failing = failing
        self.isColoured = isColoured
    }
}
