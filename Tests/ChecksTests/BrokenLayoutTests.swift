import Layouts
import Testing

@testable import Checks

/// Layouts with deliberate faults, each of which the right rule must find.
@Suite struct BrokenLayoutTests {
    static let catches: [(BrokenLayout.Fault, rule: String)] = [
        (.pictureForgotten, "frame-count"), (.notANumber, "frame-finite"), (.negativeSide, "frame-finite"),
        (.beyondTheInset, "frame-bounds"), (.widthRoundedUp, "frame-columns"), (.widthRoundedDown, "frame-columns"),
        (.columnOffByOne, "frame-overlap"), (.gapForgotten, "frame-gap"), (.gapDoubled, "frame-gap"),
        (.noGapOnTop, "frame-gap"), (.tiesToTheRight, "frame-shortest"), (.secondShortest, "frame-shortest"),
        (.heightOfNeighbour, "frame-aspect"), (.heightRounded, "frame-aspect"), (.oneColumnOnly, "frame-balance"),
        (.contentTooShort, "frame-coverage"), (.queryMisses, "frame-query"), (.queryTouches, "frame-query"),
        (.queryUnordered, "frame-query"), (.framesDrift, "frame-query"), (.appendReorders, "load-more"),
        (.appendLevels, "load-more"), (.rotationDrifts, "rotation"),
    ]

    private func layoutCase(_ fault: BrokenLayout.Fault) throws -> LayoutCase {
        let sizes = (0..<60).map { (Int32(200), [300, 200, 250, 200][$0 % 4] as Int32) }
        let memory = BrokenLayout.Memory()
        return try LayoutCase(
            LayoutChoice("lf-waterflow:columns=3"), on: LayoutCase.portrait, PictureSet(.of(sizes))
        ) { viewport throws(LayoutError) in try BrokenLayout(fault, viewport: viewport, memory: memory) }
    }

    @Test(arguments: catches) func everyFaultIsCaught(_ fault: BrokenLayout.Fault, _ rule: String) throws {
        #expect(try layoutCase(fault).broken().contains(rule))
    }

    @Test func soundLayoutsHaveNoFindings() throws {
        #expect(try layoutCase(.none).broken() == [])
        #expect(Set(Self.catches.map(\.0)) == Set(BrokenLayout.Fault.allCases).subtracting([.none]))
    }

    @Test(arguments: [
        ("flow", 6, 0.0, -10.0, "frame-gap"), ("flow", 7, -20, 0, "frame-overlap"),
        ("flow:item-width=111", 3, 0, 1e6, "frame-coverage"),
        ("flow-waterfall:columns=3", 5, 0, -5, "frame-gap"), ("flow-waterfall:columns=3", 5, 0, -20, "frame-overlap"),
        ("flow-waterfall:columns=3", 5, 20, 0, "frame-bounds"), ("carousel", 3, -5, 0, "frame-gap"),
        ("carousel", 3, -20, 0, "frame-overlap"), ("mk-masonry", 5, 0, -5, "frame-gap"),
        ("waterflow", 5, 0, 5, "frame-gap"),
    ])
    func movedFramesAreReported(_ text: String, _ first: Int, _ x: Double, _ y: Double, _ rule: String) throws {
        let choice = try LayoutChoice(text)
        let sizes = (0..<40).map { (Int32(200), [300, 200, 250, 200][$0 % 4] as Int32) }
        let pictures = try PictureSet(.of(sizes))
        let nudged = try LayoutCase(choice, on: LayoutCase.portrait, pictures) { viewport throws(LayoutError) in
            NudgedLayout(sound: try choice.recipe.layout(in: viewport), items: first..., x: x, y: y)
        }
        #expect(nudged.broken().contains(rule))
        #expect(try LayoutCase(choice, on: LayoutCase.portrait, pictures).broken { $0.severity == .error } == [])
    }
}
