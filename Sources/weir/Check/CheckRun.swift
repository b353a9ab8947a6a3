import Checks
import Manifests
import WeirBase
import WeirReports
import WeirSystem

extension CheckOptions {
    func run() throws(MachineFailure) -> ExitStatus {
        let plan = try CheckPlan(self)
        plan.found.report()
        let run = try CheckRun(plan)
        return try run.report(run.result(TerminationSignals()))
    }
}

/// A check under way: its plan, the files that it writes, and what is silent.
struct CheckRun {
    let plan: CheckPlan
    let silence: FindingSilencer
    /// The files of `--report`, which are opened before the check begins.
    let reports: [(format: FindingFormat, file: OutputFile)]

    init(_ given: CheckPlan) throws(MachineFailure) {
        var plan = given
        let today = String(calendarTime(unixSeconds()).prefix("2026-11-21".count))
        plan.choices.day = today
        self.plan = plan
        let (options, baseline) = (plan.options, plan.baseline)
        guard baseline != nil || !options.writesBaseline else {
            throw .input("--write-baseline: no file is named; --baseline FILE does it")
        }
        let others = [options.screens.devices.file, plan.found.path].compactMap { $0 }
        do throws(UsageError) { try options.checkOutputs(reading: others, baseline: baseline) } catch {
            throw .input(error.message)
        }
        let known = try baseline.map { path throws(MachineFailure) in
            try Baseline(file: path, mustExist: !options.writesBaseline)
        }
        silence = FindingSilencer(
            plan.found.configuration, known, BaselinePaths(besides: baseline ?? [], seenFrom: workingFolder()),
            isLearning: options.writesBaseline, day: today)
        reports = try options.reports.map { report throws(MachineFailure) in
            (report.format, try OutputFile(report.path))
        }
    }

    /// Checks the manifests one after the other: their entries, then their pictures, their layouts and the frames of dumps.
    func result(_ signals: TerminationSignals) throws(MachineFailure) -> CheckResult {
        let (options, keys) = (plan.options, plan.screens.keys)
        let dumps = try options.frames.map { path throws(MachineFailure) in try FrameDump(file: path, plan.screens, signals) }
        let previous = try options.previous.map { path throws(MachineFailure) in try readable(path) }
        var check = ManifestCheck(plan.choices, silence: silence.lookup, previous: previous, keys: keys)
        // A dump may name a layout that is not planned.
        let layouts = plan.screens.distinctLayouts + dumps.flatMap { $0.screens.map(\.layout) }
        for path in options.manifests {
            try signals.check()
            var manifest = try check.check(path)
            var trueSizes: [FoundPicture?]?
            if options.looksAtPictures {
                let found = try checkPictures(of: &manifest, at: path, signals)
                manifest.take(found)
                trueSizes = found
            }
            manifest.conclude()
            let silencer = silence.lookup.map { LayoutSilencer(manifest, $0) }
            let lookup = silencer?.lookup
            let pictures = manifest.pictures(for: layouts, plan.choices, trueSizes: trueSizes, previous: previous, silence: lookup)
            reportReturningSections(of: pictures, layouts, name: Argument(path).shown)
            try checkLayouts(pictures, &manifest, lookup, signals)
            try checkFrames(of: dumps, pictures, &manifest, lookup, signals)
            if let silencer { manifest.add(silent: silencer.silent) }
            check.take(manifest)
        }
        return check.result
    }

    /// Reads the previous manifest. One that does not parse, or lacks a page, is refused: it would seem to have fewer pictures, so
    /// no move and no loss would be found.
    private func readable(_ path: [UInt8]) throws(MachineFailure) -> CheckedManifest {
        var check = ManifestCheck(RuleChoices(ManifestRules.ofReading), isPrevious: true, keys: plan.screens.keys)
        let manifest = try check.check(path)
        check.take(manifest)
        guard let finding = check.result.files.flatMap(\.findings).first else { return manifest }
        let position = finding.position.map { ":\($0.line):\($0.column)" } ?? ""
        throw .input("\(finding.file)\(position): the manifest of --previous cannot be read: \(finding.message)")
    }
}

extension ManifestCheck {
    /// Reads and checks a file, a folder with an index, or standard input if the path is `-`.
    fileprivate func check(_ path: [UInt8]) throws(MachineFailure) -> CheckedManifest {
        if path == Array("-".utf8) { return check("-", try InputFile.standardInput.whole()) }
        let name = String(decoding: path, as: UTF8.self)
        guard try isStoredFolder(path) else { return check(name, try InputFile(path).whole()) }
        let names = try storedNames(in: path)
        let index = try InputFile(plainFile: joined(path, Array(PageIndex.fileName.utf8))).whole()
        let existing = Set(names)
        return try check(folder: name, index: index, others: names) { file throws(MachineFailure) in
            existing.contains(file) ? try InputFile(plainFile: joined(path, Array(file.utf8))).whole() : nil
        }
    }
}
