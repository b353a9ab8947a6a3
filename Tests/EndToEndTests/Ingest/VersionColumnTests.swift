// docs/journal.md: a picture of the network whose row states the version that the journal has is not asked for.
import Foundation
import TestSupport
import Testing

@Suite struct VersionColumnTests {
    private let runs: Remembering
    private let server: ScriptedServer

    init() throws {
        runs = try Remembering()
        server = try ScriptedServer([:], otherwise: [Exchange(.range(of: .picture))])
    }

    private func asked(_ path: String) -> Int { server.requests(of: path).count }

    /// Runs over two pictures with these versions. Returns how often each was asked for by now.
    private func run(_ a: String, _ b: String, _ options: Bytes...) throws -> [Int] {
        try runs.folder.add("c.csv", Bytes("img,price,updated\n\(server.url("/a.jpg")),1,\(a)\n\(server.url("/b.jpg")),2,\(b)\n"))
        let outcome = try Program.weir.run(Remembering.options + ["--version-column=updated"] + options, in: runs.folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        return [asked("/a.jpg"), asked("/b.jpg")]
    }

    @Test func unchangedTexts() throws {
        #expect(try run("2026-01-01", "7") == [1, 1])
        let first = runs.manifest
        #expect(try run("2026-01-01", "7") == [1, 1])
        #expect(runs.manifest == first)
        #expect(try runs.counts("ok", "remembered") == [2, 2])
        // Another text is asked for anew, whatever the journal's age, and then trusted too.
        #expect(try run("2026-01-02", "7", "--max-age=1h") == [2, 1])
        #expect(server.requests(of: "/a.jpg").last?.headers.contains { $0.name.lowercased() == "if-none-match" } == false)
        #expect(try run("2026-01-02", "7") == [2, 1])
        #expect(runs.manifest == first)
        // A row without a text proves nothing.
        #expect(try run("2026-01-02", "") == [2, 2])
        #expect(try run("2026-01-02", "") == [2, 3])
        #expect(try run("2026-01-02", "7", "--refresh") == [3, 4])
        #expect(try run("2026-01-02", "8", "--retry-failed") == [3, 5])
    }

    /// A journal without versions learns them by requests that cost no body, and then no request is needed.
    @Test func journalsWithoutVersions() throws {
        server.set("/a.jpg", Exchange(.range(of: .picture, tag: "\"v1\"")))
        try runs.folder.add("c.csv", Bytes("img,price\n\(server.url("/a.jpg")),1\n"))
        #expect(try Program.weir.run(Remembering.options, in: runs.folder).status == .exited(0))
        let counts = try [run("1", "1"), run("1", "1")]
        #expect(counts == [[2, 1], [2, 1]])
        #expect(server.requests(of: "/a.jpg").last?["If-None-Match"] == "\"v1\"")
    }

    /// Of a picture whose rows state different texts nothing is known, whichever row comes first.
    @Test func rowsThatDiffer() throws {
        func run(_ first: String, _ second: String) throws -> Int {
            let rows = [first, second].map { "\(server.url("/a.jpg")),1,\($0)\n" }
            try runs.folder.add("c.csv", Bytes("img,price,updated\n" + rows.joined()))
            _ = try Program.weir.run(Remembering.options + ["--version-column=updated"], in: runs.folder)
            return asked("/a.jpg")
        }
        let counts = try [run("1", "1"), run("1", "2"), run("2", "1"), run("2", "2"), run("2", "2"), run("", "2"), run("2", "2")]
        #expect(counts == [1, 2, 3, 4, 4, 5, 5])
    }

    /// A version whose picture failed says nothing of the size before it, which stays until the picture comes.
    @Test func failures() throws {
        server.set("/a.jpg", Exchange(.range(of: .picture, tag: "\"v1\"")))
        _ = try run("1", "1")
        server.set("/a.jpg", Exchange(.status(404)))
        _ = try run("2", "1")
        #expect(try runs.statuses() == ["stale 30x20", "ok 30x20"])
        server.set("/a.jpg", Exchange(.range(of: .jpeg(width: 44, height: 33), tag: "\"v1\"")))
        _ = try run("2", "1", "--retry-failed")
        #expect(server.requests(of: "/a.jpg").last?["If-None-Match"] == nil)
        #expect(try runs.statuses() == ["ok 44x33", "ok 30x20"])
    }

    private func answer(_ width: UInt16, _ lines: Bytes) -> Exchange {
        let picture = Bytes.jpeg(width: width, height: 20)
        return Exchange(.headers("Content-Length: \(picture.count)" + lines), .body(picture))
    }

    /// A cache may still have the picture of before the stated version, which such an answer does not prove.
    @Test(
        arguments: [
            ("the same tag", "ETag: \"t\"\r\nAge: 900"), ("another tag", "ETag: \"u\"\r\nAge: 900"),
            ("a weak tag", "ETag: W/\"t\"\r\nAge: 900"),
            ("no tag", "Age: 900"), ("several ages", "ETag: \"t\"\r\nAge: 900, 3"),
            ("a huge age", "ETag: \"t\"\r\nAge: 99999999999999999999"),
        ] as [(String, Bytes)])
    func caches(title: String, lines: Bytes) throws {
        server.set("/a.jpg", answer(30, "\r\nETag: \"t\""))
        _ = try run("1", "1")
        var requests: [Int] = []
        for (width, lines, version) in [(30, lines, "2"), (30, lines, "2"), (44, lines, "2"), (44, "ETag: \"v\"", "2"), (44, lines, "2")]
            as [(UInt16, Bytes, String)]
        {
            server.set("/a.jpg", answer(width, "\r\n" + lines))
            requests.append(try run(version, "1")[0])
            #expect(try runs.statuses()[0] == "ok \(width)x20", "\(title)")
        }
        // The server's own answer proves it.
        #expect(requests == [2, 3, 4, 5, 5], "\(title)")
    }

    /// A cache may have had the redirect, or one of two parts. A failure proves nothing either.
    @Test func cachesBetween() throws {
        let old = Exchange(.redirect(to: "/old.jpg"))
        server.set("/a.jpg", old)
        server.set("/old.jpg", answer(30, "\r\nETag: \"t\""))
        _ = try run("1", "1")
        server.set("/a.jpg", Exchange(.status(302), .header("Location", "/old.jpg"), .header("Age", "900")))
        _ = try run("2", "1")
        server.set("/a.jpg", Exchange(.redirect(to: "/new.jpg")))
        server.set("/new.jpg", answer(44, ""))
        _ = try run("2", "1")
        #expect(try runs.statuses()[0] == "ok 44x20")
        server.set("/a.jpg", Exchange(.status(404)))
        _ = try run("3", "1")
        server.set("/a.jpg", answer(44, "\r\nETag: \"u\"\r\nAge: 900"))
        _ = try run("", "1", "--retry-failed")
        server.set("/a.jpg", answer(55, ""))
        _ = try run("3", "1")
        #expect(try runs.statuses()[0] == "ok 55x20")
    }

    /// A check of the manifest states no version, and those of unchanged pictures stay.
    @Test func checks() throws {
        server.set("/a.jpg", Exchange(.range(of: .picture, tag: "\"v1\"")))
        _ = try run("1", "1")
        let check = try Program.weir.run(["check", "m.json", "--images", "--journal=.weir-journal"] + FetchCase.limits, in: runs.folder)
        #expect(asked("/a.jpg") == 2, "\(check.messages)")
        #expect(try run("1", "1")[0] == 2)
        server.set("/a.jpg", Exchange(.range(of: .jpeg(width: 44, height: 33), tag: "\"v2\"")))
        _ = try Program.weir.run(["check", "m.json", "--images", "--journal=.weir-journal"] + FetchCase.limits, in: runs.folder)
        #expect(try run("1", "1")[0] == 4)
    }

    /// A picture that has changed may stand behind another permanent redirect.
    @Test func redirects() throws {
        server.set("/a.jpg", Exchange(.status(301), .header("Location", "/one.jpg")))
        _ = try run("1", "1")
        server.set("/a.jpg", Exchange(.status(301), .header("Location", "/two.jpg")))
        server.set("/two.jpg", Exchange(.range(of: .jpeg(width: 44, height: 33))))
        _ = try run("2", "1")
        #expect(try runs.statuses() == ["ok 44x33", "ok 30x20"])
    }

    @Test(arguments: ["", " ", "\t"]) func blankTexts(text: String) throws {
        #expect(try [run(text, "1"), run(text, "1")] == [[1, 1], [2, 1]])
    }

    @Test(arguments: [["null", "null"], [#""""#, #"" ""#], ["7", "7"]]) func versionsInJSON(texts: [String]) throws {
        for text in texts {
            try runs.folder.add("c.json", Bytes("[{\"img\":\"\(server.url("/a.jpg"))\",\"price\":1,\"updated\":\(text)}]"))
            let options = Remembering.options.map { $0 == "c.csv" ? "c.json" : $0 }
            let outcome = try Program.weir.run(options + ["--version-column=updated"], in: runs.folder)
            #expect(outcome.status == .exited(0), "\(outcome.messages)")
        }
        #expect(asked("/a.jpg") == (texts[0] == "7" ? 1 : 2))
    }

    /// A killed run has stored a whole picture, which was replaced later. Nobody knows the version of the stored one.
    @Test func leftoversOfAMirror() throws {
        let picture = Bytes.jpeg(width: 30, height: 20, behind: 9000)
        let half = Exchange(.headers("Content-Length: \(picture.count)\r\nETag: \"v1\""), .body(picture.prefix(5000)), .stall)
        server.set("/a.jpg", half, Exchange(.range(of: .jpeg(width: 44, height: 33))))
        let mirror = try Mirroring()
        try mirror.folder.add("c.csv", Bytes("img,price,updated\n\(server.url("/a.jpg")),1,1\n"))
        let options = ["ingest", "c.csv", "--version-column=updated"] + Mirroring.options
        func kill() throws {
            let run = try Program.weir.start(options, in: mirror.folder)
            try mirror.waitForPartial(of: 5000)
            withExtendedLifetime(run) {}
        }
        try kill()
        let name = try #require(try mirror.partials().first { !$0.hasSuffix(".json") })
        try mirror.folder.add("mir/.partial/\(name)" as Bytes, picture)
        let outcome = try Program.weir.run(options, in: mirror.folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(mirror.folder.text(of: "m.json")?.contains("\"w\":44,\"h\":33") == true)
    }

    /// Placeholders stay when the version of an unchanged picture becomes known.
    @Test func placeholders() throws {
        server.set("/a.jpg", Exchange(.range(of: .picture, tag: "\"v1\"")))
        try runs.folder.add("c.csv", Bytes("img,price,updated\n\(server.url("/a.jpg")),1,1\n"))
        var counts: [Int] = []
        for options: [Bytes] in [[], ["--version-column=updated"], ["--version-column=updated"]] {
            _ = try Program.weir.run(Remembering.options + ["--with=thumbhash"] + options, in: runs.folder)
            counts.append(asked("/a.jpg"))
        }
        #expect(counts[1...] == [counts[0] + 1, counts[0] + 1])
    }

    /// The placeholders of a picture stay while its newest version fails.
    @Test func failuresWithPlaceholders() throws {
        server.set("/a.jpg", Exchange(.range(of: try Mirroring.picture("jpeg/cjpeg-progressive.jpg"), tag: "\"v1\"")))
        _ = try run("1", "1", "--with=thumbhash")
        let first = runs.manifest
        #expect(first.contains("\"thumbhash\""))
        server.set("/a.jpg", Exchange(.status(404)))
        for version in ["2", "2", "3"] {
            _ = try run(version, "1", "--with=thumbhash", "--retry-failed")
            #expect(runs.manifest == first.replacing("\"ok\"", with: "\"stale\"", maxReplacements: 1))
        }
    }

    /// The second night over nginx sends no request. `WEIR_OBJECTS` sets the number of pictures.
    @Test func nginx() throws {
        let count = ProcessInfo.processInfo.environment["WEIR_OBJECTS"].flatMap { Int($0) } ?? 20
        for number in 0..<count { try runs.folder.add("\(number).jpg", .picture) }
        let nginx = try NginxServer(serving: runs.folder.path)
        let rows = (0..<count).map { "\(nginx.url("/\($0).jpg")),1,v\($0)\n" }
        try runs.folder.add("c.csv", Bytes("img,price,updated\n" + rows.joined()))
        for night in 1...2 {
            let outcome = try Program.weir.run(Remembering.options + ["--version-column=updated", "--per-host=20"], in: runs.folder)
            #expect(outcome.status == .exited(0), "\(outcome.messages)")
            #expect(try runs.counts("ok", "remembered") == [count, night == 1 ? 0 : count])
            #expect(try nginx.accessLog(atLeast: count).count == count)
        }
    }

    /// The product is asked for anew if one of its rows has another text.
    @Test func partsOfAProduct() throws {
        func run(_ second: String) throws -> Int {
            try runs.folder.add(
                "c.csv",
                Bytes("Handle,Image Src,Variant Price,Updated\nx,\(server.url("/a.jpg")),1,1\nx,\(server.url("/b.jpg")),,\(second)\n"))
            _ = try Program.weir.run(Remembering.options + ["--version-column=Updated"], in: runs.folder)
            return asked("/a.jpg") + asked("/b.jpg")
        }
        #expect(try [run("1"), run("1"), run("2"), run("2")] == [2, 2, 4, 4])
    }

    @Test func misuse() throws {
        try runs.folder.add("c.csv", "img,price\na.jpg,1\n")
        let missing = try ingest("c.csv", "-o", "m.json", "--version-column=updated", in: runs.folder)
        #expect(missing.messages.contains("there is no column updated; the columns are img, price; --version-column names another"))
        let folder = try ingest(".", "-o", "m.json", "--version-column=updated", in: runs.folder)
        #expect(folder.messages.contains("--version-column is for rows; a folder has no columns"), "\(folder.messages)")
    }
}
