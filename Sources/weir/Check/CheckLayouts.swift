import Checks
import Layouts
import System

extension CheckedManifest {
    /// The pictures, with their true sizes and the previous manifest.
    func pictures(
        _ columns: PictureColumns, _ trueSizes: [FoundPicture?]?, _ earlier: CheckedManifest?
    ) throws(MachineFailure) -> PictureSet {
        do throws(LayoutError) {
            return try pictures(columns, trueSizes: trueSizes, earlier: earlier)
        } catch {
            throw .input("\(error)")
        }
    }

    /// The pictures for each layout of the plan; layouts that take the same columns share them.
    func pictures(
        for plan: ScreenPlan, _ trueSizes: [FoundPicture?]?, _ earlier: CheckedManifest?, name: String
    ) throws(MachineFailure) -> [PictureColumns: PictureSet] {
        var sets: [PictureColumns: PictureSet] = [:]
        for layout in plan.distinctLayouts {
            if sets[layout.columns] == nil {
                try layout.columns.check(in: name, values(of:))
                let pictures = try pictures(layout.columns, trueSizes, earlier)
                tellReturningSection(of: [pictures.whole], layout.columns, name: name)
                sets[layout.columns] = pictures
            }
            guard let pictures = sets[layout.columns] else { continue }
            try layout.checkSections(of: [pictures.whole], name: name)
        }
        return sets
    }
}

extension CheckOptions {
    /// Lays the pictures out on each screen of the plan, in parallel on all processors, and adds the findings
    /// in the order of the plan.
    func checkLayouts(
        _ pictures: [PictureColumns: PictureSet], _ manifest: inout CheckedManifest, _ settings: CheckSettings, _ signals: TerminationSignals
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
            guard let pictures = pictures[planned.layout.columns] else { preconditionFailure("each layout has its pictures") }
            return Result { () throws(LayoutError) in
                LayoutCaseFindings(of: try LayoutCase(planned.layout, on: planned.screen, pictures), choices, silence: lookup)
            }
        }
        for outcome in found.read({ $0 }) {
            do throws(LayoutError) { manifest.add(try outcome.get(), choices) } catch { throw .input("\(error)") }
        }
    }
}
