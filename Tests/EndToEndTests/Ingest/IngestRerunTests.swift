// docs/journal.md: the pictures that a second run looks at, and those that it takes from the journal.
import Foundation
import TestSupport
import Testing

@Suite struct IngestRerunTests {
    private let runs: Remembering

    init() throws { runs = try Remembering() }

    @Test func filesThatAreAsTheyWereAreNotOpened() throws {
        try runs.folder.addFolder("p")
        for name: Bytes in ["p/a.jpg", "p/b.jpg"] { try runs.add(name, .jpeg(width: 30, height: 20)) }
        try runs.add("p/bad.jpg", "no picture")
        try runs.folder.addCatalogue(["p/a.jpg", "p/b.jpg", "p/../p/a.jpg", "p/bad.jpg", "p/gone.jpg"])
        try runs.run()
        let first = runs.manifest
        let watch = try FileWatch(runs.folder, "p")
        try runs.run()
        #expect(watch.opened() == [:])
        #expect(runs.manifest == first)
        #expect(try runs.counts("ok", "placeholder", "remembered", "resizedPictures") == [3, 2, 4, 0])
        try runs.run("--refresh")
        // The kernel joins two openings of a file that follow each other.
        #expect(Set(watch.opened().keys) == ["a.jpg", "b.jpg", "bad.jpg"])
        #expect(runs.manifest == first)
    }

    @Test func aFileThatChanged() throws {
        try runs.add("a.jpg", .jpeg(width: 30, height: 20))
        try runs.add("b.jpg", .jpeg(width: 30, height: 20))
        try runs.folder.addCatalogue(["a.jpg", "b.jpg", "a.jpg"])
        try runs.run()
        try runs.add("a.jpg", .jpeg(width: 31, height: 20))
        try runs.folder.addCatalogue(["a.jpg", "c.jpg", "a.jpg"])
        try runs.add("c.jpg", .jpeg(width: 5, height: 4))
        let outcome = try runs.run()
        #expect(try runs.statuses() == ["ok 31x20", "ok 5x4", "ok 31x20"])
        let resized = try #require(try runs.report()["resized"] as? [[String: Any]])
        #expect(resized.count == 1)
        let keys = ["row", "line", "img", "w", "h", "formerW", "formerH"]
        #expect(keys.map { "\(resized.first?[$0] ?? "")" } == ["1", "2", "a.jpg", "31", "20", "30", "20"])
        #expect(outcome.messages.contains("1 with another size than before"))
        #expect(outcome.messages.contains("against the previous manifest: 1 added, 1 removed, 2 resized; --max-removed "))
        #expect(try runs.report()["change"] as? [String: Int] == ["added": 1, "removed": 1, "resized": 2])
    }

    /// What `--verify` finds is recorded like any failure: the last sound size stays, and the same inputs give the same bytes.
    @Test func anUnsoundFileKeepsTheLastSoundSize() throws {
        try runs.add("a.jpg", Mirroring.picture("jpeg/cjpeg-640x480.jpg"))
        try runs.folder.addCatalogue(["a.jpg"])
        try runs.run("--verify")
        try runs.add("a.jpg", .jpeg(width: 50, height: 40))
        for isNew in [true, false, false] {
            let outcome = try runs.run("--verify", "-q")
            #expect(try runs.statuses() == ["stale 640x480"], "\(outcome.messages)")
            #expect((outcome.messages.contains("1 new") || outcome.messages.contains("a.jpg")) == isNew, "\(outcome.messages)")
            let failures = try Program.weir.run(["journal", "failures"], in: runs.folder)
            #expect(failures.text.contains("/a.jpg") && failures.text.contains("truncated"), "\(failures.text)")
        }
    }

    /// A file without a stamp in the journal is measured again. Its row is not taken for that of a URL.
    @Test func filesWithoutStamps() throws {
        try runs.add("a.jpg", .jpeg(width: 30, height: 20))
        try runs.folder.addCatalogue([runs.folder.path + "/a.jpg"])
        try runs.run()
        try runs.sqlite("UPDATE pictures SET stamp = NULL")
        try runs.folder.writeChecksums()
        try runs.add("a.jpg", .jpeg(width: 31, height: 20))
        try runs.run("--max-age=1h")
        #expect(try runs.statuses() == ["ok 31x20"])
    }

    /// A row in the journal whose bits have flipped is reported by a check. A run opens its picture again, and repairs the row.
    @Test(arguments: ["dimensions = dimensions + 1", "content = content + 1", "key = key || 'x'"] as [Bytes])
    func damagedRows(change: Bytes) throws {
        for name: Bytes in ["a.jpg", "b.jpg"] { try runs.add(name, .jpeg(width: 30, height: 20)) }
        try runs.folder.addCatalogue(["a.jpg", "b.jpg"])
        try runs.run()
        try runs.sqlite("UPDATE pictures SET " + change + " WHERE key GLOB '*/a.jpg'")
        let check = try Program.weir.run(["journal", "check"], in: runs.folder)
        #expect(check.text == ".weir-journal: 1 row does not fit its checksum\n" && check.status == .exited(1))
        try runs.run()
        #expect(try runs.statuses() == ["ok 30x20", "ok 30x20"])
        #expect(try runs.counts("remembered") == [1])
        #expect(try Program.weir.run(["journal", "check"], in: runs.folder).text == ".weir-journal is whole: 2 pictures\n")
        try runs.run()
        #expect(try runs.counts("remembered") == [2])
    }

    /// A link that leads out of the root is refused, even if a known picture had its name. So is a folder that has
    /// become such a link.
    @Test func linksThatLeadOut() throws {
        try runs.folder.addFolder("root")
        try runs.folder.addFolder("root/p")
        try runs.add("root/p/a.jpg", .jpeg(width: 30, height: 20))
        try runs.add("root/b.jpg", .jpeg(width: 30, height: 20))
        try runs.folder.addCatalogue(["p/a.jpg", "b.jpg"])
        try runs.run("--root=root")
        for name in ["p", "b.jpg"] {
            try FileManager.default.moveItem(atPath: runs.folder.path + "/root/" + name, toPath: runs.folder.path + "/" + name)
            try runs.folder.addLink("root/" + Bytes(name), to: Bytes("../" + name))
        }
        try runs.run("--root=root")
        let failures = try #require(try runs.report()["failures"] as? [[String: Any]])
        #expect(failures.map { $0["code"] as? String } == ["outside-root", "outside-root"])
        #expect(try runs.statuses() == ["stale 30x20", "stale 30x20"])
    }

    @Test func urls() throws {
        let paths = (0..<40).map { "/\($0).jpg" }
        let server = try ScriptedServer(otherwise: [Exchange(.range(of: .photograph))])
        try runs.folder.addCatalogue(paths.map { server.url($0).replacing("//", with: "//user:secret@") + "#part" })
        try runs.run()
        let first = runs.manifest
        let asked = server.requests.count
        try runs.run()
        #expect(server.requests.count == asked + 40)
        for request in server.requests.suffix(40) {
            #expect(request["If-None-Match"] != nil)
            #expect(request.bytesSent < 300)
        }
        #expect(try runs.counts("ok", "unchanged", "remembered", "requests") == [40, 40, 0, 40])
        let whole = try #require(Int(try runs.sqlite("SELECT sum(bytes) FROM readable").trimmingCharacters(in: .newlines)))
        #expect(try whole > 40 * 1000 && runs.counts("bytesSaved") == [whole])
        try runs.run("--max-age=1h")
        #expect(server.requests.count == asked + 40)
        #expect(try runs.counts("ok", "unchanged", "remembered", "requests") == [40, 0, 40, 0])
        #expect(try runs.counts("bytesSaved") == [whole])
        try runs.letPass(seconds: 3601)
        try runs.run("--max-age=1h")
        #expect(server.requests.count == asked + 80)
        try runs.run("--max-age=1h", "--refresh")
        // How many of them take a second request depends on what was learned before they began.
        let refreshed = server.requests.dropFirst(asked + 80)
        #expect(refreshed.count >= 40 && refreshed.allSatisfy { $0["If-None-Match"] == nil })
        #expect(runs.manifest == first)
        #expect(try runs.sqlite("SELECT count(*) FROM pictures WHERE key GLOB '*secret*' OR key GLOB '*#part*'") == "0\n")
        // A request time in the future, from a wrong clock, is not trusted.
        try runs.letPass(seconds: -86_400)
        try runs.run("--max-age=1h")
        #expect(server.requests.count == asked + 120 + refreshed.count)
        #expect(runs.manifest == first)
    }

    /// A server may give another picture the tag of the one before.
    @Test func aTagThatStays() throws {
        let server = try ScriptedServer()
        func serve(_ picture: Bytes) {
            server.set(
                "/a.jpg",
                Exchange(
                    .computed { request in
                        request["If-None-Match"] == nil
                            ? [.header("ETag", "\"a\""), .body(picture)] : [.status(304), .header("ETag", "\"a\"")]
                    }))
        }
        serve(.jpeg(width: 40, height: 30))
        try runs.folder.addCatalogue([server.url("/a.jpg")])
        try runs.run()
        serve(.jpeg(width: 50, height: 60))
        try runs.run()
        #expect(try runs.statuses() == ["ok 40x30"])
        try runs.run("--refresh")
        #expect(try runs.statuses() == ["ok 50x60"])
    }

    @Test func anotherPictureUnderTheSameURL() throws {
        let server = try ScriptedServer(["/a.jpg": [Exchange(.range(of: .picture)), Exchange(.range(of: .photograph))]])
        try runs.folder.addCatalogue([server.url("/a.jpg")])
        try runs.run()
        try runs.run()
        #expect(try runs.statuses() == ["ok 40x30"])
        #expect((try runs.report()["resized"] as? [Any])?.count == 1)
    }

    @Test func withoutAJournal() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.range(of: .picture))])
        try runs.folder.addCatalogue([server.url("/a.jpg")])
        for _ in 0..<2 { try runs.run("--journal=none") }
        #expect(server.requests.map { $0["If-None-Match"] } == [nil, nil])
        #expect(try runs.folder.journalNames() == [])
        #expect(try runs.counts("remembered") == [-1])
    }

    @Test(
        arguments: [
            (["-o", "m.json"], "", [".weir-journal", ".weir-journal.lock"]), (["-o", "-"], "", []),
            (["-o", "-", "--journal=.weir-journal-x"], "", [".weir-journal-x", ".weir-journal-x.lock"]),
            (["-o", "pages", "--page-size=1"], "", [".weir-journal", ".weir-journal.lock"]), (["-o", "null.json"], "", []),
        ] as [([Bytes], String, [String])])
    func journalFiles(options: [Bytes], below: String, names: [String]) throws {
        try runs.folder.addFolder("pages")
        try runs.folder.addLink("null.json", to: "/dev/null")
        try runs.folder.add("a.jpg", .picture)
        try runs.folder.addCatalogue(["a.jpg"])
        let outcome = try Program.weir.run(["ingest", "c.csv"] + options, in: runs.folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(try runs.folder.journalNames(in: below) == names)
    }
}
