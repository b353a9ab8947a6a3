import Layouts
import TestSupport
import Testing

@Suite struct CarouselTests {
    static let phone = Size(width: 375, height: 667)

    private func carousel(_ count: Int, inset: Double = 0) throws -> Carousel {
        let inset = Insets(top: 0, left: inset, bottom: 0, right: inset)
        let page = PicturePage.pictures(heights: Array(repeating: 1, count: count))
        return try Carousel(viewport: Self.phone, inset: inset).appending(page)
    }

    @Test func itemsStandOnOneLine() throws {
        let layout = try carousel(3, inset: 20)
        #expect(layout.frames.map(\.x) == [20, 190, 360])
        #expect(layout.frames.map(\.y) == [253.5, 253.5, 253.5])
        #expect(layout.contentSize == Size(width: 540, height: 667))
        #expect(try carousel(0, inset: 20).contentSize.width == 40)
    }

    @Test func picturesGiveTheirHeights() throws {
        let layout = try Carousel(viewport: Self.phone, item: .width(100), inset: Insets(67))
            .appending(PicturePage.pictures(width: 100, heights: [200, 900]))
        #expect(layout.frames.map(\.height) == [200, 900])
        // An item taller than the line is at the line's top.
        #expect(layout.frames.map(\.y) == [67 + 166.5, 67])
        let columns = try Carousel(viewport: Self.phone, item: .columns(2)).appending(PicturePage.pictures(width: 3, heights: [1]))
        #expect(columns.frame(of: 0).width == 182)
        #expect(columns.frame(of: 0).height == 61)
    }

    @Test(arguments: [0.0, 170, 340, 510].enumerated().map { ($0, $1) })
    func scaleFallsWithTheDistance(_ item: Int, _ distance: Double) throws {
        let scale = try carousel(4, inset: 107.5).scale(of: item, at: 0)
        #expect(abs(scale - (1 - distance / 375)) < 1e-12)
    }

    @Test func itemsLargerThanTheScreenCanVanish() throws {
        let layout = try Carousel(viewport: Self.phone, item: .fixed(Size(width: 800, height: 100)), lineSpacing: 0)
            .appending(PicturePage.pictures(heights: [1, 1]))
        #expect(layout.invisible(at: 430) == [1])
        #expect(layout.invisible(at: 400) == [])
    }

    /// Item i has its centre at 187.5 + 170 i.
    @Test(arguments: [(0.0, 0.0), (60, 0), (85, 0), (85.01, 170), (120, 170), (-120, 0), (-5000, -5000), (5000, 5000)])
    func scrollingStopsWithAnItemInTheMiddle(_ proposed: Double, _ offset: Double) throws {
        #expect(abs(try carousel(5, inset: 107.5).snapped(proposed) - offset) < 1e-9)
    }

    @Test func withoutInsetsTheEndsAreOutOfReach() throws {
        #expect(try carousel(9, inset: 107.5).unreachable == [])
        #expect(try carousel(9).unreachable == [0..<1, 8..<9])
        #expect(try carousel(2).unreachable == [0..<2])
        #expect(try carousel(0).unreachable == [])
        #expect(try carousel(1_000_000, inset: 107.5).unreachable == [])
    }
}
