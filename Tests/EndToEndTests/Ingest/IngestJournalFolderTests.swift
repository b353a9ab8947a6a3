// docs/journal.md: the journal of a manifest in pages lies beside their folder, and nobody else can read it.
import Foundation
import TestSupport
import Testing

@Suite struct IngestJournalFolderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for number in 1...3 { try folder.add(Bytes("\(number).jpg"), .jpeg(width: UInt16(number), height: 5)) }
        try folder.addCatalogue(["1.jpg", "2.jpg", "3.jpg"])
        let touch = try #require(Program.named("touch"))
        #expect(try touch.run(["-d", "1 hour ago", "1.jpg", "2.jpg", "3.jpg"], in: folder).status == .exited(0))
    }

    @Test(
        arguments: [
            ("pages", ""), ("pages/", ""), ("./pages//", ""), ("pages/.", ""), ("deep/pages", "deep"), ("deep/pages/../pages", "deep"),
            ("link", ""), ("link/", ""), ("link/.", "deep"),
        ] as [(Bytes, String)])
    func folders(output: Bytes, parent: String) throws {
        try folder.addFolder("pages")
        try folder.addFolder("deep")
        try folder.addFolder("deep/pages")
        try folder.addLink("link", to: "deep/pages")
        let outcome = try ingest("c.csv", "-o", output, "--page-size=2", in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        for below in ["", "deep", "pages", "deep/pages"] {
            #expect(try folder.journalNames(in: below) == (below == parent ? [".weir-journal", ".weir-journal.lock"] : []), "\(below)")
        }
    }

    @Test func theCurrentFolder() throws {
        try folder.addFolder("shop")
        let shell = try #require(Program.named("sh")).running(.weir, after: ["-c", "cd shop && exec \"$0\" \"$@\""])
        let outcome = try shell.run(["ingest", "../c.csv", "-o", ".", "--page-size=2"], in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(try folder.journalNames(in: "shop") == [])
        #expect(try folder.journalNames() == [".weir-journal", ".weir-journal.lock"])
    }

    @Test(
        arguments: [["-o", "m.json"], ["-o", "pages", "--page-size=2"], ["-o", "-", "--journal=.weir-journal"]] as [[Bytes]], [false, true])
    func modes(options: [Bytes], isOld: Bool) throws {
        let arguments = ["ingest", "c.csv"] + options
        if isOld {
            #expect(try Program.weir.run(arguments, in: folder).status == .exited(0))
            for name: Bytes in [".weir-journal", ".weir-journal.lock"] { try folder.setMode(name, 0o664) }
        }
        let shell = try #require(Program.named("sh")).running(.weir, after: ["-c", "umask 0; exec \"$0\" \"$@\""])
        #expect(try shell.run(arguments, in: folder).status == .exited(0))
        let stat = try #require(Program.named("stat"))
        #expect(try stat.run(["-c", "%a", ".weir-journal", ".weir-journal.lock"], in: folder).text == "600\n600\n")
    }

    /// Files that SQLite keeps beside the journal while a run is at work have the same mode.
    @Test func companions() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.stall)])
        try folder.addCatalogue(["1.jpg", server.url("/a.jpg")])
        let shell = try #require(Program.named("sh")).running(.weir, after: ["-c", "umask 0; exec \"$0\" \"$@\""])
        let run = try shell.start(["ingest", "c.csv", "-o", "m.json"] + FetchCase.limits, in: folder)
        try server.waitForRequests(1)
        let stat = try #require(Program.named("stat"))
        let modes = try stat.run(["-c", "%a", ".weir-journal", ".weir-journal-wal", ".weir-journal-shm"], in: folder).text
        #expect(modes == "600\n600\n600\n")
        run.send(signal: SIGTERM)
        #expect(try run.finish().status == .exited(143))
    }

    @Test(.needs(.obedience)) func anUnwritableFolder() throws {
        let obedient = try #require(Program.weir.obedient)
        try folder.addFolder("site")
        try folder.addFolder("site/pages")
        try folder.setMode("site", 0o555)
        defer { try? folder.setMode("site", 0o755) }
        let outcome = try obedient.run(["ingest", "c.csv", "-o", "site/pages", "--page-size=2"], in: folder)
        #expect(
            outcome.messages.contains(
                "site/.weir-journal.lock cannot be locked: the file or its folder is read-only; give --journal another place, or run with --journal none"
            ), "\(outcome.messages)")
        #expect(outcome.status == .exited(3))
    }
}
