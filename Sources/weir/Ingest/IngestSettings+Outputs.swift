import Ingest
import System

extension IngestSettings {
    /// Refuses a file that is no output of an earlier run, since its owner may need it. White space is of no account, so that a
    /// file may have been formatted. A power cut leaves zeros.
    static func checkOwner(of path: [UInt8], beginning: [UInt8], _ noun: String, option: String) throws(MachineFailure) {
        guard path != standardOutput, fileStatus(path)?.isRegular ?? false else { return }
        let start = try InputFile(path).read(upTo: 256)
        if start.allSatisfy({ $0 == 0 }) || start.filter({ $0 > 0x20 }).starts(with: beginning.filter { $0 > 0x20 }) { return }
        throw .input(
            "\(shown(path)) is no \(noun) of weir's, and is not written over; move it away, or name another file with \(option)")
    }

    /// Opens all outputs as a run does, and gives them up unchanged. So a dry run refuses what a run would refuse.
    func tryOutputs(_ plan: IngestPlan, _ log: any RunLog) throws(MachineFailure) {
        var settings = self
        settings.report = report.flatMap(fileOrNothing)
        settings.metrics = metrics.flatMap(fileOrNothing)
        if let fault = IngestListener(settings, log).fault { throw fault }
        if plan.output.path.flatMap(fileOrNothing) != nil { try IngestRun.tryOutput(plan) }
        try plan.measuring.journal?.check()
    }

    /// A pipe is not opened, since its reader would take that for the whole output.
    private func fileOrNothing(_ path: [UInt8]) -> [UInt8]? {
        guard let status = fileStatus(path), !status.isRegular, !status.isFolder else { return path }
        return nil
    }
}
