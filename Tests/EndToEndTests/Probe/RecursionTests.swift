// docs/cli.md: the files that --recursive finds, and their order.
import TestSupport
import Testing

@Suite struct RecursionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func addPictures(_ names: Bytes...) throws {
        for name in names { try folder.add(name, .jpeg(width: 30, height: 20)) }
    }

    private func addFolders(_ names: Bytes...) throws { for name in names { try folder.addFolder(name) } }

    private func found(_ arguments: Bytes...) throws -> [String] {
        let outcome = try Program.weir.run(["probe", "--format=tsv", "-r"] + arguments, in: folder)
        #expect(outcome.messages == "")
        return outcome.paths
    }

    @Test func sortedByBytesAndDepthFirst() throws {
        try addFolders("tree", "tree/a", "tree/a/z", "tree/b", "tree/empty")
        try addPictures("tree/a-b", "tree/a.jpg", "tree/a/1", "tree/a/z/2", "tree/a/Z", "tree/B", "tree/b/x", "tree/é", "tree/a0")
        let expected = [
            "tree/B", "tree/a-b", "tree/a.jpg", "tree/a/1", "tree/a/Z", "tree/a/z/2", "tree/a0", "tree/b/x", "tree/é",
        ]
        #expect(try found("tree") == expected)
        #expect(try found("tree/") == expected)
        #expect(try found("./tree") == expected.map { "./" + $0 })
        #expect(try found("tree/b", "tree/B", "tree/a", "tree/b") == ["tree/b/x", "tree/B"] + expected[3...5] + ["tree/b/x"])
    }

    @Test func hiddenOnesOnlyByName() throws {
        try addFolders(".hidden", "tree", "tree/.git")
        try addPictures(".hidden/a", ".hidden/.b", "tree/.c", "tree/.git/d", "tree/e")
        #expect(try found("tree") == ["tree/e"])
        #expect(try found(".hidden") == [".hidden/a"])
        #expect(try found(".hidden/.b", "tree/.git") == [".hidden/.b", "tree/.git/d"])
    }

    @Test func linksToFoldersOnlyByName() throws {
        try addFolders("tree", "other")
        try addPictures("other/a", "tree/b")
        try folder.addLink("tree/file", to: "../other/a")
        try folder.addLink("tree/folder", to: "../other")
        try folder.addLink("tree/up", to: "..")
        try folder.addLink("tree/itself", to: ".")
        #expect(try found("tree") == ["tree/b", "tree/file"])
        #expect(try found("tree/folder") == ["tree/folder/a"])
    }

    @Test func otherFilesAreReported() throws {
        try addFolders("tree")
        try folder.add("tree/note.txt", "just a note\n")
        try folder.addPipe("tree/pipe")
        try folder.addLink("tree/dangling", to: "nowhere")
        try folder.addLink("tree/loop", to: "loop")
        let outcome = try probe("-r", "tree", "gone", "tree/note.txt/", in: folder)
        #expect(
            outcome.text == """
                tree/dangling: error: not-found: there is no such file
                tree/loop: error: unreadable: too many levels of symbolic links
                tree/note.txt: error: not-an-image: the content is text
                tree/pipe: error: unreadable: it is a pipe, a socket or a terminal, not a file
                gone: error: not-found: there is no such file
                tree/note.txt/: error: not-found: there is no such file

                """)
        #expect(outcome.status == .exited(1))
    }

    @Test func deepFolders() throws {
        var path = "d"
        for _ in 0..<400 {
            try addFolders(Bytes(path))
            path += "/d"
        }
        try addPictures(Bytes(path))
        #expect(try found("d") == [path])
    }

    /// The kernel takes paths of up to 4095 bytes. A deeper folder is reported, and not skipped in silence.
    @Test func foldersThatAreTooDeep() throws {
        let name = String(repeating: "d", count: 200)
        let bash = try #require(Program.named("bash"))
        let made = try bash.run(
            ["-ec", "i=0; while [ $i -lt 30 ]; do mkdir \(name); cd \(name); i=$((i + 1)); done; echo > a"], in: folder)
        #expect(made.status == .exited(0), "\(made.messages)")
        try addPictures("e")
        let outcome = try probe("-r", ".", in: folder)
        let deepest = "./" + String(repeating: name + "/", count: 21)
        #expect(outcome.text == "\(deepest): error: unreadable: file name too long\n./e: 30x20 jpeg\n")
        #expect(outcome.status == .exited(1))
    }

    @Test(.needs(.obedience))
    func foldersWithoutPermission() throws {
        try addFolders("tree", "tree/locked", "tree/listed")
        try addPictures("tree/a", "tree/locked/b", "tree/listed/c", "tree/z")
        try folder.setMode("tree/locked", 0o300)
        try folder.setMode("tree/listed", 0o600)
        defer { for name in ["tree/locked", "tree/listed"] as [Bytes] { try? folder.setMode(name, 0o700) } }
        let outcome = try #require(Program.weir.obedient).run(["probe", "-r", "tree"], in: folder)
        #expect(
            outcome.text == """
                tree/a: 30x20 jpeg
                tree/listed/c: error: unreadable: permission denied
                tree/locked/: error: unreadable: permission denied
                tree/z: 30x20 jpeg

                """)
        #expect(outcome.status == .exited(1))
    }
}
