// docs/catalogues.md: both readings of a catalogue have the same rows.
import Foundation
import TestSupport
import Testing

@Suite struct IngestReadTwiceTests {
    private let folder: TemporaryFolder
    private let server: ScriptedServer

    init() throws {
        folder = try TemporaryFolder()
        server = try ScriptedServer(otherwise: [Exchange(.hold, .body(.jpeg(width: 30, height: 20)))])
        try folder.addCatalogue([server.url("/a.jpg")])
        try folder.add("m.json", "[]")
    }

    /// Somebody writes to the file while pictures are on their way.
    @Test(arguments: ["b.jpg,2\n", "img,price\n", ""])
    func aCatalogueThatChanges(text: String) throws {
        let run = try Program.weir.start(["ingest", "c.csv", "-o", "m.json", "--journal=none"] + FetchCase.limits, in: folder)
        try server.waitForRequests(1)
        let file = try #require(FileHandle(forUpdatingAtPath: folder.path + "/c.csv"))
        if text == "b.jpg,2\n" { try file.seekToEnd() } else { try file.truncate(atOffset: 0) }
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
        server.release()
        let outcome = try run.finish()
        #expect(outcome.status == .exited(2))
        #expect(
            outcome.messages.hasPrefix("weir: c.csv changed while it was read; ")
                || outcome.messages.contains("\nweir: c.csv changed while it was read; "), "\(outcome.messages)")
        #expect(folder.text(of: "m.json") == "[]")
    }

    /// The rows of a pipe, and of a folder whose files come and go, are those of the first reading.
    @Test func aPipe() throws {
        let run = try Program.weir.start(["ingest", "--from=csv", "-", "-o", "m.json", "--journal=none"] + FetchCase.limits, in: folder)
        run.write(Bytes("img,price\n\(server.url("/a.jpg")),5\n\(server.url("/b.jpg")),6\n"))
        server.release()
        #expect(try run.finish().status == .exited(0))
        let prices = try (json(folder.content(of: "m.json")) as? [[String: Any]])?.map { $0["price"] as? String }
        #expect(prices == ["5", "6"])
    }
}
