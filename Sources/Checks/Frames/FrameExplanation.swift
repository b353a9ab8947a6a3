import Layouts

/// A variant of a layout that gives exactly the frames of a dump.
struct FrameExplanation {
    let variant: FrameVariant
    let layout: any Layout

    /// The first variant with which all frames of a dump agree; nil if there is none.
    init?(of items: DumpedItems, in layoutCase: LayoutCase, _ tolerance: FrameTolerance) {
        for variant in FrameVariant.all(of: layoutCase.choice.recipe.atDensity(of: layoutCase.screen.scale ?? 1)) {
            // Some parameters leave no room for a layout on the turned screen.
            guard let empty = try? variant.layout(in: layoutCase.screen.viewport) else { continue }
            let layout = LayoutCase.layOut(layoutCase.pictures.whole, in: empty)
            guard FrameComparison.agrees(items, with: layout, tolerance) else { continue }
            self.variant = variant
            self.layout = layout
            return
        }
        return nil
    }
}
