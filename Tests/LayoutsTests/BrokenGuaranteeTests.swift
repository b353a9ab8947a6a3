import TestSupport
import Testing

@testable import Layouts

/// All layouts keep what every layout keeps, and what they guarantee themselves.
@Suite struct BrokenGuaranteeTests {
    private static let phone = Size(width: 375, height: 667)

    @Test(arguments: TestedLayout.all) func allLayoutsHold(_ subject: TestedLayout) throws {
        var seed = Seed.announced(for: "allLayoutsHold")
        for round in 0..<30 {
            let page = PicturePage.random(round * 6, sections: 1 + round % 4, &seed)
            let layout = try subject.make().appending(page)
            // Frames beyond the greatest length of Chromium stand on each other.
            guard layout.contentSize.height < 0x1p25 - 1 else { continue }
            // An item longer than its line cannot be covered.
            let broken = BrokenGuarantee.all(of: layout, made: page).subtracting(layout.guarantees.across == nil ? [.coverage] : [])
            #expect(broken == [], "\(page) \(seed)")
        }
    }

    /// A picture that stands elsewhere breaks a guarantee.
    @Test(
        arguments: [
            ("flow", 6, 0.0, -10.0, .gap), ("flow-waterfall:columns=3", 5, 0, -5, .gap), ("flow-waterfall:columns=3", 5, 20, 0, .bounds),
            ("carousel", 3, -5, 0, .gap), ("mk-masonry", 5, 0, -5, .gap), ("waterflow", 5, 0, 5, .gap), ("waterflow", 3, 0, 1e6, .coverage),
            ("waterflow", 5, 121, 0, .shortest), ("flow", 18, 0, -20, .overlap),
        ] as [(String, Int, Double, Double, BrokenGuarantee)])
    func movedFrames(_ recipe: String, _ item: Int, _ x: Double, _ y: Double, _ guarantee: BrokenGuarantee) throws {
        let heights = (0..<40).map { [300, 200, 250, 200][$0 % 4] as Int32 }
        let page = try PicturePage(widths: heights.map { _ in 200 }, heights: heights, sectionLengths: [18, 22])
        let sound = try LayoutRecipe(recipe).layout(of: page, in: Self.phone)
        #expect(BrokenGuarantee.all(of: sound, made: page) == [])
        #expect(BrokenGuarantee.all(of: NudgedLayout(sound: sound, items: item..., x: x, y: y), made: page).contains(guarantee))
    }

    @Test(
        arguments: [("flow-waterfall:columns=3", 3.0, 40, .width), ("waterflow", .infinity, 40, .finite), ("waterflow", 0, 39, .count)]
            as [(String, Double, Int, BrokenGuarantee)])
    func otherFrames(_ recipe: String, _ width: Double, _ count: Int, _ guarantee: BrokenGuarantee) throws {
        let page = PicturePage.pictures(heights: (0..<40).map { 100 + Int32($0 % 7) })
        let sound = try LayoutRecipe(recipe).layout(of: page, in: Self.phone)
        #expect(BrokenGuarantee.all(of: sound, made: page) == [])
        let nudged = NudgedLayout(sound: sound, items: 5..., x: 0, y: 0, width: width, count: count)
        #expect(BrokenGuarantee.all(of: nudged, made: page).contains(guarantee))
    }

    /// Flutter adds the top inset to its sums, so frames end alike in columns whose sums differ by their last bit.
    @Test func tiesOfFramesAlone() throws {
        let page = PicturePage.pictures(width: 100, heights: [62, 72, 72, 62, 100, 100])
        let layout = try FlutterMasonry(viewport: Self.phone, columns: 2).appending(page)
        #expect(layout.frame(of: 5).x < layout.frame(of: 4).x)
        #expect(BrokenGuarantee.all(of: layout, made: page) == [])
    }

    /// Heights that follow from entries are no deviation from a picture's shape.
    @Test func extraHeightsAreKnown() throws {
        let page = PicturePage.pictures(heights: [100, 200, 300, 100])
        let titled = try page.adding(extraHeights: [0, 20, 40, 20])
        let layout = try Waterflow(viewport: Self.phone, extraHeight: 5).appending(titled)
        #expect(layout.frame(of: 1).height == 335.0 / 3 + 25)
        #expect(BrokenGuarantee.all(of: layout, made: titled) == [])
        #expect(BrokenGuarantee.all(of: layout, made: page) == [.aspect])
        #expect(titled[1..<3].extraHeights == [20, 40])
        #expect(titled[0..<2].joined(with: page[2..<4]).extraHeights == [0, 20, 0, 0])
        for wrong in [[], [0, 0, 0, -1], [0, 0, 0, .nan], [0, 0, 0, .infinity], [2e6, 0, 0, 0]] as [[Double]] {
            #expect(throws: LayoutError.self) { try page.adding(extraHeights: wrong) }
        }
    }

    @Test(arguments: TestedLayout.all) func everyFrameIsInOneChunk(_ subject: TestedLayout) throws {
        let page = PicturePage.pictures(heights: (0..<3000).map { 100 + Int32($0 % 7) })
        let layout = try subject.make().appending(page)
        #expect((0..<layout.count).chunks.flatMap { layout.frames(of: $0) } == layout.frames)
    }
}

/// A sound layout with some frames moved or made wider, and perhaps fewer pictures.
struct NudgedLayout: Layout {
    var sound: any Layout
    let items: PartialRangeFrom<Int>
    let x: Double
    let y: Double
    var width = 0.0
    var count: Int?

    var viewport: Size { sound.viewport }
    var sections: SectionTable {
        var sections = sound.sections
        if let count { sections.truncate(to: sections.mark(before: count)) }
        return sections
    }
    var guarantees: LayoutGuarantees { sound.guarantees }
    var frontier: Double { sound.frontier }
    var contentSize: Size { sound.contentSize }

    func frame(of item: Int) -> Rect {
        let frame = sound.frame(of: item)
        guard items.contains(item) else { return frame }
        return Rect(x: frame.x + x, y: frame.y + y, width: frame.width + width, height: frame.height)
    }

    func items(meeting rect: Rect) -> [Int] { [] }
    mutating func append(_ page: PicturePage) {}
    mutating func truncate(to mark: LayoutMark) {}
}
