// docs/operations.md: progress on a terminal is one line that is rewritten, and other outputs get whole lines only.
import TestSupport
import Testing

@Suite struct IngestProgressTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
    }

    /// A run that gets its rows from the test, and the expected messages about them.
    private final class GuidedRun {
        let run: RunningProgram
        private var rows = 0
        private(set) var failures: [String] = []

        var counted: String {
            "weir: wrote m.json; \(rows) rows: \(rows - failures.count) with their true size, \(failures.count) with a placeholder"
        }

        init(_ run: RunningProgram) {
            self.run = run
            run.write("img,price\n")
        }

        func add(_ count: Int) throws {
            run.write(Bytes(String(repeating: "a.jpg,1\n", count: count)))
            rows += count
            try run.waitUntilInputIsRead()
        }

        func addFailure() {
            run.write("gone.jpg,1\n")
            rows += 1
            failures.append("weir: row \(rows) (line \(rows + 1)): gone.jpg: not-found: there is no such file")
        }
    }

    private static let arguments: [Bytes] = ["ingest", "--from", "csv", "-", "--journal=none", "--max-failures", "100%"]

    /// A run at a terminal that reads its rows from a pipe. `kind` is what the terminal is called, and `columns` its width; it
    /// tells none if that is nil.
    private func atTerminal(_ options: Bytes..., kind: String = "xterm", columns: Int? = nil) throws -> GuidedRun {
        let size = columns.map { "stty cols \($0); " } ?? ""
        let line = #"exec 3<&0; exec script -qec "\#(size)exec \"\$WEIR_PROGRAM\" $* <&3" /dev/null </dev/null"#
        let shell = try #require(Program.named("sh"))
        return GuidedRun(
            try shell.start(
                ["-c", Bytes(line), "sh"] + IngestProgressTests.arguments + options,
                environment: ["WEIR_PROGRAM": Program.weir.name, "TERM": kind], in: folder))
    }

    @Test func notATerminal() throws {
        let guided = GuidedRun(try Program.weir.start(IngestProgressTests.arguments + ["-o", "m.json"], in: folder))
        for _ in 1...4 {
            try guided.add(9000)
            guided.addFailure()
        }
        let outcome = try guided.run.finish()
        #expect(!outcome.errors.contains(UInt8(ascii: "\r")) && !outcome.errors.contains(0x1B))
        #expect(outcome.messages == (guided.failures + [guided.counted, ""]).joined(separator: "\n"))
    }

    /// The lines that a terminal shows for the output, and how often a line was overwritten.
    private func screen(_ bytes: [UInt8]) -> (lines: [String], rewritten: Int) {
        var rewritten = 0
        let lines = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n").split(
            separator: "\n", omittingEmptySubsequences: false
        )
        .map { line -> String in
            var shown = ""
            for piece in line.split(separator: "\r", omittingEmptySubsequences: false) {
                let text = String(piece)
                let cleared = text.replacing("\u{1B}[K", with: "")
                if !shown.isEmpty { rewritten += 1 }
                shown = text == cleared ? text + String(shown.dropFirst(text.count)) : cleared
            }
            return shown
        }
        return (lines, rewritten)
    }

    /// How often a run has printed its progress so far.
    private func timesTold(_ guided: GuidedRun) -> Int { String(decoding: guided.run.output, as: UTF8.self).ranges(of: " rows, ").count }

    @Test(.needs(.program("script"))) func terminal() throws {
        let guided = try atTerminal("-o", "m.json")
        for part in 1...3 {
            while timesTold(guided) < part { try guided.add(1) }
            guided.addFailure()
        }
        let (lines, rewritten) = screen(try guided.run.finish().output)
        #expect(lines == guided.failures + [guided.counted, ""])
        #expect(rewritten >= 3)
    }

    /// A line that is longer than the terminal is wide is cut, since the next one could not overwrite all of it.
    @Test(.needs(.program("script"))) func narrow() throws {
        let guided = try atTerminal("-o", "m.json", columns: 24)
        while timesTold(guided) < 3 { try guided.add(1) }
        let outcome = try guided.run.finish()
        let lines = outcome.text.split(separator: "\r").filter { $0.contains(" rows, ") }.map { $0.replacing("\u{1B}[K", with: "") }
        #expect(lines.count >= 3 && lines.allSatisfy { $0.count == 23 }, "\(lines)")
        #expect(outcome.text.hasSuffix(" with their true size\r\n"))
    }

    /// A terminal that knows no control sequences gets whole lines, every ten seconds.
    @Test(.needs(.program("script"))) func dumb() throws {
        let dumb = try atTerminal("-o", "d.json", kind: "dumb")
        let other = try atTerminal("-o", "m.json")
        while timesTold(other) < 3 {
            try other.add(1)
            try dumb.add(1)
        }
        let text = try dumb.run.finish().text
        #expect(text.wholeMatch(of: /weir: wrote d.json; \d+ rows: \d+ with their true size\r\n/) != nil, "\(text)")
        #expect(try other.run.finish().status == .exited(0))
    }

    /// A quiet run prints no progress, while another run with the same rows prints its own.
    @Test(.needs(.program("script"))) func quiet() throws {
        let quiet = try atTerminal("-o", "q.json", "--quiet")
        let other = try atTerminal("-o", "m.json")
        while timesTold(other) < 3 {
            try other.add(1)
            try quiet.add(1)
        }
        quiet.addFailure()
        let lines = try quiet.run.finish().text.split(separator: "\r\n").map(String.init)
        #expect(Array(lines.dropFirst()) == quiet.failures)
        #expect(lines.first?.hasSuffix(" no true size now (1 not-found)") == true)
        #expect(try other.run.finish().status == .exited(0))
    }
}
