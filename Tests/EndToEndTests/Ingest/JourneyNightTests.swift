// docs/operations.md: the way of an operator whose shop is read every night.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.time), .needs(.program("sqlite3"))) struct JourneyNightTests {
    private let runs: Remembering
    private let server: NginxServer
    private static let pictures = 1...20

    private var folder: TemporaryFolder { runs.folder }

    init() throws {
        runs = try Remembering()
        try runs.folder.addFolder("site")
        server = try NginxServer(serving: runs.folder.path + "/site")
        for number in Self.pictures { try add(number) }
        try list(Array(Self.pictures))
    }

    private func add(_ number: Int) throws { try folder.add("site/" + Bytes("\(number).jpg"), .jpeg(width: UInt16(number), height: 5)) }
    private func remove(_ number: Int) throws { try FileManager.default.removeItem(atPath: "\(folder.path)/site/\(number).jpg") }
    private func url(_ number: Int) -> String { server.url("/\(number).jpg") }
    private func list(_ numbers: [Int]) throws { try folder.addCatalogue(numbers.map(url)) }

    /// The command of the crontab, and what cron mails.
    private func night(is status: Int32 = 0) throws -> [String] {
        if folder.content(of: ".weir-journal") != nil { try runs.letPass(seconds: 86_400) }
        let outcome = try Program.weir.run(
            ["ingest", "c.csv", "-o", "m.json", "--quiet", "--report=r.json", "--metrics=w.prom"] + FetchCase.limits, in: folder)
        #expect(outcome.status == .exited(status), "\(outcome.messages)")
        #expect(outcome.text == "")
        return outcome.messages.split(separator: "\n").map { String($0.dropFirst("weir: ".count)) }
    }

    /// A night that writes its manifest and sends this mail. A slow one names its pictures in several turns, so their order is open.
    private func night(sends expected: [String], location: SourceLocation = #_sourceLocation) throws {
        let mail = try night()
        #expect(mail.first == expected.first && mail.sorted() == expected.sorted(), sourceLocation: location)
    }

    private func metric(_ name: String) -> String? {
        folder.text(of: "w.prom")?.split(separator: "\n").first { $0.hasPrefix(name + "{") || $0.hasPrefix(name + " ") }
            .flatMap { $0.split(separator: " ").last.map(String.init) }
    }

    /// The names of the pictures in a list of the report.
    private func listed(_ name: String) throws -> [String] {
        try #require(try runs.report()[name] as? [[String: Any]]).map { $0["img"] as? String ?? "" }
    }

    private func lost(_ number: Int) -> String {
        "row \(number) (line \(number + 1)): \(url(number)): http-status: the server answered 404; its last size stays"
    }

    @Test func nights() throws {
        let whole = manifest(of: Self.pictures.map { entry($0, 5, url($0)) })
        // All is well: no mail.
        try night(sends: [])
        #expect(runs.manifest == whole)
        #expect((metric("weir_success"), metric("weir_rows"), metric("weir_entries_removed")) == ("1", "20", nil))

        // Three pictures break. The mail names them, and the manifest keeps their sizes.
        for number in [3, 4] { try remove(number) }
        try folder.add("site/5.jpg", "<html>moved</html>")
        let page = "row 5 (line 6): \(url(5)): not-an-image: the content is HTML; the server calls it image/jpeg; its last size stays"
        try night(sends: [
            "m.json is unchanged; 3 of 20 rows have no true size now (2 http-status, 1 not-an-image); 3 of them keep their last one; "
                + "3 pictures failed that did not before, 0 recovered",
            lost(3), lost(4), page,
        ])
        #expect(runs.manifest == whole)
        #expect(try listed("newFailures") == [url(3), url(4), url(5)])
        #expect(try listed("failures") == [url(3), url(4), url(5)])
        #expect(metric("weir_success") == "1")
        #expect(folder.text(of: "w.prom")?.contains("weir_failures{manifest=\"m.json\",code=\"http-status\"} 2\n") == true)

        // Nothing is new: no mail.
        try night(sends: [])
        #expect(try listed("newFailures") == [])
        #expect(try listed("failures") == [url(3), url(4), url(5)])

        // One is there again and another one is lost. A week later every pause is over.
        try add(4)
        try remove(7)
        try runs.letPass(seconds: 7 * 86_400)
        try night(sends: [
            "m.json is unchanged; 3 of 20 rows have no true size now (2 http-status, 1 not-an-image); 3 of them keep their last one; "
                + "1 picture failed that did not before, 1 recovered",
            "row 4 (line 5): \(url(4)): it has recovered", lost(7), "2 pictures fail as before",
        ])
        #expect(try listed("newFailures") == [url(7)])
        #expect(try listed("recovered") == [url(4)])
        #expect(runs.manifest == whole)

        // The export has lost most of its rows.
        try list([1, 2])
        let kept = try night(is: 1)
        let reason = "18 of the 20 entries of the previous manifest are missing, which is more than --max-removed 20% allows"
        #expect(kept == ["m.json stays as it was: \(reason); 2 rows: 2 with their true size"])
        #expect(runs.manifest == whole)
        #expect((metric("weir_success"), metric("weir_entries_removed")) == ("0", "18"))
        #expect(try runs.report()["written"] as? Bool == false)
        try list([])
        #expect(
            try night(is: 1) == [
                "m.json stays as it was: the catalogue has no rows, and a manifest without entries needs --max-removed 100%; "
                    + "20 of the 20 entries of the previous manifest are missing, which is more than --max-removed 20% allows; "
                    + "the catalogue has no rows"
            ])
        #expect(metric("weir_entries_removed") == "20")
        #expect(runs.manifest == whole)

        // The next export is whole, and so is the night.
        for number in [3, 5, 7] { try add(number) }
        try list(Array(Self.pictures))
        try runs.letPass(seconds: 30 * 86_400)
        let recovered = [3, 5, 7].map { "row \($0) (line \($0 + 1)): \(url($0)): it has recovered" }
        try night(sends: ["m.json is unchanged; 0 pictures failed that did not before, 3 recovered"] + recovered)
        #expect((metric("weir_success"), metric("weir_entries_removed")) == ("1", "0"))
        #expect(runs.manifest == whole)
    }

    /// The disk of the manifest is full. The report and the metrics lie elsewhere, and tell of it.
    @Test(.needs(.smallDisk)) func fullDisk() throws {
        let disk = try SmallDisk(folder, "disk", size: "64k")
        defer { withExtendedLifetime(disk) {} }
        func run() throws -> Outcome {
            try Program.weir.run(
                ["ingest", "c.csv", "-o", "disk/m.json", "--journal=j", "--quiet", "--report=r.json", "--metrics=w.prom"]
                    + FetchCase.limits, in: folder)
        }
        #expect(try run().status == .exited(0))
        let old = try #require(folder.text(of: "disk/m.json"))
        #expect(old == manifest(of: Self.pictures.map { entry($0, 5, url($0)) }))
        try list((0..<20_000).map { $0 % 20 + 1 })
        let outcome = try run()
        #expect(outcome.messages.hasSuffix("weir: disk/m.json cannot be written: no space left on device\n"), "\(outcome.messages)")
        #expect(outcome.messages.split(separator: "\n").count == 2)
        #expect(outcome.status == .exited(3))
        #expect(folder.text(of: "disk/m.json") == old)
        #expect(try folder.names(in: "disk") == ["m.json"])
        #expect(metric("weir_success") == "0")
        #expect(try runs.report()["written"] as? Bool == false)
        #expect(try Program.weir.run(["journal", "check", "--journal=j"], in: folder).text == "j is whole: 20 pictures\n")
    }

    /// A client reads an index and walks its pages, while the operator writes another set. The server shows the folder of
    /// the pages, and the journal does not lie in it.
    @Test func pages() throws {
        let options: [Bytes] = ["ingest", "c.csv", "-o", "pages", "--page-size=6", "--page-names=hash"] + FetchCase.limits
        func write(_ numbers: [Int]) throws {
            try list(numbers)
            let outcome = try Program.weir.run(options + ["--max-removed=100%"], in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.messages)")
        }
        try write(Array(1...13))
        let web = try NginxServer(serving: folder.path + "/pages")
        func index() throws -> [(file: String, count: Int)] {
            let index = try #require(try json(curl(web.url("/index.json")).body) as? [String: Any])
            return try #require(index["pages"] as? [[String: Any]]).map { (try #require($0["file"] as? String), $0["count"] as? Int ?? 0) }
        }
        /// The pictures of a page as the client gets them; nil if there is no such page.
        func pictures(_ file: String) throws -> [String]? {
            let reply = try curl(web.url("/" + file))
            guard reply.status == 200 else { return nil }
            return try #require(try json(reply.body) as? [[String: Any]]).map { $0["img"] as? String ?? "" }
        }

        let old = try index()
        #expect(old.map(\.count) == [6, 6, 1])
        var walked = try #require(try pictures(old[0].file))
        try write(Array(14...20))
        for page in old.dropFirst() { walked += try #require(try pictures(page.file), "\(page.file) is gone") }
        #expect(walked == (1...13).map(url))
        let new = try index()
        #expect(try new.flatMap { try pictures($0.file) ?? [] } == (14...20).map(url))
        // Two sets later nobody walks the first index any more.
        try write([1])
        #expect(try old.map { try pictures($0.file) == nil } == [true, true, true])
        #expect(try new.flatMap { try pictures($0.file) ?? [] } == (14...20).map(url))

        #expect(try folder.journalNames().contains(".weir-journal"))
        #expect(try folder.journalNames(in: "pages") == [])
        for name in [".weir-journal", ".weir-journal.lock", ".weir-journal-wal", "../.weir-journal", "%2e%2e/.weir-journal"] {
            let reply = try curl(web.url("/" + name), "--path-as-is")
            #expect([400, 404].contains(reply.status), "\(name): \(reply.status)")
        }
        let mode = try #require(Program.named("stat")).run(["-c", "%a", ".weir-journal"], in: folder).text
        #expect(mode == "600\n")
    }
}
