// docs/journal.md: the entries of failed pictures, and the times at which they are requested again.
import Foundation
import TestSupport
import Testing

@Suite struct IngestRetryTests {
    private let runs: Remembering
    private let server: ScriptedServer

    init() throws {
        runs = try Remembering()
        server = try ScriptedServer(["/bad.jpg": [Exchange(.status(404))]], otherwise: [Exchange(.range(of: .picture))])
        try runs.folder.addCatalogue([server.url("/good.jpg"), server.url("/bad.jpg")])
    }

    private func asked(_ path: String) -> Int { server.requests(of: path).count }

    @Test func pausesThatGrow() throws {
        try runs.run()
        let first = runs.manifest
        try runs.run()
        #expect(asked("/bad.jpg") == 1)
        let failure = try #require((try runs.report()["failures"] as? [[String: Any]])?.first)
        #expect(failure["code"] as? String == "http-status")
        #expect(failure["attempts"] as? Int == 0)
        #expect((failure["message"] as? String)?.hasPrefix("the server answered 404; it failed and is left alone until ") == true)
        #expect(runs.manifest == first)
        // The pause is one day after the first 404, and two days after the second.
        try runs.letPass(seconds: 86_400)
        try runs.run()
        #expect(asked("/bad.jpg") == 2)
        try runs.letPass(seconds: 86_400)
        try runs.run()
        #expect(asked("/bad.jpg") == 2)
        try runs.letPass(seconds: 86_400)
        try runs.run()
        #expect(asked("/bad.jpg") == 3)
        #expect(try runs.sqlite("SELECT failures, status FROM pictures WHERE failure IS NOT NULL") == "3|404\n")
        // A pause that comes from a clock far ahead is over.
        try runs.letPass(seconds: -30 * 86_400)
        try runs.run()
        #expect(asked("/bad.jpg") == 4)
    }

    /// The next run does what `weir journal failures` says. It looks for a missing file at once, and does not look
    /// again at a file that is no picture.
    @Test func asTheJournalSays() throws {
        try runs.add("page.jpg", "<html>")
        try runs.folder.addCatalogue(["page.jpg", "gone.jpg"])
        try runs.run()
        let reported = try Program.weir.run(["journal", "failures"], in: runs.folder).lines
        #expect(reported[0].contains("gone.jpg: not-found: there is no such file (once, asked again in the next run)"))
        #expect(reported[1].contains("page.jpg: not-an-image: the content is HTML (once, not asked again before 20"))
        try runs.add("gone.jpg", .jpeg(width: 30, height: 20))
        try runs.run()
        #expect(try runs.statuses() == ["placeholder 300x300", "ok 30x20"])
    }

    @Test func atOnce() throws {
        try runs.run()
        server.set("/bad.jpg", Exchange(.range(of: .photograph)))
        let good = asked("/good.jpg")
        try runs.run("--retry-failed")
        #expect(asked("/good.jpg") == good)
        #expect(try runs.statuses() == ["ok 30x20", "ok 40x30"])
        #expect(try runs.sqlite("SELECT count(*) FROM pictures WHERE failure IS NULL") == "2\n")
    }

    /// A failed picture keeps its last size and its other facts, and does not count for `--max-failures`.
    @Test func stale() throws {
        try runs.run()
        let line = runs.manifest.split(separator: "\n")[1]
        server.set("/good.jpg", Exchange(.status(503)))
        let outcome = try runs.run("--max-failures=1")
        #expect(outcome.messages.contains("good.jpg: http-status: the server answered 503; its last size stays\n"))
        #expect(try runs.statuses() == ["stale 30x20", "placeholder 300x300"])
        #expect(runs.manifest.split(separator: "\n")[1] == line.replacing("\"ok\"", with: "\"stale\""))
        #expect(try runs.counts("ok", "stale", "placeholder") == [0, 1, 1])
        let stale = (try runs.report()["failures"] as? [[String: Any]])?.map { $0["stale"] as? Bool }
        #expect(stale == [true, nil])
        try runs.run("--on-failure=omit")
        #expect(try runs.statuses() == ["stale 30x20"])
        #expect(asked("/good.jpg") == 2)
        // The entity tag of the last size is still used, so the server can answer 304.
        server.set("/good.jpg", Exchange(.range(of: .picture)))
        try runs.run("--retry-failed")
        #expect(try runs.counts("ok", "unchanged") == [1, 1])
        #expect(runs.manifest.split(separator: "\n")[1] == line)
    }

    /// A host that accepts no connection says nothing of its pictures, so each run asks again, however often it failed.
    @Test func aHostThatComesBack() throws {
        try runs.run()
        server.set("/good.jpg", Exchange(.close))
        for _ in 1...3 {
            try runs.run()
            #expect(try runs.statuses().first == "stale 30x20")
        }
        server.set("/good.jpg", Exchange(.range(of: .picture)))
        try runs.run()
        #expect(try runs.statuses().first == "ok 30x20")
    }

    /// The last true size is used rather than the catalogue's size.
    @Test func sizesOfTheCatalogue() throws {
        try runs.run()
        server.set("/good.jpg", Exchange(.status(404)))
        try runs.folder.add("c.csv", Bytes("img,price,w,h\n\(server.url("/good.jpg")),1,7,7\n\(server.url("/bad.jpg")),1,7,7\n"))
        try runs.run()
        #expect(try runs.statuses() == ["stale 30x20", "placeholder 7x7"])
    }

    @Test func aFileThatWentAndCame() throws {
        try runs.add("a.jpg", .jpeg(width: 30, height: 20))
        try runs.folder.addCatalogue(["a.jpg"])
        try runs.run()
        try FileManager.default.removeItem(atPath: runs.folder.path + "/a.jpg")
        try runs.run()
        #expect(try runs.statuses() == ["stale 30x20"])
        try runs.add("a.jpg", .jpeg(width: 30, height: 20))
        try runs.run()
        #expect(try runs.statuses() == ["ok 30x20"])
    }
}
