// docs/security.md: files that a run opens never replace a closed standard stream.
import Foundation
import TestSupport
import Testing

@Suite struct ClosedStreamTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.addCatalogue(["a.jpg", "gone.jpg", "a.jpg"])
    }

    private func run(_ redirections: String, _ arguments: [Bytes], input: Bytes = []) throws -> Outcome {
        let shell = try #require(Program.named("sh"))
        return try shell.running(.weir, after: ["-c", Bytes("exec \"$0\" \"$@\" \(redirections)")]).run(arguments, input: input, in: folder)
    }

    /// Seconds differ from run to run.
    private func report(_ name: String) -> String {
        (folder.text(of: name) ?? "").replacing(#/"seconds":[0-9.e-]+/#, with: "")
    }

    @Test(
        arguments: ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"], ["--journal=none", "--journal=j"] as [Bytes])
    func runs(closed: String, journal: Bytes) throws {
        let arguments: [Bytes] = ["ingest", "c.csv", "-o", "m.json", "--report=r.json", "--metrics=w.prom", "--max-failures=100%", journal]
        let whole = try run("", arguments)
        #expect(whole.status == .exited(0))
        let expected = (folder.text(of: "m.json"), report("r.json"), try folder.names())
        for name in expected.2 where !["a.jpg", "c.csv"].contains(name) {
            try FileManager.default.removeItem(atPath: folder.path + "/" + name)
        }
        let outcome = try run(closed, arguments)
        #expect(outcome.status == .exited(0))
        #expect((folder.text(of: "m.json"), report("r.json")) == (expected.0, expected.1))
        #expect(outcome.messages == (closed.contains("2>&-") ? "" : whole.messages))
        #expect(try folder.names() == expected.2)
        guard journal == "--journal=j" else { return }
        #expect(try Program.weir.run(["journal", "check", "--journal=j"], in: folder).text == "j is whole: 2 pictures\n")
    }

    /// A closed standard input is no empty catalogue, and a closed standard output loses nothing silently.
    @Test func whatIsNeeded() throws {
        try folder.add("m.json", "[]")
        for format: Bytes in ["jsonl", "csv"] {
            let outcome = try run("<&-", ["ingest", "-", "--from", format, "-o", "m.json"])
            #expect(outcome.messages == "weir: standard input: it is closed\n")
            #expect(outcome.status == .exited(2))
        }
        #expect(folder.text(of: "m.json") == "[]")
        for arguments: [Bytes] in [["probe", "a.jpg"], ["ingest", "c.csv", "-o", "-", "--max-failures=100%"], ["--version"]] {
            let outcome = try run("<&- >&-", arguments)
            #expect(outcome.messages.hasSuffix("output cannot be written: it is closed\n"))
            #expect(outcome.status == .exited(3))
        }
    }
}
