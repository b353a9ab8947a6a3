// docs/layouts.md: the arithmetic of the published code, its rows, and the defects that as-written keeps.
import TestSupport
import Testing

@Suite struct LayoutArithmeticTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("m.json", manifest(ofSizes: [(10_000, 30_001), (10_000, 30_000), (100, 100)]))
        try folder.add("nine.json", manifest(ofSizes: Array(repeating: (100, 100), count: 9)))
        try folder.add("sixty.json", manifest(ofSizes: (0..<60).map { (200, 150 + $0 * 37 % 100) }))
    }

    private func frames(_ arguments: [Bytes]) throws -> LayoutAnswer {
        try Program.weir.run(["layout"] + arguments, in: folder).answer()
    }

    /// As Floats the bottoms of two columns are one number.
    @Test(
        arguments: [
            ("", 0), (",arithmetic=float", 0), (",arithmetic=double", 1),
        ] as [(Bytes, Int)])
    func arithmetic(parameter: Bytes, column: Int) throws {
        let answer = try frames(["m.json", "--layout=lf-waterflow:columns=2,row-spacing=1000000" + parameter])
        #expect(answer.frames[2].x == answer.frames[column].x)
    }

    @Test func masonryReadsFloatsToo() throws {
        let name: Bytes = "--layout=mk-masonry:columns=2,extra-height=1000000"
        #expect(try frames(["m.json", name]).frames[2].x == 12.5)
        #expect(try frames(["m.json", name + ",arithmetic=double"]).frames[2].x > 100)
    }

    @Test func aSquareScreenHasFiveColumns() throws {
        let answer = try frames(["m.json", "--layout=lf-waterflow", "--devices=500x500"])
        #expect(answer.frames[0].w == (500 - 20 - 40) / 5)
    }

    @Test func rows() throws {
        let answer = try frames(["sixty.json", "--layout=carousel"])
        #expect(answer.frames[0..<4].map(\.y) == [0, 253.5, 507, 0])
        #expect(answer.contentSize == .init(width: 20 * 160 + 190, height: 667))
        #expect(try frames(["sixty.json", "--layout=carousel:view-height=160"]).frames.allSatisfy { $0.y == 0 })
    }

    /// Only a turn of the screen shows the defect; the rule rotation finds it.
    @Test func columnsThatAreGone() throws {
        let plain = try frames(["sixty.json", "--layout=lf-waterflow"])
        #expect(try frames(["sixty.json", "--layout=lf-waterflow:as-written=true"]) == plain)
        #expect(try frames(["sixty.json", "--layout=lf-waterflow:columns=3,as-written=true"]).frames == plain.frames)
    }

    @Test func otherDefects() throws {
        #expect(try frames(["sixty.json", "--layout=waterflow:as-written=true"]).contentSize.width == 0)
    }

    @Test func whereNothingIsOnScreen() throws {
        let arguments: [Bytes] = ["layout", "m.json", "--layout=carousel:inset=0,400,0,400", "--offset=20", "--snap"]
        let repaired = try Program.weir.run(arguments, in: folder)
        #expect(try repaired.answer().offset == 20)
        #expect(repaired.messages.isEmpty)
        let written = try layout("m.json", "--layout=carousel:inset=0,400,0,400,as-written=true", "--offset=20", "--snap", in: folder)
        #expect(written.status == .exited(0) && written.text.contains(#""offset":20"#))
        #expect(written.messages.contains("nothing is on screen at offset 20, so the published code adds MAXFLOAT"))
    }

    @Test(
        arguments: [
            (["--layout=waterflow:arithmetic=float"], "arithmetic: the layout has no such parameter"),
            (["--layout=lf-waterflow:arithmetic=half"], "arithmetic: \"half\" is none of float, double"),
            (["--layout=flow:as-written=true"], "as-written: the layout has no such parameter"),
            (["--layout=waterflow:as-written=yes"], "as-written: \"yes\" is neither true nor false"),
            (["--layout=flow:view-height=100"], "view-height: the layout has no such parameter"),
            (["--layout=carousel:view-height=0"], "view-height: it is 0; it must be a number of points from 1 to 1000000"),
            (["--layout=carousel:view-height=nan"], "view-height: it is nan"),
            (["--layout=carousel:view-height=20,inset=10"], "inset: 10 and 10 leave nothing of a viewport of 20"),
        ] as [([Bytes], String)])
    func refused(arguments: [Bytes], message: String) throws {
        let outcome = try Program.weir.run(["layout", "m.json"] + arguments, in: folder)
        #expect(outcome.status == .exited(2))
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
    }

    // MARK: The rules

    @Test func rulesOfTheCarousel() throws {
        func rules(_ layout: Bytes) throws -> [String] {
            let outcome = try Program.weir.run(["check", "m.json", "--format=json", "--layout=" + layout], in: folder)
            return try Set(outcome.checked().findings.map(\.rule).filter { $0.hasPrefix("carousel") }).sorted()
        }
        #expect(try rules("carousel:item-size=10x10,inset=0,400,0,400").contains("carousel-jump"))
        #expect(try rules("carousel:inset=0,107.5,0,107.5").contains("carousel-rows"))
        #expect(try !rules("carousel:view-height=160").contains("carousel-rows"))
    }

    @Test func tiesAndTurns() throws {
        func found(_ layout: Bytes, in manifest: Bytes = "sixty.json", rule: Bytes = "column-ties") throws -> [CheckAnswer.Finding] {
            try Program.weir.run(["check", manifest, "--format=json", "--rule=" + rule, "--layout=" + layout], in: folder).checked()
                .findings
        }
        let ties = try found("lf-waterflow:columns=3", in: "nine.json").filter { $0.rule == "column-ties" }
        #expect(ties.allSatisfy { $0.severity == "info" && $0.entry == 4 } && !ties.isEmpty)
        #expect(try found("lf-waterflow:columns=2", in: "nine.json").allSatisfy { $0.rule != "column-ties" })
        #expect(try found("lf-waterflow:columns=3", in: "m.json").allSatisfy { $0.rule != "column-ties" })
        // Nobody has asked for the rule.
        let usual = try Program.weir.run(["check", "nine.json", "--format=json", "--layout=lf-waterflow:columns=3"], in: folder).checked()
        #expect(usual.findings.allSatisfy { $0.rule != "column-ties" })
        #expect(try found("lf-waterflow:columns=2", rule: "rotation").allSatisfy { $0.rule != "rotation" })
        #expect(try found("lf-waterflow:as-written=true", rule: "rotation").contains { $0.rule == "rotation" && $0.severity == "error" })
    }
}
