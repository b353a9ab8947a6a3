import Foundation
import TestSupport
import Testing

/// The shift score of `weir layout`, `weir diff` and the rule `shift-score`, with each arrival.
@Suite struct ShiftScoreTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("old.json", Self.manifest { _ in (300, 300) })
        try folder.add("new.json", Self.manifest { (200, 100 + $0 * 37 % 400) })
    }

    private static func manifest(_ size: (Int) -> (Int, Int)) -> Bytes {
        let lines = (0..<40).map { #"{"w":\#(size($0).0),"h":\#(size($0).1),"img":"\#($0).png","price":"1"}"# }
        return Bytes("[\n\(lines.joined(separator: ",\n"))\n]\n")
    }

    private struct Score: Decodable, Equatable {
        struct Figures: Decodable, Equatable {
            let seed: Int?
            let sum: Double
            let cls: Double
        }
        struct Arrival: Decodable, Equatable {
            /// Only `weir layout` tells it.
            let index: Int?
            let img: String
            let frame: Int
            let pictures: Int
            let score: Double
        }
        let arrival: String?
        let sum: Double
        let cls: Double
        /// Only of arrivals that are drawn from seeds.
        let median: Figures?
        let worst: Figures?
        let arrivals: [Arrival]
    }

    private struct Forecast: Decodable {
        let layout: String
        let device: String?
        let shiftScore: Score
    }

    private struct Difference: Decodable {
        struct Screen: Decodable { let shiftScore: Score }
        let screens: [Screen]
    }

    private func forecast(_ arguments: Bytes...) throws -> Forecast {
        let all: [Bytes] = ["layout", "new.json", "--layout=waterflow", "--format=json"] + arguments
        let outcome = try Program.weir.run(all, in: folder)
        #expect(outcome.status == .exited(0) && outcome.messages == "", "\(outcome.messages)")
        return try JSONDecoder().decode(Forecast.self, from: Data(outcome.output))
    }

    /// `weir diff` and `weir layout` tell the same score, since both manifests have the same pictures.
    @Test(arguments: ["order", "together", "connections=6,seed=3", "connections=2,seeds=5"])
    func theSameOfBothCommands(arrival: Bytes) throws {
        let one = try forecast("--shift-against", "old.json", "--arrival", arrival).shiftScore
        #expect(one.cls > 0 && one.cls <= one.sum)
        #expect(abs(one.arrivals.reduce(0) { $0 + $1.score } - one.sum) < 1e-9)
        let outcome = try Program.weir.run(
            ["diff", "old.json", "new.json", "--format=json", "--layout=waterflow", "--arrival", arrival], in: folder)
        let screens = try JSONDecoder().decode(Difference.self, from: Data(outcome.output)).screens
        #expect(screens.count == 2 && screens[0].shiftScore.sum == one.sum && screens[0].shiftScore.cls == one.cls)
        #expect(screens[0].shiftScore.arrival == one.arrival && screens[0].shiftScore.arrivals.map(\.img) == one.arrivals.map(\.img))
    }

    @Test func orderIsTheDefault() throws {
        let plain = try forecast("--shift-against", "old.json").shiftScore
        #expect(plain.arrival == "order" && plain.median == nil && plain.worst == nil)
        #expect(plain == (try forecast("--shift-against", "old.json", "--arrival=order").shiftScore))
        #expect(plain.arrivals.allSatisfy { $0.pictures == 1 && $0.frame == $0.index })
    }

    @Test func allTogetherAreOneMove() throws {
        let score = try forecast("--shift-against", "old.json", "--arrival=together").shiftScore
        #expect(score.arrivals.map(\.img) == ["0.png"] && score.sum == score.cls)
    }

    @Test func seedsTellTheMedianAndTheWorst() throws {
        let score = try forecast("--shift-against", "old.json", "--arrival=connections=3,seed=4,seeds=7").shiftScore
        let (median, worst) = (try #require(score.median), try #require(score.worst))
        #expect(score.arrival == "connections=3,seed=4,seeds=7" && median.cls == score.cls && worst.cls >= median.cls)
        let alone = try forecast("--shift-against", "old.json", "--arrival=connections=3,seed=\(worst.seed ?? 0)").shiftScore
        #expect(alone.cls == worst.cls && alone.sum == worst.sum)
        #expect((4...10).contains(try #require(worst.seed)))
    }

    @Test func text() throws {
        let none = try layout("new.json", "--layout=waterflow", "--shift-against=new.json", in: folder)
        #expect(none.text == "waterflow on 375x667: shift score 0, CLS 0\n" && none.status == .exited(0))
        let some = try layout(
            "new.json", "--layout=waterflow", "--shift-against=old.json", "--arrival=connections=6,seeds=3", in: folder)
        let lines = some.text.split(separator: "\n")
        #expect(lines[0].hasPrefix("waterflow on 375x667: shift score ") && lines[0].contains(" in the middle of 3 seeds, and "))
        #expect(lines[1].contains("  300x300 -> 200x"))
        let diff = try Program.weir.run(["diff", "old.json", "new.json", "--layout=waterflow", "--arrival=connections=6,seeds=3"], in: folder)
        #expect(diff.text.contains("on the first screen; shift score \(lines[0].dropFirst("waterflow on 375x667: shift score ".count))\n"))
        let markdown = try Program.weir.run(["diff", "old.json", "new.json", "--format=markdown"], in: folder)
        #expect(markdown.text.contains("| shift score | CLS | CLS of the worst seed |\n"))
    }

    /// Pictures that the old manifest does not have keep their places.
    @Test func newPicturesDoNotMove() throws {
        try folder.add("empty.json", "[]\n")
        try folder.add("others.json", #"[{"w":3,"h":4,"img":"other.png","price":"1"}]"#)
        for old in ["empty.json", "others.json"] {
            let outcome = try layout("new.json", "--layout=waterflow", "--shift-against", Bytes(old), in: folder)
            #expect(outcome.text == "waterflow on 375x667: shift score 0, CLS 0\n" && outcome.status == .exited(0))
            #expect(
                outcome.messages
                    == "weir: warning: \(old) has no img of new.json, so the phone has no size and the score is 0; name a manifest of the same pictures\n")
        }
        #expect(try layout("empty.json", "--layout=waterflow", "--shift-against=new.json", in: folder).messages == "")
        let devices = try layout(
            "new.json", "--layout=waterflow", "--shift-against=old.json", "--devices=iphone-15,ipad-9", "--format=json", in: folder)
        let answers = try JSONDecoder().decode([Forecast].self, from: Data(devices.output))
        #expect(answers.map(\.device) == ["iphone-15", "ipad-9"] && answers.allSatisfy { $0.shiftScore.sum > 0 })
    }

    /// Five megabytes take ten seconds at least, which are 600 rendering frames.
    @Test func knownBytesDecideTheTime() throws {
        let small = try forecast("--shift-against=old.json", "--arrival=connections=6")
        #expect(try #require(small.shiftScore.arrivals.first { $0.img == "0.png" }).frame < 60)
        let old = try String(contentsOfFile: folder.path + "/new.json", encoding: .utf8)
        try folder.add("new.json", Bytes(old.replacingOccurrences(of: #""img":"0.png""#, with: #""img":"0.png","bytes":5000000"#)))
        let large = try forecast("--shift-against=old.json", "--arrival=connections=6")
        #expect(try #require(large.shiftScore.arrivals.first { $0.img == "0.png" }).frame >= 600)
        let outcome = try Program.weir.run(
            ["diff", "old.json", "new.json", "--format=json", "--layout=waterflow", "--arrival=connections=6"], in: folder)
        let screens = try JSONDecoder().decode(Difference.self, from: Data(outcome.output)).screens
        #expect(screens[0].shiftScore.sum == large.shiftScore.sum && screens[0].shiftScore.cls == large.shiftScore.cls)
    }

    @Test func theScreenCanBeScrolled() throws {
        let top = try forecast("--shift-against=old.json").shiftScore
        #expect(try forecast("--shift-against=old.json", "--offset=900").shiftScore != top)
        let end = try layout("new.json", "--layout=waterflow", in: folder).answer().contentSize.height
        for (option, offset, isTold) in [
            ("--shift-against=old.json", "1e6", true), ("--shift-against=old.json", "-667", true),
            ("--shift-against=new.json", "10", false), ("--shift-against=new.json", "\(end)", true),
        ] as [(Bytes, String, Bool)] {
            let outcome = try layout("new.json", "--layout=waterflow", option, "--offset=\(offset)", in: folder)
            #expect(outcome.text == "waterflow on 375x667: shift score 0, CLS 0\n" && outcome.status == .exited(0))
            #expect(
                outcome.messages.isEmpty != isTold
                    && outcome.messages.hasPrefix(isTold ? "weir: warning: nothing is on screen at --offset " : ""), "\(outcome.messages)")
        }
    }

    @Test func estimatedItems() throws {
        let outcome = try layout("new.json", "--layout=flow", "--item-width=375", "--estimated-item-size=375x100", in: folder)
        #expect(outcome.text.hasPrefix("flow on 375x667: shift score ") && outcome.text.contains(" on screen, from item 0  0.png\n"))
        let exact = try layout("new.json", "--layout=flow", "--item-size=90x90", "--estimated-item-size=90x90", in: folder)
        #expect(exact.text == "flow on 375x667: shift score 0, CLS 0\n")
    }

    @Test(arguments: [
        (["layout", "new.json", "--layout=flow", "--shift-against=none.json"], "none.json"),
        (["diff", "old.json", "new.json", "--arrival=connections=0"], "--arrival: connections is \"0\"; it must be a whole number from 1 to 256"),
        (["diff", "old.json", "new.json", "--arrival=connections=6,seeds=0"], "--arrival: seeds is \"0\"; it must be a whole number from 1 to 1000"),
    ] as [([Bytes], String)]) func unhappy(_ arguments: [Bytes], _ message: String) throws {
        let outcome = try Program.weir.run(arguments, in: folder)
        #expect(outcome.status == .exited(2) && outcome.messages.contains(message), "\(outcome.messages)")
        #expect(outcome.output.isEmpty)
    }

    @Test func aWrongArrivalInTheConfiguration() throws {
        try folder.add("weir.json", #"{"rules":{"shift-score":{"arrival":"backwards"}}}"#)
        let outcome = try Program.weir.run(["check", "new.json", "--config=weir.json"], in: folder)
        #expect(outcome.status == .exited(2))
        #expect(outcome.messages.contains("this must be order, together, connections=N,seed=S or connections=N,seeds=K"), "\(outcome.messages)")
    }
}
