import Checks
import Layouts
import System

extension CheckedManifest {
    /// The pictures for the layouts of the plan and of the dumps.
    mutating func pictures(
        for layouts: [LayoutChoice], _ settings: CheckSettings, _ trueSizes: [FoundPicture?]?, _ earlier: CheckedManifest?,
        _ lookup: Silence.ItemLookup?, name: String
    ) -> LayoutPictures {
        let pictures = pictures(for: layouts, settings.choices, trueSizes: trueSizes, earlier: earlier, silence: lookup)
        var told: Set<LayoutKeys> = []
        for layout in layouts {
            guard let set = pictures[layout], told.insert(layout.keys).inserted else { continue }
            tellReturningSection(of: [set.whole], layout.keys, name: name)
        }
        return pictures
    }
}

extension CheckOptions {
    /// Lays the pictures out on each screen of the plan, in parallel on all processors, and adds the findings
    /// in the order of the plan.
    func checkLayouts(
        _ pictures: LayoutPictures, _ manifest: inout CheckedManifest, _ settings: CheckSettings, _ lookup: Silence.ItemLookup?,
        _ signals: TerminationSignals
    ) throws(MachineFailure) {
        let choices = settings.choices
        let cases = settings.screens.layouts.compactMap { planned in pictures[planned.layout].map { (planned, $0) } }
        let found = Locked(FoldedFindings(of: cases.count))
        var next = 0
        let work = OrderedWork<(PlannedLayout, PictureSet), Result<LayoutCaseFindings, LayoutError>>(
            threads: min(availableProcessors, cases.count), signals: signals,
            next: {
                defer { next += 1 }
                return next < cases.count ? cases[next] : nil
            },
            deliver: { outcome throws(MachineFailure) in
                do throws(LayoutError) {
                    let findings = try outcome.get()
                    found.change { $0.add(findings) }
                } catch {
                    throw .input("\(error)")
                }
            })
        try work.run(makeWorker: {}) { _, planned in
            Result { () throws(LayoutError) in
                LayoutCaseFindings(of: try LayoutCase(planned.0.layout, on: planned.0.screen, planned.1), choices, silence: lookup)
            }
        }
        manifest.add(found.read { $0 }, choices)
    }
}
