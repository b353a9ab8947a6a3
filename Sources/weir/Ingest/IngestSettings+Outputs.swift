import Ingest
import System

extension IngestSettings {
    /// Opens all outputs as a run does, and gives them up unchanged. So a dry run refuses what a run would refuse.
    func tryOutputs(_ plan: IngestPlan, _ log: any RunLog) throws(MachineFailure) {
        var settings = self
        settings.report = report.flatMap(fileOrNothing)
        settings.metrics = metrics.flatMap(fileOrNothing)
        if let fault = IngestReporter(settings, log).fault { throw fault }
        if plan.output.path.flatMap(fileOrNothing) != nil { try IngestRun.tryOutput(plan) }
        try plan.measuring.journal?.check()
    }

    /// A pipe is not opened, since its reader would take that for the whole output.
    private func fileOrNothing(_ path: [UInt8]) -> [UInt8]? {
        guard let status = fileStatus(path), !status.isRegular, !status.isFolder else { return path }
        return nil
    }
}
