import Base
import Checks
import Layouts
import Reports
import System

extension CheckOptions {
    func run() throws(MachineFailure) -> ExitStatus {
        if listsRules || explained != nil {
            try StandardStream.output.write { output in
                if let explained { RuleText(explained).append(to: &output) } else { RuleTable(Rule.all).append(to: &output) }
            }
            return .ok
        }
        let settings = try CheckSettings(self)
        let signals = TerminationSignals()
        let dumps = try frames.map { path throws(MachineFailure) in try FrameDump(file: path, settings.plan, signals) }
        let earlier = try previous.map { path throws(MachineFailure) in try readable(path, settings.plan.columns) }
        var check = ManifestCheck(settings.choices, silence: settings.silence.lookup, previous: earlier, columns: settings.plan.columns)
        for path in manifests {
            try signals.check()
            var manifest = try check.check(path)
            var trueSizes: [FoundPicture?]?
            if looksAtPictures { trueSizes = try checkPictures(of: &manifest, at: path, settings.choices, signals) }
            let name = Argument(path).shown
            let pictures = try manifest.pictures(for: settings.plan, trueSizes, earlier, name: name)
            try checkLayouts(pictures, &manifest, settings, signals)
            try checkFrames(of: dumps, pictures, &manifest, settings, signals)
            check.take(manifest)
        }
        return try settings.report(check.result)
    }

    /// Reads the previous manifest. One that does not parse is refused: it would seem to have no pictures, so
    /// no move and no loss would be found.
    private func readable(_ path: [UInt8], _ columns: [String]) throws(MachineFailure) -> CheckedManifest {
        var check = ManifestCheck(RuleChoices([ManifestRules.parses]), isPrevious: true, columns: columns)
        let manifest = try check.check(path)
        check.take(manifest)
        guard let finding = check.result.files.flatMap(\.findings).first else { return manifest }
        let place = finding.place.map { ":\($0.line):\($0.column)" } ?? ""
        throw .input("\(finding.file)\(place): the manifest of --previous cannot be read: \(finding.message)")
    }
}
