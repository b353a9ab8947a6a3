import Layouts
import TestSupport
import Testing

/// Layouts with deliberate faults, each of which the right invariant must find. No manifest can break these invariants, so they
/// are tests of weir and no rules of a check.
@Suite struct BrokenLayoutTests {
    static let catches: [(BrokenLayout.Fault, Invariant)] = [
        (.pictureForgotten, .count), (.notANumber, .finite), (.negativeSide, .finite), (.beyondTheInset, .bounds),
        (.widthRoundedUp, .columns), (.widthRoundedDown, .columns), (.columnOffByOne, .overlap), (.gapForgotten, .gap),
        (.gapsAllForgotten, .gap), (.gapDoubled, .gap), (.noGapOnTop, .gap), (.tiesToTheRight, .shortest), (.secondShortest, .shortest),
        (.heightOfNeighbour, .aspect), (.heightRounded, .aspect), (.oneColumnOnly, .balance), (.contentTooShort, .coverage),
        (.queryMisses, .query), (.queryTouches, .query), (.queryUnordered, .query), (.framesDrift, .query), (.appendReorders, .append),
        (.appendLevels, .append), (.undoForgetsBottoms, .undo), (.rotationDrifts, .rotation),
    ]

    private static let screens = [Size(width: 375, height: 667), Size(width: 667, height: 375)]
    private static let page = PicturePage.pictures(heights: (0..<60).map { [300, 200, 250, 200][$0 % 4] })

    /// The invariants that do not hold, of the layout and of the operations on it.
    private func broken(
        _ page: PicturePage = page, on screen: Size = screens[0], make: (Size) throws(LayoutError) -> any Layout
    ) throws -> Set<Invariant> {
        var layout = try make(screen)
        layout.append(page)
        let report = InvariantCheck.report(of: layout, made: page)
        return Set(report.counts.keys).union(try OperationCheck.report(on: screen, page, make: make).counts.keys)
    }

    private func broken(_ fault: BrokenLayout.Fault) throws -> Set<Invariant> {
        let memory = BrokenLayout.Memory()
        return try broken { viewport throws(LayoutError) in try BrokenLayout(fault, viewport: viewport, memory: memory) }
    }

    @Test(arguments: catches) func everyFaultIsCaught(_ fault: BrokenLayout.Fault, _ invariant: Invariant) throws {
        #expect(try broken(fault).contains(invariant))
    }

    @Test func soundLayoutsHold() throws {
        #expect(try broken(.none) == [])
        #expect(Set(Self.catches.map(\.0)) == Set(BrokenLayout.Fault.allCases).subtracting([.none]))
    }

    @Test(
        arguments: [
            ("flow", 6, 0.0, -10.0, .gap), ("flow", 7, -20, 0, .overlap), ("flow:item-width=111", 3, 0, 1e6, .coverage),
            ("flow-waterfall:columns=3", 5, 0, -5, .gap), ("flow-waterfall:columns=3", 5, 0, -20, .overlap),
            ("flow-waterfall:columns=3", 5, 20, 0, .bounds), ("carousel", 3, -5, 0, .gap), ("carousel", 3, -20, 0, .overlap),
            ("mk-masonry", 5, 0, -5, .gap), ("waterflow", 5, 0, 5, .gap),
        ] as [(String, Int, Double, Double, Invariant)])
    func movedFramesAreFound(_ text: String, _ first: Int, _ x: Double, _ y: Double, _ invariant: Invariant) throws {
        let recipe = try LayoutRecipe(text)
        let page = PicturePage.pictures(heights: (0..<40).map { [300, 200, 250, 200][$0 % 4] })
        let found = try broken(page) { viewport throws(LayoutError) in
            NudgedLayout(sound: try recipe.layout(in: viewport), items: first..., x: x, y: y)
        }
        #expect(found.contains(invariant))
        #expect(try broken(page) { viewport throws(LayoutError) in try recipe.layout(in: viewport) } == [])
    }

    /// Manifests of ordinary and extreme pictures, in one page or several, on both screens.
    @Test(arguments: [
        "lf-waterflow", "lf-waterflow:columns=7,inset=0,column-spacing=0,row-spacing=0", "lf-waterflow:columns=1",
        "waterflow:columns=4,extra-height=24", "mk-masonry", "mk-masonry:columns=13,spacing=1", "flow",
        "flow:columns=3,header=40,footer=20,inset=7", "flow:direction=horizontal,columns=4", "flow-waterfall",
        "flow-waterfall:columns=3", "flow-waterfall:item-width=70", "carousel", "carousel:item-size=120x90,inset=10",
    ])
    func drawnManifests(_ text: String) throws {
        var seed = Seed.announced(for: "drawnManifests \(text)")
        let recipe = try LayoutRecipe(text)
        for round in 0..<25 {
            let page = PicturePage.random(round * 10, sections: 1 + round % 5, &seed)
            for screen in Self.screens {
                let found = try broken(page, on: screen) { viewport throws(LayoutError) in try recipe.layout(in: viewport) }
                // An item that is wider than its line cannot be covered.
                #expect(found.subtracting([.coverage]) == [], "round \(round), \(screen), \(seed)")
            }
        }
    }
}
