// docs/cli.md: lists of paths for --files-from.
import TestSupport
import Testing

@Suite struct PathListTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.add("b.jpg", .jpeg(width: 2, height: 3))
        try folder.addFolder("folder")
    }

    @Test(
        arguments: [
            ("", "", 0),
            ("\n\n", "", 0),
            ("a.jpg\nb.jpg\n", "a.jpg: 30x20 jpeg\nb.jpg: 2x3 jpeg\n", 0),
            ("a.jpg\nb.jpg", "a.jpg: 30x20 jpeg\nb.jpg: 2x3 jpeg\n", 0),
            ("\n\na.jpg\n\n\n\nb.jpg\n\n", "a.jpg: 30x20 jpeg\nb.jpg: 2x3 jpeg\n", 0),
            ("a.jpg\r\n\r\nb.jpg\r", "a.jpg: 30x20 jpeg\nb.jpg: 2x3 jpeg\n", 0),
            ("a.jpg\r\r\n", "a.jpg\\r: error: not-found: there is no such file\n", 1),
            (" a.jpg\n", " a.jpg: error: not-found: there is no such file\n", 1),
            ("-\n", "-: error: not-found: there is no such file\n", 1),
            // A NUL says that newlines are parts of names.
            ("a.jpg\0b.jpg\nb.jpg\n", "a.jpg: 30x20 jpeg\nb.jpg\\nb.jpg\\n: error: not-found: there is no such file\n", 1),
            ("\0\n", "\\n: error: not-found: there is no such file\n", 1),
        ] as [(Bytes, String, Int32)])
    func lines(list: Bytes, text: String, status: Int32) throws {
        try expect(try probe("--files-from", "-", input: list, in: folder), text, status)
        try folder.add("list", list)
        try expect(try probe("--files-from=list", in: folder), text, status)
        try expect(try probe("--files-from=/dev/stdin", input: list, in: folder), text, status)
    }

    @Test(
        arguments: [
            ("", "", 0),
            ("a.jpg\0b.jpg\0", "a.jpg: 30x20 jpeg\nb.jpg: 2x3 jpeg\n", 0),
            ("a.jpg\0\0b.jpg", "a.jpg: 30x20 jpeg\nb.jpg: 2x3 jpeg\n", 0),
            ("a.jpg\r\0", "a.jpg\\r: error: not-found: there is no such file\n", 1),
        ] as [(Bytes, String, Int32)])
    func endingInNUL(list: Bytes, text: String, status: Int32) throws {
        try expect(try probe("--files-from=-", input: list, in: folder), text, status)
    }

    @Test func emptyListIsAnEmptyArray() throws {
        try expect(try probe("--files-from=-", "--format=json", in: folder), "[\n\n]\n", 0)
    }

    @Test func argumentsComeFirst() throws {
        let outcome = try probe("--files-from=-", "b.jpg", input: "a.jpg\n", in: folder)
        try expect(outcome, "b.jpg: 2x3 jpeg\na.jpg: 30x20 jpeg\n", 0)
    }

    @Test func namesAFolder() throws {
        let text = "folder: error: unreadable: it is a folder; -r measures the files in it\na.jpg: 30x20 jpeg\n"
        try expect(try probe("--files-from=-", input: "folder\na.jpg\n", in: folder), text, 1)
        try expect(try probe("-r", "--files-from=-", input: "folder\na.jpg\n", in: folder), "a.jpg: 30x20 jpeg\n", 0)
    }

    /// Paths before the failure are still measured.
    @Test(arguments: [
        ("gone", "gone: no such file or directory", ""),
        ("a.jpg/list", "a.jpg/list: not a directory", ""),
        ("folder", "folder: is a directory", "a.jpg: 30x20 jpeg\n"),
        ("long", "long: a path of more than 1048576 bytes", "a.jpg: 30x20 jpeg\nb.jpg: 2x3 jpeg\n"),
    ])
    func unreadable(list: String, message: String, text: String) throws {
        try folder.add("long", "b.jpg\n" + Bytes(String(repeating: "b", count: 1_200_000)) + "\na.jpg\n")
        let outcome = try probe("a.jpg", "--files-from", Bytes(list), in: folder)
        #expect(outcome.text == text)
        #expect(outcome.messages == "weir: \(message)\n")
        #expect(outcome.status == .exited(2))
    }

    @Test(.needs(.obedience))
    func withoutPermission() throws {
        try folder.add("list", "a.jpg\n")
        try folder.setMode("list", 0)
        let outcome = try #require(Program.weir.obedient).run(["probe", "--files-from=list"], in: folder)
        #expect(outcome.messages == "weir: list: permission denied\n")
        #expect(outcome.status == .exited(2))
    }

    private func expect(_ outcome: Outcome, _ text: String, _ status: Int32) throws {
        #expect(outcome.text == text)
        #expect(outcome.messages == "")
        #expect(outcome.status == .exited(status))
    }
}
