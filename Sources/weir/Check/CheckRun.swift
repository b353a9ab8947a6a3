import Base
import Checks
import Layouts
import Reports
import System

extension CheckOptions {
    func run() throws(MachineFailure) -> ExitStatus {
        if showsConfiguration {
            let settings = try CheckPlan(self)
            try StandardStream.output.write { $0.append(table: settings.rows) }
            return .ok
        }
        let plan = try CheckPlan(self)
        plan.found.report()
        let settings = try CheckSettings(plan)
        return try settings.report(result(settings, TerminationSignals()))
    }

    /// Checks the manifests, without a report.
    func result(_ settings: CheckSettings, _ signals: TerminationSignals) throws(MachineFailure) -> CheckResult {
        let dumps = try frames.map { path throws(MachineFailure) in try FrameDump(file: path, settings.screens, signals) }
        let earlier = try previous.map { path throws(MachineFailure) in try readable(path, settings.screens.keys) }
        var check = ManifestCheck(settings.choices, silence: settings.silence.lookup, previous: earlier, keys: settings.screens.keys)
        // A dump may name a layout that is not planned.
        let layouts = settings.screens.distinctLayouts + dumps.flatMap { $0.screens.map(\.layout) }
        for path in manifests {
            try signals.check()
            var manifest = try check.check(path)
            var trueSizes: [FoundPicture?]?
            if looksAtPictures {
                let found = try settings.options.checkPictures(of: &manifest, at: path, settings.choices, signals)
                manifest.take(found)
                trueSizes = found
            }
            manifest.conclude()
            let name = Argument(path).shown
            let silencer = settings.silence.lookup.map { LayoutSilencer(manifest, $0) }
            let lookup = silencer?.lookup
            let pictures = manifest.pictures(for: layouts, settings, trueSizes, earlier, lookup, name: name)
            try checkLayouts(pictures, &manifest, settings, lookup, signals)
            try checkFrames(of: dumps, pictures, &manifest, settings, lookup, signals)
            if let silencer { manifest.add(silent: silencer.silent) }
            check.take(manifest)
        }
        return check.result
    }

    /// Reads the previous manifest. One that does not parse is refused: it would seem to have no pictures, so
    /// no move and no loss would be found.
    private func readable(_ path: [UInt8], _ keys: [String]) throws(MachineFailure) -> CheckedManifest {
        var check = ManifestCheck(RuleChoices([ManifestRules.parses]), isPrevious: true, keys: keys)
        let manifest = try check.check(path)
        check.take(manifest)
        guard let finding = check.result.files.flatMap(\.findings).first else { return manifest }
        let place = finding.place.map { ":\($0.line):\($0.column)" } ?? ""
        throw .input("\(finding.file)\(place): the manifest of --previous cannot be read: \(finding.message)")
    }
}
