// docs/failures.md: the entries of failed pictures, and the limits beyond which the previous manifest stays.
import TestSupport
import Testing

@Suite struct IngestFailureTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
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
            ("2", true), ("49.9%", false),
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

    @Test func noRows() throws {
        let name = "first.json"
        try folder.addCatalogue([])
        let arguments: [Bytes] = ["ingest", "c.csv", "-o", Bytes(name)]
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
