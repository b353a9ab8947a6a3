import TestSupport
import Testing

@testable import Layouts

/// Movements on screen after wrong sizes, and after a page was put in front.
@Suite struct ShiftTests {
    static let screen = Size(width: 100, height: 200)

    /// One column of 100 points without gaps, so that scores can be computed by hand.
    private func column() throws -> Waterflow {
        try Waterflow(viewport: Self.screen, columns: 1, columnSpacing: 0, rowSpacing: 0, inset: Insets(0))
    }

    @Test func aTrueManifestScoresNothing() throws {
        var seed = Seed.announced(for: "aTrueManifestScoresNothing")
        let page = PicturePage.random(100, sections: 3, &seed)
        for subject in TestedLayout.all {
            let score = ShiftScore(declared: page, true: page, in: try subject.make())
            #expect(score.sum == 0 && score.arrivals == [] && score.worst == nil, "\(seed)")
        }
    }

    /// The first picture grows from 50 to 100 points. The second one is 100 high and moves from 50 to 100,
    /// so it covers 50 to 200 of a screen of 200 and moves 50 of 200: 0.75 x 0.25. The third one moves
    /// from 150 to 200 and leaves the screen; the area that it covered is counted already.
    @Test func theScoreOfOneArrival() throws {
        let declared = PicturePage.pictures(width: 100, heights: [50, 100, 100])
        let truth = PicturePage.pictures(width: 100, heights: [100, 100, 100])
        let score = ShiftScore(declared: declared, true: truth, in: try column())
        #expect(score.arrivals.map(\.item) == [0])
        #expect(score.sum == 0.75 * 0.25)
    }

    @Test(arguments: [(102, 0.0), (103, 0.03 / 2)]) func movesBelowThreePointsAreNotSeen(_ height: Int32, _ part: Double) throws {
        let declared = PicturePage.pictures(width: 100, heights: [100, 100])
        let truth = PicturePage.pictures(width: 100, heights: [height, 100])
        let score = ShiftScore(declared: declared, true: truth, in: try column())
        // From 100 to 200 before, from 103 on after: half the screen.
        #expect((score.sum - 0.5 * part).magnitude < 1e-12)
    }

    /// Moves on a screen of 100 by 200: each from a rect to a place, and the largest one that counts.
    private static let moves: [(moves: [(Rect, x: Double, y: Double)], largest: Double, area: Double)] = [
        ([(Rect(x: 0, y: 0, width: 10, height: 10), 3, 0)], 3, 130), ([(Rect(x: 0, y: 0, width: 10, height: 10), 0, 3)], 3, 130),
        ([(Rect(x: 0, y: 0, width: 10, height: 10), 2.99, 2.99)], 0, 0),
        // A frame that comes on screen, or leaves it, must move down or up.
        ([(Rect(x: -20, y: 0, width: 10, height: 10), 0, 0)], 0, 0), ([(Rect(x: 0, y: 0, width: 10, height: 10), -20, 2)], 0, 0),
        ([(Rect(x: -20, y: 0, width: 10, height: 10), 0, 3)], 20, 100), ([(Rect(x: 0, y: 50, width: 10, height: 10), 5, 250)], 200, 100),
        // Half a point can be seen, and less cannot.
        ([(Rect(x: 0, y: 0, width: 0.5, height: 10), 0, 10)], 10, 20), ([(Rect(x: 0, y: 0, width: 10, height: 0.5), 10, 0)], 10, 20),
        ([(Rect(x: 0, y: 0, width: 0.49, height: 10), 0, 10)], 0, 0), ([(Rect(x: 0, y: 0, width: 10, height: 0.49), 10, 0)], 0, 0),
        // At the edge of the screen a frame may cover no pixel.
        (
            [
                (Rect(x: 99.625, y: 0, width: 0.75, height: 10), 99.625, 100),
                (Rect(x: 0, y: 199.625, width: 10, height: 0.75), 50, 199.625), (Rect(x: 0, y: 0, width: 10, height: 10), 0, 5),
            ], 5, 150
        ),
        // Frames that cover each other count once.
        (
            [
                (Rect(x: 0, y: 0, width: 10, height: 10), 0, 5), (Rect(x: 2, y: 2, width: 4, height: 4), 2, 6),
                (Rect(x: 5, y: 0, width: 10, height: 20), 5, 4),
            ], 5, 5 * 15 + 10 * 24
        ),
    ]

    @Test(arguments: moves.indices) func scoreOfMoves(_ row: Int) {
        let (moves, largest, area) = Self.moves[row]
        var move = ScreenMove(on: Rect(x: 0, y: 0, width: 100, height: 200))
        for (old, x, y) in moves { move.add(old, Rect(x: x, y: y, width: old.width, height: old.height)) }
        #expect(move.largest == largest)
        #expect((move.score - area / 20_000 * largest / 200).magnitude < 1e-12)
    }

    @Test func theWorstIsNamedFirst() throws {
        let declared = PicturePage.pictures(width: 100, heights: [30, 30, 30, 30, 30])
        let truth = PicturePage.pictures(width: 100, heights: [34, 60, 30, 34, 34])
        let score = ShiftScore(declared: declared, true: truth, in: try column())
        #expect(score.arrivals.map(\.item) == [1, 0, 3])
        #expect(score.worst?.item == 1)
    }

    @Test(arguments: TestedLayout.all, [0.0, 300]) func onlyTheScreenMatters(_ subject: TestedLayout, _ offset: Double) throws {
        var seed = Seed.announced(for: "onlyTheScreenMatters")
        for round in 0..<3 {
            let declared = PicturePage.random(60, sections: 1 + round % 3, &seed)
            var heights = declared.heights
            for item in heights.indices where Bool.random(using: &seed) {
                heights[item] = Int32.random(in: 50...900, using: &seed)
            }
            let truth = try PicturePage(widths: declared.widths, heights: heights, sectionLengths: declared.sectionLengths)
            let empty = try subject.make()
            for moments in Self.arrivals(of: truth, &seed) {
                let score = ShiftScore(declared: declared, true: truth, in: empty, at: offset, arriving: moments)
                let slow = try slowScores(declared, truth, empty, offset, moments)
                #expect(Set(score.arrivals.map(\.moment.frame)) == Set(slow.keys), "\(seed)")
                for arrival in score.arrivals {
                    #expect((arrival.score - (slow[arrival.moment.frame] ?? 0)).magnitude < 1e-9, "\(arrival) \(seed)")
                }
            }
        }
    }

    /// One by one in order, one by one in no order, and several in one rendering frame.
    private static func arrivals(of page: PicturePage, _ seed: inout Seed) -> [[ArrivalMoment]] {
        let items = Array(0..<page.count)
        let shuffled = items.shuffled(using: &seed)
        return [
            items.map { ArrivalMoment(frame: $0, items: [$0]) },
            shuffled.enumerated().map { ArrivalMoment(frame: $0.offset, items: [$0.element]) },
            stride(from: 0, to: items.count, by: 7).map { ArrivalMoment(frame: $0, items: Array(shuffled[$0...].prefix(7))) },
        ]
    }

    /// Lays everything out anew for every arrival, and adds up the covered cells of a grid. Returns the score of each
    /// rendering frame.
    private func slowScores(
        _ declared: PicturePage, _ truth: PicturePage, _ empty: any Layout, _ offset: Double, _ moments: [ArrivalMoment]
    ) throws -> [Int: Double] {
        let size = empty.viewport
        let (left, top) = empty.guarantees.scrollsHorizontally ? (offset, 0) : (0, offset)
        let screen = Rect(x: 0, y: 0, width: size.width, height: size.height)
        func unit(_ number: Double) -> Double { (number * 64).rounded(.towardZero) / 64 }
        func frames(_ page: PicturePage) -> [Rect] {
            empty.appending(page).frames.map {
                Rect(x: unit($0.x) - left, y: unit($0.y) - top, width: unit($0.width), height: unit($0.height))
            }
        }
        func pixels(_ rect: Rect) -> Rect? {
            let edges = [max(0, rect.x), max(0, rect.y), min(size.width, rect.maxX), min(size.height, rect.maxY)].map { $0.rounded() }
            return edges[2] > edges[0] && edges[3] > edges[1]
                ? Rect(x: edges[0], y: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1]) : nil
        }
        var page = declared
        var before = frames(page)
        var scores: [Int: Double] = [:]
        for moment in moments {
            for item in moment.items { page.replaceSize(of: item, truth.widths[item], truth.heights[item]) }
            let after = frames(page)
            var largest = 0.0
            var covered: [Rect] = []
            for (old, new) in zip(before, after) {
                let (across, down) = (abs(old.x - new.x), abs(old.y - new.y))
                guard max(across, down) >= 3, [old, new].allSatisfy({ min($0.width, $0.height) >= 0.5 }) else { continue }
                let shown = [old, new].compactMap(pixels)
                guard shown.count == 2 || shown.count == 1 && down >= 3 else { continue }
                largest = max(largest, across, down)
                covered += shown
            }
            let part = min(1, largest / max(size.width, size.height))
            let score = cellArea(covered, screen) / (size.width * size.height) * part
            if score > 0 { scores[moment.frame] = score }
            before = after
        }
        return scores
    }

    private func cellArea(_ rects: [Rect], _ screen: Rect) -> Double {
        let rects = rects.filter { $0.meets(screen) }
        func edges(_ all: [Double], _ start: Double, _ end: Double) -> [Double] {
            Set(all + [start, end]).filter { $0 >= start && $0 <= end }.sorted()
        }
        let xs = edges(rects.flatMap { [$0.x, $0.maxX] }, screen.x, screen.maxX)
        let ys = edges(rects.flatMap { [$0.y, $0.maxY] }, screen.y, screen.maxY)
        var area = 0.0
        for (left, right) in zip(xs, xs.dropFirst()) {
            for (top, bottom) in zip(ys, ys.dropFirst()) {
                let isCovered = rects.contains { $0.x <= left && $0.maxX >= right && $0.y <= top && $0.maxY >= bottom }
                if isCovered { area += (right - left) * (bottom - top) }
            }
        }
        return area
    }

    /// This would not end if every arrival laid out more than the screen.
    @Test func picturesBehindTheScreenCostNothing() throws {
        let declared = PicturePage.pictures(heights: Array(repeating: 200, count: 100_000))
        let truth = PicturePage.pictures(heights: Array(repeating: 300, count: 100_000))
        let score = ShiftScore(declared: declared, true: truth, in: try LFWaterflow(viewport: Self.screen))
        #expect(score.sum > 0 && score.arrivals.allSatisfy { $0.item < 100 })
    }

    @Test func turnsLeaveTheSameBits() throws {
        var seed = Seed.announced(for: "turnsLeaveTheSameBits")
        let page = PicturePage.random(200, &seed)
        let recipe = try LayoutRecipe("lf-waterflow")
        let portrait = Size(width: 375, height: 667)
        let first = try recipe.layout(of: page, in: portrait)
        let turned = try recipe.layout(of: page, in: portrait.turned)
        #expect(first.guarantees.balance?.columns == 3 && turned.guarantees.balance?.columns == 5, "\(seed)")
        #expect(try recipe.layout(of: page, in: turned.viewport.turned).answer == first.answer, "\(seed)")
    }
}
