// docs/security.md: a run that is killed at a certain system call leaves the previous manifest or the new one.
import TestSupport
import Testing

@Suite(.needs(.time), .needs(.tracer)) struct IngestStepTests {
    private let survival: Survival

    init() throws { survival = try Survival(rows: 1000, inMemory: true) }

    private func killer(_ call: String, _ number: Int) throws -> Program {
        try #require(Program.tracer).running(
            .weir,
            after: [
                "-f", "-qq", "-o", "/dev/null", "-e", Bytes("trace=/^\(call)"), "-e",
                Bytes("inject=/^\(call):signal=KILL:when=\(number)"),
            ])
    }

    /// The reader of standard output may stop at any time, even if the rest does not fit into a pipe.
    @Test(arguments: [0, 1, 5000])
    func aReaderThatGoes(bytes: Int) throws {
        let survival = try Survival(rows: 5000, inMemory: false)
        let head = try #require(Program.named("sh")).running(
            .weir, after: ["-c", Bytes("{ \"$0\" \"$@\" 2>errors; echo $? >status; } | head -c \(bytes)")])
        let outcome = try head.run(["ingest", "new.csv", "-o", "-"], in: survival.folder)
        let whole = try Program.weir.run(["ingest", "new.csv", "-o", "-"], in: survival.folder)
        #expect(whole.output.count > 5000 + (1 << 16))
        #expect(outcome.output.count == bytes)
        #expect(survival.folder.text(of: "status") == "3\n")
        let errors = survival.folder.text(of: "errors") ?? ""
        #expect(errors.hasSuffix(": the reader of standard output has gone before the manifest was whole\n"), "\(errors)")
    }

    /// The second `fsync` is that of the folder.
    @Test(arguments: [("write$", 1), ("fsync$", 1), ("linkat$", 1), ("rename", 1), ("fsync$", 2)])
    func single(call: String, number: Int) throws {
        try survival.check(.single, [killer(call, number)], mustDie: true)
    }

    /// The run writes a hundred pages and an index under hidden names, and two records of indexes. It syncs all of them, renames one
    /// after the other, syncs that, and removes the records.
    @Test(arguments: [
        ("write$", 1), ("write$", 101), ("linkat$", 50), ("syncfs$", 1), ("rename", 1), ("rename", 3), ("rename", 60), ("rename", 103),
        ("fsync$", 1), ("unlinkat$", 1),
    ])
    func paged(call: String, number: Int) throws {
        try survival.check(.paged, [killer(call, number)], mustDie: true)
    }

    /// The first run into a folder is killed before its pages are complete. The next run takes the folder over.
    @Test(arguments: [("linkat$", 2), ("rename", 1), ("rename", 2), ("rename", 50), ("rename", 102), ("fsync$", 1)])
    func newFolder(call: String, number: Int) throws {
        let arguments = survival.arguments(.paged, in: "fresh")
        #expect(try survival.run("new.csv", arguments, by: killer(call, number)) != .exited(0))
        #expect(try survival.run("new.csv", arguments) == .exited(0))
        #expect(try survival.folder.names(in: "fresh").count == 101)
        #expect(try Program.weir.run(["check", "fresh"], in: survival.folder).status == .exited(0))
    }

    /// Fifty pages with hashes in their names replace a hundred, which stay, and an older hundred goes. A killed run leaves
    /// the old index or the new one, with all pages of that one and of the one before.
    @Test(arguments: [
        ("write$", 25), ("linkat$", 1), ("linkat$", 40), ("syncfs$", 1), ("rename", 1), ("rename", 3), ("rename", 40), ("rename", 52),
        ("rename", 53), ("fsync$", 1), ("unlinkat$", 1), ("unlinkat$", 60), ("unlinkat$", 90),
    ])
    func hashedPages(call: String, number: Int) throws {
        let folder = survival.folder
        let arguments = survival.arguments(.paged) + ["--page-names=hash"]
        #expect(try survival.run("old.csv", arguments) == .exited(0))
        let one = try PageList(folder, "out")
        #expect(try survival.run("new.csv", arguments) == .exited(0))
        let two = try PageList(folder, "out")
        let next: [Bytes] = ["-o", "out", "--page-size=20", "--page-names=hash"]
        #expect(try survival.run("old.csv", next, by: killer(call, number)) != .exited(0))
        let found = try PageList(folder, "out")
        #expect(found == two || found.pages.count == 50)
        for list in found == two ? [one, two] : [two, found] { try list.check() }
        #expect(try Program.weir.run(["check", "out"], in: folder).status == .exited(0))
        #expect(try survival.run("old.csv", next) == .exited(0))
        let three = try PageList(folder, "out")
        for list in [two, three] { try list.check() }
        #expect(try Set(folder.names(in: "out")) == two.names.union(three.names))
    }

    /// A run that is killed while it removes surplus pages leaves some, and `check` names them. The next run removes them.
    @Test func stalePages() throws {
        let folder = survival.folder
        let arguments: [Bytes] = ["-o", "out", "--page-size=500"]
        #expect(try survival.run("old.csv", survival.arguments(.paged)) == .exited(0))
        #expect(try survival.run("new.csv", arguments, by: killer("unlinkat$", 50)) != .exited(0))
        #expect(try folder.names(in: "out").count > 4)
        let check = try Program.weir.run(["check", "out"], in: folder)
        #expect(check.text.contains("the page 100.json lies there, and the index does not list it"), "\(check.text)")
        #expect(try survival.run("new.csv", arguments) == .exited(0))
        #expect(try folder.names(in: "out") == ["1.json", "2.json", "index.json"])
    }
}
