import Layouts
import TestSupport
import Testing

@Suite struct CarouselTests {
    static let phone = Size(width: 375, height: 667)

    private func carousel(_ count: Int, inset: Double = 0) throws -> Carousel {
        let inset = Insets(top: 0, left: inset, bottom: 0, right: inset)
        let page = PicturePage.pictures(heights: Array(repeating: 1, count: count))
        return try Carousel(viewport: Self.phone, viewHeight: 200, inset: inset).appending(page)
    }

    @Test func aStripIsOneLine() throws {
        let layout = try carousel(3, inset: 20)
        #expect(layout.frames.map(\.x) == [20, 190, 360])
        #expect(layout.frames.map(\.y) == [20, 20, 20])
        #expect(layout.contentSize == Size(width: 540, height: 200))
        #expect(layout.rows == 1 && layout.firstBelow == nil && !layout.isAsWritten)
        #expect(try carousel(0, inset: 20).contentSize.width == 40)
        #expect(try Carousel(viewport: Self.phone, inset: Insets(20)).contentSize == Size(width: 40, height: 667))
    }

    /// A view as high as the screen holds three rows, 93.5 points apart.
    @Test func rowsAreFilledDownwardsFirst() throws {
        let page = PicturePage.pictures(heights: Array(repeating: 1, count: 5))
        let layout = try Carousel(viewport: Self.phone).appending(page)
        #expect(layout.frames.map(\.x) == [0, 0, 0, 170, 170])
        #expect(layout.frames.map(\.y) == [0, 253.5, 507, 0, 253.5])
        #expect(layout.contentSize == Size(width: 330, height: 667))
        #expect(layout.rows == 3 && layout.firstBelow == 1)
        #expect(layout.viewport == Self.phone && layout.view == Self.phone)
        // The gap between rows is a least one.
        let tight = try Carousel(viewport: Self.phone, interitemSpacing: 94).appending(page)
        #expect(tight.rows == 2)
        #expect(tight.frames.map(\.y) == [0, 507, 0, 507, 0])
    }

    /// A carousel is a horizontal flow of one section, on a screen as high as the view.
    @Test func framesAreThoseOfAHorizontalFlow() throws {
        var seed = Seed.announced(for: "framesAreThoseOfAHorizontalFlow")
        for item in [ItemSizing.fixed(Size(width: 90, height: 70)), .width(61)] {
            for height in [80.0, 300, 667] {
                var flow = FlowParameters(viewport: Size(width: 375, height: height))
                flow.direction = .horizontal
                flow.item = item
                flow.lineSpacing = 7
                flow.interitemSpacing = 3
                flow.inset = Insets(top: 1, left: 2, bottom: 3, right: 4)
                let page = PicturePage.random(200, sections: 1, &seed)
                let carousel = try Carousel(
                    viewport: Self.phone, viewHeight: height, item: item, lineSpacing: 7, interitemSpacing: 3, inset: flow.inset)
                #expect(carousel.appending(page).answer == FlowReference(parameters: flow).answer(page), "\(seed)")
            }
        }
    }

    @Test func sectionsDoNotInterruptTheLines() throws {
        let pages = try PicturePage(widths: [1, 1, 1, 1], heights: [1, 1, 1, 1], sectionLengths: [1, 0, 3])
        let layout = try Carousel(viewport: Self.phone).appending(pages)
        #expect(layout.frames == (try Carousel(viewport: Self.phone).appending(.pictures(width: 1, heights: [1, 1, 1, 1]))).frames)
        #expect(layout.sections.count == 3)
        var cut = layout
        cut.truncate(to: LayoutMark(items: 0, sections: 0))
        #expect(cut.contentSize.width == 0)
        cut.append(pages)
        #expect(cut.answer == layout.answer)
    }

    @Test func picturesGiveTheirHeights() throws {
        let layout = try Carousel(viewport: Self.phone, item: .width(100), inset: Insets(67))
            .appending(PicturePage.pictures(width: 100, heights: [200, 900]))
        #expect(layout.frames.map(\.height) == [200, 900])
        // An item taller than the line is at the line's top.
        #expect(layout.frames.map(\.y) == [67 + 166.5, 67])
        let columns = try Carousel(viewport: Self.phone, item: .columns(2)).appending(PicturePage.pictures(width: 3, heights: [1, 1]))
        #expect(columns.frame(of: 0).width == 182)
        #expect(columns.frame(of: 0).height == 61)
        // Items of one column stand below each other.
        #expect(columns.frame(of: 1).x == 0 && columns.rows == 2)
    }

    @Test(arguments: [0.0, 170, 340, 510].enumerated().map { ($0, $1) })
    func scaleFallsWithTheDistance(_ item: Int, _ distance: Double) throws {
        let scale = try carousel(4, inset: 107.5).scale(of: item, at: 0)
        #expect(abs(scale - (1 - distance / 375)) < 1e-12)
    }

    @Test func itemsLargerThanTheScreenCanVanish() throws {
        let layout = try Carousel(
            viewport: Self.phone, viewHeight: 100, item: .fixed(Size(width: 800, height: 100)), lineSpacing: 0
        )
        .appending(PicturePage.pictures(heights: [1, 1]))
        #expect(layout.invisible(at: 430) == [1])
        #expect(layout.invisible(at: 400) == [])
    }

    /// Item i has its centre at 187.5 + 170 i.
    @Test(arguments: [(0.0, 0.0), (60, 0), (85, 0), (85.01, 170), (120, 170), (-120, 0)])
    func scrollingStopsWithAnItemInTheMiddle(_ proposed: Double, _ offset: Double) throws {
        #expect(abs(try #require(carousel(5, inset: 107.5).snapped(proposed)) - offset) < 1e-9)
    }

    @Test(arguments: [-5000.0, 5000, -375, 25]) func whereNothingIsOnScreenNothingIsCentred(_ proposed: Double) throws {
        #expect(try carousel(1, inset: 400).snapped(proposed) == nil)
        #expect(try carousel(0).snapped(proposed) == nil)
    }

    @Test func emptyScreensAreFound() throws {
        func empty(_ count: Int, spacing: Double, _ left: Double, _ right: Double) throws -> [[Double]] {
            let inset = Insets(top: 0, left: left, bottom: 0, right: right)
            let page = PicturePage.pictures(heights: Array(repeating: 1, count: count))
            let layout = try Carousel(viewport: Self.phone, lineSpacing: spacing, inset: inset).appending(page)
            for stretch in layout.emptyStretches {
                for offset in [stretch.offsets.lowerBound, stretch.offsets.upperBound] {
                    #expect(layout.snapped(offset) == nil)
                    #expect(layout.snapped(offset - 0.5) != nil || layout.snapped(offset + 0.5) != nil || offset == 0)
                }
            }
            return layout.emptyStretches.map { [$0.offsets.lowerBound, $0.offsets.upperBound, Double($0.item)] }
        }
        #expect(try empty(9, spacing: 10, 374, 374) == [])
        #expect(try empty(9, spacing: 374, 0, 0) == [])
        #expect(try empty(1, spacing: 10, 400, 375) == [[0, 25, 0], [560, 560, 0]])
        // Three rows: the second line begins with item 3.
        #expect(try empty(4, spacing: 400, 0, 0) == [[160, 185, 3]])
        #expect(try empty(0, spacing: 10, 400, 400) == [])
    }

    @Test func withoutInsetsTheEndsAreOutOfReach() throws {
        #expect(try carousel(9, inset: 107.5).unreachable == [])
        #expect(try carousel(9).unreachable == [0..<1, 8..<9])
        #expect(try carousel(2).unreachable == [0..<2])
        #expect(try carousel(0).unreachable == [])
        #expect(try carousel(1_000_000, inset: 107.5).unreachable == [])
    }
}
