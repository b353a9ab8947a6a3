import TestSupport
import Testing

/// Runs that are killed at a certain system call, which a random moment would rarely meet.
@Suite(.needs(.tracer)) struct IngestStepTests {
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

    /// The second `fsync` is that of the folder.
    @Test(arguments: [("write$", 1), ("fsync$", 1), ("linkat$", 1), ("rename", 1), ("fsync$", 2)])
    func single(call: String, number: Int) throws {
        try survival.check(.single, [killer(call, number)], mustDie: true)
    }

    /// The run writes a hundred pages and an index. It syncs the index, the folder, and the folder again.
    @Test(arguments: [
        ("write$", 1), ("write$", 150), ("linkat$", 1), ("linkat$", 50), ("syncfs$", 1), ("linkat$", 101), ("fsync$", 1),
        ("rename", 1), ("rename", 50), ("rename", 100), ("fsync$", 2), ("rename", 101), ("fsync$", 3),
    ])
    func paged(call: String, number: Int) throws {
        try survival.check(.paged, [killer(call, number)], mustDie: true)
    }

    /// A run that is killed while it removes surplus pages leaves no gap in their numbers. The next run removes the
    /// rest.
    @Test func stalePages() throws {
        let folder = survival.folder
        let arguments: [Bytes] = ["-o", "out", "--page-size=500"]
        #expect(try survival.run("old.csv", survival.arguments(.paged)) == .exited(0))
        #expect(try survival.run("new.csv", arguments, by: killer("unlink$", 50)) != .exited(0))
        let left = try folder.names(in: "out")
        #expect(left.sorted() == ((1...left.count - 1).map { "\($0).json" } + ["index.json"]).sorted())
        #expect((4..<100).contains(left.count))
        #expect(try survival.run("new.csv", arguments) == .exited(0))
        #expect(try folder.names(in: "out") == ["1.json", "2.json", "index.json"])
    }
}
