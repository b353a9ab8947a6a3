import ImageHeaders
import Testing

@testable import Checks

/// Findings about pictures and layouts belong to the right entries.
@Suite struct CheckedManifestTests {
    private let choices = RuleChoices(Rule.all)

    private func manifest(_ sizes: [(Int, Int)]) -> CheckedManifest {
        let entries = sizes.enumerated().map { "{\"w\":\($1.0),\"h\":\($1.1),\"img\":\"\($0).png\",\"price\":\"¥1\"}" }
        let text = "[\n\(entries.joined(separator: ",\n"))\n]\n"
        return ManifestCheck(choices).check("m.json", Array(text.utf8))
    }

    private func findings(_ manifest: consuming CheckedManifest, of rule: String) -> [Finding] {
        var check = ManifestCheck(choices)
        check.take(manifest)
        return check.result.files.flatMap(\.findings).filter { $0.rule == rule }
    }

    private func lay(_ manifest: inout CheckedManifest, silence: Silence.ItemLookup? = nil) throws {
        let layout = try LayoutCase(LayoutChoice.defaults[0], on: Screen.defaults[0], manifest.pictures())
        manifest.add([ScreenFindings(of: layout, choices, silence: silence)], choices)
    }

    /// Silent findings do not count against the limit, or a thousand known ones would hide a new one.
    @Test func silentFindingsOfALayout() throws {
        var tall = manifest(Array(repeating: (100, 900), count: 1101))
        try lay(&tall) { _, item in item == 1100 ? nil : item == 7 ? .ignored : .known }
        #expect(findings(tall, of: "taller-than-screen").map(\.img) == ["1100.png"])
    }

    /// Messages are formatted only for the findings that are kept.
    @Test(arguments: [nil, Silence.known, Silence.ignored])
    func describedFindings(silence: Silence?) throws {
        var described = 0
        func message() -> String {
            described += 1
            return ""
        }
        var screen = ScreenFindings("", silence: { _, item in item.map { $0 % 2 == 0 } ?? false ? silence : nil }, limit: 10)
        for item in 0..<1000 { screen.add(LayoutRules.all[0], item, message()) }
        screen.add(LayoutRules.all[0], nil, message())
        let findings = try #require(screen.rules.first)
        let reported = silence == nil ? 1001 : 501
        #expect(described == 10 && findings.found.count == 10 && findings.others.count + findings.more == reported - 10)
    }

    /// The identity of a finding has no screen, and no img if it is about the layout as a whole.
    @Test func identities() {
        let one = manifest([(0, 1), (1, 1)])
        let rule = LayoutRules.all[0]
        let ofItem = one.identity(of: 0, rule)
        #expect(ofItem.file == "m.json" && ofItem.finding == FindingIdentity(rule: rule.id, img: "1.png", field: nil))
        #expect(one.identity(of: nil, rule).finding == FindingIdentity(rule: rule.id, img: nil, field: nil))
    }

    /// Items of pages, of which some have entries without a size.
    @Test(arguments: [[1], [1, 1], [2, 3, 1], [1, 4, 2, 1], [3, 0, 2], [0, 1, 0, 2, 5]])
    func itemsOfPages(_ pages: [Int]) {
        var expected: [String] = []
        func text(_ page: Int) -> String {
            let entries = (0..<pages[page]).map { #"{"w":\#($0 % 3 == 1 ? 0 : 2),"h":3,"img":"\#(page + 1)-\#($0)","price":""}"# }
            return "[\(entries.joined(separator: ","))]"
        }
        for page in pages.indices { expected += (0..<pages[page]).filter { $0 % 3 != 1 }.map { "\(page + 1)-\($0)" } }
        let lines = pages.indices.map {
            #"{"file":"\#($0 + 1).json","count":\#(pages[$0]),"sha256":"\#(String(repeating: "0", count: 64))"}"#
        }
        let index = #"{"count":\#(pages.reduce(0, +)),"pages":[\#(lines.joined(separator: ","))]}"#
        let paged = ManifestCheck(choices).check(folder: "f", index: Array(index.utf8), others: []) { name in
            Int(name.prefix { $0 != "." }).map { Array(text($0 - 1).utf8) }
        }
        let single = pages.count == 1 ? [ManifestCheck(choices).check("f/1.json", Array(text(0).utf8))] : []
        for found in [paged] + single {
            let identities = expected.indices.map { found.identity(of: $0, LayoutRules.all[0]) }
            #expect(identities.map(\.finding.img) == expected)
            #expect(identities.map(\.file) == expected.map { "f/\($0.prefix { $0 != "-" }).json" })
        }
    }

    /// An entry without a size is not an item, and findings about later items still have the right entries.
    @Test func itemsBehindABrokenEntry() throws {
        var mixed = manifest([(100, 100), (0, 5), (100, 900)])
        #expect(mixed.widths == [100, 100])
        try lay(&mixed)
        let found = try #require(findings(mixed, of: "taller-than-screen").first)
        #expect(found.entry == 2 && found.img == "2.png" && found.position?.line == 4)
        #expect(found.pointer == "/2" && found.screens == FindingScreens(first: "lf-waterflow on portrait (375x667)"))
    }

    @Test func picturesOnTheirEntries() throws {
        var two = manifest([(100, 100), (20, 30)])
        for item in 0..<2 {
            let declared = PixelSize(width: Int(two.widths[item]), height: Int(two.heights[item]))
            let (file, subject) = two.subject(of: item)
            let seen = FoundPicture(size: PixelSize(width: 30, height: 20), format: .png)
            two.check(PictureComparison(file: file, subject: subject, declared: declared, found: .success(seen)))
        }
        var check = ManifestCheck(choices)
        check.take(two)
        let found = check.result.files[0].findings
        #expect(found.map(\.rule) == ["picture-size", "picture-orientation"])
        #expect(found.map(\.pointer) == ["/0/w", "/1/w"])
        #expect(found.map(\.field) == ["w", "w"])
    }

    /// If a picture occurs twice, both occurrences are matched.
    @Test func itemsOfThePreviousPictures() throws {
        let now = manifest([(1, 1), (2, 2), (3, 3)].map { ($0.0 * 100, $0.1 * 100) })
        let before = manifest([(100, 100), (200, 200)])
        #expect(try now.pictures(previous: before).previous?.currentItems == [0, 1])
        #expect(try before.pictures(previous: now).previous?.currentItems == [0, 1, -1])
    }
}
