// docs/operations.md: the report of a run, and its messages.
import Foundation
import TestSupport
import Testing

@Suite struct IngestReportTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.add(
            "c.csv", "img,price\na.jpg,1\n\"new\nline \"\"q\"\".jpg\",1\n,1\na.jpg,1\n../x.jpg,1\n\"new\nline \"\"q\"\".jpg\",1\n")
    }

    private func report(_ name: String = "r.json") throws -> [String: Any] {
        try #require(try json(folder.content(of: name)) as? [String: Any])
    }

    private static let failures = [
        "row=2 line=3 column=- img=new\nline \"q\".jpg code=not-found message=there is no such file attempts=1",
        "row=3 line=5 column=1 img= code=broken-row message=the row has no picture (img) attempts=0",
        "row=5 line=7 column=- img=../x.jpg code=outside-root message=the path leaves the root folder attempts=1",
        "row=6 line=8 column=- img=new\nline \"q\".jpg code=not-found message=there is no such file attempts=1",
    ]

    @Test(arguments: [("placeholder", 3, 0), ("omit", 0, 3)])
    func countsAndFailures(action: String, placeholder: Int, omitted: Int) throws {
        let outcome = try ingest(
            "c.csv", "-o", "m.json", "--report", "r.json", "--max-failures=9", "--on-failure", Bytes(action), in: folder)
        #expect(outcome.status == .exited(0))
        var report = try report()
        let seconds = try #require(report.removeValue(forKey: "seconds") as? Double)
        #expect(seconds >= 0)
        let failures = try #require(report.removeValue(forKey: "failures") as? [[String: Any]])
        let keys = ["row", "line", "column", "img", "code", "message", "attempts"]
        let reported = failures.map { failure in keys.map { "\($0)=\(failure[$0] ?? "-")" }.joined(separator: " ") }
        #expect(reported == IngestReportTests.failures)
        #expect(failures.allSatisfy { $0.count == 7 })
        #expect(report.removeValue(forKey: "written") as? Bool == true)
        #expect(report.removeValue(forKey: "outcome") as? String == "written")
        let summary = outcome.messages.split(separator: "\n").last?.dropFirst("weir: ".count)
        #expect(report.removeValue(forKey: "message") as? String == summary.map(String.init))
        #expect(report.removeValue(forKey: "hosts") as? [String] == [])
        #expect(report.removeValue(forKey: "resized") as? [String] == [])
        #expect(report.removeValue(forKey: "recovered") as? [String] == [])
        let new = try #require(report.removeValue(forKey: "newFailures") as? [[String: Any]])
        #expect(new.map { $0["row"] as? Int } == [2, 5, 6])
        #expect(
            report as? [String: Int] == [
                "rows": 6, "ok": 2, "stale": 0, "placeholder": placeholder, "omitted": omitted, "broken": 1, "cancelled": 0, "pictures": 3,
                "status": 0, "requests": 0, "connections": 0, "tlsHandshakes": 0, "bytesReceived": 0, "bytesSaved": 0,
                "bytesAsked": 0, "bytesNeeded": 0, "bytesWasted": 0,
                "remembered": 0, "unchanged": 0, "resizedPictures": 0, "newFailedPictures": 2, "recoveredPictures": 0,
            ])
    }

    @Test func nothingFailed() throws {
        try folder.addCatalogue(["a.jpg"])
        #expect(try ingest("c.csv", "-o", "m.json", "--report", "r.json", in: folder).status == .exited(0))
        #expect(try report()["failures"] as? [String] == [])
        #expect(try report()["ok"] as? Int == 1)
    }

    /// If the manifest is not written, the report says so.
    @Test(
        arguments: [
            (["--max-failures=0"], 1, 6, 4, "gated"), (["--on-failure=stop"], 1, 3, 1, "stopped-at-broken-row"),
            (["--max-failures=0", "--metrics=/dev/full"], 1, 6, 4, "gated"),
        ] as [([Bytes], Int32, Int, Int, String)])
    func notWritten(options: [Bytes], status: Int32, rows: Int, failures: Int, word: String) throws {
        let outcome = try Program.weir.run(["ingest", "c.csv", "-o", "m.json", "--report=r.json"] + options, in: folder)
        #expect(outcome.status == .exited(status))
        #expect(folder.content(of: "m.json") == nil)
        let report = try report()
        #expect(report["written"] as? Bool == false)
        #expect(report["outcome"] as? String == word && report["status"] as? Int32 == status)
        #expect(report["rows"] as? Int == rows)
        #expect((report["failures"] as? [Any])?.count == failures)
        // Each row has one result.
        let results = ["ok", "stale", "placeholder", "omitted", "broken", "cancelled"]
        #expect(results.reduce(0) { $0 + (report[$1] as? Int ?? 0) } == rows)
    }

    /// The report of a run that was refused before its first row is not that of the run before.
    @Test(
        arguments: [
            (["gone.csv"], "gone.csv: no such file or directory"), (["shop"], "shop: no such file or directory"),
            (["c.csv", "--root=none"], "the root none: no such file or directory"),
            (["c.csv", "--placeholder=c.csv"], "the placeholder c.csv: not-an-image"), (["cut.json"], "cut.json"),
            (["c.csv", "--metrics=none/w.prom"], "none/w.prom cannot be written: there is no folder none"),
            (["c.csv", "-o", "package.json"], "package.json"), (["c.csv", "--journal=c.json"], "c.json"),
        ] as [([Bytes], String)])
    func refused(arguments: [Bytes], reason: String) throws {
        try folder.add("r.json", "{\"failures\":[],\"written\":true}")
        try folder.add("cut.json", "[{\"img\"")
        try folder.add("c.json", "[]")
        try folder.add("package.json", "{\"name\":\"shop\"}")
        let outcome = try Program.weir.run(["ingest", "-o", "m.json", "--report=r.json"] + arguments, in: folder)
        #expect(outcome.status == .exited(2))
        let report = try report()
        let message = try #require(report["message"] as? String)
        #expect(outcome.messages == "weir: \(message)\n" && message.contains(reason))
        #expect(report["written"] as? Bool == false && report["rows"] as? Int == 0 && report["status"] as? Int == 2)
        #expect(report["outcome"] as? String == (arguments == ["cut.json"] ? "failed" : "refused"))
    }

    /// If the report cannot be written, the metrics tell that the run was refused.
    @Test func refusedByTheReport() throws {
        let outcome = try ingest("c.csv", "-o", "m.json", "--report=none/r.json", "--metrics=w.prom", in: folder)
        #expect(outcome.messages == "weir: none/r.json cannot be written: there is no folder none\n")
        #expect(outcome.status == .exited(2))
        #expect(folder.text(of: "w.prom")?.contains("weir_success{manifest=\"m.json\"} 0\n") == true)
    }

    /// The report has the exit status also if the metrics fail.
    @Test func metricsThatFail() throws {
        try folder.addCatalogue(["a.jpg"])
        let quiet = try ingest("c.csv", "-o", "m.json", "--report=r.json", "--metrics=/dev/full", "-q", in: folder)
        #expect(
            quiet.messages.hasSuffix("/dev/full cannot be written: no space left on device; m.json is the new manifest already\n"),
            "\(quiet.messages)")
        #expect(try ingest("c.csv", "-o", "m.json", "--report=r.json", "--metrics=/dev/full", in: folder).status == .exited(3))
        #expect(try report()["written"] as? Bool == true && report()["status"] as? Int == 3)
    }

    /// The report stays valid JSON with control characters and with bytes that are not UTF-8.
    @Test func namesThatAreNoText() throws {
        try folder.addFolder("p")
        try folder.add("p/" + [0xFF, 0x0A] + ".jpg", .jpeg(width: 1, height: 1))
        try folder.add("p/" + [0x1B] + ".jpg", .jpeg(width: 1, height: 1))
        let outcome = try ingest("p", "-o", "m.json", "--report=r.json", "--max-failures=9", "--max-removed=100%", in: folder)
        #expect(outcome.status == .exited(0))
        #expect(
            outcome.messages == """
                weir: row 1 (line 1, column 1): broken-row: \\x1b.jpg: img holds a control character
                weir: row 2 (line 2, column 1): broken-row: \u{FFFD}\\n.jpg: img is not UTF-8
                weir: wrote m.json; 2 rows: 0 with their true size, 2 broken

                """)
        #expect((try report()["failures"] as? [Any])?.count == 2)
    }

    @Test(arguments: ["-", "/dev/stdout"] as [Bytes])
    func reportToStandardOutput(name: Bytes) throws {
        let outcome = try ingest("c.csv", "-o", "m.json", "--max-failures=9", "--report", name, in: folder)
        #expect((try json(outcome.output) as? [String: Any])?["rows"] as? Int == 6)
        #expect(outcome.status == .exited(0))
        #expect(try folder.names() == ["a.jpg", "c.csv", "m.json"])
    }

    @Test(
        arguments: [
            (["-o", "-", "--report=-"], "the manifest and the report cannot both go to standard output"),
            (["-o", "m.json", "--report=m.json"], "the manifest and the report cannot both be m.json"),
        ] as [([Bytes], String)])
    func misuse(options: [Bytes], message: String) throws {
        let outcome = try Program.weir.run(["ingest", "c.csv"] + options, in: folder)
        #expect(outcome.messages == "weir ingest: \(message)\nTry 'weir ingest --help'.\n")
        #expect(outcome.status == .exited(2))
    }

    /// Without a journal nobody knows which failures are new, so all are named.
    @Test func quiet() throws {
        let options: [Bytes] = ["ingest", "c.csv", "-o", "m.json", "--max-failures=9", "--journal=none"]
        let all = try Program.weir.run(options, in: folder)
        for option: Bytes in ["--quiet", "-q"] {
            let outcome = try Program.weir.run(options + [option], in: folder)
            let failures: [Substring] = all.messages.split(separator: "\n").dropLast()
            let counts: Substring =
                "weir: m.json is unchanged; 4 of 6 rows have no true size now (2 not-found, 1 broken-row, 1 outside-root)"
            #expect(outcome.messages.split(separator: "\n") == [counts] + failures)
            #expect(outcome.status == .exited(0))
        }
        // With `-q`, the message that nothing was written is still printed.
        let gated = try ingest("c.csv", "-o", "m.json", "--max-failures=0", "-q", in: folder)
        let counts = "4 of 6 rows have no true size now (2 not-found, 1 broken-row, 1 outside-root)"
        #expect(
            gated.messages.hasPrefix("weir: m.json stays as it was: ") && gated.messages.contains("; \(counts); 2 pictures failed"),
            "\(gated.messages)")
        try folder.addCatalogue(["a.jpg"])
        let good = try ingest("c.csv", "-o", "m.json", "-q", "--max-removed=100%", in: folder)
        #expect(good.messages == "")
        #expect(good.status == .exited(0))
    }

    /// A quiet run names what the last run did not tell.
    @Test func news() throws {
        func reported(_ option: Bytes = "-q") throws -> [String] {
            let outcome = try ingest(
                "c.csv", "-o", "m.json", "--max-failures=100%", "--retry-failed", "--report=r.json", option, in: folder)
            #expect(outcome.status == .exited(0))
            return outcome.messages.split(separator: "\n").map { String($0.dropFirst("weir: ".count)) }
        }
        func list(_ name: String) throws -> [String] {
            (try report()[name] as? [[String: Any]] ?? []).map { "\($0["row"] ?? "") \($0["img"] ?? "") \($0["code"] ?? "")" }
        }
        try folder.add("c.csv", "img,price\na.jpg,1\nb.jpg,1\n,1\nc.jpg,1\n,2\n")
        let broken = "row 3 (line 4, column 1): broken-row: the row has no picture (img)"
        func gone(_ row: Int, _ name: String) -> String { "row \(row) (line \(row + 1)): \(name).jpg: not-found: there is no such file" }
        #expect(
            try reported() == [
                "wrote m.json; 4 of 5 rows have no true size now (2 broken-row, 2 not-found); 2 pictures failed that did not before, 0 recovered",
                gone(2, "b"), broken, gone(4, "c"),
            ])
        #expect(try list("newFailures") == ["2 b.jpg not-found", "4 c.jpg not-found"])
        #expect(
            try reported() == [
                "m.json is unchanged; 4 of 5 rows have no true size now (2 broken-row, 2 not-found); "
                    + "0 pictures failed that did not before, 0 recovered",
                broken, "2 pictures fail as before",
            ])
        #expect(try list("newFailures") == [])
        try FileManager.default.moveItem(atPath: folder.path + "/a.jpg", toPath: folder.path + "/b.jpg")
        #expect(
            try reported() == [
                "wrote m.json; 4 of 5 rows have no true size now (2 broken-row, 2 not-found); 1 of them keeps its last one; "
                    + "1 picture failed that did not before, 1 recovered",
                gone(1, "a") + "; its last size stays", "row 2 (line 3): b.jpg: it has recovered", broken, "1 picture fails as before",
            ])
        #expect(try list("newFailures") == ["1 a.jpg not-found"])
        #expect(try list("recovered") == ["2 b.jpg "])
        #expect(try reported("--verbose").count == 5)
        #expect(try report()["newFailures"] as? [String] == [])
    }

    /// A journal learns nothing of these failures, so they are no news, and only the first one is named.
    @Test func failuresOfNoJournal() throws {
        try folder.addCatalogue(["a.jpg", "ftp://host/b.jpg", "file://host/c.jpg"])
        for _ in 1...2 {
            let outcome = try ingest("c.csv", "-o", "m.json", "--max-failures=100%", "--report=r.json", "-q", in: folder)
            let lines = outcome.messages.split(separator: "\n")
            #expect(
                lines.count == 2 && lines[1].hasPrefix("weir: row 2 (line 3): ftp://host/b.jpg: forbidden-scheme: "), "\(outcome.messages)")
            #expect(lines.first?.contains("; 0 pictures failed that did not before, 0 recovered") == true)
            #expect(try report()["newFailures"] as? [String] == [])
        }
    }

    @Test func quietAndVerbose() throws {
        let outcome = try ingest("c.csv", "-o", "m.json", "--quiet", "--verbose", in: folder)
        #expect(outcome.messages == "weir ingest: --quiet and --verbose exclude each other\nTry 'weir ingest --help'.\n")
        #expect(outcome.status == .exited(2))
    }
}
