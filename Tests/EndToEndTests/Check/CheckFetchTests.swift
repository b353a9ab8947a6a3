// docs/checks.md: --images compares the sizes of pictures on servers.
import Foundation
import TestSupport
import Testing

@Suite struct CheckFetchTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func check(_ entries: [String], _ options: Bytes..., limits: [Bytes] = FetchCase.limits) throws -> CheckAnswer {
        try folder.add("m.json", Bytes(manifest(of: entries)))
        return try EndToEndTests.check(["m.json", "--images", "--format=json"] + limits + options, in: folder).checked()
    }

    @Test(
        arguments: [
            ("the picture", [Exchange(.body(.picture))], 30, nil, ""),
            ("another size", [Exchange(.body(.picture))], 31, "picture-size", "the picture is 30x20"),
            ("404", [Exchange(.status(404))], 30, "picture-exists", "404"),
            ("410", [Exchange(.status(410))], 30, "picture-exists", "410"),
            ("403", [Exchange(.status(403))], 30, "picture-exists", "403"),
            ("503", [Exchange(.status(503))], 30, "picture-reachable", "503"),
            ("a page", [Exchange(.header("Content-Type", "text/html"), .body("<html>"))], 30, "picture-decodes", "not-an-image"),
            ("nothing", [Exchange()], 30, "picture-decodes", "empty"),
            ("reset", [Exchange(.reset)], 30, "picture-reachable", "connect"),
            ("elsewhere and back", [Exchange(.redirect(to: "/b.jpg")), Exchange(.body(.picture))], 30, nil, ""),
        ] as [(String, [Exchange], Int, String?, String)])
    func one(title: String, script: [Exchange], width: Int, rule: String?, words: String) throws {
        let server = try ScriptedServer(otherwise: script)
        let answer = try check([entry(width, 20, server.url("/a.jpg"), "¥1")])
        let found = answer.findings.filter { $0.rule.hasPrefix("picture-") }
        #expect(found.map(\.rule) == (rule.map { [$0] } ?? []), "\(found.map(\.message))")
        #expect(found.allSatisfy { $0.message.contains(words) }, "\(found.map(\.message))")
    }

    /// Private addresses are not connected to without `--allow-host private`.
    @Test func loopback() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.body(.picture))])
        let answer = try check([entry(30, 20, server.url("/a.jpg"), "¥1")], limits: ["--retries=0"])
        #expect(
            answer.findings.filter { $0.rule.hasPrefix("picture-") }.map(\.message) == [
                "the picture was not asked for: forbidden-address: the host's name stands for a loopback address; private hosts are not allowed"
            ])
        #expect(server.requests.isEmpty)
    }

    /// A picture that the journal knows is requested again on the condition that it has changed.
    @Test func journal() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.range(of: .picture))])
        let entries = [entry(30, 20, server.url("/a.jpg"), "¥1"), entry(31, 20, server.url("/b.jpg"), "¥1")]
        for _ in 0..<2 {
            let answer = try check(entries, "--journal=j")
            #expect(answer.findings.filter { $0.rule.hasPrefix("picture-") }.map(\.rule) == ["picture-size"])
        }
        #expect(server.requests.count == 4)
        #expect(server.requests.suffix(2).allSatisfy { $0["If-None-Match"] != nil })
        #expect(try Program.weir.run(["journal", "check", "--journal=j"], in: folder).status == .exited(0))
    }

    /// The manifests of one check take turns with the journal.
    @Test func manifestsWithOneJournal() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.range(of: .picture))])
        for name: Bytes in ["a.json", "b.json"] { try folder.add(name, Bytes(manifest(of: [entry(30, 20, server.url("/a.jpg"), "¥1")]))) }
        let outcome = try EndToEndTests.check(
            ["a.json", "b.json", "--images", "--journal=j", "--rule=picture-size"] + FetchCase.limits, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(server.requests.map { $0["If-None-Match"] != nil } == [false, true])
    }

    /// A picture that was replaced while caches may show the old one is named on request.
    @Test func replacedPictures() throws {
        func answer(_ width: UInt16, _ lines: Bytes = "") -> Exchange {
            let picture = Bytes.jpeg(width: width, height: 20)
            return Exchange(.headers("Content-Length: \(picture.count)\r\nETag: \"\(width)\"" + lines), .body(picture))
        }
        let server = try ScriptedServer(otherwise: [answer(30, "\r\nCache-Control: max-age=63072000")])
        let entries = ["/a.jpg", "/b.jpg"].map { entry(30, 20, server.url($0), "¥1") }
        func findings() throws -> [CheckAnswer.Finding] { try check(entries, "--rule=picture-cached", "--journal=j").findings }
        #expect(try findings().isEmpty)
        server.set("/a.jpg", answer(31))
        for _ in 1...2 {
            let found = try findings()
            #expect(found.map(\.rule) == ["picture-cached"] && found.map(\.line) == [2], "\(found.map(\.message))")
        }
        let alone = try EndToEndTests.check(["m.json", "--images", "--rule=picture-cached"] + FetchCase.limits, in: folder)
        #expect(alone.messages.contains("--journal"), "\(alone.messages)")
    }

    /// A picture that could not be looked at has neither passed nor been put right: a baseline keeps its finding, and JUnit skips it.
    @Test func aServerThatIsDown() throws {
        let server = try ScriptedServer(
            ["/a.jpg": [Exchange(.body(.picture)), Exchange(.status(503))]], otherwise: [Exchange(.body(.picture))])
        try folder.add(
            "m.json", Bytes(manifest(of: [entry(31, 20, server.url("/a.jpg"), "¥1"), entry(31, 20, server.url("/b.jpg"), "¥1")])))
        func run(_ options: Bytes...) throws -> Outcome {
            try EndToEndTests.check(
                ["m.json", "--images", "--rule=picture-size", "--baseline=known.json"] + FetchCase.limits + options, in: folder)
        }
        #expect(try run("--write-baseline").messages.contains("weir: wrote 2 findings to known.json"))
        try folder.add(
            "m.json", Bytes(manifest(of: [entry(31, 20, server.url("/a.jpg"), "¥1"), entry(30, 20, server.url("/b.jpg"), "¥1")])))
        let pruned = try run("--write-baseline", "--report=junit=j.xml", "--format=json")
        #expect(pruned.messages.contains("weir: wrote 0 findings to known.json; 1 stay of what was not checked"), "\(pruned.messages)")
        #expect(folder.text(of: "known.json")?.contains("/a.jpg") == true)
        let skipped = #"name="picture-size"><skipped message="1 picture could not be measured"/>"#
        #expect(folder.text(of: "j.xml")?.contains(skipped) == true, "\(folder.text(of: "j.xml") ?? "")")
        #expect(pruned.text.contains(#"{"rule":"picture-size","reason":"1 picture could not be measured"}"#), "\(pruned.text)")
    }

    @Test func wholePicturesAreVerified() throws {
        let photograph = Bytes(try Fixtures.bytes(of: Samples.path + "/pictures/mug.jpg"))
        let cut = Exchange(.range(of: photograph.prefix(9000)))
        let server = try ScriptedServer(["/cut.jpg": [cut]], otherwise: [Exchange(.range(of: photograph))])
        let entries = [entry(600, 600, server.url("/cut.jpg"), "¥1"), entry(600, 600, server.url("/whole.jpg"), "¥1")]
        #expect(try check(entries).findings.filter { $0.rule == "picture-decodes" }.isEmpty)
        let answer = try check(entries, "--mirror=mirror", "--verify")
        #expect(answer.findings.filter { $0.rule == "picture-decodes" }.map(\.entry) == [0])
    }

    /// Only a mirror has whole pictures of the network. The others are verified without one.
    @Test(arguments: [false, true]) func urlsAreNotVerifiedWithoutAMirror(isFurther: Bool) throws {
        let server = try ScriptedServer(otherwise: [Exchange(.range(of: .picture))])
        let url = server.url("/a.jpg")
        let more = isFurther ? #","images":[{"w":30,"h":20,"img":"\#(url)"}]"# : ""
        let photograph = try Fixtures.bytes(of: Samples.path + "/pictures/mug.jpg")
        try folder.add("cut.jpg", Bytes(photograph).prefix(photograph.count / 2))
        try folder.add(
            "m.json", Bytes(manifest(of: [entry(600, 600, "cut.jpg", "¥1"), entry(30, 20, isFurther ? "gone.jpg" : url, "¥1", more)])))
        let outcome = try EndToEndTests.check(["m.json", "--images", "--verify", "--format=json"] + FetchCase.limits, in: folder)
        #expect(outcome.status == .exited(1) && !server.requests.isEmpty)
        let answer = try outcome.checked()
        #expect(answer.findings.filter { $0.rule == "picture-decodes" }.map(\.img) == ["cut.jpg"])
        #expect(
            outcome.messages
                == "weir: m.json: entry 1, line 3 names a picture of the network: only its header is compared; --mirror DIR names the folder that keeps whole pictures\n"
        )
    }

    /// Hashes are those of the mirror.
    @Test func hashes() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.range(of: .picture))])
        try folder.add("rows.json", Bytes(#"[{"img":"\#(server.url("/a.jpg"))"}]"#))
        let options: [Bytes] = ["--mirror=mirror", "--with=sha256", "--max-removed=100%", "-q", "-o", "sound.json"]
        #expect(try Program.weir.run(["ingest", "rows.json"] + FetchCase.limits + options, in: folder).status == .exited(0))
        let sound = try String(decoding: #require(folder.content(of: "sound.json")), as: UTF8.self)
        let hash = try #require(sound.firstMatch(of: /"sha256":"([0-9a-f]{64})"/)?.1)
        func rules(_ hash: Substring, _ options: Bytes...) throws -> [String] {
            let entry = #"{"w":30,"h":20,"img":"\#(server.url("/a.jpg"))","price":"¥1","sha256":"\#(hash)"}"#
            try folder.add("m.json", Bytes(manifest(of: [entry])))
            return try EndToEndTests.check(["m.json", "--images", "--format=json"] + FetchCase.limits + options, in: folder)
                .checked().findings.filter { $0.rule.hasPrefix("picture-") }.map { "\($0.rule) \($0.pointer)" }
        }
        #expect(try rules(hash, "--mirror=mirror") == [])
        #expect(try rules("\(hash.dropLast())\(hash.last == "0" ? "1" : "0")", "--mirror=mirror") == ["picture-facts /0/sha256"])
        #expect(try rules("\(hash.dropLast())\(hash.last == "0" ? "1" : "0")") == [])
    }

    /// The Exif block of a HEIC is read in the mirror only.
    @Test(arguments: [[], ["--mirror=mirror"]] as [[Bytes]])
    func readers(mirror: [Bytes]) throws {
        let picture = try #require(Fixtures.made.first { $0.path == "heic/exif-orientation-6-ignored.heic" })
        let server = try ScriptedServer(otherwise: [Exchange(.range(of: Bytes(try picture.bytes())))])
        try folder.add("m.json", Bytes(manifest(of: [entry(64, 48, server.url("/a.heic"), "¥1")])))
        let options: [Bytes] = ["m.json", "--images", "--rule=picture-readers", "--format=json"]
        let answer = try EndToEndTests.check(options + FetchCase.limits + mirror, in: folder).checked()
        #expect(answer.findings.map(\.rule) == (mirror.isEmpty ? [] : ["picture-readers"]))
        let unchecked = answer.files.flatMap(\.unchecked).map { "\($0.rule): \($0.reason)" }
        #expect(unchecked == (mirror.isEmpty ? ["picture-readers: pictures were not read to their ends"] : []))
    }

    /// Rules on request that need whole pictures of servers look at none without a mirror, and say so.
    @Test func rulesWithoutWholePictures() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.range(of: .picture))])
        try folder.add("a.jpg", .picture)
        func messages(_ img: String, _ options: Bytes...) throws -> String {
            try folder.add("m.json", Bytes(manifest(of: [entry(30, 20, "b.jpg", "¥1"), entry(30, 20, img, "¥1", #","range":"hdr""#)])))
            let rules: [Bytes] = ["--rule=picture-range", "--rule=picture-readers", "--rule=picture-generated"]
            return try EndToEndTests.check(["m.json", "--images"] + rules + FetchCase.limits + options, in: folder).messages
        }
        try folder.add("b.jpg", .picture)
        let message = "weir: picture-generated has not looked at everything: pictures were not read to their ends\n"
        #expect(try messages(server.url("/a.jpg")) == message)
        #expect(try messages("a.jpg") == "")
        #expect(try messages(server.url("/a.jpg"), "--mirror=mirror") == "")
        #expect(try messages(server.url("/a.jpg"), "--verify").hasSuffix(message))
    }

    @Test func nginx() throws {
        try folder.add("a.jpg", .picture)
        let server = try NginxServer(serving: folder.path)
        let found = try check([entry(30, 20, server.url("/a.jpg"), "¥1"), entry(30, 20, server.url("/gone.jpg"), "¥1")])
            .findings.filter { $0.rule.hasPrefix("picture-") }
        #expect(found.map(\.rule) == ["picture-exists"])
        #expect(found.map(\.entry) == [1])
    }
}
