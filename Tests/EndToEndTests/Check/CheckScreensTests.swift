// docs/checks.md: the layouts and screens of a check, and comparisons with the previous manifest.
import Foundation
import TestSupport
import Testing

@Suite struct CheckScreensTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try CheckSample.folder()
        try folder.add("tall.json", Bytes(manifest(entry(100, 1900, "tall.jpg", "¥1"))))
    }

    /// The first screen on which the cell is taller than the screen, and how many there are.
    private func screens(_ arguments: Bytes...) throws -> String {
        let outcome = try check(["tall.json", "--format=json"] + arguments, in: folder)
        #expect(outcome.messages == "")
        let found = try outcome.checked().findings.filter { $0.rule == "taller-than-screen" }
        #expect(found.count == 1)
        let finding = try #require(found.first)
        let screens = try #require(finding.screens)
        return "\(finding.screen ?? ""), \(screens.found) of \(screens.checked)"
    }

    @Test func standard() throws {
        #expect(try screens() == "lf-waterflow on portrait (375x667), 2 of 2")
    }

    @Test func commandLine() throws {
        #expect(
            try screens("--layout=waterflow:columns=2", "--layout=mk-masonry", "--devices=iphone-15", "--devices=ipad-9,iphone-15")
                == "waterflow:columns=2 on iphone-15 portrait (393x852), 8 of 8")
        #expect(try screens("--layout=mk-masonry", "--devices=ipad-9") == "mk-masonry on ipad-9 portrait (810x1080), 2 of 2")
    }

    /// A picture that is too tall on all devices has one finding of each rule. Cells behind cameras have another cause.
    @Test func oneCauseIsToldOnce() throws {
        try folder.add("m.json", Bytes(manifest(entry(1000, 1500, "a.jpg", "¥1"), entry(1000, 15000, "tall.jpg", "¥1"))))
        let outcome = try check("m.json", "--devices=all", in: folder)
        let reported = outcome.lines.filter { $0.hasPrefix("m.json:") && !$0.hasSuffix("[safe-area]") }
        #expect(Set(reported.map { $0.split(separator: " ").last }).count == reported.count && reported.count <= 4, "\(outcome.text)")
        #expect(reported.contains { $0.contains(": tall.jpg: on 84 of 84 screens, first lf-waterflow on ") }, "\(outcome.text)")
    }

    /// A finding that is silent on many screens is silent once.
    @Test func silentOnce() throws {
        try folder.add("weir.json", #"{"ignore":[{"rule":"taller-than-screen","img":"tall.jpg","reason":"a poster"}]}"#)
        let counts = try check("tall.json", "--config=weir.json", "--devices=all", "--format=json", in: folder).checked().counts
        #expect(counts["ignored"] == 1)
    }

    /// A picture is found on some of the screens.
    @Test func someScreens() throws {
        try folder.add("devices.json", #"[{"name":"small","width":300,"height":320},{"name":"large","width":300,"height":9000}]"#)
        #expect(
            try screens("--devices=devices.json", "--layout=waterflow:columns=1")
                == "waterflow:columns=1 on small portrait (300x320), 3 of 4")
    }

    /// A check without any screen is refused, since it would always pass.
    @Test func noScreenAtAll() throws {
        try folder.add(
            "square.json",
            #"{"devices":[{"name":"sq","width":500,"height":500}],"layouts":[{"layout":"waterflow","orientation":"landscape"}]}"#)
        let outcome = try check("tall.json", "--config=square.json", in: folder)
        #expect(outcome.messages == "weir: no layout is meant for any of the screens, so nothing would be looked at\n")
        #expect(outcome.status == .exited(2))
    }

    /// A manifest in pages has as many findings as in one file.
    @Test func manyFindingsInPages() throws {
        let entries = (0..<4800).map { entry(200, $0 % 3 == 0 ? 1500 : 300, "\($0).jpg", "¥1") }
        try folder.add("m.json", Bytes(manifest(of: entries)))
        _ = try Program.weir.run(
            ["ingest", "m.json", "-o", "p", "--page-size=100", "-q", "--journal=none", "--max-failures=100%"], in: folder)
        let counts = try ["m.json", "p"].map {
            try check($0, "--format=json", "--layout=waterflow", in: folder).checked().counts["warning"]
        }
        #expect(counts[0] == counts[1])
        #expect(try #require(counts[0]) > 1500)
    }

    @Test func configuration() throws {
        try folder.add(
            "weir.json",
            """
            {"devices": ["iphone-se-3", {"name": "till", "width": 800, "height": 1280}],
             "layouts": ["waterflow:columns=2", {"layout": "flow", "columns": 3, "orientation": "landscape"}]}
            """)
        #expect(
            try screens("--config=weir.json") == "waterflow:columns=2 on iphone-se-3 portrait (375x667), 6 of 6")
        // The command line overrides the configuration.
        #expect(
            try screens("--config=weir.json", "--layout=mk-masonry:columns=1")
                == "mk-masonry:columns=1 on iphone-se-3 portrait (375x667), 4 of 4")
        #expect(
            try screens("--config=weir.json", "--devices=ipad-9") == "waterflow:columns=2 on ipad-9 portrait (810x1080), 3 of 3")
    }

    /// A square screen is the same when it is turned.
    @Test func aSquareDeviceIsCheckedOnce() throws {
        try folder.add("devices.json", #"[{"name":"sq","width":300,"height":300},{"name":"wall","width":300,"height":301}]"#)
        #expect(
            try screens("--devices=devices.json", "--layout=waterflow") == "waterflow on sq portrait (300x300), 3 of 3")
        try folder.add("dump", #"{"device":"sq","orientation":"landscape","layout":"waterflow","index":0,"x":10,"y":10,"w":80,"h":9}"#)
        let outcome = try check("tall.json", "--devices=devices.json", "--frames=dump", "--format=json", in: folder)
        let found = try outcome.checked().findings.filter { $0.rule == "frames-match" }
        #expect(found.map(\.screen) == ["waterflow on sq portrait (300x300)"])
    }

    @Test func severitiesAndParameters() throws {
        try folder.add(
            "weir.json",
            """
            {"rules": {"taller-than-screen": "off", "size-plausible": {"max-ratio": 100}, "aspect-bounds": "off", "pixel-shortage": "off", "column-balance": "info"},
             "failOn": "info"}
            """)
        let outcome = try check("tall.json", "--config=weir.json", "--format=json", in: folder)
        let found = try outcome.checked().findings
        #expect(Set(found.map { "\($0.rule) \($0.severity)" }) == ["column-balance info"], "\(outcome.text)")
        #expect(outcome.status == .exited(1))
        #expect(try check("tall.json", "--config=weir.json", "--fail-on=error", in: folder).status == .exited(0))
    }

    /// The rules that compare a manifest with the previous one.
    @Test(
        arguments: [
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
        let asked: Set = ["refresh-order", "refresh-shift", "previous-frames"]
        let found = Set(answer.findings.map(\.rule)).intersection(asked)
        #expect(found.isSuperset(of: rules) && found.isEmpty == rules.isEmpty, "\(answer.findings.map(\.rule))")
        #expect(answer.findings.allSatisfy { $0.file == String(decoding: new.all, as: UTF8.self) })
    }
}
