import Checks
import Layouts
import System

extension CheckedManifest {
    /// The pictures, with their true sizes and the previous manifest.
    func pictures(_ trueSizes: [FoundPicture?]?, _ earlier: CheckedManifest?) throws(MachineFailure) -> PictureSet {
        do throws(LayoutError) { return try pictures(trueSizes: trueSizes, earlier: earlier) } catch { throw .input("\(error)") }
    }
}

extension CheckOptions {
    /// Lays the pictures out on each screen of the plan, in parallel on all processors, and adds the findings
    /// in the order of the plan.
    func checkLayouts(
        _ pictures: PictureSet, _ manifest: inout CheckedManifest, _ settings: CheckSettings, _ signals: TerminationSignals
    ) throws(MachineFailure) {
        let (choices, layouts) = (settings.choices, settings.plan.layouts)
        let found = Locked<[Result<LayoutCaseFindings, LayoutError>]>([])
        var next = 0
        let lookup = settings.silence.lookup.map { LayoutSilencer(manifest, $0).lookup }
        let work = OrderedWork<PlannedLayout, Result<LayoutCaseFindings, LayoutError>>(
            threads: min(availableProcessors, layouts.count), signals: signals,
            next: {
                defer { next += 1 }
                return next < layouts.count ? layouts[next] : nil
            },
            deliver: { outcome in found.change { $0.append(outcome) } })
        try work.run(makeWorker: {}) { _, planned in
            Result { () throws(LayoutError) in
                LayoutCaseFindings(of: try LayoutCase(planned.layout, on: planned.screen, pictures), choices, silence: lookup)
            }
        }
        for outcome in found.read({ $0 }) {
            do throws(LayoutError) { manifest.add(try outcome.get(), choices) } catch { throw .input("\(error)") }
        }
    }
}
