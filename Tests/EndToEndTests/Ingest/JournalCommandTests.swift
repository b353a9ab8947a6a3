// docs/journal.md: weir journal answers on journals that runs may have left.
import Foundation
import ImageHeaders
import Journals
import TestSupport
import Testing
import WeirBase

@Suite struct JournalCommandTests {
    private let folder: TemporaryFolder
    private static let asked: Int64 = 1_700_000_000

    init() throws { folder = try TemporaryFolder() }

    private func journal(_ arguments: Bytes...) throws -> Outcome {
        try Program.weir.run(["journal"] + arguments, in: folder)
    }

    /// Writes a journal with a good URL, a failed URL and a failed file.
    private func fill(_ name: Bytes = ".weir-journal") throws {
        let journal = try Journal(folder.path(of: name).all, .writing)
        var writer = journal.writer()
        let size = PixelSize(width: 30, height: 20)
        var record = PictureRecord(asked: Self.asked)
        record.succeed(ImageHeader(format: .jpeg, displayed: size, stored: size, orientation: .up), bytes: 900, at: Self.asked)
        try writer.record(.url(Array("https://s.example/a.jpg".utf8)), record)
        let pause = Int64(time(nil)) + 3600
        record.streak = FailureStreak(failure: Failure(.httpStatus, "the server answered 503"), status: 503, count: 3, retryAt: pause)
        record.asked = Self.asked + 60
        try writer.record(.url(Array("https://s.example/b.jpg".utf8)), record)
        var lost = PictureRecord(asked: Self.asked)
        lost.streak = FailureStreak(failure: Failure(.notFound, "gone\nfor good"), count: 1, retryAt: Self.asked + 100)
        let stamp = FileStamp(device: 1, inode: 2, size: 3, seconds: 4, nanoseconds: 5)
        try writer.record(.file([0x2F, 0x70, 0xFF, 0x0A], stamp), lost)
        try writer.flush()
    }

    @Test func statistics() throws {
        try fill()
        let text = try journal("stats")
        #expect(text.status == .exited(0))
        let bytes = folder.content(of: ".weir-journal")?.count ?? 0
        #expect(
            text.text == """
                pictures       3
                with a size    2
                failing        2
                  http-status  1
                  not-found    1
                due now        1
                last asked     2023-11-14T22:14:20Z
                bytes          \(bytes)

                """)
        let object = try #require(try json(try journal("stats", "--format=json").output) as? [String: Any])
        #expect(object["failures"] as? [String: Int] == ["http-status": 1, "not-found": 1])
        #expect(object["last_asked"] as? Int == 1_700_000_060)
        #expect(["pictures", "with_size", "failing", "due", "bytes"].map { object[$0] as? Int } == [3, 2, 2, 1, bytes])
    }

    @Test func failures() throws {
        try fill()
        let outcome = try journal("failures")
        #expect(outcome.status == .exited(0))
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.count == 2)
        // A byte that is not UTF-8 is shown as U+FFFD.
        #expect(lines[0] == "/p\u{FFFD}\\n: not-found: gone\\nfor good (once, asked again in the next run)")
        #expect(
            lines[1].hasPrefix("https://s.example/b.jpg: http-status: the server answered 503 (3 times in a row, not asked again before 20")
        )
        let objects = try journal("failures", "--format", "jsonl").lines.dropLast().map {
            try #require(try json(Array($0.utf8)) as? [String: Any])
        }
        #expect(objects.map { $0["code"] as? String } == ["not-found", "http-status"])
        #expect(objects[1]["failures"] as? Int == 3)
    }

    @Test func exportIsSortedAndStable() throws {
        try fill()
        let outcome = try journal("export")
        #expect(outcome.status == .exited(0))
        let names = try outcome.lines.dropLast().map { line in
            let object = try #require(try json(Array(line.utf8)) as? [String: Any])
            return object["url"] as? String ?? object["path_hex"] as? String
        }
        #expect(names == ["2f70ff0a", "https://s.example/a.jpg", "https://s.example/b.jpg"])
        #expect(try journal("export").output == outcome.output)
    }

    @Test(arguments: [("https://*", 2, 1), ("*/a.jpg", 1, 2), ("nothing", 0, 3)] as [(Bytes, Int, Int)])
    func forget(pattern: Bytes, count: Int, left: Int) throws {
        try fill()
        let outcome = try journal("forget", pattern)
        #expect(outcome.text == ".weir-journal forgot \(count) \(count == 1 ? "picture" : "pictures")\n")
        #expect(outcome.status == .exited(0))
        #expect(try journal("export").lines.count == left + 1)
    }

    /// Age and pattern choose together.
    @Test(
        arguments: [
            (["--older-than=1d"], 3, 0), (["--older-than=100000d"], 0, 3), (["--older-than=1d", "https://*"], 2, 1),
        ] as [([Bytes], Int, Int)])
    func forgetByAge(arguments: [Bytes], count: Int, left: Int) throws {
        try fill()
        let outcome = try Program.weir.run(["journal", "forget"] + arguments, in: folder)
        #expect(outcome.text == ".weir-journal forgot \(count) \(count == 1 ? "picture" : "pictures")\n", "\(outcome.messages)")
        #expect(try journal("export").lines.count == left + 1)
    }

    /// If another process holds the lock, nothing is forgotten. The note of a run before says nothing of that process.
    @Test func forgetDuringARun() throws {
        try fill()
        try folder.add(".weir-journal.lock", "pid 7\nstarted 1700000000\n")
        let run = try #require(Program.named("flock")).start([folder.path(of: ".weir-journal.lock"), "-c", "echo locked; exec cat"])
        try run.waitForLines(1)
        let outcome = try journal("forget", "*")
        #expect(outcome.messages == "weir: another run holds the journal .weir-journal; try again when it has ended\n")
        #expect(outcome.status == .exited(75))
        for action: Bytes in ["check", "stats", "failures", "export"] { #expect(try journal(action).status == .exited(0)) }
        #expect(try run.finish().status == .exited(0))
        #expect(try journal("export").lines.count == 4)
    }

    /// Reading does not wait for a writer that has not committed.
    @Test func readingDuringARun() throws {
        try fill()
        let open = try Journal(folder.path(of: ".weir-journal").all, .writing)
        var writer = open.writer()
        try writer.record(.url(Array("https://s.example/new.jpg".utf8)), PictureRecord(asked: 1))
        for action: Bytes in ["check", "stats", "failures", "export"] { #expect(try journal(action).status == .exited(0)) }
        #expect(try journal("export").lines.count == 4)
        try writer.flush()
        #expect(try journal("export").lines.count == 5)
    }

    @Test func check() throws {
        try fill("j")
        let whole = try journal("check", "--journal=j")
        #expect(whole.text == "j is whole: 3 pictures\n")
        #expect(whole.status == .exited(0))
        let sqlite = try #require(Program.named("sqlite3"), "sqlite3 makes the findings of this test")
        let change: Bytes =
            "INSERT INTO pictures(key,dimensions,content,asked) VALUES('https://s.example/a.jpg',0,0,5); UPDATE pictures SET content=3 WHERE id=2"
        #expect(try sqlite.run([folder.path(of: "j"), change]).status == .exited(0))
        #expect(try journal("check", "--journal=j").text == "j: 2 rows do not fit their checksums\n")
        try folder.writeChecksums("j")
        let found = try journal("check", "--journal=j")
        #expect(found.text == "j: 1 row is not understood\nj: 1 row names a picture that another row names\n")
        #expect(found.status == .exited(1))
    }

    /// A check reports damage as findings. Other commands fail with a way out if they read the damaged part.
    @Test(arguments: [(60, true), (3000, true), (6000, false)]) func damage(length: Int, isMet: Bool) throws {
        try fill("j")
        try folder.add("j", Bytes(Array(try #require(folder.content(of: "j")).prefix(length))))
        let found = try journal("check", "--journal=j")
        #expect(found.text.hasPrefix("j") && found.text.hasSuffix("\n"))
        #expect(found.messages == "")
        #expect(found.status == .exited(1))
        guard isMet else { return }
        let refused = try journal("stats", "--journal=j")
        #expect(refused.messages.hasPrefix("weir: j is damaged"))
        #expect(refused.messages.hasSuffix("; move it away, and the next run begins a new one\n"))
        #expect(refused.status == .exited(2))
    }

    /// SQLite makes files beside a journal that is read, too.
    @Test func readOnly() throws {
        try fill("j")
        #expect(chmod(folder.path + "/j", 0o444) == 0 && chmod(folder.path, 0o555) == 0)
        defer { chmod(folder.path, 0o755) }
        let outcome = try #require(Program.weir.obedient).run(["journal", "stats", "--journal=j"], in: folder)
        #expect(
            outcome.messages
                == "weir: j cannot be written: the file or its folder is read-only; also reading makes files beside it: copy it to where you may write\n"
        )
        #expect(outcome.status == .exited(3))
    }

    @Test(
        arguments: ["check", "stats", "failures", "export", "forget"] as [Bytes],
        [
            ("gone", "there is no journal gone"), ("picture", "picture is not a journal: it is no SQLite file; it was left as it is"),
            ("folder", "folder is no file, so it cannot be a journal"),
        ] as [(Bytes, String)])
    func noJournal(action: Bytes, path: (name: Bytes, reason: String)) throws {
        try folder.add("picture", .jpeg(width: 30, height: 20))
        try folder.addFolder("folder")
        let before = try folder.names()
        let outcome = try Program.weir.run(
            ["journal", action, "--journal", path.name] + (action == Bytes("forget") ? ["*"] : []), in: folder)
        #expect(outcome.messages == "weir: \(path.reason); --journal FILE names the one that is meant\n")
        #expect(outcome.status == .exited(2))
        #expect(try folder.names() == before)
    }
}
