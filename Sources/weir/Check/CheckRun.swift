import Checks
import Encodings
import Layouts
import Pipeline
import Reports

extension CheckOptions {
    func run() throws(MachineFailure) -> ExitStatus {
        if listsRules { return try show { RuleTable(Rule.all).append(to: &$0) } }
        if let explained { return try show { RuleText(explained).append(to: &$0) } }
        let settings = try CheckSettings(self)
        let interruption = Interruption()
        var check = ManifestCheck(settings.choices) { settings.silence.judge($0, $1) }
        let earlier = try previous.map { path throws(MachineFailure) in try ManifestCheck(RuleChoices([])).check(path) }
        for path in manifests {
            try interruption.check()
            var manifest = try check.check(path)
            var truth: [PictureSight.Facts?]?
            if looksAtPictures { truth = try look(at: &manifest, of: path, settings.choices, interruption) }
            let pictures = try manifest.pictures(truth, earlier)
            try lay(pictures, &manifest, settings, interruption)
            check.take(manifest)
        }
        return try settings.tell(check.result)
    }

    private func show(_ write: (inout ByteBuffer) -> Void) throws(MachineFailure) -> ExitStatus {
        var buffer = ByteBuffer()
        write(&buffer)
        try Output.standard.write(buffer.bytes)
        return .ok
    }
}
