import TestSupport
import Testing

/// Progress is one line that a terminal rewrites; anything else gets whole lines only.
@Suite struct IngestProgressTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.add("part", Bytes(String(repeating: "a.jpg,1\n", count: 9000) + "gone.jpg,1\n"))
        try folder.add(
            "slowly",
            """
            { echo img,price; for part in 1 2 3 4; do cat part; sleep 0.2; done; } |
            "$WEIR_PROGRAM" ingest --from csv - -o m.json --max-failures 100% $OPTIONS
            """)
    }

    private static let counted = "weir: 36004 rows: 36000 with their true size, 4 with a placeholder; wrote m.json"
    private static func failure(_ part: Int) -> String {
        "weir: row \(part * 9001) (line \(part * 9001 + 1)): gone.jpg: not-found: there is no such file"
    }

    private func run(_ program: String, _ arguments: [Bytes], options: String = "") throws -> Outcome {
        // The program as a shell can name it.
        let path = try #require(Program.named("sh")).running(.weir, after: ["-c", "printf %s \"$0\""]).run().text
        return try #require(Program.named(program)).run(
            arguments, environment: ["WEIR_PROGRAM": path, "OPTIONS": options], in: folder)
    }

    @Test func notATerminal() throws {
        let outcome = try run("sh", ["slowly"])
        #expect(!outcome.errors.contains(UInt8(ascii: "\r")) && !outcome.errors.contains(0x1B))
        #expect(outcome.messages == ((1...4).map(IngestProgressTests.failure) + [IngestProgressTests.counted, ""]).joined(separator: "\n"))
    }

    /// What a terminal shows of the bytes it got: the lines, each as it was last written, and how
    /// often one was written over.
    private func screen(_ bytes: [UInt8]) -> (lines: [String], rewritten: Int) {
        var rewritten = 0
        let lines = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
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

    @Test(.enabled(if: Program.named("script") != nil, "needs script"))
    func terminal() throws {
        let outcome = try run("script", ["-qec", "sh slowly", "/dev/null"])
        let (lines, rewritten) = screen(outcome.output)
        #expect(lines == (1...4).map(IngestProgressTests.failure) + [IngestProgressTests.counted, ""])
        #expect(rewritten >= 2)
        #expect(outcome.text.contains(" rows, "))
    }

    @Test(.enabled(if: Program.named("script") != nil, "needs script"))
    func quiet() throws {
        let outcome = try run("script", ["-qec", "sh slowly", "/dev/null"], options: "--quiet")
        #expect(outcome.text == (1...4).map { IngestProgressTests.failure($0) + "\r\n" }.joined())
    }
}
