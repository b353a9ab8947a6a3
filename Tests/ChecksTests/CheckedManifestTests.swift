import ImageHeaders
import Testing

@testable import Checks

/// Findings about pictures and layouts, on the entries that they are about.
@Suite struct CheckedManifestTests {
    private let choices = RuleChoices(Rule.all)

    private func manifest(_ sizes: [(Int, Int)], silence: Silence.Judge? = nil) -> CheckedManifest {
        let entries = sizes.enumerated().map { "{\"w\":\($1.0),\"h\":\($1.1),\"img\":\"\($0).png\",\"price\":\"¥1\"}" }
        let text = "[\n\(entries.joined(separator: ",\n"))\n]\n"
        return ManifestCheck(choices, silence: silence).check("m.json", Array(text.utf8))
    }

    private func findings(_ manifest: consuming CheckedManifest, of rule: String) -> [Finding] {
        var check = ManifestCheck(choices)
        check.take(manifest)
        return check.result.files.flatMap(\.findings).filter { $0.rule == rule }
    }

    private func lay(_ manifest: inout CheckedManifest) throws {
        let layout = try LayoutCase(LayoutChoice.standard[0], on: LayoutCase.Screen.standard[0], manifest.pictures())
        manifest.take(LayoutOutcomes(of: layout, choices, limit: manifest.usefulFindings), choices)
    }

    /// What is known or ignored counts against no limit: else a thousand known ones would hide a new one.
    @Test func silentFindingsOfALayout() throws {
        let isNew = { (img: String?) in img == "1100.png" }
        var tall = manifest(Array(repeating: (100, 900), count: 1101)) { _, finding in isNew(finding.img) ? nil : .known }
        try lay(&tall)
        #expect(findings(tall, of: "taller-than-screen").map(\.img) == ["1100.png"])
    }

    /// An entry without a size is no item, and those behind it keep their places.
    @Test func itemsBehindABrokenEntry() throws {
        var mixed = manifest([(100, 100), (0, 5), (100, 900)])
        #expect(mixed.widths == [100, 100])
        try lay(&mixed)
        let found = try #require(findings(mixed, of: "taller-than-screen").first)
        #expect(found.entry == 2 && found.img == "2.png" && found.place?.line == 4)
        #expect(found.pointer == "/2" && found.screen == "lf-waterflow on portrait (375x667)")
    }

    @Test func picturesOnTheirEntries() throws {
        var two = manifest([(100, 100), (20, 30)])
        for item in 0..<2 {
            let declared = PixelSize(width: Int(two.widths[item]), height: Int(two.heights[item]))
            let seen = PictureSight.Facts(size: PixelSize(width: 30, height: 20), format: .png)
            two.look(at: PictureSight(img: "x", declared: declared, found: .success(seen)), of: item, choices)
        }
        var check = ManifestCheck(choices)
        check.take(two)
        let found = check.result.files[0].findings
        #expect(found.map(\.rule) == ["picture-size", "picture-orientation"])
        #expect(found.map(\.pointer) == ["/0/w", "/1/w"])
        #expect(found.map(\.field) == ["w", "w"])
    }

    /// The same picture a second time is found a second time.
    @Test func placesOfTheEarlierPictures() throws {
        let now = manifest([(1, 1), (2, 2), (3, 3)].map { ($0.0 * 100, $0.1 * 100) })
        let before = manifest([(100, 100), (200, 200)])
        #expect(try now.pictures(earlier: before).earlier?.places == [0, 1])
        #expect(try before.pictures(earlier: now).earlier?.places == [0, 1, -1])
    }
}
