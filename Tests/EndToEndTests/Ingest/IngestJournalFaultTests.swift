// docs/journal.md: for a journal that cannot be used the message names a way out, and the journal and the previous manifest stay.
import Foundation
import TestSupport
import Testing

@Suite struct IngestJournalFaultTests {
    private let runs: Remembering

    init() throws {
        runs = try Remembering()
        try runs.folder.add("a.jpg", .picture)
        try runs.folder.addCatalogue(["a.jpg"])
    }

    private func checkRefusal(_ outcome: Outcome, _ words: String, manifest: String? = nil) {
        #expect(outcome.messages.contains(words), "\(outcome.messages)")
        #expect(runs.folder.text(of: "m.json") == manifest)
    }

    @Test(arguments: [("a picture, say", "is not a journal"), ("SQLite format 3\0", "is damaged")] as [(Bytes, String)])
    func othersFiles(content: Bytes, words: String) throws {
        try runs.folder.add(".weir-journal", content)
        checkRefusal(try runs.run(is: 2), words)
        #expect(runs.folder.content(of: ".weir-journal") == content.all)
        #expect(try runs.folder.journalNames() == [".weir-journal"])
        try runs.run("--journal=none")
        #expect(runs.folder.content(of: ".weir-journal") == content.all)
    }

    /// Files with the names of SQLite's companions, and hard links, stay as they are.
    @Test(arguments: ["-wal", "-shm", "-journal"] as [Bytes], [false, true]) func foreignCompanions(ending: Bytes, isLink: Bool) throws {
        let name = ".weir-journal" + ending
        try runs.folder.add("mine", "precious")
        try runs.folder.add(name, "precious")
        if isLink {
            let path = String(decoding: runs.folder.path(of: name).all, as: UTF8.self)
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.linkItem(atPath: runs.folder.path + "/mine", toPath: path)
        }
        checkRefusal(try runs.run(is: 2), "\(String(decoding: name.all, as: UTF8.self)) is no file of a journal; it was left as it is")
        #expect(runs.folder.content(of: String(decoding: name.all, as: UTF8.self)) == Bytes("precious").all)
        #expect(runs.folder.text(of: "mine") == "precious")
        try runs.run("--journal=none")
    }

    /// A killed SQLite may leave zeros, but a file that only begins with zeros is another program's.
    @Test(arguments: ["-wal", "-shm", "-journal"] as [Bytes]) func foreignZeros(ending: Bytes) throws {
        let name = ".weir-journal" + ending
        for length in [4, 5000, 100_000] {
            let content = Bytes([UInt8](repeating: 0, count: length)) + "precious"
            try runs.folder.add(name, content)
            checkRefusal(try runs.run(is: 2), "\(String(decoding: name.all, as: UTF8.self)) is no file of a journal; it was left as it is")
            #expect(runs.folder.content(of: String(decoding: name.all, as: UTF8.self)) == content.all)
        }
        try runs.folder.add(name, Bytes([UInt8](repeating: 0, count: 32768)))
        try runs.run(is: 0)
    }

    /// Files that SQLite had not completed when a run was killed.
    @Test(
        arguments: [
            ("-shm", [0, 0, 0]), ("-shm", Bytes(zeros: 8192)),
            ("-journal", Bytes(zeros: 12) + [0xCA, 0xF3, 0x85, 0x82, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0x10, 0] + Bytes(zeros: 484)),
        ] as [(Bytes, Bytes)])
    func unfinishedCompanions(ending: Bytes, content: Bytes) throws {
        if ending == "-shm" { try runs.run() }
        try runs.folder.add(".weir-journal" + ending, content)
        try runs.run()
        #expect(try runs.folder.journalNames() == [".weir-journal", ".weir-journal.lock"])
    }

    /// An empty file could become a journal, but not if another program may have it too.
    @Test func anEmptyFileWithTwoNames() throws {
        try runs.folder.add("mine", "")
        try FileManager.default.linkItem(atPath: runs.folder.path + "/mine", toPath: runs.folder.path + "/.weir-journal")
        checkRefusal(try runs.run(is: 2), ".weir-journal is no file of a journal; it was left as it is")
        #expect(runs.folder.text(of: "mine") == "")
    }

    /// A disk that fails is no damage of the journal: nobody is to move it away.
    @Test(.needs(.tracer), .disabled(if: Sanitizer.isOn, "a sanitizer reads, too"), arguments: 4...8) func aDiskThatFails(read: Int) throws
    {
        try runs.run()
        let strace = try #require(Program.tracer).running(
            .weir,
            after: [
                "-f", "-qq", "-o", "/dev/null", "-P", ".weir-journal", "-P", runs.folder.path(of: ".weir-journal"), "-e", "trace=pread64",
                "-e",
                Bytes("inject=pread64:error=EIO:when=\(read)+"),
            ])
        let outcome = try strace.run(Remembering.options, in: runs.folder)
        #expect(outcome.status == .exited(3), "\(outcome.messages)")
        #expect(outcome.messages.contains(".weir-journal: the disk failed"), "\(outcome.messages)")
    }

    /// The paces of hosts are read at the start, too.
    @Test(.needs(.program("sqlite3")), arguments: ["hosts", "robots"])
    func damageOfHosts(table: String) throws {
        try runs.run()
        let page = try #require(Int(try runs.sqlite(Bytes("SELECT rootpage FROM sqlite_master WHERE name = '\(table)'")).dropLast()))
        var bytes = try #require(runs.folder.content(of: ".weir-journal"))
        for index in (page - 1) * 4096..<page * 4096 { bytes[index] = 0xA5 }
        try runs.folder.add(".weir-journal", Bytes(bytes))
        #expect(try runs.run().messages.contains("it is .weir-journal.damaged-"))
        #expect(try !runs.run().messages.contains("damaged"))
    }

    @Test func damage() throws {
        try runs.folder.addCatalogue((0..<500).map { "gone-\($0).jpg" })
        try runs.run()
        let manifest = runs.manifest
        let reason = "it is .weir-journal.damaged-"
        for number in 1...2 {
            var bytes = try #require(runs.folder.content(of: ".weir-journal"))
            try #require(bytes.count > 20_000)
            for index in 5000..<bytes.count { bytes[index] = 0xA5 }
            try runs.folder.add(".weir-journal", Bytes(bytes))
            let outcome = try runs.run()
            #expect(
                outcome.messages.contains("weir: .weir-journal is damaged (") && outcome.messages.contains(reason), "\(outcome.messages)")
            #expect(runs.manifest == manifest)
            // Two on one day have two names.
            let aside = try runs.folder.journalNames().filter { $0.contains(".damaged-") }
            #expect(aside.count == number)
            #expect(runs.folder.content(of: aside.last ?? "") == bytes)
            #expect(try Program.weir.run(["journal", "check"], in: runs.folder).status == .exited(0))
        }
        #expect(try !runs.run().messages.contains("damaged"))
    }

    @Test func unusablePaths() throws {
        checkRefusal(try runs.run("--journal=none/j", is: 2), "there is no such folder")
        try runs.folder.addFolder("d")
        checkRefusal(try runs.run("--journal=d", is: 2), "d is no file, so it cannot be a journal")
    }

    @Test(.needs(.obedience))
    func readOnly() throws {
        let obedient = try #require(Program.weir.obedient)
        try runs.run()
        try runs.folder.setMode(".weir-journal", 0o444)
        let manifest = runs.manifest
        checkRefusal(try runs.run(by: obedient, is: 3), "the file or its folder is read-only", manifest: manifest)
        // What SQLite has made beside it does not stay read-only.
        try runs.folder.setMode(".weir-journal", 0o644)
        try runs.run(by: obedient)
        try runs.folder.addFolder("d")
        try runs.folder.setMode("d", 0o555)
        defer { try? runs.folder.setMode("d", 0o755) }
        checkRefusal(try runs.run("--journal=d/j", by: obedient, is: 3), "read-only", manifest: manifest)
    }

    @Test(.needs(.smallDisk), arguments: ["32k", "100k", "300k"] as [Bytes])
    func fullDisk(size: Bytes) throws {
        let disk = try SmallDisk(runs.folder, "disk", size: size)
        defer { withExtendedLifetime(disk) {} }
        try runs.folder.addCatalogue((0..<20_000).map { "a-rather-long-name-of-a-picture-that-is-not-there-\($0).jpg" })
        let outcome = try Program.weir.run(
            ["ingest", "c.csv", "-o", "m.json", "-q", "--max-failures=100%", "--journal=disk/j"], in: runs.folder)
        #expect(outcome.status == .exited(3))
        checkRefusal(outcome, "disk/j cannot be written: no space left on device")
        // The bytes that are written are not damaged.
        let journal = try #require(runs.folder.content(of: "disk/j"))
        #expect(!journal.isEmpty)
        let sqlite = try #require(Program.named("sqlite3"))
        try runs.folder.add("copy", Bytes(journal))
        if let log = runs.folder.content(of: "disk/j-wal") { try runs.folder.add("copy-wal", Bytes(log)) }
        #expect(try sqlite.run([runs.folder.path(of: "copy"), "PRAGMA integrity_check"]).text == "ok\n")
    }

    @Test func twoRunsAtOnce() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.stall)])
        try runs.folder.addCatalogue([server.url("/a.jpg")])
        let first = try runs.start()
        try server.waitForRequests(1)
        let second = try runs.run(is: 75)
        let holder =
            /weir: another run holds the journal \.weir-journal \(pid (\d+), started at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\); try again/
        let words = try #require(second.messages.prefixMatch(of: holder), "\(second.messages)")
        #expect(second.messages.hasSuffix("; try again when it has ended, or wait for it with --wait 10m\n"))
        let comm = try String(contentsOfFile: "/proc/\(words.1)/comm", encoding: .utf8)
        #expect(comm == "weir\n")
        #expect(server.requests.count == 1)
        first.send(signal: SIGTERM)
        #expect(try first.finish().status == .exited(143))
        server.stop()
        try runs.run()
    }

    @Test(
        arguments: [
            (["--journal=./m.json"], "the manifest and the journal cannot both be ./m.json"),
            (["--journal=c.csv"], "the catalogue and the journal cannot both be c.csv"),
            (["--metrics=.weir-journal"], "the metrics and the journal cannot both be .weir-journal"),
            (["--report=.//.weir-journal", "--journal=none"], "the report and the journal cannot both be .weir-journal"),
            (["--report=c.csv"], "the catalogue and the report cannot both be c.csv"),
            (["--report=.weir-journal.lock"], "the report and the journal's .lock file cannot both be .weir-journal.lock"),
            (["--metrics=./.weir-journal-wal"], "the metrics and the journal's -wal file cannot both be .weir-journal-wal"),
            (["--placeholder=p.png", "--report=p.png"], "the placeholder and the report cannot both be p.png"),
            (["--journal=-"], "--journal: a journal is a file, not standard output"),
            (["--refresh", "--retry-failed"], "--refresh and --retry-failed exclude each other"),
            (["--journal=none", "--retry-failed"], "--retry-failed needs a journal, which shows what failed"),
            (["--max-age=soon"], "--max-age: soon is not a time such as 0, 15s, 10m, 24h or 30d"),
        ] as [([Bytes], String)])
    func misuse(options: [Bytes], message: String) throws {
        let outcome = try Program.weir.run(["ingest", "c.csv", "-o", "m.json"] + options, in: runs.folder)
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
        #expect(outcome.status == .exited(2))
    }
}
