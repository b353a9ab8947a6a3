// docs/failures.md: the entries of failed pictures, and the limits beyond which the previous manifest stays.
import TestSupport
import Testing

@Suite struct IngestFailureTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.add("placeholder.png", .jpeg(width: 120, height: 160))
        try folder.add("m.json", "[]")
    }

    private func check(
        _ arguments: [Bytes], status: Int32, _ expected: String?, messages: String? = nil,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try Program.weir.run(["ingest"] + arguments + ["-o", "m.json"], in: folder)
        #expect(outcome.status == .exited(status), "\(outcome.messages)", sourceLocation: location)
        #expect(folder.text(of: "m.json") == expected ?? "[]", sourceLocation: location)
        #expect(try !folder.names().contains { $0.hasPrefix(".") }, sourceLocation: location)
        if let messages { #expect(outcome.messages == messages, sourceLocation: location) }
    }

    private static let allowing: Bytes = "--max-failures=100%"

    /// A failed picture gets the catalogue's size if both sides are given, else the placeholder's, else the fallback.
    @Test(
        arguments: [
            ([], "400x500 300x300 300x300"),
            (["--placeholder=16x9"], "400x500 16x9 16x9"),
            (["--placeholder=placeholder.png"], "400x500 120x160 120x160"),
            (["--placeholder=placeholder.png", "--placeholder=16x9"], "400x500 120x160 120x160"),
        ] as [([Bytes], String)])
    func sizesOfLastResort(options: [Bytes], sizes: String) throws {
        try folder.add("c.csv", "img,price,w,h\nx.jpg,1,400,500\ny.jpg,1,400,\nz.jpg,1,,\n")
        try folder.add(
            "c.json", #"[{"img":"x.jpg","price":1,"w":400,"h":500},{"img":"y.jpg","price":1,"w":400},{"img":"z.jpg","price":1}]"#)
        let entries = zip(["x.jpg", "y.jpg", "z.jpg"], sizes.split(separator: " ")).map { img, size in
            let sides = size.split(separator: "x").map { Int($0)! }
            return entry(sides[0], sides[1], img)
        }
        for catalogue: Bytes in ["c.csv", "c.json"] {
            try check([catalogue, IngestFailureTests.allowing] + options, status: 0, manifest(of: entries))
        }
    }

    /// A name that is a list of pictures is reported from a file that is missing.
    @Test(
        arguments: [
            ("a.jpg|b.jpg", "a list of pictures, which --img-separator '|' splits"),
            ("a.jpg, b.jpg", "a list of pictures, which --img-separator ',' splits"),
            ("a.jpg;b.jpg;c.webp", "a list of pictures, which --img-separator ';' splits"), ("a.jpg\nb.jpg", "a list of pictures"),
            ("[a.jpg]", "an array of pictures, and the catalogue's format has no such array"), ("b.jpg", nil), ("Hat, blue.jpg", nil),
            ("[1].jpg", nil), ("w_20,h_30/b.jpg", nil), ("b.jpg,", nil),
        ] as [(String, String?)])
    func listsOfPictures(name: String, likeness: String?) throws {
        try folder.add("c.csv", Bytes("img,price\n\"\(name.replacing("\"", with: "\"\""))\",1\n"))
        let outcome = try Program.weir.run(["ingest", "c.csv", "-o", "m.json", Self.allowing, "--report=r.json"], in: folder)
        let advice = likeness.map { "; the name looks like \($0)" } ?? ""
        #expect(outcome.messages.contains(": not-found: there is no such file\(advice)\n"), "\(outcome.messages)")
        let report = try json(folder.content(of: "r.json")) as? [String: Any]
        let failures = report?["failures"] as? [[String: Any]]
        #expect(failures?.first?["message"] as? String == "there is no such file" + advice)
    }

    /// An invalid size in the catalogue is ignored.
    @Test(arguments: ["0,5", "-3,5", "3.5,5", "abc,5", "99999999999999999999,5", "4294967297,5"])
    func sizesThatAreNone(size: String) throws {
        try folder.add("c.csv", Bytes("img,price,w,h\nx.jpg,1,\(size)\n"))
        try check(["c.csv", IngestFailureTests.allowing], status: 0, manifest(entry(300, 300, "x.jpg")))
    }

    @Test(arguments: [
        ("gone.png", "not-found: there is no such file"),
        ("note.txt", "not-an-image: the content is text"),
        (".", "unreadable: it is a folder"),
    ])
    func aPlaceholderThatIsNone(name: String, reason: String) throws {
        try folder.addCatalogue(["a.jpg"])
        try folder.add("note.txt", "just a note\n")
        try check(
            ["c.csv", "--placeholder", Bytes(name)], status: 2, nil, messages: "weir: the placeholder \(name): \(reason)\n")
    }

    private static let gone = "gone.jpg: not-found: there is no such file"

    @Test func omit() throws {
        try folder.addCatalogue(["gone.jpg", "a.jpg", "gone.jpg"])
        try check(
            ["c.csv", "--on-failure=omit", IngestFailureTests.allowing], status: 0, manifest(entry(30, 20, "a.jpg")),
            messages: """
                weir: row 1 (line 2): \(IngestFailureTests.gone)
                weir: row 3 (line 4): \(IngestFailureTests.gone)
                weir: wrote m.json; 3 rows: 1 with its true size, 2 omitted; against the previous manifest: 1 added, 0 removed, 0 resized

                """)
    }

    /// A run that stops cancels its requests, since this server would never answer them.
    @Test(.timeLimit(.minutes(3))) func stopsWithoutWaiting() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.hold, .body(.picture))])
        // The first batch takes longer than the start of the second batch, which has the server's picture.
        let lost = (0..<6000).map { "lost-\($0).jpg,1\n" }.joined()
        try folder.add("c.csv", Bytes("img,price\n\(lost)\(server.url("/a.jpg")),1\n"))
        try check(
            ["c.csv", "--on-failure=stop", "--allow-host=private", "--timeout=4h", "--journal=none"],
            status: 1, nil)
    }

    /// A fault of the catalogue behind the failure does not hide it, although the reader may have come to it.
    @Test(
        arguments: [
            ("c.json", #"[{"img":"gone.jpg","price":"1"},{"img":"a.jpg""#),
            ("c.plist", "<plist><array><dict><key>img</key><string>gone.jpg</string><key>price</key><string>1</string></dict></array>"),
        ] as [(Bytes, Bytes)])
    func stopsBeforeAFault(catalogue: Bytes, text: Bytes) throws {
        try folder.add(catalogue, text)
        let outcome = try ingest(catalogue, "-o", "m.json", "--on-failure=stop", "--report=r.json", in: folder)
        #expect(outcome.messages.hasSuffix("weir: m.json stays as it was: stopped at the first failure, as --on-failure stop asks\n"))
        #expect(outcome.status == .exited(1))
        #expect(try folder.names().contains("r.json"))
    }

    @Test func stop() throws {
        try folder.addCatalogue(["a.jpg", "gone.jpg", "lost.jpg"])
        try check(
            ["c.csv", "--on-failure=stop"], status: 1, nil,
            messages: """
                weir: row 2 (line 3): \(IngestFailureTests.gone)
                weir: m.json stays as it was: stopped at the first failure, as --on-failure stop asks

                """)
        try folder.addCatalogue(["a.jpg"], as: "good.csv")
        try check(["good.csv", "--on-failure=stop"], status: 0, manifest(entry(30, 20, "a.jpg")))
    }

    /// Failures up to the limit are allowed. Broken rows count too.
    @Test(
        arguments: [
            ("2", true), ("1", false), ("0", false), ("50%", true), ("49.9%", false), ("0%", false), ("100%", true),
        ] as [(Bytes, Bool)])
    func maxFailures(limit: Bytes, isAllowed: Bool) throws {
        try folder.add("c.csv", "img,price\na.jpg,1\ngone.jpg,1\n,1\na.jpg,1\n")
        for action: Bytes in ["placeholder", "omit"] {
            let outcome = try ingest(
                "c.csv", "-o", "m.json", "--max-failures", limit, "--max-removed=100%", "--on-failure", action, in: folder)
            #expect(outcome.status == .exited(isAllowed ? 0 : 1))
            #expect((folder.text(of: "m.json") == "[]") == !isAllowed)
            let last = outcome.messages.split(separator: "\n").last ?? ""
            let result = action == "omit" ? "1 omitted" : "1 with a placeholder"
            let counts = "4 rows: 2 with their true size, \(result), 1 broken"
            let gate =
                "m.json stays as it was: 2 rows without a true size are more than --max-failures \(String(decoding: limit.all, as: UTF8.self)) allows"
            #expect(last.hasPrefix("weir: \(isAllowed ? "wrote m.json" : gate); \(counts)"), "\(last)")
        }
    }

    /// Without the option, one row in five may fail.
    @Test(arguments: [(4, true), (3, false)])
    func maxFailuresUnlessToldOtherwise(good: Int, isAllowed: Bool) throws {
        try folder.addCatalogue([String](repeating: "a.jpg", count: good) + ["gone.jpg"])
        let outcome = try ingest("c.csv", "-o", "m.json", in: folder)
        #expect(outcome.status == .exited(isAllowed ? 0 : 1))
        #expect((folder.text(of: "m.json") == "[]") == !isAllowed)
    }

    @Test(arguments: ["json", "jsonl", "plist", "binary.plist", "json.gz", "jsonl.gz"])
    func noRows(kind: String) throws {
        let words = kind.split(separator: " ").map { Bytes(String($0)) }
        let name = "first.\(kind.prefix { $0 != " " })"
        try folder.addCatalogue([])
        let arguments: [Bytes] = ["ingest", "c.csv", "-o", Bytes(name)] + words.dropFirst()
        let refused = try Program.weir.run(arguments, in: folder)
        #expect(
            refused.messages
                == "weir: \(name) was not written: the catalogue has no rows, and a manifest without entries needs --max-removed 100%\n"
        )
        #expect(refused.status == .exited(1))
        #expect(folder.content(of: name) == nil)
        let first = try Program.weir.run(arguments + ["--max-removed=100%"], in: folder)
        #expect(first.messages == "weir: wrote \(name); the catalogue has no rows\n")
        #expect(first.status == .exited(0))
        // An empty manifest is an empty catalogue.
        try check(
            [Bytes(name), "--max-removed=100%"], status: 0, manifest(),
            messages: "weir: wrote m.json; the catalogue has no rows; against the previous manifest: 0 added, 0 removed, 0 resized\n")
    }

    @Test func brokenRowsStopARunToo() throws {
        try folder.add("c.csv", "img,price\na.jpg,1\n,1\na.jpg,1\n")
        let outcome = try ingest("c.csv", "-o", "m.json", "--on-failure=stop", in: folder)
        #expect(outcome.status == .exited(1))
        #expect(folder.text(of: "m.json") == "[]")
        let lines = outcome.messages.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first == "weir: row 2 (line 3, column 1): broken-row: the row has no picture (img)")
        #expect(lines.last == "weir: m.json stays as it was: stopped at the first broken row, as --on-failure stop asks")
    }

    /// docs/operations.md: a night's mail is a screen, and has no line for what has failed before.
    @Test func aMailNamesCauses() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.status(404))])
        let urls = (1...30).map { server.url("/\($0).jpg") }
        try folder.addCatalogue(urls + urls + (1...15).map { "gone-\($0).jpg" })
        func night(_ options: Bytes...) throws -> [Substring] {
            let fixed: [Bytes] = ["ingest", "c.csv", "-o", "m.json", "--allow-host=private", "--retries=0", Self.allowing]
            let outcome = try Program.weir.run(fixed + options, in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.messages)")
            return outcome.messages.split(separator: "\n")
        }
        let first = try night()
        #expect(first.count == 14, "\(first.joined(separator: "\n"))")
        #expect(first.prefix(10).allSatisfy { $0.hasPrefix("weir: row ") })
        #expect(first.dropFirst(10).first == "weir: further failures are only counted, by cause; --report FILE names them all")
        #expect(first.dropFirst(11).first?.hasPrefix("weir: 127.0.0.1:\(server.port): 30 pictures failed since ") == true)
        #expect(first.dropFirst(12).first == "weir: 15 pictures failed, the last with not-found: there is no such file")
        #expect(try night("--verbose").count == 76)
        let mail = try night("-q", "--journal=another")
        #expect(mail.count == 9 && mail[0].hasPrefix("weir: m.json is unchanged; 75 of 75 rows have no true size now ("), "\(mail)")
        #expect(mail.dropFirst().first?.hasPrefix("weir: 127.0.0.1:\(server.port): 30 pictures failed since ") == true, "\(mail)")
        #expect(mail.dropFirst(3).prefix(5).allSatisfy { $0.hasPrefix("weir: row ") }, "\(mail)")
        #expect(try night("-q") == [])
    }
}
