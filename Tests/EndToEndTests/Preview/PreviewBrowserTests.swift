// docs/preview.md: previews in a real browser.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.time), .needs(.chromium, .playwright), .serialized) struct PreviewBrowserTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Fails with what the browser says is wrong.
    private func look(_ name: String, _ arguments: String..., hint: String = "") throws {
        let script = Bytes("\(Fixtures.root)/Tests/EndToEndTests/Preview/Browser/preview.py")
        let outcome = try Program.playwright.get().run([script, Bytes(name)] + arguments.map { Bytes($0) }, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.text)\(outcome.messages) \(hint)")
    }

    private func addJSON(_ name: Bytes, _ value: Any) throws {
        try folder.add(name, Bytes(Array(try JSONSerialization.data(withJSONObject: value))))
    }

    /// Writes the page shop.html.
    private func preview(_ arguments: [Bytes]) throws {
        let outcome = try Program.weir.run(["preview", "-o", "shop.html"] + arguments, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
    }

    /// Entries of drawn sizes.
    private func entries(_ count: Int, from first: Int = 0, _ seed: inout Seed) -> [String] {
        (first..<first + count).map { index in
            let (width, height) = (Int.random(in: 60...900, using: &seed), Int.random(in: 40...1500, using: &seed))
            return "{\"w\":\(width),\"h\":\(height),\"img\":\"https://shop.example/\(index).png\",\"price\":\"¥\(index)\"}"
        }
    }

    private func addManifest(_ name: Bytes, of entries: [String]) throws {
        try folder.add(name, Bytes("[\n\(entries.joined(separator: ",\n"))\n]\n"))
    }

    /// Adds a manifest of drawn sizes.
    private func addManifest(_ name: Bytes, count: Int, _ seed: inout Seed) throws {
        try addManifest(name, of: entries(count, &seed))
    }

    private static let layouts = [
        "lf-waterflow", "waterflow:columns=2,extra-height=30.5", "mk-masonry", "flow:columns=3,inset=10,header=40",
        "flow-waterfall:columns=4,header=33.3", "carousel:item-size=200x300,inset=21", "staggered-grid", "grid-lanes:columns=2",
        "justified:row-height=120",
    ]
    private static let devices = "iphone-se-3,iphone-17,pixel-9,galaxy-s24,ipad-mini-6"

    private static var layoutArguments: [Bytes] { layouts.flatMap { ["--layout", Bytes($0)] } }

    /// The frames that `weir layout` prints of a layout on all devices, upright and turned.
    private func answers(_ layout: String) throws -> [Any] {
        try ([[], ["--landscape"]] as [[Bytes]]).flatMap { turn -> [Any] in
            let arguments: [Bytes] = ["layout", "shop.json", "--layout", Bytes(layout), "--devices", Bytes(Self.devices)]
            let outcome = try Program.weir.run(arguments + turn, in: folder)
            return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [Any])
        }
    }

    @Test func everyElementIsWhereWeirSays() throws {
        var seed = Seed.announced(for: "everyElementIsWhereWeirSays")
        try addManifest("shop.json", count: 70, &seed)
        try preview(["shop.json", "--devices", Bytes(Self.devices)] + Self.layoutArguments)
        let answers = try Dictionary(uniqueKeysWithValues: Self.layouts.map { ($0, try self.answers($0)) })
        try addJSON("answers.json", answers)
        try look("frames", "shop.html", "answers.json", hint: "\(seed)")
    }

    @Test func theRectQueryIsWeirs() throws {
        var seed = Seed.announced(for: "theRectQueryIsWeirs")
        try addManifest("shop.json", count: 300, &seed)
        try preview(["shop.json", "--devices", "iphone-17"] + Self.layoutArguments)
        var queries: [[String: Any]] = []
        for layout in Self.layouts {
            for _ in 0..<4 {
                let rect =
                    [Double.random(in: -50...900, using: &seed), .random(in: -300...20_000, using: &seed)]
                    + [Double.random(in: 0...500, using: &seed), .random(in: 0...900, using: &seed)]
                let text = rect.map { "\($0)" }.joined(separator: ",")
                let answer = try Program.weir.run(
                    ["layout", "shop.json", "--layout", Bytes(layout), "--devices", "iphone-17", "--rect=\(text)"], in: folder)
                let frames = try JSONDecoder().decode(LayoutAnswer.self, from: Data(answer.output)).frames
                queries.append(["layout": layout, "device": "iphone-17", "rect": rect, "items": frames.map(\.index)])
            }
        }
        try addJSON("queries.json", queries)
        try look("queries", "shop.html", "queries.json", hint: "\(seed)")
    }

    /// The ThumbHash is weir's own, of a picture whose left half is red and whose right half is blue.
    @Test func aPictureThatWaitsShowsItsPlaceholder() throws {
        try folder.add("halves.bmp", .halves(width: 40, height: 20, (200, 60, 40), (40, 60, 200)))
        let hash = try thumbHash(of: "halves.bmp")
        let rows: [[String: Any]] = [
            ["thumbhash": hash, "meanColor": "#000000"], ["thumbhash": "no hash", "meanColor": "#0a141e"], ["meanColor": "red;"],
            ["dominantColor": "#ff8000", "meanColor": "#000000"], [:],
        ].enumerated().map { index, own in
            own.merging(["w": 200, "h": 100 + index, "img": "https://shop.example/\(index).png", "price": ""]) { $1 }
        }
        try addJSON("shop.json", rows)
        try preview(["shop.json", "--devices", "iphone-se-3", "--layout", "waterflow"])
        try addJSON(
            "shown.json",
            [[[200, 60, 40, 255], [40, 60, 200, 255]], "rgb(10, 20, 30)", "200 × 102", "rgb(255, 128, 0)", "200 × 104"] as [Any])
        try look("placeholders", "shop.html", "shown.json")
    }

    private func thumbHash(of picture: Bytes) throws -> String {
        let probe = try Program.weir.run(["probe", "--format", "jsonl", "--with", "thumbhash", picture], in: folder)
        let facts = try #require(try JSONSerialization.jsonObject(with: Data(probe.output)) as? [String: Any])
        return try #require(facts["thumbhash"] as? String)
    }

    /// A picture whose bytes have come still has to be decoded. Until it is painted, and where it fails, its color or its
    /// ThumbHash stays.
    @Test func aPictureIsPaintedBeforeItsPlaceholderGoes() throws {
        try folder.add("plain.bmp", .halves(width: 16, height: 16, (51, 102, 153), (51, 102, 153)))
        let hash = try thumbHash(of: "plain.bmp")
        let rows: [[String: Any]] = (0..<12).map { index in
            let placeholder = index % 2 == 0 ? ("meanColor", "#336699") : ("thumbhash", hash)
            return ["w": 200, "h": 200 + index * 10, "img": "https://shop.example/\(index).png", "price": "", placeholder.0: placeholder.1]
        }
        try addJSON("shop.json", rows)
        try preview(["shop.json", "--devices", "iphone-se-3", "--layout", "waterflow"])
        try look("painting", "shop.html")
    }

    @Test func refreshAndLoadMoreMoveWhatDiffSays() throws {
        var seed = Seed.announced(for: "refreshAndLoadMoreMoveWhatDiffSays")
        let lists = [entries(7, &seed), entries(25, from: 100, &seed), entries(9, from: 200, &seed)]
        for (name, list) in zip(["1.json", "2.json", "3.json"] as [Bytes], lists) { try addManifest(name, of: list) }
        try addManifest("refreshed.json", of: lists[0] + lists[1])
        try addManifest("more.json", of: lists[1] + lists[2])
        let screens: [Bytes] = [
            "--layout", "lf-waterflow", "--layout", "waterflow:columns=2,extra-height=24", "--devices", "iphone-se-3,ipad-mini-6",
        ]
        try preview(["2.json", "--refresh", "1.json", "--more", "3.json"] + screens)
        for name in ["refreshed", "more"] as [Bytes] {
            let difference = try Program.weir.run(["diff", "2.json", name + ".json", "--format", "json"] + screens, in: folder)
            try folder.add(name + "-difference.json", Bytes(difference.output))
        }
        try look("states", "shop.html", "refreshed-difference.json", "more-difference.json", hint: "\(seed)")
    }

    /// A carousel comes to rest where `weir layout --snap` says, and headers and footers pin where `--pin` says.
    @Test func itScrollsAsWeirSays() throws {
        var seed = Seed.announced(for: "itScrollsAsWeirSays")
        let lists = [entries(40, &seed), entries(30, from: 40, &seed)]
        try addManifest("shop.json", of: lists[0])
        try addManifest("more.json", of: lists[1])
        try addManifest("all.json", of: lists[0] + lists[1])
        let (carousel, flow) = ("carousel:item-size=200x300,inset=21", "flow:columns=3,header=40,footer=12")
        try preview([
            "shop.json", "--more", "more.json", "--devices", "iphone-se-3", "--layout", Bytes(carousel), "--layout", Bytes(flow),
        ])
        func answer(_ layout: String, _ offset: Double, _ options: Bytes...) throws -> Any {
            let arguments: [Bytes] = ["layout", "all.json", "--devices", "iphone-se-3", "--layout", Bytes(layout), "--offset=\(offset)"]
            let outcome = try Program.weir.run(arguments + options, in: folder)
            return ["from": offset, "answer": try JSONSerialization.jsonObject(with: Data(outcome.output))] as [String: Any]
        }
        let rests = try (0..<6).map { _ in try answer(carousel, .random(in: 0...6000, using: &seed), "--snap") }
        let pins = try (0..<8).map { _ in
            try answer(flow + ",section-size=40", .random(in: 0...3000, using: &seed), "--pin=headers,footers")
        }
        try addJSON("answers.json", [carousel: rests, flow: pins])
        try look("scrolling", "shop.html", "answers.json", hint: "\(seed)")
    }

    @Test func aTurnKeepsWhatTheAppKeeps() throws {
        var seed = Seed.announced(for: "aTurnKeepsWhatTheAppKeeps")
        try addManifest("shop.json", of: entries(60, &seed))
        try preview(["shop.json", "--layout", "lf-waterflow:as-written=true", "--devices", "iphone-se-3"])
        try look("turning", "shop.html", hint: "\(seed)")
    }

    @Test func refreshAndLoadMoreComeAgain() throws {
        var seed = Seed.announced(for: "refreshAndLoadMoreComeAgain")
        let (shop, more, refresh) = (entries(6, &seed), entries(4, from: 6, &seed), entries(2, from: 10, &seed))
        for (name, list) in [("shop.json", shop), ("more.json", more), ("refresh.json", refresh)] as [(Bytes, [String])] {
            try addManifest(name, of: list)
        }
        let screen: [Bytes] = ["--layout", "lf-waterflow:as-written=true", "--devices", "iphone-se-3"]
        try preview(["shop.json", "--more", "more.json", "--refresh", "refresh.json"] + screen)
        var answers: [String: Any] = [:]
        for refreshes in 0...5 {
            for loads in 0...5 {
                let before = Array(repeating: refresh, count: refreshes).flatMap { $0 }
                try addManifest("all.json", of: before + shop + Array(repeating: more, count: loads).flatMap { $0 })
                let answer = try Program.weir.run(["layout", "all.json"] + screen, in: folder)
                answers["\(refreshes)-\(loads)"] = try JSONSerialization.jsonObject(with: Data(answer.output))
            }
        }
        try addJSON("answers.json", answers)
        try look("repeating", "shop.html", "answers.json", hint: "\(seed)")
    }

    @Test func findingsAreMarkedAndListed() throws {
        var seed = Seed.announced(for: "findingsAreMarkedAndListed")
        try addManifest("shop.json", of: entries(40, &seed))
        try addManifest("more.json", of: entries(40, from: 40, &seed))
        func finding(_ severity: String, _ message: String, _ more: [String: Any]) -> [String: Any] {
            ["rule": "rule-\(severity)", "severity": severity, "message": message, "file": "shop.json"].merging(more) { $1 }
        }
        let findings = [
            finding("info", "of the manifest", [:]), finding("warning", "<b>far</b>", ["file": "more.json", "entry": 33]),
            finding("error", "near", ["entry": 1]), finding("info", "near too", ["entry": 1]),
            finding("info", "elsewhere", ["entry": 39, "screen": "waterflow on iphone-se-3 portrait (375x667)"]),
        ]
        try addJSON("report.json", ["findings": findings])
        try preview([
            "shop.json", "--more", "more.json", "--findings", "report.json", "--devices", "iphone-se-3", "--layout", "lf-waterflow",
            "--layout", "waterflow",
        ])
        try look("findings", "shop.html", hint: "\(seed)")
    }

    @Test func wrongSizesAreFound() throws {
        var seed = Seed.announced(for: "wrongSizesAreFound")
        // Small pictures come fast, and no two sides are near each other, so that a swapped picture has other proportions.
        let rows = (0..<2000).map { index in
            let width = Int.random(in: 10...30, using: &seed)
            return "{\"w\":\(width),\"h\":\(width + Int.random(in: 5...30, using: &seed)),"
                + "\"img\":\"https://shop.example/\(index).png\",\"price\":\"¥\(index)\"}"
        }
        try addManifest("shop.json", of: rows)
        try preview(["shop.json", "--devices", "iphone-se-3", "--layout", "waterflow"])
        try look("sizes", "shop.html", "shop.json", hint: "\(seed)")
    }

    @Test func failedPicturesHaveTheirReasons() throws {
        let imgs = [
            "https://shop.example/0.png", "https://shop.example/1.png", "https://shop.example/2.png", "ftp://shop.example/3.png",
            "gs://shop.example/4.png",
            "https://shop.example/5.png",
        ]
        let statuses = ["placeholder", "stale", "placeholder", "ok", "ok", "ok"]
        let rows = imgs.indices.map {
            ["w": 300, "h": $0 == 3 ? 60 : 300, "img": imgs[$0], "price": "¥\($0)", "status": statuses[$0]] as [String: Any]
        }
        try addJSON("shop.json", rows)
        try addJSON(
            "run.json", ["failures": [["row": 1, "line": 2, "img": imgs[0], "code": "not-found", "message": "there is no such file"]]])
        try preview(["shop.json", "--findings", "run.json", "--devices", "iphone-se-3", "--layout", "waterflow:columns=2"])
        try look("failures", "shop.html")
    }

    @Test func nothingMovesWhilePicturesCome() throws {
        var seed = Seed.announced(for: "nothingMovesWhilePicturesCome")
        try addManifest("shop.json", count: 40, &seed)
        try preview([
            "shop.json", "--devices", "iphone-se-3", "--layout", "lf-waterflow", "--layout", "flow:columns=3,header=30", "--layout",
            "waterflow:extra-height=30",
        ])
        try look("shifts", "shop.html", hint: "\(seed)")
    }

    @Test func anotherManifestJumpsAsPredicted() throws {
        var seed = Seed.announced(for: "anotherManifestJumpsAsPredicted")
        try addManifest("old.json", count: 30, &seed)
        try addManifest("new.json", count: 30, &seed)
        let screens: [Bytes] = ["--layout", "waterflow", "--layout", "waterflow:columns=2", "--devices", "iphone-se-3,ipad-mini-6"]
        try preview(["new.json", "--against", "old.json"] + screens)
        let difference = try Program.weir.run(
            ["diff", "old.json", "new.json", "--format", "json", "--arrival", "together"] + screens, in: folder)
        try folder.add("difference.json", Bytes(difference.output))
        try look("comparison", "shop.html", "difference.json", hint: "\(seed)")
    }

    /// Markup, scripts, ends of elements and addresses that would run.
    private static let hostileTexts = [
        "<script>globalThis.hacked = 1</script>", "</script><script>globalThis.hacked = 2</script>", "<!--<script>", "-->",
        "\"><img src=x onerror=\"globalThis.hacked = 3\">", "javascript:globalThis.hacked=4", "\u{202E}gnp.evil", "\u{2028}\u{2029}",
        "{{phone.css}}", "</style><svg onload=globalThis.hacked=5>", "12\u{A0}€", "١٢٫٥٠ د.إ",
        "￥１２８", "1.299,00 €", "&lt;b&gt;", "\\u003cscript>", "]]>", "'-alert(1)-'",
    ]

    @Test func aHostileManifestRunsNothing() throws {
        let addresses =
            Self.hostileTexts + [
                "JaVaScRiPt:globalThis.hacked=6", "data:text/html,<script>parent.hacked=7</script>", "vbscript:x", "file:///etc/passwd",
                "//",
                "http://", "blob:null/x", "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='parent.hacked=8'/>",
                "about:blank", "ftp://shop.example/a.png", "s3://bucket/key", "..", "a/../../b.png", "?x#y",
            ]
        let rows = addresses.map { address in
            [
                "w": 20, "h": 30, "img": address, "price": address, "thumbhash": address, "blurhash": address, "blurDataURL": address,
                "meanColor": address, "status": address,
            ] as [String: Any]
        }
        try addJSON("shop.json", rows)
        try addJSON("texts.json", addresses)
        try preview(["shop.json"])
        try look("hostile", "shop.html", "texts.json")
    }

    @Test func thePageIsAccessible() throws {
        var seed = Seed.announced(for: "thePageIsAccessible")
        let prices = ["¥128", "1.299,00 €", "$24.90", "١٢٫٥٠ د.إ", "Price on request, please ask", ""]
        let rows = (0..<40).map { index in
            let height = Int.random(in: 60...300, using: &seed)
            return ["w": 100, "h": height, "img": "none-\(index).png", "price": prices[index % prices.count]] as [String: Any]
        }
        try addJSON("shop.json", rows)
        try preview(["shop.json", "--layout", "waterflow:extra-height=30", "--layout", "flow:columns=3,header=40", "--layout", "carousel"])
        try look("accessibility", "shop.html", hint: "\(seed)")
    }

    /// An iPhone, a Pixel and a browser's window, each with the frames of its own layout.
    @Test func platformsStandSideBySide() throws {
        var seed = Seed.announced(for: "platformsStandSideBySide")
        try addManifest("shop.json", of: entries(60, &seed))
        try addManifest("more.json", of: entries(20, from: 60, &seed))
        let screens = [("waterflow", "iphone-17"), ("staggered-grid", "pixel-9"), ("grid-lanes:columns=4", "desktop-1280")]
        let layouts: [Bytes] = screens.flatMap { ["--layout", Bytes($0.0)] as [Bytes] }
        let devices = Bytes(screens.map(\.1).joined(separator: ","))
        try preview(["shop.json", "--more", "more.json", "--devices", devices] + layouts)
        let answers = try screens.map { layout, device in
            let answer = try Program.weir.run(
                ["layout", "shop.json", "--layout", Bytes(layout), "--devices", Bytes(device), "--format", "json"], in: folder)
            return try JSONSerialization.jsonObject(with: Data(answer.output))
        }
        try addJSON("answers.json", answers)
        try look("platforms", "shop.html", "answers.json", hint: "\(seed)")
        try look("accessibility", "shop.html", hint: "\(seed)")
    }

    @Test func manyEntriesDoNotMakeTheDocumentGrow() throws {
        var seed = Seed.announced(for: "manyEntriesDoNotMakeTheDocumentGrow")
        try addManifest("shop.json", count: 20_000, &seed)
        try addJSON("none.json", ["findings": [String]()])
        try preview(["shop.json", "--limit", "100000", "--devices", "iphone-se-3", "--findings", "none.json"])
        try look("large", "shop.html", "20000", hint: "\(seed)")
    }
}

extension Bytes {
    /// A whole BMP with two halves, each of one color. The width is a multiple of 8.
    fileprivate static func halves(
        width: Int, height: Int, _ left: (red: UInt8, green: UInt8, blue: UInt8), _ right: (red: UInt8, green: UInt8, blue: UInt8)
    ) -> Bytes {
        func little(_ number: Int, _ count: Int = 4) -> [UInt8] { (0..<count).map { UInt8(number >> (8 * $0) & 255) } }
        let row = [left, right].flatMap { color in (0..<width / 2).flatMap { _ in [color.blue, color.green, color.red] } }
        var file = Array("BM".utf8) + little(54 + row.count * height) + little(0) + little(54)
        file += little(40) + little(width) + little(height) + little(1, 2) + little(24, 2)
        file += little(0) + little(row.count * height) + little(0) + little(0) + little(0) + little(0)
        for _ in 0..<height { file += row }
        return Bytes(file)
    }
}
