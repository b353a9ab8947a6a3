import Checks
import Layouts
import System

extension CheckedManifest {
    /// The pictures, with what was found of them and the manifest of before.
    func pictures(_ truth: [PictureSight.Facts?]?, _ earlier: CheckedManifest?) throws(MachineFailure) -> PictureSet {
        do throws(LayoutError) { return try pictures(truth: truth, earlier: earlier) } catch { throw .input("\(error)") }
    }
}

extension CheckOptions {
    /// Lays the pictures out on each screen of the plan, as many at once as there are processors, and
    /// takes what is found over in the order of the plan.
    func lay(
        _ pictures: PictureSet, _ manifest: inout CheckedManifest, _ settings: CheckSettings, _ signals: TerminationSignals
    ) throws(MachineFailure) {
        let (choices, rows) = (settings.choices, settings.plan.rows)
        let found = Locked<[Result<LayoutOutcomes, LayoutError>]>([])
        var next = 0
        let judge = settings.silence.judge.map { LayoutSilence(manifest, $0).judge }
        let work = OrderedWork<ScreenPlan.Row, Result<LayoutOutcomes, LayoutError>>(
            threads: min(availableProcessors, rows.count), signals: signals,
            next: {
                defer { next += 1 }
                return next < rows.count ? rows[next] : nil
            },
            deliver: { outcome in found.change { $0.append(outcome) } })
        try work.run(makeWorker: {}) { _, row in
            Result { () throws(LayoutError) in
                LayoutOutcomes(of: try LayoutCase(row.layout, on: row.screen, pictures), choices, silence: judge)
            }
        }
        for outcome in found.read({ $0 }) {
            do throws(LayoutError) { manifest.take(try outcome.get(), choices) } catch { throw .input("\(error)") }
        }
    }
}
