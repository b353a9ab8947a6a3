import Checks
import WeirBase

/// The formats of findings, each of which writes the result of a check.
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

    /// Calls `drain` with the output after each file. It may empty the output, so that a long report is never
    /// in memory as a whole.
    public func write<Failure: Error>(
        _ result: CheckResult, _ options: FindingReportOptions, to output: inout ByteBuffer,
        drain: (inout ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        switch self {
        case .text: try FindingText(options).write(result, to: &output, drain: drain)
        case .json: try FindingJSON(options).write(result, to: &output, drain: drain)
        case .junit: try FindingJUnit(options).write(result, to: &output, drain: drain)
        case .sarif: try FindingSARIF(options).write(result, to: &output, drain: drain)
        case .github: try FindingAnnotations(options).write(result, to: &output, drain: drain)
        case .gitlab: try FindingGitLab(options).write(result, to: &output, drain: drain)
        case .markdown: try FindingMarkdown().write(result, to: &output, drain: drain)
        }
    }
}

/// The options of a report.
public struct FindingReportOptions: Sendable {
    /// The rules that are on, in the order of their table; JUnit has a case for each, also for one that could not look.
    public var rules: [Rule]
    /// The version of weir.
    public var version: String
    /// The folders that make paths of files relative, in reports for other systems.
    public var paths: ReportPaths
    /// The least severity that makes the run fail. Findings below it fail no case of JUnit.
    public var failOn: Severity
    /// Whether text for people is colored.
    public var isColored: Bool
    /// Whether the text for people has the counts alone.
    public var isQuiet: Bool

    /// `version` is that of the program that reports.
    public init(
        rules: [Rule], version: String, paths: ReportPaths = ReportPaths(), failOn: Severity = .error,
        isColored: Bool = false, isQuiet: Bool = false
    ) {
        self.rules = rules
        self.version = version
        self.paths = paths
        self.failOn = failOn
        self.isColored = isColored
        self.isQuiet = isQuiet
    }
}

/// Identifies the findings of one file in later runs. Findings with the same identity get numbers, in the order
/// of the file.
struct Fingerprints {
    private var counts: [FindingIdentity: Int] = [:]

    /// A hash and a number, the form of GitHub's own fingerprints.
    mutating func next(for identity: FindingIdentity) -> String {
        counts[identity, default: 0] += 1
        return "\(identity.hash):\(counts[identity, default: 1])"
    }
}

extension FindingIdentity {
    /// A hash that is the same in every run, unlike `hashValue`.
    fileprivate var hash: String {
        var text = ByteBuffer(capacity: 256)
        for part in [rule, lastingImg, field] {
            // The length in front, -1 for nil, makes the texts of different identities differ.
            text.append(part?.utf8.count ?? -1)
            text.append(":")
            if let part { text.append(part) }
        }
        return text.withBytes { String(SHA256.hexDigest(of: UnsafeRawBufferPointer($0)).prefix(32)) }
    }
}
