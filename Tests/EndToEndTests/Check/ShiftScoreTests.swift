// docs/checks.md: the shift score of weir diff and of the rule shift-score, with each arrival.
import Foundation
import TestSupport
import Testing

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

    private struct Difference: Decodable {
        struct Screen: Decodable {
            let screen: String
            let shiftScore: Score
        }
        let screens: [Screen]
    }

    private func score(from old: Bytes = "old.json", to new: Bytes = "new.json", _ arguments: Bytes...) throws -> Score {
        let all: [Bytes] = ["diff", old, new, "--layout=waterflow", "--format=json"] + arguments
        let outcome = try Program.weir.run(all, in: folder)
        #expect(outcome.messages == "", "\(outcome.messages)")
        return try #require(try JSONDecoder().decode(Difference.self, from: Data(outcome.output)).screens.first).shiftScore
    }

    @Test func orderIsTheDefault() throws {
        let plain = try score()
        #expect(plain.arrival == "order" && plain.median == nil && plain.worst == nil)
        #expect(plain == (try score("--arrival=order")))
        #expect(plain.arrivals.allSatisfy { $0.pictures == 1 })
    }

    @Test func seedsTellTheMedianAndTheWorst() throws {
        let score = try self.score("--arrival=connections=3,seed=4,seeds=7")
        let (median, worst) = (try #require(score.median), try #require(score.worst))
        #expect(score.arrival == "connections=3,seed=4,seeds=7" && median.cls == score.cls && worst.cls >= median.cls)
        let alone = try self.score("--arrival=connections=3,seed=\(worst.seed ?? 0)")
        #expect(alone.cls == worst.cls && alone.sum == worst.sum)
        #expect((4...10).contains(try #require(worst.seed)))
    }

    @Test func text() throws {
        let diff = try Program.weir.run(
            ["diff", "old.json", "new.json", "--layout=waterflow", "--arrival=connections=6,seeds=3"], in: folder)
        #expect(
            diff.text.contains("on the first screen; shift score ") && diff.text.contains(" in the middle of 3 seeds, and "), "\(diff.text)"
        )
        for (arrival, heads) in [("order", "CLS |\n"), ("connections=6,seeds=3", "CLS | CLS of the worst seed |\n")] as [(Bytes, String)] {
            let markdown = try Program.weir.run(["diff", "old.json", "new.json", "--format=markdown", "--arrival", arrival], in: folder)
            #expect(markdown.text.contains("| shift score | \(heads)") && markdown.text.contains(" | **0."), "\(markdown.text)")
        }
    }

    /// Pictures that the previous manifest does not have keep their frames.
    @Test func newPicturesDoNotMove() throws {
        try folder.add("empty.json", "[]\n")
        try folder.add("others.json", #"[{"w":3,"h":4,"img":"other.png","price":"1"}]"#)
        for old in ["empty.json", "others.json"] as [Bytes] { #expect(try score(from: old).sum == 0) }
    }

    /// Five megabytes take ten seconds at least, which are 600 rendering frames.
    @Test func knownBytesDecideTheTime() throws {
        let small = try score("--arrival=connections=6")
        #expect(try #require(small.arrivals.first { $0.img == "0.png" }).frame < 60)
        let old = try String(contentsOfFile: folder.path + "/new.json", encoding: .utf8)
        try folder.add("new.json", Bytes(old.replacingOccurrences(of: #""img":"0.png""#, with: #""img":"0.png","bytes":5000000"#)))
        let large = try score("--arrival=connections=6")
        #expect(try #require(large.arrivals.first { $0.img == "0.png" }).frame >= 600)
    }

    @Test(
        arguments: [
            (["diff", "none.json", "new.json"], "none.json"),
            (
                ["diff", "old.json", "new.json", "--arrival=connections=0"],
                "--arrival: connections is \"0\"; it must be a whole number from 1 to 256"
            ),
            (
                ["diff", "old.json", "new.json", "--arrival=connections=6,seeds=0"],
                "--arrival: seeds is \"0\"; it must be a whole number from 1 to 1000"
            ),
        ] as [([Bytes], String)]) func unhappy(_ arguments: [Bytes], _ message: String) throws
    {
        let outcome = try Program.weir.run(arguments, in: folder)
        #expect(outcome.status == .exited(2) && outcome.messages.contains(message), "\(outcome.messages)")
        #expect(outcome.output.isEmpty)
    }

    @Test func aWrongArrivalInTheConfiguration() throws {
        try folder.add("weir.json", #"{"rules":{"shift-score":{"arrival":"backwards"}}}"#)
        let outcome = try Program.weir.run(["check", "new.json", "--config=weir.json"], in: folder)
        #expect(outcome.status == .exited(2))
        #expect(
            outcome.messages.contains("this must be order, together, connections=N,seed=S or connections=N,seeds=K"), "\(outcome.messages)")
    }
}
