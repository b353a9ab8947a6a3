import ImageHeaders
import Pixels
import TestSupport
import Testing
import WeirBase

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

    /// Each row has two pictures, by their bytes, width, ThumbHash and hash. They may be copies of one picture.
    @Test(
        arguments: [
            ((9, 30, "a", nil), (9, 30, "a", nil), true), ((9, 30, "a", nil), (8, 30, "a", nil), false),
            ((9, 30, "a", nil), (9, 31, "a", nil), false), ((9, 30, "a", nil), (9, 30, "b", nil), false),
            ((9, 30, nil, nil), (9, 30, nil, nil), false), ((nil, 30, "a", nil), (nil, 30, "a", nil), false),
            ((9, 30, "a", hash), (9, 30, "a", other), true), ((9, 30, "a", hash), (8, 30, "b", near), false),
            ((9, 30, "a", hash), (9, 30, "a", nil), true), ((9, 30, "a", nil), (9, 30, "a", hash), true),
            ((nil, 30, nil, hash), (9, 30, "a", nil), false),
        ] as [((Int?, Int, String?, String?), (Int?, Int, String?, String?), Bool)])
    func measured(_ one: (Int?, Int, String?, String?), _ other: (Int?, Int, String?, String?), isFound: Bool) {
        var check = ManifestCheck(RuleChoices(Rule.all))
        // Copies may have one price; pictures that are only alike must not.
        let entries = (0..<4).map { Self.entry("\($0)", "1", "\"handle\":\"\($0)\"") }
        var manifest = check.check("m.json", Array("[\(entries.joined(separator: ","))]".utf8))
        manifest.take(
            [one, (7, 30, "x", nil), other, (7, 31, "y", nil)].map { bytes, width, thumbhash, hash in
                var texts: [Placeholders.Key: String] = [:]
                texts[.thumbhash] = thumbhash
                texts[.phash] = hash.map { String($0.dropFirst(9).dropLast()) }
                return FoundPicture(size: PixelSize(width: width, height: 40), format: .jpeg, bytes: bytes, content: PictureContent(texts))
            })
        check.take(manifest)
        let found = check.result.files.flatMap(\.findings).filter { $0.rule == "picture-twice" }
        let message = "the picture is that of another address in entry 0, line 1"
        #expect(found.map { "\($0.pointer) \($0.message)" } == (isFound ? ["/2/img \(message)"] : []))
    }

    /// The pictures that were found without their pixels, and those that were not found.
    @Test(arguments: [(0, 2, nil), (1, 1, "1 picture was not decoded"), (2, 0, "2 pictures were not decoded")] as [(Int, Int, String?)])
    func undecoded(_ count: Int, _ missing: Int, reason: String?) {
        var check = ManifestCheck(RuleChoices(Rule.all))
        let entries = (0..<3).map { Self.entry("\($0)", "1", Self.hash) }
        var manifest = check.check("m.json", Array("[\(entries.joined(separator: ","))]".utf8))
        let size = PixelSize(width: 30, height: 40)
        manifest.check(PictureComparison(file: 0, subject: FindingSubject(), declared: size, found: .failure(Failure(.dns))))
        let picture = FoundPicture(size: size, format: .jpeg, bytes: 1)
        let whole = FoundPicture(size: size, format: .jpeg, bytes: 2, content: PictureContent([:]))
        manifest.take(Array(repeating: picture, count: count) + Array(repeating: nil, count: missing) + [whole])
        check.take(manifest)
        for rule in [PictureTwice.rule, PictureShows.rule] {
            #expect(check.result.unchecked.map { $0.reason(of: rule) } == [reason ?? "1 picture could not be measured"], "\(rule.id)")
        }
    }

    @Test func listedPictures() {
        let entries = ["8lcKHgjYePh3eXeAhgeAf4aHcHg=", "IQgSDQD3qImH50hYeIZWWGdwfwb3"].enumerated().map {
            Self.entry("\($0)", "\($0)", "\"thumbhash\":\"\($1)\"")
        }
        #expect(Self.findings(entries, ["8lcKHgjYePh3eXeAhgeAf4aHcHg="]) == ["picture-shows /0/img the picture is one of empty-pictures"])
    }
}
