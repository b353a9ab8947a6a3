import Checks
import WeirBase
import WeirReports
import WeirSystem

extension CheckRun {
    /// Writes the reports and the baseline, and prints notes about both.
    func report(_ result: CheckResult) throws(MachineFailure) -> ExitStatus {
        for report in reports {
            try write(result, as: report.format, to: report.file)
            try report.file.commit()
        }
        reportIgnores(result)
        reportUnchecked(result)
        if let baseline = plan.baseline { try keep(baseline, result) }
        let options = plan.options
        // Actions of GitHub turn workflow commands into annotations.
        let isGitHub = environment("GITHUB_ACTIONS") == "true"
        let format = options.format ?? (isGitHub && !options.isQuiet ? .github : .text)
        do throws(MachineFailure) {
            let output = try OutputFile(nil)
            let isColored = output.isTerminal && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
            try write(result, as: format, to: output, isColored: isColored, isQuiet: options.isQuiet)
        } catch {
            // If the reader closes the pipe early, the exit status must still report the result.
            guard error.kind == .closedPipe else { throw error }
        }
        let count = Severity.allCases.filter { $0 >= plan.failOn }.reduce(0) { $0 + result.count(of: $1) }
        return count == 0 ? .ok : .findings
    }

    /// Names ignores that have expired, and those that match nothing: they may hide a finding that comes later. The latter
    /// are named when all that they are about was checked.
    private func reportIgnores(_ result: CheckResult) {
        guard let configuration = plan.found.path else { return }
        func report(_ ignore: Ignore, _ state: String) {
            StandardStream.error.report(
                "weir: \(Argument(configuration).shown): \(ignore.path) \(state): \(Argument(ignore.reason).shown)")
        }
        for ignore in silence.expired { report(ignore, "was good until \(ignore.until ?? "") and is no longer used") }
        guard result.isReadable else { return }
        let rules = Rule.all.filter { rule in
            plan.checks(rule) && result.unchecked.allSatisfy { $0.reason(of: rule) == nil }
        }.map(\.id)
        for ignore in silence.unused(rules: rules, files: result.files.map(\.name)) {
            report(ignore, "matches no finding and can be taken out")
        }
    }

    /// Says what the limits of channels and the rules on request could not look at: silence would look like a pass.
    private func reportUnchecked(_ result: CheckResult) {
        for rule in Rule.all where rule.needs.contains(.profiles) ? !plan.choices.profiles.isEmpty : rule.isOnRequest && plan.checks(rule) {
            for reason in Set(result.unchecked.compactMap { $0.reason(of: rule) }).sorted() {
                StandardStream.error.report("weir: \(rule.id) has not looked at everything: \(reason)")
            }
        }
    }

    private func keep(_ baseline: [UInt8], _ result: CheckResult) throws(MachineFailure) {
        let name = Argument(baseline).shown
        let uncheckedRules = Rule.all.filter { !plan.checks($0) }.map(\.id)
        let checked = plan.options.manifests.map { String(decoding: $0, as: UTF8.self) }.filter(result.hasRead)
        let summary = silence.finish(uncheckedRules: uncheckedRules, checked: checked, result.unchecked)
        let kept = summary.kept == 0 ? "" : "; \(summary.kept) stay of what was not checked"
        if plan.options.writesBaseline {
            try silence.write(to: baseline)
            StandardStream.error.report("weir: wrote \(findings(summary.count)) to \(name)\(kept)")
        } else if summary.stale > 0, result.isReadable {
            let isOne = summary.stale == 1
            StandardStream.error.report(
                """
                weir: \(findings(summary.stale)) of \(name) \(isOne ? "is" : "are") no longer there; \
                --write-baseline takes \(isOne ? "it" : "them") out
                """)
        }
    }

    private func findings(_ count: Int) -> String { count == 1 ? "1 finding" : "\(count) findings" }

    private func write(
        _ result: CheckResult, as format: FindingFormat, to file: OutputFile, isColored: Bool = false,
        isQuiet: Bool = false
    ) throws(MachineFailure) {
        let options = FindingReportOptions(
            rules: Rule.all.filter { plan.choices.severity(of: $0.id) != nil }, version: Version.number, paths: .ofRepository,
            failOn: plan.failOn, isColored: isColored, isQuiet: isQuiet)
        var buffer = ByteBuffer()
        try format.write(result, options, to: &buffer) { buffer throws(MachineFailure) in
            try file.write(buffer)
            buffer.removeAll()
        }
        try file.write(buffer)
    }
}

extension CheckPlan {
    /// Whether a rule is on and has the input that it needs.
    fileprivate func checks(_ rule: Rule) -> Bool { choices.severity(of: rule.id) != nil && options.missingOption(for: rule) == nil }
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

extension ReportPaths {
    /// The paths below the repository, of which CI systems show the files.
    fileprivate static var ofRepository: ReportPaths {
        let folder = workingFolder()
        return ReportPaths(root: environment("GITHUB_WORKSPACE") ?? folder.flatMap(repository) ?? folder, folder: folder)
    }

    /// The nearest enclosing folder that is a Git repository.
    private static func repository(around folder: String) -> String? {
        var parts = folder.split(separator: "/")
        while true {
            let path = "/" + parts.joined(separator: "/")
            if fileStatus(Array("\(path)/.git".utf8)) != nil { return path }
            if parts.popLast() == nil { return nil }
        }
    }
}
