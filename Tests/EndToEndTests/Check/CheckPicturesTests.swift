// docs/checks.md: --images compares the facts of pictures on this machine.
import Foundation
import TestSupport
import Testing
import WeirBase

@Suite struct CheckPicturesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("whole.png", Bytes(try Fixtures.bytes(of: Samples.path + "/pictures/camera.png")))
        let photograph = try Fixtures.bytes(of: Samples.path + "/pictures/mug.jpg")
        try folder.add("cut.jpg", Bytes(photograph).prefix(photograph.count / 2))
        try folder.add("turned.jpg", Bytes(try Fixtures.bytes(of: Samples.path + "/pictures/kitchen/bottle.jpg")))
        try folder.add("bare.jpg", Bytes.picture)
        try folder.add("png.jpg", Bytes(try Fixtures.bytes(of: Samples.path + "/pictures/camera.png")))
        try folder.add("text.jpg", "<html>")
        try folder.add("empty.jpg")
    }

    private func check(_ entries: [String], _ options: [Bytes] = []) throws -> CheckAnswer {
        try folder.add("m.json", Bytes(manifest(of: entries)))
        return try EndToEndTests.check(["m.json", "--images", "--format=json"] + options, in: folder).checked()
    }

    /// Whether programs show a picture of another encoder with different sizes or turns.
    @Test(
        arguments: [
            ("gif/first-frame-hangs-over.gif", true), ("gif/second-frame-hangs-over.gif", false), ("avif/clap-offset.avif", true),
            ("avif/irot-1.avif", false), ("heic/irot-1.heic", true), ("svg/view-box-commas.svg", true), ("svg/declaration.svg", false),
            ("webp/exif-ii-orientation-6.webp", true), ("png/exif-ii-orientation-6.png", true),
            ("heic/exif-orientation-6-ignored.heic", true), ("heic/exif-orientation-1.heic", false), ("heic/heif-enc-64x48.heic", false),
            ("ico/icotool-png-512x300.ico", true), ("ico/icotool-png-48x32.ico", false), ("ico/pillow-bitmaps.ico", false),
        ])
    func readers(path: String, differ: Bool) throws {
        let picture = try #require(Fixtures.made.first { $0.path == path })
        let (name, size) = (path.replacing("/", with: "-"), try #require(picture.header).displayed)
        try folder.add(Bytes(name), Bytes(try picture.bytes()))
        for img in [name, "data:;base64,\(Data(try picture.bytes()).base64EncodedString())"] where img.utf8.count < 8000 {
            let answer = try check([entry(size.width, size.height, img)], ["--rule=picture-readers"])
            #expect(answer.findings.map(\.severity) == (differ ? ["info"] : []))
            #expect(answer.files.allSatisfy { $0.unchecked.isEmpty })
        }
        #expect(try check([entry(size.width, size.height, name)]).findings.allSatisfy { $0.rule != "picture-readers" })
    }

    /// A picture of several entries is read once for its size, and once for what other programs make of it.
    @Test(.needs(.tracer), arguments: ["heic/exif-orientation-6-ignored.heic", "ico/icotool-png-512x300.ico"])
    func readersOfManyEntries(path: String) throws {
        let picture = try #require(Fixtures.made.first { $0.path == path })
        try folder.add("a", Bytes(try picture.bytes()))
        let size = try #require(picture.header).displayed
        try folder.add("m.json", Bytes(manifest(of: (0..<5).map { _ in entry(size.width, size.height, "a") })))
        let strace = try #require(Program.tracer).running(
            .weir, after: ["-f", "-qq", "-o", "log", "-P", folder.path(of: "a"), "-e", "trace=close"])
        let options: [Bytes] = ["check", "m.json", "--images", "--format=json", "--rule=picture-readers"]
        let found = try strace.run(options, in: folder).checked().findings
        #expect(!found.isEmpty, "\(found)")
        let calls = try #require(folder.text(of: "log")).split(separator: "\n")
        #expect(calls.count == 2, "\(calls)")
    }

    /// The picture, the size in its entry, the rule that reports it, and a part of the message.
    @Test(
        arguments: [
            ("whole.png", 480, 360, nil, ""), ("whole.png", 481, 360, "picture-size", "the entry says 481x360, and the picture is 480x360"),
            ("turned.jpg", 240, 600, nil, ""),
            ("turned.jpg", 600, 240, "picture-orientation", "shown as 240x600, and the entry says 600x240"),
            ("turned.jpg", 240, 601, "picture-size", "240x600"), ("cut.jpg", 600, 600, nil, ""), ("bare.jpg", 30, 20, nil, ""),
            ("gone.jpg", 30, 20, "picture-exists", "not-found"), ("../m.json", 30, 20, "picture-exists", "outside-root"),
            ("text.jpg", 30, 20, "picture-decodes", "not-an-image"), ("empty.jpg", 30, 20, "picture-decodes", "empty"),
            ("png.jpg", 480, 360, "picture-format", "ends in .jpg, and the picture is a png"),
        ] as [(String, Int, Int, String?, String)])
    func one(img: String, width: Int, height: Int, rule: String?, words: String) throws {
        let found = try check([entry(width, height, img, "¥1")]).findings.filter { $0.rule.hasPrefix("picture-") }
        #expect(found.map(\.rule) == (rule.map { [$0] } ?? []))
        #expect(found.allSatisfy { $0.message.contains(words) && $0.img == img && $0.line == 2 }, "\(found.map(\.message))")
    }

    /// Findings that follow from a wrong size are a part of its finding, unless that one weighs less.
    @Test func consequences() throws {
        let entries = (0..<12).map { entry(300, 300 + $0, "\($0).jpg", "¥1") }
        for number in 0..<12 { try folder.add(Bytes("\(number).jpg"), .jpeg(width: 300, height: number < 2 ? 900 : UInt16(300 + number))) }
        func found(_ configuration: Bytes) throws -> [String] {
            try folder.add("weir.json", configuration)
            return try check(entries).findings.map { "\($0.rule) \($0.img ?? "")" }
        }
        let messages = try check(entries).findings.map(\.message)
        #expect(
            messages.count == 2 && messages[0] == "the entry says 300x300, and the picture is 300x900; 2 frames and 2 scores follow",
            "\(messages)")
        #expect(try found("{}") == ["picture-size 0.jpg", "picture-size 1.jpg"])
        let alone = ["placeholder-frames 0.jpg", "shift-score 0.jpg", "placeholder-frames 1.jpg", "shift-score 1.jpg"]
        #expect(try found(#"{"rules":{"picture-size":"off"}}"#).sorted() == alone.sorted())
        #expect(
            try found(#"{"rules":{"picture-size":"info"}}"#).sorted() == (alone + ["picture-size 0.jpg", "picture-size 1.jpg"]).sorted())
        #expect(try found(#"{"ignore":[{"rule":"picture-size","file":"*","reason":"known"}]}"#) == [])
    }

    /// If the bytes behind the header cannot be read, rules that need them have not passed, and their findings stay in a baseline.
    @Test(
        .needs(.tracer), .disabled(if: Sanitizer.isOn, "a sanitizer makes such calls of its own"),
        arguments: [[], ["--journal=j"]] as [[Bytes]])
    func unreadableBytes(journal: [Bytes]) throws {
        let facts = ##""sha256":"\##(String(repeating: "0f", count: 32))","meanColor":"#00ff00","source":"algorithmicMedia","range":"hdr""##
        try folder.add("m.json", Bytes(manifest(of: [#"{"w":480,"h":360,"img":"whole.png","price":"¥1",\#(facts)}"#])))
        let options: [Bytes] = ["m.json", "--images", "--baseline=known.json"] + journal
        _ = try EndToEndTests.check(["m.json", "--images", "--baseline=known.json", "--write-baseline"], in: folder)
        let known = folder.text(of: "known.json")
        let strace = try #require(Program.tracer).running(
            .weir,
            after: [
                "-f", "-qq", "-o", "/dev/null", "-P", folder.path(of: "whole.png"), "-e", "trace=read,pread64",
                "-e", "inject=read:error=EIO", "-e", "inject=pread64:error=EIO:when=2+",
            ])
        let variables = ["GITHUB_ACTIONS": ""]
        let answer = try strace.run(["check"] + options + ["--format=json"], environment: variables, in: folder).checked()
        #expect(answer.pictures == [])
        let unchecked = answer.files.flatMap(\.unchecked).filter { $0.rule.hasPrefix("picture-") }.map { "\($0.rule): \($0.reason)" }
        #expect(
            unchecked == [
                "picture-facts: pictures were not read to their ends", "picture-placeholders: pictures were not read to their ends",
                "picture-source: pictures were not read to their ends", "picture-range: pictures were not read to their ends",
                "picture-shows: 1 picture was not decoded",
                "picture-twice: 1 picture was not decoded",
            ])
        _ = try strace.run(["check"] + options + ["--write-baseline"], environment: variables, in: folder)
        #expect(folder.text(of: "known.json") == known)
        #expect(
            known?.contains("picture-facts") == true && known?.contains("picture-placeholders") == true
                && known?.contains("picture-source") == true)
    }

    /// Entries are compared with names only if no pictures are measured.
    @Test func formatsOfNamesAndPictures() throws {
        try folder.add("a.jpg", .bitmap(width: 300, height: 400))
        let entries = ["a.jpg", "gone.jpg"].map { entry(300, 400, $0, "€1", #","format":"tiff""#) }
        let measured = try check(entries, ["--rule=picture-format"]).findings
        #expect(measured.map { "\($0.pointer) \($0.message)" } == ["/0/format the entry says tiff, and the picture is a bmp"])
        let stated = try EndToEndTests.check("m.json", "--rule=picture-format", "--format=json", in: folder).checked().findings
        #expect(stated.map(\.message) == Array(repeating: "the entry says tiff, and the name ends in .jpg", count: 2))
    }

    /// If pictures are measured, only the rules that compare sizes speak.
    @Test(arguments: [300, 200] as [Int32]) func sizesOfPlaceholders(side: Int32) throws {
        for number in 0..<12 { try folder.add(Bytes("\(number).bmp"), .bitmap(width: side, height: 300)) }
        let entries = (0..<12).map { entry(300, 300, "\($0).bmp", "€1\($0)") }
        let found = try check(entries, ["--rule=placeholder-share", "--rule=picture-size"]).findings
        #expect(found.map(\.rule) == (side == 300 ? [] : ["picture-size"]))
    }

    /// Rules about bytes and formats look at the facts that `--images` measures.
    @Test func measuredFacts() throws {
        try folder.add("big.bmp", .bitmap(width: 3200, height: 3200))
        try folder.add("tiny.jpg", "P1 1 2 0 1")
        try folder.add("weir.json", #"{"rules":{"byte-budget":{"most":100000},"img-format":{"min-android":14},"picture-shows":"off"}}"#)
        let found = try check(
            [entry(3200, 3200, "big.bmp", "€1"), entry(1, 2, "tiny.jpg", "€2")], ["--rule=byte-budget", "--rule=img-format"]
        ).findings
        let expected = ["byte-budget big.bmp warning", "img-format tiny.jpg error"]
        #expect(found.map { "\($0.rule) \($0.img ?? "") \($0.severity)" } == expected)
    }

    /// The hash of a file is compared, too, whether the manifest calls it by its path or by a URL.
    @Test func declaredHash() throws {
        let hash = Bytes.picture.all.withUnsafeBytes { SHA256.hexDigest(of: $0) }
        func bare(_ img: String, _ hash: String) -> String { #"{"w":30,"h":20,"img":"\#(img)","price":"¥1","sha256":"\#(hash)"}"# }
        let wrong = String(repeating: "0f", count: 32)
        let base = "https://cdn.example.com/shop"
        let reported = try check(
            [bare("bare.jpg", hash), bare("bare.jpg", wrong), bare("\(base)/bare.jpg", hash), bare("\(base)/bare.jpg", wrong)],
            ["--base-url", Bytes(base), "--root=."]
        ).findings.filter { $0.rule.hasPrefix("picture-") }
        #expect(reported.map { "\($0.rule) \($0.pointer)" } == ["picture-facts /1/sha256", "picture-facts /3/sha256"])
        #expect(reported.map(\.message) == reported.map { _ in "the entry says sha256 \(wrong), and the picture has sha256 \(hash)" })
    }

    /// JPEGs of two encoders in CMYK. The journal knows the colors, so a picture that it knows is not read again.
    @Test func colorsOfPrinters() throws {
        let sizes = ["imagemagick-cmyk": (48, 32), "pillow-cmyk": (53, 37), "pillow-rgb": (53, 37), "pillow-l": (53, 37)]
        let entries = try sizes.sorted { $0.key < $1.key }.map { name, size in
            let picture = try #require(Fixtures.made.first { $0.path == "jpeg/\(name).jpg" })
            try folder.add(Bytes(name) + ".jpg", Bytes(try picture.bytes()))
            // A journal does not trust the stamp of a file that has just been written.
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: folder.path + "/\(name).jpg")
            return entry(size.0, size.1, name + ".jpg", "¥1")
        }
        let reported = ["picture-colors imagemagick-cmyk.jpg", "picture-colors pillow-cmyk.jpg"]
        for options in [[], ["--journal=known"], ["--journal=known"]] as [[Bytes]] {
            #expect(try check(entries, options).pictures.filter { $0.hasPrefix("picture-colors") } == reported)
        }
    }

    /// The case of a rule that was not checked is skipped, since it has not passed.
    @Test func casesOfJUnit() throws {
        try folder.add("m.json", Bytes(manifest(of: [entry(480, 360, "whole.png", "¥1")])))
        for (options, isAsked) in [(["--images"], true), ([], false)] as [([Bytes], Bool)] {
            let report = try EndToEndTests.check(["m.json", "--format=junit"] + options, in: folder).text
            for rule in ["picture-exists", "placeholder-frames"] { #expect(report.contains("name=\"\(rule)\"><skipped ") != isAsked) }
        }
    }

    /// A truncated picture has a size, but does not decode.
    @Test func verified() throws {
        let entries = [entry(600, 600, "cut.jpg", "¥1"), entry(480, 360, "whole.png", "¥1")]
        #expect(try check(entries).pictures == [])
        let answer = try check(entries, ["--verify"])
        #expect(answer.pictures == ["picture-decodes cut.jpg"])
        #expect(answer.findings[0].message.contains("truncated"))
    }

    @Test func tooManyPixels() throws {
        let answer = try check([entry(480, 360, "whole.png", "¥1")], ["--max-pixels=1000"])
        #expect(answer.pictures == ["picture-decodes whole.png"])
        #expect(answer.findings[0].message.contains("too-large"))
    }

    /// A wrong size names the frames that it moves.
    @Test func aWrongSizeMovesTheScreen() throws {
        let answer = try check([entry(600, 240, "turned.jpg", "¥1"), entry(480, 360, "whole.png", "¥1")])
        #expect(answer.findings.contains { $0.img == "turned.jpg" && $0.message.contains("; 1 frame") })
    }

    /// Relative paths start at the folder of the manifest or of its pages, or at `--root`.
    @Test func rootsOfRelativePaths() throws {
        let good = Bytes(manifest(entry(480, 360, "whole.png", "¥1")))
        try folder.add("good.json", good)
        try folder.addFolder("elsewhere")
        try folder.add("elsewhere/good.json", good)
        _ = try Program.weir.run(["ingest", "good.json", "-q", "-o", "pages", "--page-size=1", "--root=."], in: folder)
        for (arguments, isThere) in [
            (["good.json"], true), (["elsewhere/good.json"], false), (["elsewhere/good.json", "--root=."], true),
            (["pages"], true), (["./pages/"], true), (["pages", "--root=pages"], false), (["-"], true),
        ] as [([Bytes], Bool)] {
            let outcome = try EndToEndTests.check(arguments + ["--images", "--format=json"], input: good, in: folder)
            #expect(try outcome.checked().pictures == (isThere ? [] : ["picture-exists whole.png"]), "\(arguments) \(outcome.messages)")
        }
    }

    /// A picture that two entries name is compared with both.
    @Test func namedTwice() throws {
        let found = try check([entry(480, 360, "whole.png", "¥1"), entry(1, 2, "whole.png", "¥1")]).findings
        #expect(found.filter { $0.rule == "picture-size" }.map(\.entry) == [1])
    }

    /// Pictures of --base-url are files of the root. The URL, the path in the manifest, and the rule that tells it.
    @Test(
        arguments: [
            ("https://cdn.example/shop", "whole.png", nil), ("https://cdn.example/shop/", "whole.png", nil),
            ("https://cdn.example/shop", "whole.png?v=3#top", nil), ("https://cdn.example/shop", "a%20b/%E9%9D%B4%3F.png", nil),
            ("https://cdn.example/shop", "http:a.png", nil), ("https://cdn.example/shop", "gone.png", "picture-exists"),
            ("https://cdn.example/shop", "../shop/m.json", "picture-exists"),
            ("https://cdn.example/shop", "%2e%2e/m.json", "picture-exists"),
            ("https://cdn.example/shop", "/etc/passwd", "picture-exists"), ("https://cdn.example/shop", "a%00b.png", "picture-exists"),
            ("https://cdn.example/shop", "", "picture-exists"),
        ] as [(String, String, String?)])
    func baseURL(base: String, path: String, rule: String?) throws {
        let picture = Bytes(try Fixtures.bytes(of: Samples.path + "/pictures/camera.png"))
        for name in ["root", "root/a b"] as [Bytes] { try folder.addFolder(name) }
        for name in ["whole.png", "a b/靴?.png", "http:a.png"] as [Bytes] { try folder.add("root/" + name, picture) }
        let img = "https://cdn.example/shop/" + path
        let reported = try check([entry(480, 360, img, "¥1")], ["--root=root", "--base-url", Bytes(base)])
        let found = reported.findings.filter { $0.rule.hasPrefix("picture-") }
        #expect(found.map(\.rule) == (rule.map { [$0] } ?? []), "\(found.map(\.message))")
        #expect(found.allSatisfy { $0.img == img })
    }

    /// Another URL is asked of its server, which is not there.
    @Test func otherURL() throws {
        let img = "http://127.0.0.1:9/shopping/whole.png"
        let options: [Bytes] = ["--base-url=http://127.0.0.1:9/shop", "--allow-host=private", "--retries=0"]
        #expect(try check([entry(480, 360, img, "¥1")], options).pictures.contains("picture-reachable \(img)"))
    }
}
