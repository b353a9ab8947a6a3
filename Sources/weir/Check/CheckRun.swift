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
        var check = ManifestCheck(settings.choices, silence: settings.silence.judge)
        let earlier = try previous.map { path throws(MachineFailure) in try readable(path) }
        for path in manifests {
            try signals.check()
            var manifest = try check.check(path)
            var truth: [PictureSight.Facts?]?
            if looksAtPictures { truth = try look(at: &manifest, of: path, settings.choices, signals) }
            let pictures = try manifest.pictures(truth, earlier)
            try lay(pictures, &manifest, settings, signals)
            check.take(manifest)
        }
        return try settings.tell(check.result)
    }

    /// The manifest of before. Of one that cannot be read, no picture would be known, and so nothing
    /// would be found to move.
    private func readable(_ path: [UInt8]) throws(MachineFailure) -> CheckedManifest {
        var check = ManifestCheck(RuleChoices([ManifestRules.parses]))
        let manifest = try check.check(path)
        check.take(manifest)
        guard let finding = check.result.files.flatMap(\.findings).first else { return manifest }
        let place = finding.place.map { ":\($0.line):\($0.column)" } ?? ""
        throw .input("\(finding.file)\(place): the manifest of --previous cannot be read: \(finding.message)")
    }
}
