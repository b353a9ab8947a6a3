import Foundation
import TestSupport
import Testing

/// The layouts and screens of a check, and comparisons with the previous manifest.
@Suite struct CheckScreensTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try CheckSample.folder()
        try folder.add("tall.json", Bytes(manifest(entry(100, 1900, "tall.jpg", "¥1"))))
    }

    /// The screens on which a cell is taller than the screen.
    private func screens(_ arguments: Bytes...) throws -> [String] {
        let outcome = try check(["tall.json", "--format=json"] + arguments, in: folder)
        #expect(outcome.messages == "")
        return try outcome.checked().findings.filter { $0.rule == "taller-than-screen" }.compactMap(\.screen)
    }

    @Test func standard() throws {
        #expect(try screens() == ["lf-waterflow on portrait (375x667)", "lf-waterflow on landscape (667x375)"])
    }

    @Test func commandLine() throws {
        #expect(
            try screens("--layout=waterflow:columns=2", "--layout=mk-masonry", "--devices=iphone-15,ipad-9") == [
                "waterflow:columns=2 on iphone-15 portrait (393x852)", "waterflow:columns=2 on iphone-15 landscape (852x393)",
                "waterflow:columns=2 on ipad-9 portrait (810x1080)", "waterflow:columns=2 on ipad-9 landscape (1080x810)",
                "mk-masonry on iphone-15 portrait (393x852)", "mk-masonry on iphone-15 landscape (852x393)",
                "mk-masonry on ipad-9 portrait (810x1080)", "mk-masonry on ipad-9 landscape (1080x810)",
            ])
        #expect(try screens("--layout=waterflow", "--devices=all").count > 40)
    }

    /// A check without any screen is refused, since it would always pass.
    @Test func noScreenAtAll() throws {
        try folder.add(
            "square.json",
            #"{"devices":[{"name":"sq","width":500,"height":500}],"layouts":[{"layout":"waterflow","orientation":"landscape"}]}"#)
        let outcome = try check("tall.json", "--config=square.json", in: folder)
        #expect(outcome.messages == "weir: no layout is meant for any of the screens, so nothing would be checked\n")
        #expect(outcome.status == .exited(2))
    }

    /// A manifest in pages has as many findings as in one file.
    @Test func manyFindingsInPages() throws {
        let entries = (0..<1500).map { entry(200, 1500, "\($0).jpg", "¥1") }
        try folder.add("m.json", Bytes(manifest(of: entries)))
        _ = try Program.weir.run(
            ["ingest", "m.json", "-o", "p", "--page-size=100", "-q", "--no-journal", "--max-failures=100%"], in: folder)
        let counts = try ["m.json", "p"].map { try check($0, "--format=json", "--layout=waterflow", in: folder).checked().counts["warning"] }
        #expect(counts[0] == counts[1])
        #expect(try #require(counts[0]) > 3000)
    }

    @Test func configuration() throws {
        try folder.add(
            "weir.json",
            """
            {"devices": ["iphone-se-3", {"name": "till", "width": 800, "height": 1280}],
             "layouts": ["waterflow:columns=2", {"layout": "flow", "columns": 3, "orientation": "landscape"}]}
            """)
        #expect(
            try screens("--config=weir.json") == [
                "waterflow:columns=2 on iphone-se-3 portrait (375x667)", "waterflow:columns=2 on iphone-se-3 landscape (667x375)",
                "waterflow:columns=2 on till portrait (800x1280)", "waterflow:columns=2 on till landscape (1280x800)",
                "flow:columns=3 on iphone-se-3 landscape (667x375)", "flow:columns=3 on till landscape (1280x800)",
            ])
        // The command line overrides the configuration.
        let masonries = try screens("--config=weir.json", "--layout=mk-masonry:columns=1")
        #expect(masonries.count == 4 && masonries.allSatisfy { $0.hasPrefix("mk-masonry:columns=1 on") })
        let pads = try screens("--config=weir.json", "--devices=ipad-9")
        #expect(pads.count == 3 && pads.allSatisfy { $0.contains("on ipad-9") })
    }

    @Test func devicesOfOnesOwn() throws {
        try folder.add("devices.json", #"[{"name":"wall","width":300,"height":400}]"#)
        #expect(
            try screens("--devices=devices.json", "--layout=waterflow") == [
                "waterflow on wall portrait (300x400)", "waterflow on wall landscape (400x300)",
            ])
    }

    @Test func severitiesAndParameters() throws {
        try folder.add(
            "weir.json",
            """
            {"rules": {"taller-than-screen": "off", "size-plausible": {"max-ratio": 100}, "aspect-bounds": "off", "column-balance": "info"},
             "failOn": "info"}
            """)
        let outcome = try check("tall.json", "--config=weir.json", "--format=json", in: folder)
        let found = try outcome.checked().findings
        #expect(Set(found.map { "\($0.rule) \($0.severity)" }) == ["column-balance info"], "\(outcome.text)")
        #expect(outcome.status == .exited(1))
        #expect(try check("tall.json", "--config=weir.json", "--fail-on=error", in: folder).status == .exited(0))
    }

    /// The rules that compare a manifest with the previous one.
    @Test(arguments: [
        ("clean.json", "clean.json", []), ("longer.json", "clean.json", []), ("refreshed.json", "clean.json", []),
        ("front.json", "longer.json", ["refresh-shift"]),
        ("shuffled.json", "longer.json", ["refresh-order"]), ("resized.json", "clean.json", ["previous-frames"]),
        ("clean.json", "nothing.json", []), ("nothing.json", "clean.json", ["previous-frames"]), ("longer.json", "pages", []),
    ] as [(Bytes, Bytes, Set<String>)])
    func previous(new: Bytes, old: Bytes, rules: Set<String>) throws {
        try folder.add("resized.json", Bytes(manifest(entry(200, 600, "a.jpg", "¥1"), entry(200, 200, "b.jpg", "¥2"))))
        try folder.add("nothing.json", "[]")
        let longer = [entry(200, 300, "a.jpg", "¥1"), entry(200, 200, "b.jpg", "¥2"), entry(200, 250, "c.jpg", "¥3")]
        try folder.add("front.json", Bytes(manifest(of: [entry(200, 100, "new.jpg", "¥4")] + longer)))
        _ = try Program.weir.run(["ingest", "clean.json", "-q", "--max-failures=100%", "-o", "pages", "--page-size=1"], in: folder)
        let answer = try check([new, "--previous", old, "--format=json"], in: folder).checked()
        let asked: Set = ["load-more", "refresh-order", "refresh-shift", "previous-frames"]
        let found = Set(answer.findings.map(\.rule)).intersection(asked)
        #expect(found.isSuperset(of: rules) && found.isEmpty == rules.isEmpty, "\(answer.findings.map(\.rule))")
        #expect(answer.findings.allSatisfy { $0.file == String(decoding: new.all, as: UTF8.self) })
    }
}
