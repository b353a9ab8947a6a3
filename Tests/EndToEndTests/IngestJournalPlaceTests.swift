import Foundation
import TestSupport
import Testing

@testable import Journals

/// The journal of a manifest in pages lies beside their folder, and nobody else can read it.
@Suite struct IngestJournalPlaceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for number in 1...3 { try folder.add(Bytes("\(number).jpg"), .jpeg(width: UInt16(number), height: 5)) }
        try folder.addCatalogue(["1.jpg", "2.jpg", "3.jpg"])
        let touch = try #require(Program.named("touch"))
        #expect(try touch.run(["-d", "1 hour ago", "1.jpg", "2.jpg", "3.jpg"], in: folder).status == .exited(0))
    }

    private func run(_ more: Bytes..., by program: Program = .weir, is status: Int32 = 0) throws -> Outcome {
        let outcome = try program.run(["ingest", "c.csv", "-o", "pages", "--page-size=2", "--report=r.json"] + more, in: folder)
        #expect(outcome.status == .exited(status), "\(outcome.messages)")
        return outcome
    }

    private func remembered() throws -> Int? { (try json(folder.content(of: "r.json")) as? [String: Any])?["remembered"] as? Int }

    /// Makes a journal in the place that earlier versions used.
    private func addFormer() throws {
        _ = try run("--journal=pages/.weir-journal")
        #expect(try folder.journalNames(in: "pages") == [".weir-journal", ".weir-journal.lock"])
    }

    private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.path + "/" + name) }

    @Test(arguments: [
        ("pages", ""), ("pages/", ""), ("./pages//", ""), ("pages/.", ""), ("deep/pages", "deep"), ("deep/pages/../pages", "deep"),
        ("link", ""), ("link/", ""), ("link/.", "deep"),
    ] as [(Bytes, String)])
    func places(output: Bytes, place: String) throws {
        try folder.addFolder("pages")
        try folder.addFolder("deep")
        try folder.addFolder("deep/pages")
        try folder.addLink("link", to: "deep/pages")
        let outcome = try ingest("c.csv", "-o", output, "--page-size=2", in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        for below in ["", "deep", "pages", "deep/pages"] {
            #expect(try folder.journalNames(in: below) == (below == place ? [".weir-journal", ".weir-journal.lock"] : []), "\(below)")
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

    @Test func takenAlong() throws {
        try addFormer()
        let outcome = try run()
        #expect(outcome.messages.hasPrefix(
            "weir: moved the journal from pages/.weir-journal to .weir-journal, outside the folder of the pages\nweir: 3 rows"))
        #expect(try remembered() == 3)
        #expect(try folder.journalNames(in: "pages") == [])
        #expect(try folder.journalNames() == [".weir-journal", ".weir-journal.lock"])
        #expect(try run().messages.hasPrefix("weir: 3 rows"))
    }

    /// A killed run leaves content in SQLite's log. It comes along.
    @Test func withALog() throws {
        try addFormer()
        try folder.addFolder("copy")
        let path = Array("\(folder.path)/pages/.weir-journal".utf8)
        do {
            let open = try Connection(path, creates: false, patience: 0)
            try open.run("UPDATE pictures SET key = key || 'x'")
            try open.run("UPDATE pictures SET checksum = \(RowChecksum.function)(\(RowChecksum.columns))")
            for ending in ["", "-wal"] {
                try folder.add(Bytes("copy/j" + ending), Bytes(try #require(folder.content(of: "pages/.weir-journal" + ending))))
            }
        }
        for ending in ["", "-wal"] { try folder.add(Bytes("pages/.weir-journal" + ending), Bytes(try #require(folder.content(of: "copy/j" + ending)))) }
        _ = try run()
        #expect(try remembered() == 0)
        let rows = try Program.weir.run(["journal", "export"], in: folder).text.split(separator: "\n")
        #expect(rows.count == 6 && rows.count { $0.contains("jpgx") } == 3)
        #expect(try folder.journalNames(in: "pages") == [])
    }

    /// A run that was killed behind the move has left the lock of the earlier place.
    @Test func aLeftLock() throws {
        try addFormer()
        try FileManager.default.removeItem(atPath: folder.path + "/pages/.weir-journal")
        #expect(try run().messages.hasPrefix("weir: 3 rows"))
        #expect(try folder.journalNames(in: "pages") == [])
    }

    /// An empty file is what a run that was killed at its beginning leaves.
    @Test func besideAnEmptyFile() throws {
        try addFormer()
        try folder.add(".weir-journal", "")
        _ = try run()
        #expect(try remembered() == 3)
        #expect(try folder.journalNames(in: "pages") == [])
    }

    @Test func bothPlaces() throws {
        _ = try run()
        try addFormer()
        let former = folder.content(of: "pages/.weir-journal")
        for _ in 0..<2 {
            #expect(try run().messages.hasPrefix(
                "weir: the journal pages/.weir-journal is not used any more, since there is .weir-journal; --journal names it to a run that is to use it\nweir: 3 rows"))
        }
        #expect(folder.content(of: "pages/.weir-journal") == former)
    }

    @Test func inTheLogForPrograms() throws {
        try addFormer()
        let lines = try run("--log-format=json").messages.split(separator: "\n")
        let first = try #require(try json(Array(lines[0].utf8)) as? [String: Any])
        #expect(first["event"] as? String == "notice")
        #expect((first["message"] as? String)?.hasPrefix("moved the journal from pages/.weir-journal") == true)
    }

    /// A file that is no journal, a link to a journal and a journal with a second name stay where they are, and that is said.
    @Test(arguments: [
        ("a link", "it is a link"), ("a text", "it is no journal that this weir can read"),
        ("a second name", "it is no plain file with one name that belongs to this user"),
    ])
    func notTakenAlong(kind: String, reason: String) throws {
        _ = try run("--journal=other")
        switch kind {
        case "a link": try folder.addLink("pages/.weir-journal", to: "../other")
        case "a text": try folder.add("pages/.weir-journal", "mine")
        default: try FileManager.default.linkItem(atPath: folder.path + "/other", toPath: folder.path + "/pages/.weir-journal")
        }
        let former = folder.content(of: "pages/.weir-journal")
        for _ in 0..<2 {
            #expect(try run().messages.hasPrefix(
                "weir: pages/.weir-journal has the name of a journal and stays among the pages, since \(reason); the run uses another one, so remove it if nobody needs it\nweir: 3 rows"))
        }
        #expect(try folder.journalNames(in: "pages") == [".weir-journal"])
        #expect(folder.content(of: "pages/.weir-journal") == former)
    }

    /// The folder of the pages is a disk of its own, from which no file can be renamed to another.
    @Test(.needs(.smallDisk), arguments: [false, true]) func fromAnotherDisk(isPlaceTaken: Bool) throws {
        let disk = try SmallDisk(folder, "pages", size: "1m")
        defer { withExtendedLifetime(disk) {} }
        try addFormer()
        if isPlaceTaken { try folder.add(".weir-journal", "") }
        let umask = try #require(Program.named("sh")).running(.weir, after: ["-c", "umask 0; exec \"$0\" \"$@\""])
        #expect(try run(by: umask).messages.hasPrefix("weir: moved the journal from pages/.weir-journal to .weir-journal, "))
        #expect(try remembered() == 3)
        #expect(try folder.journalNames(in: "pages") == [])
        #expect(try folder.journalNames() == [".weir-journal", ".weir-journal.lock"])
        let stat = try #require(Program.named("stat"))
        #expect(try stat.run(["-c", "%a", ".weir-journal"], in: folder).text == "600\n")
        #expect(try run().messages.hasPrefix("weir: 3 rows"))
        #expect(try Program.weir.run(["journal", "check"], in: folder).status == .exited(0))
    }

    /// The journals of two folders beside each other cannot both move to the one place.
    @Test func aSecondFolder() throws {
        for pages: Bytes in ["pages", "others"] {
            #expect(try ingest("c.csv", "-o", pages, "--page-size=2", "--journal=" + pages + "/.weir-journal", in: folder).status == .exited(0))
        }
        #expect(try run().messages.hasPrefix("weir: moved the journal from pages/.weir-journal to .weir-journal, "))
        for _ in 0..<2 {
            #expect(try ingest("c.csv", "-o", "others", "--page-size=2", in: folder).messages.hasPrefix(
                "weir: the journal others/.weir-journal is not used any more, since there is .weir-journal; --journal names it to a run that is to use it\nweir: 3 rows"))
        }
        #expect(try folder.journalNames(in: "others") == [".weir-journal", ".weir-journal.lock"])
    }

    /// `--journal` and `--journal none` leave the earlier place alone.
    @Test(arguments: ["--journal=j", "--journal=none", "--journal=pages/.weir-journal"] as [Bytes])
    func otherPlaces(option: Bytes) throws {
        try addFormer()
        #expect(try run(option).messages.hasPrefix("weir: 3 rows"))
        #expect(exists("pages/.weir-journal"))
        #expect(!exists(".weir-journal"))
    }

    /// A run of an earlier version may be using the journal.
    @Test func held() throws {
        try addFormer()
        let holder = try #require(Program.named("flock")).start([folder.path(of: "pages/.weir-journal.lock"), "-c", "echo locked; exec cat"])
        try holder.waitForLines(1)
        #expect(try run(is: 75).messages.hasPrefix("weir: another run holds the journal"))
        #expect(exists("pages/.weir-journal"))
        #expect(try holder.finish().status == .exited(0))
        _ = try run()
    }

    @Test(arguments: [["-o", "m.json"], ["-o", "pages", "--page-size=2"], ["-o", "-", "--journal=.weir-journal"]] as [[Bytes]], [false, true])
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
        #expect(outcome.messages.contains("site/.weir-journal.lock cannot be locked: the file or its folder is read-only; give --journal another place, or run with --journal none"), "\(outcome.messages)")
        #expect(outcome.status == .exited(3))
    }
}
