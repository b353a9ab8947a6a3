// docs/operations.md: a signal ends a run whose catalogue stalls with its report, its metrics and its summary.
import Foundation
import TestSupport
import Testing

@Suite struct StalledInputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.add("m.json", "[]")
    }

    /// The input stalls before its first byte, within the first bytes, and after some rows.
    @Test(
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)],
        [
            ("csv", "", 0), ("csv", "i", 0), ("csv", "img,price\na.jpg,1\na.jpg,2\na.j", 2), ("plist", "bplist00", 0),
            ("jsonl", [0x1F, 0x8B], 0),
        ] as [(Bytes, Bytes, Int)])
    func interrupted(signal: (number: Int32, status: Int32), input: (format: Bytes, bytes: Bytes, rows: Int)) throws {
        let run = try Program.weir.start(
            ["ingest", "-", "--from", input.format, "-o", "m.json", "--report=r.json", "--metrics=w.prom"], in: folder)
        run.write(input.bytes)
        try run.waitUntilInputIsRead()
        try run.waitUntilAtRest()
        run.send(signal: signal.number)
        // The input stays open.
        let outcome = try run.waitUntilItEnds()
        #expect(outcome.status == .exited(signal.status))
        let progress = input.rows == 0 ? "before the first row was done; " : "after \(input.rows) rows: "
        #expect(outcome.messages.hasPrefix("weir: m.json stays as it was: interrupted \(progress)"), "\(outcome.messages)")
        #expect(
            outcome.messages.hasSuffix("; the same command goes on with what .weir-journal knows\n"),
            "\(outcome.messages)")
        #expect(folder.text(of: "m.json") == "[]")
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        #expect(report["rows"] as? Int == input.rows)
        #expect(folder.text(of: "w.prom")?.contains("weir_success{manifest=\"m.json\"} 0\n") == true)
    }

    /// A pipe that is named as a file, as a shell's `<(command)` does.
    @Test func namedPipe() throws {
        try folder.addPipe("rows.csv")
        let shell = try #require(Program.named("sh")).running(
            .weir, after: ["-c", "exec 3<>rows.csv; printf 'img,price\\na.jpg,1\\n' >&3; exec \"$0\" \"$@\""])
        let run = try shell.start(["ingest", "rows.csv", "-o", "m.json", "--report=r.json"], in: folder)
        try waitUntil("the run has begun") { folder.content(of: ".weir-journal.lock") != nil }
        let pipe = open(folder.path + "/rows.csv", O_RDONLY | O_NONBLOCK)
        defer { close(pipe) }
        try waitUntil("the input is read") {
            var unread: Int32 = 0
            return ioctl(pipe, UInt(FIONREAD), &unread) == 0 && unread == 0
        }
        try run.waitUntilAtRest()
        run.send(signal: SIGTERM)
        #expect(try run.finish().status == .exited(143))
        #expect((try json(folder.content(of: "r.json")) as? [String: Any])?["rows"] as? Int == 1)
    }
}
