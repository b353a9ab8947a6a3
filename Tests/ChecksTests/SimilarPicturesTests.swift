import Pixels
import TestSupport
import Testing

@testable import Checks

/// `picture-shows` and `picture-twice` by what entries state, without pictures.
@Suite struct SimilarPicturesTests {
    /// The index finds what a comparison with all hashes before finds.
    @Test func agreesWithAllPairs() {
        var random = Seed.announced(for: "SimilarPicturesTests.agreesWithAllPairs")
        var index = HashIndex()
        var firsts: [PerceptualHash] = []
        for _ in 0..<3000 {
            var bits = firsts.randomElement(using: &random)?.bits ?? 0
            for _ in 0..<Int.random(in: 0...6, using: &random) { bits ^= 1 << UInt64.random(in: 0..<64, using: &random) }
            let hash = PerceptualHash(bits: Bool.random(using: &random) ? bits : .random(in: 0...UInt64.max, using: &random))
            let expected = firsts.firstIndex { $0.distance(to: hash) <= PerceptualHash.mostDistance }
            #expect(index.firstNear(hash) == expected ?? firsts.count)
            if expected == nil { firsts.append(hash) }
        }
    }

    private static func entry(_ img: String, _ price: String, _ others: String) -> String {
        #"{"w":30,"h":40,"img":"\#(img).jpg","price":"\#(price)",\#(others)}"#
    }

    private static func findings(_ entries: [String], _ parameters: [String] = []) -> [String] {
        var choices = RuleChoices(Rule.all)
        _ = choices.set("empty-pictures", of: "picture-shows", to: .texts(parameters))
        var check = ManifestCheck(choices)
        check.take(check.check("m.json", Array("[\(entries.joined(separator: ","))]".utf8)))
        return check.result.files.flatMap(\.findings).filter { $0.rule.hasPrefix("picture-") }.map {
            "\($0.rule) \($0.pointer) \($0.message)"
        }
    }

    private static let hash = "\"phash\":\"00ff00ff12345678\""
    private static let near = "\"phash\":\"00ff00ff1234567f\""
    private static let other = "\"phash\":\"00ff00ff12345687\""

    static let rows: [(title: String, entries: [String], expected: [String])] = [
        (
            "other prices", [entry("a", "1", hash), entry("b", "2", near)],
            ["picture-twice /1/img the picture is that of another address in entry 0, line 1"]
        ),
        ("other pictures", [entry("a", "1", hash), entry("b", "2", other)], []),
        ("one address", [entry("a", "1", hash), entry("a", "2", near)], []),
        ("one price", [entry("a", "1", hash), entry("b", "1", near)], []),
        (
            "no product", [entry("a", "1", hash + ",\"handle\":\"\""), entry("b", "2", near + ",\"handle\":\"\"")],
            ["picture-twice /1/img the picture is that of another address in entry 0, line 1"]
        ),
        ("prices of one product", (0..<10).map { entry("\($0)", "\($0 % 5)", hash + ",\"handle\":\"x\"") }, []),
        ("one product", [entry("a", "1", hash + ",\"handle\":\"x\""), entry("b", "2", near + ",\"handle\":\"x\"")], []),
        ("no hash of that form", [entry("a", "1", hash), entry("b", "2", "\"phash\":\"x\"")], []),
        (
            "a variant between", [entry("a", "1", hash), entry("b", "1", near), entry("c", "3", hash)],
            ["picture-twice /2/img the picture is that of another address in entry 0, line 1"]
        ),
        (
            "a blank one", [entry("a", "1", "\"content\":\"blank\""), entry("b", "2", "\"content\":\"text\"")],
            ["picture-shows /0/img the picture is of one color"]
        ),
        (
            "nobody's pictures", (0..<10).map { entry("\($0)", "\($0 % 5)", hash) },
            ["picture-shows /0/img the picture is that of 10 entries with different prices, so it mostly stands for none"]
        ),
        (
            "sizes of one product", (0..<10).map { entry("\($0 % 2)", "\($0 % 4)", hash) },
            ["picture-twice /1/img the picture is that of another address in entry 0, line 1"]
        ),
    ]

    @Test func statedFacts() {
        for (title, entries, expected) in Self.rows { #expect(Self.findings(entries) == expected, "\(title)") }
    }

    @Test func listedPictures() {
        let entries = ["8lcKHgjYePh3eXeAhgeAf4aHcHg=", "IQgSDQD3qImH50hYeIZWWGdwfwb3"].enumerated().map {
            Self.entry("\($0)", "\($0)", "\"thumbhash\":\"\($1)\"")
        }
        #expect(Self.findings(entries, ["8lcKHgjYePh3eXeAhgeAf4aHcHg="]) == ["picture-shows /0/img the picture is one of empty-pictures"])
    }
}
