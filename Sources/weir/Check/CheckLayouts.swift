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
        let found = try mapInParallel(cases, until: signals) { planned in
            Result { () throws(LayoutError) in
                LayoutCaseFindings(of: try LayoutCase(planned.0.layout, on: planned.0.screen, planned.1), choices, silence: lookup)
            }
        }
        var folded = FoldedFindings(of: cases.count)
        for outcome in found {
            do throws(LayoutError) { folded.add(try outcome.get()) } catch { throw .input("\(error)") }
        }
        manifest.add(folded, choices)
    }
}
