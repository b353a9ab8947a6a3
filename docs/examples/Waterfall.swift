// The frames of weir in SwiftUI. On Linux the compiler has checked it against declarations of SwiftUI; it was not run on a phone.
import Layouts
import SwiftUI
import WeirApp

/// A waterfall with a view for each entry, in the same order.
struct Waterfall: SwiftUI.Layout {
    let entries: [Entry]
    var columns = 2

    /// The frames of the last width: SwiftUI asks for them several times.
    func makeCache(subviews: Subviews) -> Waterflow? { nil }

    private func layout(width: Double, _ cache: inout Waterflow?) -> Waterflow? {
        if let cache, cache.viewport.width == width, cache.count == entries.count { return cache }
        do {
            // Only the width matters to a waterflow.
            var layout = try Waterflow(viewport: Size(width: width, height: width), columns: columns)
            layout.append(try PicturePage(entries))
            cache = layout
        } catch {
            assertionFailure("\(error)")
        }
        return cache
    }

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Waterflow?) -> CGSize {
        let width = proposal.width ?? 375
        return CGSize(width: width, height: layout(width: width, &cache)?.contentSize.height ?? 0)
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Waterflow?) {
        guard let layout = layout(width: bounds.width, &cache) else { return }
        for (subview, frame) in zip(subviews, layout.frames) {
            let origin = CGPoint(x: bounds.minX + frame.x, y: bounds.minY + frame.y)
            subview.place(at: origin, anchor: .topLeading, proposal: ProposedViewSize(width: frame.width, height: frame.height))
        }
    }
}
