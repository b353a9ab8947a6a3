import Base
import Checks
import Glibc
import Ingest
import Layouts
import Reports
import System

/// A check under way: its plan, the files that it writes, and what is silent.
struct CheckSettings {
    let choices: RuleChoices
    let screens: Screens
    let silence: FindingSilencer
    let options: CheckOptions
    private let configuration: FoundConfiguration
    private let failOn: Severity
    private let baseline: [UInt8]?
    private let environment = CheckEnvironment()
    /// The files of `--report`, which are opened before the check begins.
    private let reports: [(format: FindingFormat, file: OutputFile)]

    init(_ plan: CheckPlan) throws(MachineFailure) {
        let options = plan.options
        self.options = options
        configuration = plan.found
        screens = plan.screens
        failOn = plan.failOn
        baseline = plan.baseline
        var choices = plan.choices
        choices.setDay(environment.day)
        self.choices = choices
        guard baseline != nil || !(options.writesBaseline || options.prunesBaseline) else {
            throw .input("--\(options.writesBaseline ? "write" : "prune")-baseline: no file is named; --baseline FILE does it")
        }
        let others = [options.screens.devices.file, plan.found.path].compactMap { $0 }
        do throws(UsageError) { try options.checkPlaces(reading: others, baseline: baseline) } catch {
            throw .input(error.message)
        }
        let known = try baseline.map { path throws(MachineFailure) in
            try Baseline(file: path, mustExist: !options.writesBaseline)
        }
        silence = FindingSilencer(
            plan.found.configuration, known, BaselinePaths(besides: baseline ?? [], seenFrom: environment.folder),
            isLearning: options.writesBaseline, day: environment.day)
        var reports: [(FindingFormat, OutputFile)] = []
        for report in options.reports { reports.append((report.format, try OutputFile(report.path, replacing: .findings, option: "--report"))) }
        self.reports = reports
    }

    /// Writes the reports and the baseline, and prints notes about both.
    func report(_ result: CheckResult) throws(MachineFailure) -> ExitStatus {
        for report in reports {
            try write(result, as: report.format, to: report.file)
            try report.file.commit()
        }
        tellIgnores(result)
        tellUnlooked(result)
        if let baseline { try keep(baseline, result) }
        let format = options.format ?? (environment.isGitHub && options.detail == .findings ? .github : .text)
        do throws(MachineFailure) {
            // The files of --report have no colours and all findings.
            let listed = options.maxFindings.map(result.listing(atMost:)) ?? result
            try write(listed, as: format, to: OutputFile(nil), isColoured: environment.isColoured, options.detail)
        } catch {
            // If the reader closes the pipe early, the exit status must still tell the result.
            guard error.kind == .closedPipe else { throw error }
        }
        let count = Severity.allCases.filter { $0 >= failOn }.reduce(0) { $0 + result.count(of: $1) }
        return count == 0 ? .ok : .findings
    }

    /// Tells ignores that have expired, and those that match nothing: they may hide a finding that comes later. The latter
    /// are told when all that they are about was checked.
    private func tellIgnores(_ result: CheckResult) {
        guard let configuration = configuration.path else { return }
        func tell(_ ignore: Ignore, _ state: String) {
            StandardStream.error.tell(
                "weir: \(Argument(configuration).shown): \(ignore.path) \(state): \(Argument(ignore.reason).shown)")
        }
        for ignore in silence.expired { tell(ignore, "was good until \(ignore.until ?? "") and is no longer used") }
        guard result.isReadable else { return }
        let rules = Rule.all.filter { rule in
            options.checks(rule, choices) && result.unchecked.allSatisfy { $0.reason(of: rule) == nil }
        }.map(\.id)
        for ignore in silence.unused(rules: rules, files: result.files.map(\.name)) {
            tell(ignore, "matches no finding and can be taken out")
        }
    }

    /// Says what the limits of channels could not look at: silence would look like a pass.
    private func tellUnlooked(_ result: CheckResult) {
        guard !choices.profiles.isEmpty, let rule = Rule.all.first(where: { $0.needs.contains(.profiles) }) else { return }
        for reason in Set(result.unchecked.compactMap { $0.reason(of: rule) }).sorted() {
            StandardStream.error.tell("weir: \(rule.id) has not looked at everything: \(reason)")
        }
    }

    private func keep(_ baseline: [UInt8], _ result: CheckResult) throws(MachineFailure) {
        let name = Argument(baseline).shown
        let uncheckedRules = Rule.all.filter { !options.checks($0, choices) }.map(\.id)
        let checked = options.manifests.map { String(decoding: $0, as: UTF8.self) }.filter(result.hasRead)
        let summary = silence.finish(uncheckedRules: uncheckedRules, checked: checked, result.unchecked)
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
        _ result: CheckResult, as format: FindingFormat, to file: OutputFile, isColoured: Bool = false,
        _ detail: FindingDetail = .findings
    ) throws(MachineFailure) {
        let report = format.report(
            FindingReportSettings(
                rules: Rule.all.filter { choices.severity(of: $0.id) != nil }, version: Version.number, paths: environment.paths,
                failOn: failOn, isColoured: isColoured, detail: detail))
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
        choices.severity(of: rule.id) != nil && missingOption(for: rule) == nil
    }

    /// The option that a rule lacks; nil if it has the input that it needs.
    func missingOption(for rule: Rule) -> String? {
        if !looksAtPictures, rule.needs.contains(.pictures) { return "--images" }
        if frames.isEmpty, rule.needs.contains(.frames) { return "--frames" }
        return previous == nil && rule.needs.contains(.previous) ? "--previous" : nil
    }
}

extension CheckResult {
    /// Whether all files and all pages of indexes could be read.
    fileprivate var isReadable: Bool { files.allSatisfy(\.isReadable) }

    /// Whether a manifest, or each page of it, could be parsed.
    fileprivate func hasRead(_ manifest: String) -> Bool {
        let prefix = manifest.hasSuffix("/") ? manifest : manifest + "/"
        return files.allSatisfy { $0.isReadable || ($0.name != manifest && !$0.name.hasPrefix(prefix)) }
    }
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
        // A pipe has its content once.
        let document = try jsonDocument(InputFile(content: text, name: shown(path)), called: path)
        do throws(ConfigurationFailure) { try self.init(document) } catch {
            throw .input("\(Argument(path).shown): \(error.message)")
        }
    }
}
