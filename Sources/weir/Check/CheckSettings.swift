import Base
import Checks
import Glibc
import Ingest
import Layouts
import Reports
import System

/// The settings of a check: the command line, the configuration and the environment combined.
struct CheckSettings {
    let choices: RuleChoices
    let plan: ScreenPlan
    let silence: FindingSilencer
    private let options: CheckOptions
    private let failOn: Severity
    private let baseline: [UInt8]?
    private let environment = CheckEnvironment()
    /// The files of `--report`, which are opened before the check begins.
    private let reports: [(format: FindingFormat, file: OutputFile)]

    init(_ options: CheckOptions) throws(MachineFailure) {
        self.options = options
        var configuration = CheckConfiguration()
        if let path = options.configuration { configuration = try CheckConfiguration(file: path, rules: Rule.all) }
        var choices = RuleChoices(configuration)
        choices.setDay(environment.day)
        self.choices = choices
        plan = try ScreenPlan(options.screens, configuration)
        failOn = options.failOn ?? configuration.failOn ?? .error
        // A path in the configuration is relative to the configuration's folder.
        baseline = options.baseline ?? configuration.baseline.map { Array($0.utf8).relative(to: options.configuration ?? []) }
        guard baseline != nil || !(options.writesBaseline || options.prunesBaseline) else {
            throw .input("--\(options.writesBaseline ? "write" : "prune")-baseline: no file is named; --baseline FILE does it")
        }
        let devices: [UInt8]? = if case .file(let path) = options.screens.devices { path } else { nil }
        do throws(UsageError) { try options.checkPlaces(reading: [devices].compactMap { $0 }, baseline: baseline) } catch {
            throw .input(error.message)
        }
        let known = try baseline.map { path throws(MachineFailure) in try Baseline(file: path, mustExist: !options.writesBaseline) }
        silence = FindingSilencer(
            configuration, known, BaselinePaths(besides: baseline ?? [], seenFrom: environment.folder),
            isLearning: options.writesBaseline, day: environment.day)
        var reports: [(FindingFormat, OutputFile)] = []
        for report in options.reports { reports.append((report.format, try OutputFile(report.path))) }
        self.reports = reports
    }

    /// Writes the reports and the baseline, and prints notes about both.
    func report(_ result: CheckResult) throws(MachineFailure) -> ExitStatus {
        for report in reports {
            try write(result, as: report.format, to: report.file)
            try report.file.commit()
        }
        for ignore in silence.expired {
            StandardStream.error.tell("weir: an ignore was good until \(ignore.until ?? "") and is no longer used: \(Argument(ignore.reason).shown)")
        }
        if let baseline { try keep(baseline, result) }
        let format = options.format ?? (environment.isGitHub ? .github : .text)
        do throws(MachineFailure) {
            // Only standard output is coloured, not the files of --report.
            try write(result, as: format, to: OutputFile(nil), isColoured: environment.isColoured)
        } catch {
            // If the reader closes the pipe early, the exit status must still tell the result.
            guard error.kind == .closedPipe else { throw error }
        }
        let count = Severity.allCases.filter { $0 >= failOn }.reduce(0) { $0 + result.count(of: $1) }
        return count == 0 ? .ok : .findings
    }

    private func keep(_ baseline: [UInt8], _ result: CheckResult) throws(MachineFailure) {
        let name = Argument(baseline).shown
        let uncheckedRules = Rule.all.filter { !options.checks($0, choices) }.map(\.id)
        let summary = silence.finish(uncheckedRules: uncheckedRules, checked: options.manifests.map { String(decoding: $0, as: UTF8.self) }.filter(result.hasRead))
        let kept = summary.kept == 0 ? "" : "; \(summary.kept) stay of what was not checked"
        if options.writesBaseline {
            try silence.write(to: baseline)
            StandardStream.error.tell("weir: wrote \(findings(summary.count)) to \(name)\(kept)")
        } else if options.prunesBaseline {
            guard result.isReadable else {
                return StandardStream.error.tell("weir: left \(name) as it is: what cannot be read may have findings that it knows")
            }
            if !summary.isUnchanged { try silence.write(to: baseline) }
            StandardStream.error.tell("weir: took \(findings(summary.stale)) out of \(name)\(kept)")
        } else if summary.stale > 0, result.isReadable {
            let isOne = summary.stale == 1
            StandardStream.error.tell(
                """
                weir: \(findings(summary.stale)) of \(name) \(isOne ? "is" : "are") no longer there; \
                --prune-baseline takes \(isOne ? "it" : "them") out
                """)
        }
    }

    private func findings(_ count: Int) -> String { count == 1 ? "1 finding" : "\(count) findings" }

    private func write(
        _ result: CheckResult, as format: FindingFormat, to file: OutputFile, isColoured: Bool = false
    ) throws(MachineFailure) {
        let report = format.report(
            FindingReportSettings(
                rules: Rule.all.filter { options.checks($0, choices) }, version: Version.number, paths: environment.paths,
                failOn: failOn, isColoured: isColoured))
        var buffer = ByteBuffer()
        try report.write(result, to: &buffer) { buffer throws(MachineFailure) in
            try file.write(buffer)
            buffer.removeAll()
        }
        try file.write(buffer)
    }
}

extension CheckOptions {
    /// Whether a rule is on and has the input that it needs.
    fileprivate func checks(_ rule: Rule, _ choices: RuleChoices) -> Bool {
        let needsPictures = rule.family == .pictures || LayoutRules.needingTrueSizes.contains { $0.id == rule.id }
        guard choices.severity(of: rule.id) != nil, looksAtPictures || !needsPictures else { return false }
        if frames.isEmpty, FrameRules.all.contains(where: { $0.id == rule.id }) { return false }
        return previous != nil || !(ManifestRules.needingPrevious + LayoutRules.needingPrevious).contains { $0.id == rule.id }
    }
}

extension CheckResult {
    /// Whether all files could be parsed.
    fileprivate var isReadable: Bool { files.allSatisfy(\.isReadable) }

    /// Whether a manifest, or each page of it, could be parsed.
    fileprivate func hasRead(_ manifest: String) -> Bool {
        let prefix = manifest.hasSuffix("/") ? manifest : manifest + "/"
        return files.allSatisfy { $0.isReadable || ($0.name != manifest && !$0.name.hasPrefix(prefix)) }
    }
}

extension CheckResult.File {
    fileprivate var isReadable: Bool { !findings.contains { $0.rule == ManifestRules.parses.id } }
}

extension Baseline {
    /// Reads a baseline. If it need not exist, a missing or an empty file gives an empty one.
    fileprivate init(file path: [UInt8], mustExist: Bool) throws(MachineFailure) {
        if !mustExist {
            guard let status = fileStatus(path), status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
                self.init()
                return
            }
        }
        guard fileStatus(path) != nil else {
            throw .input("there is no baseline \(Argument(path).shown); --write-baseline makes one")
        }
        let text = try StoredBytes.file(path)
        if let written = text.withUnsafeBytes({ Baseline(written: $0) }) {
            self = written
            return
        }
        let document = try jsonDocument(path)
        do throws(ConfigurationFailure) { try self.init(document) } catch {
            throw .input("\(Argument(path).shown): \(error.message)")
        }
    }
}

extension [UInt8] {
    /// Resolves a relative path against the folder of a file.
    fileprivate func relative(to file: [UInt8]) -> [UInt8] {
        guard first != UInt8(ascii: "/"), let slash = file.lastIndex(of: UInt8(ascii: "/")) else { return self }
        return file[...slash] + self
    }
}
