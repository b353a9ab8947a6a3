// docs/failures.md: `weir probe` prints one line for every path, whatever the path leads to, and continues.
import TestSupport
import Testing

@Suite struct BadInputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("good.jpg", .jpeg(width: 30, height: 20))
        try folder.add("cut.jpg", [0xFF, 0xD8, 0xFF, 0xC0, 0, 11])
        try folder.add("empty.jpg")
        try folder.add("note.txt", "just a note\n")
        try folder.addFolder("folder")
        try folder.addPipe("pipe")
        try folder.addSocket("socket")
        try folder.addLink("loop", to: "loop")
        try folder.addLink("dangling", to: "nowhere")
    }

    private static let rows: [(path: String, failure: String)] = [
        ("gone.jpg", "not-found: there is no such file"),
        ("good.jpg/below", "not-found: there is no such file"),
        ("good.jpg/", "not-found: there is no such file"),
        ("dangling", "not-found: there is no such file"),
        ("loop", "unreadable: too many levels of symbolic links"),
        ("folder", "unreadable: it is a folder; -r measures the files in it"),
        ("folder/", "unreadable: it is a folder; -r measures the files in it"),
        ("pipe", "unreadable: it is a pipe, a socket or a terminal, not a file"),
        ("socket", "unreadable: it is a pipe, a socket or a terminal, not a file"),
        ("/dev/zero", "unreadable: it is a device, not a file"),
        ("/dev/null", "unreadable: it is a device, not a file"),
        ("/proc/self/mem", "unreadable: input/output error"),
        (String(repeating: "n", count: 256), "unreadable: file name too long"),
        (String(repeating: "./", count: 3000) + "good.jpg", "unreadable: file name too long"),
        ("empty.jpg", "empty: there are no bytes in it"),
        ("note.txt", "not-an-image: the content is text"),
        ("cut.jpg", "truncated: the bytes end at 6, before the size"),
    ]

    @Test(arguments: rows)
    func isReported(path: String, failure: String) throws {
        let outcome = try probe(Bytes(path), in: folder)
        #expect(outcome.text == "\(path): error: \(failure)\n")
        #expect(outcome.messages == "")
        #expect(outcome.status == .exited(1))
    }

    @Test func othersAreStillMeasured() throws {
        let arguments = BadInputTests.rows.flatMap { [Bytes($0.path), "good.jpg"] as [Bytes] }
        let outcome = try Program.weir.run(["probe"] + arguments, in: folder)
        let expected = BadInputTests.rows.flatMap { ["\($0.path): error: \($0.failure)", "good.jpg: 30x20 jpeg"] }
        #expect(outcome.lines == expected + [""])
        #expect(outcome.status == .exited(1))
    }

    @Test(.needs(.obedience))
    func filesWithoutPermission() throws {
        try folder.setMode("good.jpg", 0)
        let outcome = try #require(Program.weir.obedient).run(["probe", "good.jpg", "gone.jpg"], in: folder)
        #expect(
            outcome.text == """
                good.jpg: error: unreadable: permission denied
                gone.jpg: error: not-found: there is no such file

                """)
        #expect(outcome.status == .exited(1))
    }

    /// The brand of a media file may be any four bytes, so the message must not print them as they are.
    @Test func contentDoesNotReachTheTerminal() throws {
        try folder.add("video.mp4", .box("ftyp", [0x0A, 0x1B, 0x5B, 0x4A], .big(UInt32(0)), "isom"))
        let outcome = try probe("video.mp4", in: folder)
        #expect(outcome.text.hasPrefix("video.mp4: error: not-an-image: "))
        #expect(outcome.lines.count == 2)
        #expect(!outcome.output.contains(0x1B))
    }
}
