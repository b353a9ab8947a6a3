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
