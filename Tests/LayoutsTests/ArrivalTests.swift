import Layouts
import TestSupport
import Testing

/// When pictures arrive, and how the moves add up.
@Suite struct ArrivalTests {
    @Test(arguments: [
        ("order", "order"), ("together", "together"), ("connections=6", "connections=6,seed=1"),
        ("connections=1,seed=0", "connections=1,seed=0"), ("seed=9,connections=256", "connections=256,seed=9"),
        ("connections=6,seeds=20", "connections=6,seed=1,seeds=20"), ("connections=6,seed=5,seeds=1000", "connections=6,seed=5,seeds=1000"),
    ]) func forms(_ text: String, _ whole: String) throws {
        let process = try ArrivalProcess(text)
        #expect(process.text == whole)
        #expect(try ArrivalProcess(whole) == process)
    }

    @Test(arguments: [
        ("", "\"\" is none of order, together, connections=N,seed=S or connections=N,seeds=K"),
        ("shuffled", "\"shuffled\" is none of order, together, connections=N,seed=S or connections=N,seeds=K"),
        ("connections=6,", "\"connections=6,\" is none of order, together, connections=N,seed=S or connections=N,seeds=K"),
        ("order,seed=1", "\"order,seed=1\" is none of order, together, connections=N,seed=S or connections=N,seeds=K"),
        ("seed=1", "\"seed=1\" does not say how many connections there are, such as connections=6"),
        ("connections=0", "connections is \"0\"; it must be a whole number from 1 to 256"),
        ("connections=257", "connections is \"257\"; it must be a whole number from 1 to 256"),
        ("connections=six", "connections is \"six\"; it must be a whole number from 1 to 256"),
        ("connections=6,seed=-1", "seed is \"-1\"; it must be a whole number from 0 to 4294967295"),
        ("connections=6,seeds=0", "seeds is \"0\"; it must be a whole number from 1 to 1000"),
        ("connections=6,seeds=1001", "seeds is \"1001\"; it must be a whole number from 1 to 1000"),
        ("connections=6,seed=1,seed=2", "seed is set twice"),
    ]) func otherWordsAreRefused(_ text: String, _ message: String) throws {
        #expect(throws: LayoutError("arrival", message)) { try ArrivalProcess(text) }
    }

    @Test(arguments: ["order", "together", "connections=1", "connections=6", "connections=256"])
    func everyPictureArrivesOnce(_ text: String) throws {
        let page = PicturePage.pictures(heights: (1...100).map { $0 * 10 })
        let moments = Array(try ArrivalProcess(text).moments(of: page, seed: 3))
        #expect(moments.flatMap(\.items).sorted() == Array(0..<100))
        #expect(zip(moments, moments.dropFirst()).allSatisfy { $0.frame < $1.frame })
        #expect(moments == Array(try ArrivalProcess(text).moments(of: page, seed: 3)))
    }

    /// The times of `connections` were computed by another program.
    @Test(
        arguments: [
            ("order", 1, [(0, [0]), (1, [1]), (2, [2]), (3, [3]), (4, [4]), (5, [5])]),
            ("together", 1, [(0, [0, 1, 2, 3, 4, 5])]),
            ("connections=2", 7, [(17, [0]), (23, [2]), (34, [3]), (79, [4]), (83, [5]), (320, [1])]),
            ("connections=3", 1, [(5, [2]), (19, [3]), (36, [0]), (41, [5]), (84, [4]), (280, [1])]),
        ] as [(String, UInt64, [(Int, [Int])])])
    func times(_ text: String, _ seed: UInt64, _ moments: [(frame: Int, items: [Int])]) throws {
        let page = try PicturePage(widths: [1000, 2000, 3, 400, 1200, 10], heights: [500, 3000, 5, 300, 800, 10])
        let found = Array(try ArrivalProcess(text).moments(of: page, seed: seed))
        #expect(found == moments.map { ArrivalMoment(frame: $0.frame, items: $0.items) })
    }

    @Test func connectionsKeepTheOrderRoughly() throws {
        let page = PicturePage.pictures(heights: Array(repeating: 1000, count: 100))
        let one = Array(try ArrivalProcess("connections=1").moments(of: page))
        #expect(one.flatMap(\.items) == Array(0..<100))
        let six = try ArrivalProcess("connections=6")
        #expect(Array(six.moments(of: page, seed: 1)) != Array(six.moments(of: page, seed: 2)))
        // When a picture arrives, at most five that stand before it are still on their way.
        var waiting = Set(0..<100)
        for item in six.moments(of: page).flatMap(\.items) {
            waiting.remove(item)
            #expect(waiting.count { $0 < item } <= 5)
        }
    }

    /// A picture without a number of bytes has a fifth of a byte for each pixel.
    @Test(arguments: 1...5 as ClosedRange<UInt64>) func estimatedBytes(_ seed: UInt64) throws {
        let page = try PicturePage(widths: [1000, 2000, 3], heights: [500, 3000, 5])
        let process = try ArrivalProcess("connections=2")
        let estimated = Array(process.moments(of: page, seed: seed))
        #expect(estimated == Array(process.moments(of: page, bytes: [100_000, 1_200_000, 3], seed: seed)))
        #expect(estimated == Array(process.moments(of: page, bytes: [0, 1_200_000, 0], seed: seed)))
        #expect(estimated != Array(process.moments(of: page, bytes: [100_000, 300_000, 3], seed: seed)))
    }

    /// The first picture is large, so the others come before it.
    @Test func largePicturesTakeLonger() throws {
        let page = PicturePage.pictures(width: 4000, heights: [4000, 10, 10, 10, 10, 10])
        for seed in 1...20 as ClosedRange<UInt64> {
            let moments = Array(try ArrivalProcess("connections=6").moments(of: page, seed: seed))
            #expect(moments.last?.items == [0])
        }
    }

    /// A column of 100 by 200 points. Each picture grows by 10, so that what stands behind it moves by 10.
    private func score(frames: [Int]) throws -> ShiftScore {
        let empty = try Waterflow(
            viewport: Size(width: 100, height: 200), columns: 1, columnSpacing: 0, rowSpacing: 0, inset: Insets(0))
        let heights = Array(repeating: Int32(10), count: frames.count)
        return ShiftScore(
            declared: PicturePage.pictures(width: 100, heights: heights + [200]),
            true: PicturePage.pictures(width: 100, heights: heights.map { $0 + 10 } + [200]),
            in: empty, arriving: frames.indices.map { ArrivalMoment(frame: frames[$0], items: [$0]) })
    }

    /// The windows as numbers of moves, the worst of which counts.
    @Test(arguments: [
        ([0, 1, 2, 3], 0..<4), ([0, 59, 118, 177], 0..<4), ([0, 60, 120, 180], 0..<1), ([0, 59, 119, 120], 0..<2),
        ([0, 1000, 1001, 1002], 1..<4), ([0, 58, 116, 174, 232, 290, 299], 0..<7), ([0, 58, 116, 174, 232, 290, 300], 0..<6),
        (Array(stride(from: 30, through: 300, by: 30)), 0..<10), ([59, 118, 177, 236, 295, 354, 359], 0..<6),
    ]) func sessionWindows(_ frames: [Int], _ window: Range<Int>) throws {
        let score = try score(frames: frames)
        let inTime = score.arrivals.sorted { $0.moment.frame < $1.moment.frame }.map(\.score)
        #expect(inTime.count == frames.count)
        #expect((score.cls - inTime[window].reduce(0, +)).magnitude < 1e-12)
        #expect((score.sum - inTime.reduce(0, +)).magnitude < 1e-12)
    }

    @Test func arrivalsOfOneFrameAreOneMove() throws {
        let empty = try Waterflow(
            viewport: Size(width: 100, height: 200), columns: 1, columnSpacing: 0, rowSpacing: 0, inset: Insets(0))
        let declared = PicturePage.pictures(width: 100, heights: [50, 50, 50, 50])
        let truth = PicturePage.pictures(width: 100, heights: [80, 20, 50, 50])
        let scores = ShiftScores(declared: declared, true: truth, in: empty, arriving: .together)
        // Only the second picture moves: what the first one gains, the second one loses.
        #expect(scores.median.score.arrivals.map(\.items) == [[0, 1]])
        #expect(scores.median.score.sum == 50.0 / 200 * (30.0 / 200))
        #expect(scores.worst == scores.median && scores.worst.seed == nil && scores.seedCount == "1 seed")
    }

    @Test func medianAndWorstOverSeeds() throws {
        var seed = Seed.announced(for: "medianAndWorstOverSeeds")
        let declared = PicturePage.pictures(width: 100, heights: Array(repeating: 100, count: 60))
        let truth = PicturePage.pictures(width: 100, heights: (0..<60).map { _ in .random(in: 20...400, using: &seed) })
        let empty = try LFWaterflow(viewport: Size(width: 375, height: 667))
        let process = try ArrivalProcess("connections=6,seed=3,seeds=9")
        let scores = ShiftScores(declared: declared, true: truth, in: empty, arriving: process)
        #expect(scores.runs.compactMap(\.seed).sorted() == Array(3...11) && scores.seedCount == "9 seeds")
        let all = scores.runs.map(\.score.cls)
        #expect(all == all.sorted() && scores.median.score.cls == all[4] && scores.worst.score.cls == all[8], "\(seed)")
        let alone = ShiftScores(
            declared: declared, true: truth, in: empty, arriving: try ArrivalProcess("connections=6,seed=\(scores.worst.seed ?? 0)"))
        #expect(alone.worst == scores.worst, "\(seed)")
    }

    /// Cells that are nearly without height cannot be seen, so nothing moves while they grow in order; in another
    /// order the pictures that are there already jump.
    @Test func nearlyMissingSizes() throws {
        let declared = try PicturePage(widths: Array(repeating: 1000, count: 20), heights: Array(repeating: 1, count: 20))
        let truth = PicturePage.pictures(heights: Array(repeating: 300, count: 20))
        let empty = try Waterflow(viewport: Size(width: 375, height: 667), columns: 1)
        #expect(ShiftScore(declared: declared, true: truth, in: empty).sum == 0)
        let backwards = (0..<20).map { ArrivalMoment(frame: $0, items: [19 - $0]) }
        #expect(ShiftScore(declared: declared, true: truth, in: empty, arriving: backwards).sum > 1)
    }

    /// 16,008 cells without height are on screen at first. The pictures behind them change nothing, and all of a million
    /// need not arrive.
    @Test(arguments: ["order", "together", "connections=6"]) func aMillionNearlyMissingSizes(_ text: String) throws {
        func scoreOf(_ count: Int) throws -> ShiftScore {
            let declared = try PicturePage(
                widths: Array(repeating: 1000, count: count), heights: Array(repeating: 1, count: count))
            let truth = PicturePage.pictures(heights: Array(repeating: 300, count: count))
            let empty = try Waterflow(viewport: Size(width: 375, height: 667), columnSpacing: 0, rowSpacing: 0, inset: Insets(0))
            return ShiftScores(declared: declared, true: truth, in: empty, arriving: try ArrivalProcess(text)).median.score
        }
        let score = try scoreOf(1_000_000)
        #expect(try scoreOf(20_000) == score)
        // In order nobody sees a cell move before it has a height.
        #expect((score.sum > 0.1) == (text == "connections=6"))
    }
}
