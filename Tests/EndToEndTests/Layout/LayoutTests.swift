// docs/layouts.md: frames are those that phones compute.
import Foundation
import TestSupport
import Testing

@Suite struct LayoutTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("m.json", manifest(ofSizes: [(200, 300), (200, 200), (200, 250), (200, 100)]))
        try folder.add("five.json", manifest(ofSizes: Array(repeating: (100, 100), count: 5)))
    }

    private func isNear(_ a: [Double], _ b: [Double]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < 1e-9 }
    }

    @Test(
        arguments: [
            ("lf-waterflow", [20, 20, 20, 425.0 / 3], 207.5), ("waterflow", [10, 10, 10, 395.0 / 3], 197.5),
        ] as [(Bytes, [Double], Double)])
    func columnsOfTheWorkedExample(name: Bytes, tops: [Double], height: Double) throws {
        // As Floats, the bottoms of the first row are 5 millionths off.
        let layout: Bytes = name == "lf-waterflow" ? "lf-waterflow:arithmetic=double" : name
        let answer = try Program.weir.run(["layout", "m.json", "--layout", layout], in: folder).answer()
        #expect(answer.viewport == .init(width: 375, height: 667))
        #expect(isNear([answer.contentSize.width, answer.contentSize.height], [375, height]))
        let lefts: [Double] = [10, 395.0 / 3, 760.0 / 3, 395.0 / 3]
        #expect(isNear(answer.frames.map(\.x), lefts))
        #expect(isNear(answer.frames.map(\.y), tops))
        #expect(answer.frames.allSatisfy { abs($0.w - 335.0 / 3) < 1e-9 })
        #expect(answer.frames.map(\.index) == [0, 1, 2, 3])
        #expect(answer.frames.allSatisfy { $0.section == 0 && $0.scale == nil })
        #expect(answer.supplementary == [])
    }

    @Test func carousel() throws {
        let strip: [Bytes] = ["layout", "five.json", "--layout=carousel:view-height=200"]
        let plain = try Program.weir.run(["layout", "five.json", "--layout=carousel:view-height=200,inset=0,107.5,0,107.5"], in: folder)
            .answer()
        #expect(plain.offset == 0)
        #expect(plain.frames[0].scale == 1)
        #expect(plain.frames.map(\.x) == [107.5, 277.5, 447.5, 617.5, 787.5])
        for (offset, rest) in [("100", 170.0), ("84", 0), ("5000", 5000)] as [(Bytes, Double)] {
            let snapped = try Program.weir.run(
                ["layout", "five.json", "--layout=carousel:view-height=200,inset=0,107.5,0,107.5", "--offset", offset, "--snap"], in: folder
            ).answer()
            #expect(snapped.offset == rest)
        }
        let moved = try Program.weir.run(strip + ["--offset=-400"], in: folder).answer()
        #expect(moved.offset == -400)
        #expect(moved.frames.map(\.x) == [0, 170, 340, 510, 680])
        #expect((moved.frames[4].scale ?? 1) < 0)
    }

    @Test func aRect() throws {
        let arguments: [Bytes] = ["m.json", "--layout", "lf-waterflow", "--rect", "0,150,200,100"]
        let answer = try Program.weir.run(["layout"] + arguments, in: folder).answer()
        #expect(answer.frames.map(\.index) == [0, 3])
        let lines = try Program.weir.run(["layout", "--format", "jsonl"] + arguments, in: folder)
        #expect(lines.lines.count == 3)
        #expect(lines.lines[0].hasPrefix(#"{"index":0,"section":0,"x":10,"y":20,"w":111.66666666666667,"h":167.5}"#))
    }

    @Test(arguments: ["lf-waterflow", "waterflow", "mk-masonry", "flow", "flow-waterfall", "carousel"] as [Bytes])
    func noEntries(name: Bytes) throws {
        let answer = try layout("-", "--layout", name, input: "[]", in: folder).answer()
        #expect(answer.frames == [])
        #expect(try layout("-", "--layout", name, "--format=none", input: "[]", in: folder).text == "")
    }

    /// An app decompresses a manifest once.
    @Test func compressedTwice() throws {
        try folder.add("m.json.gz", Bytes("[]").gzipped.gzipped)
        let outcome = try Program.weir.run(["layout", "m.json.gz", "--layout=lf-waterflow"], in: folder)
        #expect(outcome.status == .exited(2))
        #expect(outcome.messages.hasPrefix("weir: m.json.gz:1:1: the content is no manifest"))
    }

    /// A warning is on standard error, and the frames are printed nevertheless.
    @Test(
        arguments: [
            ("375x667", "", "width 375"), ("iphone-se-3", "", "iphone-se-3: width 375"), ("100x375", ",direction=horizontal", "height 375"),
        ] as [(Bytes, Bytes, String)])
    func linesThatMayBreakElsewhere(screen: Bytes, direction: Bytes, subject: String) throws {
        let flow: Bytes = "flow:item-size=111.66666666666667x111.66666666666667,inset=10" + direction
        let outcome = try layout("m.json", "--layout", flow, "--devices", screen, in: folder)
        #expect(
            outcome.messages == """
                weir: warning: \(subject): 3 items of 111.66666666666667 fill the line to a hair, and it breaks after 2 when \
                subtracting; give them whole points, as columns=3 does

                """)
        #expect(outcome.status == .exited(0))
        #expect(try layout("m.json", "--layout=flow:columns=3,inset=10", in: folder).messages == "")
    }

    @Test func toAFile() throws {
        let printed = try layout("m.json", "--layout", "flow", in: folder)
        let written = try layout("m.json", "--layout", "flow", "-o", "f.json", in: folder)
        #expect(written.text == "")
        #expect(folder.text(of: "f.json") == printed.text)
        #expect(try layout("m.json", "--layout", "flow", "-o", "none/f.json", in: folder).status == .exited(2))
    }

    @Test func aClosedPipeIsNoError() throws {
        try folder.add("many.json", manifest(ofSizes: Array(repeating: (3, 4), count: 50_000)))
        let running = try Program.weir.start(["layout", "many.json", "--layout", "waterflow"], in: folder)
        running.closeOutput()
        let outcome = try running.finish()
        #expect(outcome.status == .exited(0))
        #expect(outcome.messages == "")
    }

    @Test func listsLayouts() throws {
        let list = try Program.weir.run(["layouts"], in: folder)
        #expect(list.status == .exited(0))
        for name in ["lf-waterflow", "waterflow", "mk-masonry", "flow", "flow-waterfall", "carousel", "grid-lanes"] {
            #expect(list.lines.contains { $0.hasPrefix(name + ": ") }, "\(list.text)")
        }
        struct Kind: Decodable {
            struct Parameter: Decodable {
                var name: String
                var `default`: String
            }
            var layout: String
            var parameters: [Parameter]
        }
        let kinds = try Program.weir.run(["layouts", "--format", "json"], in: folder).decoded([Kind].self)
        #expect(kinds.count == 14)
        #expect(kinds[2].parameters.map(\.default) == ["3", "12.5", "0", "float", "none", "none", "none"])
    }
}
