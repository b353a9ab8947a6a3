// docs/operations.md: a file larger than ulimit -f allows is a failure of the machine, and the old file stays.
import TestSupport
import Testing

@Suite(.needs(.program("prlimit"))) struct FileLimitTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.addCatalogue((1...1000).map { "gone-\($0).jpg" })
        try folder.addFolder("out")
    }

    private func run(_ limit: Int, _ arguments: [Bytes], by program: Program = .weir) throws -> Outcome {
        let prlimit = try #require(Program.named("prlimit"))
        return try prlimit.running(program, after: [Bytes("--fsize=\(limit)")]).run(
            ["ingest", "c.csv", "--max-failures=100%", "--quiet"] + arguments, in: folder)
    }

    private func lastMessage(_ outcome: Outcome) -> String { outcome.messages.split(separator: "\n").last.map(String.init) ?? "" }

    @Test(
        arguments: [
            (["-o", "out/m.json"], "out/m.json"), (["-o", "out/m.plist"], "out/m.plist"),
            (["-o", "out/p", "--page-size=500"], "out/p/1.json"),
            (["-o", "-", "--report=out/r.json"], "out/r.json"), (["-o", "-", "--metrics=out/r.prom"], "out/r.prom"),
        ] as [([Bytes], String)])
    func outputs(arguments: [Bytes], file: String) throws {
        for name in ["m.json", "m.plist", "r.json", "r.prom"] { try folder.add(Bytes("out/" + name)) }
        let names = try folder.names(in: "out")
        let outcome = try run(512, arguments + ["--journal=none"])
        #expect(outcome.status == .exited(3))
        #expect(lastMessage(outcome) == "weir: \(file) cannot be written: file too large (see ulimit -f)")
        #expect(try folder.names(in: "out") == names)
        for name in names { #expect(folder.text(of: "out/" + name) == "") }
    }

    @Test func standardOutput() throws {
        let shell = try #require(Program.named("sh"))
        let outcome = try run(
            4096, ["-o", "-", "--journal=none"], by: shell.running(.weir, after: ["-c", "exec \"$0\" \"$@\" >out.json"]))
        #expect(outcome.status == .exited(3))
        #expect(lastMessage(outcome) == "weir: standard output cannot be written: file too large (see ulimit -f)")
        #expect(folder.content(of: "out.json")?.count == 4096)
    }

    /// The journal is three files, each of which may reach the limit first. The rows that it already had stay.
    @Test(arguments: [0, 100, 4096, 10_000, 33_000, 60_000], [false, true])
    func journals(limit: Int, isNew: Bool) throws {
        try folder.addCatalogue(["gone.jpg"], as: "first.csv")
        let first = try ingest("first.csv", "-o", "m.json", "--journal=j", "--max-failures=100%", in: folder)
        #expect(first.status == .exited(0))
        let outcome = try run(limit, ["-o", "-", isNew ? "--journal=k" : "--journal=j"])
        #expect(outcome.status == .exited(3))
        #expect(lastMessage(outcome).hasPrefix("weir: \(isNew ? "k" : "j") cannot be written: file too large; "))
        let check = try Program.weir.run(["journal", "check", "--journal=j"], in: folder)
        #expect(check.status == .exited(0) && check.text.hasPrefix("j is whole: "))
    }
}
