import Checks
import Layouts
import System

extension CheckRun {
    /// Warns once for each key of sections by which the manifest is not sorted.
    func reportReturningSections(of pictures: LayoutPictures, _ layouts: [LayoutChoice], name: String) {
        var seen: Set<LayoutKeys> = []
        for layout in layouts {
            guard let set = pictures[layout], seen.insert(layout.keys).inserted else { continue }
            reportReturningSection(of: [set.whole], layout.keys, name: name)
        }
    }

    /// Lays the pictures out on each screen of the plan, in parallel on all processors, and adds the findings
    /// in the order of the plan.
    func checkLayouts(
        _ pictures: LayoutPictures, _ manifest: inout CheckedManifest, _ lookup: Silence.ItemLookup?, _ signals: TerminationSignals
    ) throws(MachineFailure) {
        let choices = plan.choices
        let cases = plan.screens.layouts.compactMap { planned in pictures[planned.layout].map { (planned, $0) } }
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
