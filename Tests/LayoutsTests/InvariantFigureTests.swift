import Layouts
import TestSupport
import Testing

/// Reports of `InvariantCheck` about frames just inside and just outside of what a layout guarantees.
@Suite struct InvariantFigureTests {
    /// Two columns of 45 points, 10 apart, and gaps of 10. Rounding may be a millionth of a point.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var change: @Sendable (inout Scene) -> Void = { _ in }
        var counts: [Invariant: Int] = [:]
        /// Of the first violation.
        var found: Double?
        var allowed: Double?
        var items: [Int]?
        /// A strip is part of a height, and so are the bottoms of frames that form no columns.
        var isUpright = false
    }

    struct Scene {
        var frames = [
            Rect(x: 0, y: 0, width: 45, height: 30), Rect(x: 55, y: 0, width: 45, height: 20),
            Rect(x: 55, y: 30, width: 45, height: 40), Rect(x: 0, y: 40, width: 45, height: 30),
        ]
        var pictures: [(width: Int32, height: Int32)] = [(45, 30), (45, 20), (45, 40), (45, 30)]
        var content = Size(width: 100, height: 80)
        var extraHeights: [Double] = []
        var guarantees: LayoutGuarantees = {
            var guarantees = LayoutGuarantees()
            guarantees.across = 0...100
            guarantees.width = 45
            guarantees.gap = 10
            guarantees.balance = LayoutGuarantees.Balance(columns: 2, gap: 10, start: 0, firstGap: 0)
            return guarantees
        }()

        mutating func set(_ frames: (x: Double, y: Double, height: Double)...) {
            self.frames = frames.map { Rect(x: $0.x, y: $0.y, width: 45, height: $0.height) }
            pictures = frames.map { (45, Int32($0.height)) }
        }
    }

    static let cases = [
        Case(testDescription: "sound"),
        Case(testDescription: "within rounding on the left", change: { $0.move([0, 3], x: -5e-7) }),
        Case(
            testDescription: "left of the inset", change: { $0.move([0, 3], x: -2e-6) },
            counts: [.bounds: 2, .coverage: 2, .columns: 1], found: -2e-6, allowed: 100, items: [0]),
        Case(testDescription: "within rounding on the right", change: { $0.move([1, 2], x: 5e-7) }),
        Case(
            testDescription: "right of the inset", change: { $0.move([1, 2], x: 1) },
            counts: [.bounds: 2, .coverage: 2, .columns: 1], found: 101, allowed: 100, items: [1]),
        Case(
            testDescription: "a column that begins too far left", change: { $0.move([1, 2], x: -3) }, counts: [.columns: 1], found: 52,
            allowed: 55, items: [2]),
        Case(testDescription: "wider", change: { $0.frames[0].width = 46 }, counts: [.columns: 1], found: 46, allowed: 45, items: [0]),
        Case(testDescription: "narrower", change: { $0.frames[3].width = 44 }, counts: [.columns: 1], found: 44, allowed: 45, items: [3]),
        Case(testDescription: "a point higher than its shape", change: { $0.frames[3].height = 31 }),
        Case(
            testDescription: "more than a point higher", change: { $0.frames[3].height = 31.5 }, counts: [.aspect: 1], found: 31.5,
            allowed: 30, items: [3]),
        Case(testDescription: "a point lower than its shape", change: { $0.frames[3].height = 29 }),
        Case(
            testDescription: "more than a point lower", change: { $0.frames[3].height = 28.5 }, counts: [.aspect: 1], found: 28.5,
            allowed: 30, items: [3]),
        Case(
            testDescription: "a strip that frames do not have", change: { $0.guarantees.extraHeight = 3 }, counts: [.aspect: 4], found: 27,
            allowed: 30, items: [0], isUpright: true),
        Case(
            testDescription: "entries' strips that frames do not have", change: { $0.extraHeights = [0, 0, 4, 0] }, counts: [.aspect: 1],
            found: 36, allowed: 40, items: [2], isUpright: true),
        Case(
            testDescription: "both strips",
            change: {
                $0.extraHeights = [0, 0, 4, 0]
                $0.guarantees.extraHeight = 3
                $0.set((0, 0, 33), (55, 0, 23), (55, 33, 47), (0, 43, 33))
                $0.pictures = [(45, 30), (45, 20), (45, 40), (45, 30)]
            }, isUpright: true),
        Case(testDescription: "a gap within rounding", change: { $0.move([3], y: 5e-7) }),
        Case(testDescription: "a larger gap", change: { $0.move([3], y: 1) }, counts: [.gap: 1], found: 11, allowed: 10, items: [3]),
        Case(testDescription: "a smaller gap", change: { $0.move([3], y: -1) }, counts: [.gap: 1], found: 9, allowed: 10, items: [3]),
        Case(
            testDescription: "a gap above the first picture", change: { $0.move([0, 3], y: 2) }, counts: [.gap: 1], found: 2, allowed: 0,
            items: [0]),
        Case(
            testDescription: "the longer column first", change: { $0.set((0, 0, 30), (55, 0, 20), (0, 40, 30), (55, 30, 40)) },
            counts: [.shortest: 1], found: 20, allowed: 30, items: [3]),
        Case(
            testDescription: "of two columns of one length the right one first",
            change: { $0.set((0, 0, 20), (55, 0, 20), (55, 30, 20), (0, 30, 20)) }, counts: [.shortest: 1], found: 20, allowed: 20,
            items: [3]),
        Case(
            testDescription: "of two columns of one length the left one first",
            change: { $0.set((0, 0, 20), (55, 0, 20), (0, 30, 20), (55, 30, 20)) }),
        Case(
            testDescription: "the last picture below the longer column", change: { $0.set((0, 0, 30), (55, 0, 20), (0, 40, 10)) },
            counts: [.shortest: 1], found: 10, allowed: 0, items: [2]),
        Case(
            testDescription: "an empty column passed over", change: { $0.set((0, 0, 20), (0, 30, 20)) },
            counts: [.shortest: 1, .balance: 1]),
        Case(
            testDescription: "columns that differ by the tallest picture and a gap",
            change: { $0.set((0, 0, 30), (55, 0, 30), (0, 40, 30)) }),
        Case(
            testDescription: "columns that differ by more",
            change: {
                $0.guarantees.balance?.gap = 9
                $0.set((0, 0, 30), (55, 0, 28), (0, 39, 30))
            }, counts: [.balance: 1, .shortest: 1], found: 41, items: [2, 1]),
        Case(
            testDescription: "more columns than there are", change: { $0.set((0, 0, 30), (55, 0, 30), (20, 40, 30)) },
            counts: [.balance: 1], found: 3, allowed: 2, items: [], isUpright: true),
        Case(testDescription: "content that just covers", change: { $0.content.height = 70 }),
        Case(testDescription: "content that lacks less than rounding", change: { $0.content.height = 70 - 5e-7 }),
        Case(
            testDescription: "content that is too short", change: { $0.content.height = 69 }, counts: [.coverage: 2], found: 70,
            allowed: 69,
            items: [2]),
        Case(
            testDescription: "content that is not wide enough", change: { $0.content.width = 99 }, counts: [.coverage: 2], found: 100,
            allowed: 99, items: [1]),
        Case(
            testDescription: "above the content", change: { $0.move([0, 3], y: -4) }, counts: [.coverage: 1, .gap: 1], found: -4,
            allowed: 80,
            items: [0]),
        Case(
            testDescription: "a negative side", change: { $0.frames[1].width = -1 }, counts: [.finite: 1], found: -1, allowed: 0, items: [1]
        ),
        Case(
            testDescription: "sides of nothing",
            change: {
                $0.set((0, 0, 0), (55, 0, 0))
                $0.pictures = [(45, 1), (45, 1)]
            },
            counts: [.query: 0]),
        Case(
            testDescription: "an endless side", change: { $0.frames[2].height = .infinity }, counts: [.finite: 1], found: .infinity,
            allowed: 0,
            items: [2]),
    ]

    /// The other direction of scrolling is the same with both axes swapped.
    @Test(arguments: cases, [false, true]) func figures(_ row: Case, _ isHorizontal: Bool) throws {
        var scene = Scene()
        row.change(&scene)
        if isHorizontal, row.isUpright { return }
        if isHorizontal { scene.turn() }
        let page = try PicturePage(widths: scene.pictures.map(\.width), heights: scene.pictures.map(\.height))
            .adding(extraHeights: scene.extraHeights.isEmpty ? scene.pictures.map { _ in 0 } : scene.extraHeights)
        var layout = try FrameList(scene.frames, page)
        layout.contentSize = scene.content
        layout.guarantees = scene.guarantees
        let report = InvariantCheck.report(of: layout, made: page)
        #expect(report.counts == row.counts.filter { $0.value > 0 }, "\(report.violations.map(\.message))")
        let first = report.violations.first
        if let found = row.found { #expect(first?.found == found) }
        if let allowed = row.allowed { #expect(first?.allowed == allowed) }
        if let items = row.items { #expect(first?.items == items) }
    }

    /// A gap counts between the lines of a section, and not between sections.
    @Test(
        arguments: [
            ([4], 29.0, 1), ([4], 30.0, 0), ([4], 31.0, 0), ([2, 2], 29.0, 0), ([1, 3], 29.0, 1), ([3, 1], 29.0, 1), ([2, 0, 2], 20.0, 0),
        ] as [([Int], Double, Int)])
    func gapsOfLines(_ sections: [Int], _ second: Double, _ gaps: Int) throws {
        let rects = [
            Rect(x: 0, y: 0, width: 8, height: 20), Rect(x: 10, y: 5, width: 8, height: 15), Rect(x: 0, y: second, width: 8, height: 9),
            Rect(x: 10, y: second, width: 8, height: 9),
        ]
        for isHorizontal in [false, true] {
            let page = try PicturePage(widths: [1, 1, 1, 1], heights: [1, 1, 1, 1], sectionLengths: sections)
            var layout = try FrameList(isHorizontal ? rects.map(\.turned) : rects, page)
            layout.contentSize = Size(width: 100, height: 100)
            layout.guarantees.formsLines = true
            layout.guarantees.gap = 10
            layout.guarantees.scrollsHorizontally = isHorizontal
            let report = InvariantCheck.report(of: layout, made: page)
            // The two pictures of the second line.
            let isInOneSection = sections.contains { $0 > 2 }
            #expect(report.counts == (gaps > 0 && isInOneSection ? [.gap: report.counts[.gap] ?? 0] : [:]))
            #expect((report.counts[.gap] ?? 0 > 0) == (gaps > 0))
        }
    }

    /// Wrong answers of a layout to its rects.
    @Test(arguments: 0..<4) func wrongAnswers(_ row: Int) throws {
        let page = PicturePage.pictures(heights: [1, 1, 1])
        var layout = try FrameList((0..<3).map { Rect(x: 0, y: Double($0) * 5, width: 4, height: 4) }, page)
        #expect(InvariantCheck.report(of: layout, made: page).isClean)
        let answers: [@Sendable ([Int]) -> [Int]] = [
            { $0.filter { $0 != 1 } }, { $0.isEmpty ? [2] : $0 }, { $0.reversed() }, { $0 + $0.prefix(1) },
        ]
        let message = [
            "gives 2 pictures and meets 3", "gives 1 pictures and meets 0", "gives its pictures out of order",
            "gives 4 pictures and meets 3",
        ][row]
        layout.answering = answers[row]
        let report = InvariantCheck.report(of: layout, made: page)
        #expect(Set(report.counts.keys) == [.query])
        #expect(report.violations[0].message.hasSuffix(message), "\(report.violations[0].message)")
        #expect(report.violations[0].items == [[1], [2], [], [0]][row])
    }

    /// A report lists some of the pictures that an answer lacks.
    @Test func longAnswers() throws {
        let page = PicturePage.pictures(heights: Array(repeating: 1, count: 40))
        var layout = try FrameList((0..<40).map { Rect(x: 0, y: Double($0) / 2, width: 4, height: 0.5) }, page)
        layout.answering = { _ in [] }
        #expect(InvariantCheck.report(of: layout, made: page).violations[0].items == Array(0..<16))
    }

    /// How far pictures overlap, and which.
    @Test(arguments: [(9.0, 1.0), (10, 0), (9.9999995, 0), (2, 8), (11, 0)])
    func depthOfOverlaps(_ y: Double, _ depth: Double) throws {
        let page = PicturePage.pictures(heights: [1, 1, 1])
        let rects = [
            Rect(x: 0, y: 0, width: 9, height: 10), Rect(x: 5, y: y, width: 9, height: 9), Rect(x: 13.9999995, y: 3, width: 5, height: 15),
        ]
        var layout = try FrameList(rects, page)
        layout.contentSize = Size(width: 100, height: 100)
        let overlaps = InvariantCheck.report(of: layout, made: page, asking: [.overlap]).violations
        #expect(overlaps.map(\.found) == (depth > 0 ? [depth] : []))
        #expect(overlaps.map(\.items) == (depth > 0 ? [[1, 0]] : []))
    }
}

extension InvariantFigureTests.Scene {
    mutating func move(_ items: [Int], x: Double = 0, y: Double = 0) {
        for item in items {
            frames[item].x += x
            frames[item].y += y
        }
    }

    mutating func turn() {
        frames = frames.map(\.turned)
        pictures = pictures.map { ($0.height, $0.width) }
        content = content.turned
        guarantees.scrollsHorizontally = true
        guarantees.sideFromPicture = .width
    }
}

extension Rect {
    var turned: Rect { Rect(x: y, y: x, width: height, height: width) }
}
