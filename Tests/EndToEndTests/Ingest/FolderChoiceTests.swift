// docs/catalogues.md: the files of folders that --glob chooses, and those that are no pictures by their name.
import TestSupport
import Testing

@Suite struct FolderChoiceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name: Bytes in ["tree", "tree/thumbs", "tree/sub", "tree/sub/thumbs", "tree/Icon.imageset"] { try folder.addFolder(name) }
        for name: Bytes in [
            "tree/a.jpg", "tree/b.png", "tree/é.jpg", "tree/x.tmp", "tree/thumbs/a.jpg", "tree/sub/c.jpg", "tree/sub/thumbs/d.jpg",
            "tree/Icon.imageset/icon.png",
        ] { try folder.add(name, .jpeg(width: 30, height: 20)) }
        for name: Bytes in ["tree/Icon.imageset/Contents.json", "tree/Thumbs.db", "tree/desktop.ini", "tree/.DS_Store"] {
            try folder.add(name, "{}")
        }
    }

    private static let all = [
        "Icon.imageset/icon.png", "a.jpg", "b.png", "sub/c.jpg", "sub/thumbs/d.jpg", "thumbs/a.jpg", "x.tmp", "é.jpg",
    ]

    private static let rows: [(globs: [String], paths: [String])] = [
        ([], all),
        (["*.jpg"], ["a.jpg", "sub/c.jpg", "sub/thumbs/d.jpg", "thumbs/a.jpg", "é.jpg"]),
        (["!*.tmp"], all.filter { $0 != "x.tmp" }),
        (["!thumbs/**"], all.filter { !$0.hasPrefix("thumbs/") }),
        (["!**/thumbs/**"], all.filter { !$0.contains("thumbs/") }),
        (["*.jpg", "!thumbs/*", "thumbs/a*"], ["a.jpg", "sub/c.jpg", "sub/thumbs/d.jpg", "thumbs/a.jpg", "é.jpg"]),
        (["*.png", "?.jpg", "!a*"], ["Icon.imageset/icon.png", "b.png", "sub/c.jpg", "sub/thumbs/d.jpg", "é.jpg"]),
        (["/a.jpg"], ["a.jpg"]),
        (["none"], []),
    ]

    @Test(arguments: rows)
    func chosen(globs: [String], paths: [String]) throws {
        let options = globs.map { Bytes("--glob=\($0)") }
        let outcome = try Program.weir.run(["probe", "--format=tsv", "-r", "tree"] + options, in: folder)
        #expect(outcome.paths == paths.map { "tree/" + $0 })
        #expect(outcome.status == .exited(0))
        let none = """
            weir: --glob chooses none of the files in the folders, so nothing was measured; a pattern with a slash is for paths \
            below the folder, and one without a slash is for names

            """
        #expect(outcome.messages == (paths.isEmpty ? none : ""))
    }

    /// A file that the command line names is measured, whatever the patterns.
    @Test func namedFiles() throws {
        let outcome = try probe("-r", "--glob=!*.tmp", "tree/x.tmp", "tree/Icon.imageset/Contents.json", "tree/sub", in: folder)
        #expect(
            outcome.text == """
                tree/x.tmp: 30x20 jpeg
                tree/Icon.imageset/Contents.json: error: not-an-image: the content is JSON
                tree/sub/c.jpg: 30x20 jpeg
                tree/sub/thumbs/d.jpg: 30x20 jpeg

                """)
    }

    @Test func aFolderWithoutRecursion() throws {
        let outcome = try probe("tree", in: folder)
        #expect(outcome.text == "tree: error: unreadable: it is a folder; -r measures the files in it\n")
        #expect(outcome.status == .exited(1))
    }

    @Test(
        arguments: [
            (["probe", "tree", "--glob=*.jpg"], "--glob needs --recursive"),
            (
                ["probe", "-r", "tree", "--glob={a,b}"],
                "--glob: {a,b}: braces are not read; give a pattern for each, or write \\{ for the character"
            ),
            (["ingest", "c.csv", "-o", "m.json", "--glob=*.jpg"], "--glob chooses among the files of a folder, and the catalogue is none"),
        ] as [([Bytes], String)])
    func refused(arguments: [Bytes], message: String) throws {
        let outcome = try Program.weir.run(arguments, in: folder)
        #expect(outcome.messages.hasPrefix("weir \(String(decoding: arguments[0].all, as: UTF8.self)): \(message)\n"))
        #expect(outcome.status == .exited(2))
    }

    /// An unreadable folder may hold pictures, unless it is excluded.
    @Test(.needs(.obedience))
    func lockedFolders() throws {
        try folder.setMode("tree/thumbs", 0)
        defer { try? folder.setMode("tree/thumbs", 0o700) }
        let weir = try #require(Program.weir.obedient)
        let included = try weir.run(["probe", "-r", "tree", "--glob=b.png"], in: folder)
        #expect(included.text == "tree/b.png: 30x20 jpeg\ntree/thumbs/: error: unreadable: permission denied\n")
        let excluded = try weir.run(["probe", "-r", "tree", "--glob=b.png", "--glob=!thumbs/**"], in: folder)
        #expect(excluded.text == "tree/b.png: 30x20 jpeg\n")
        // Its entries would be lost.
        let options: [Bytes] = ["ingest", "tree", "-o", "m.json"]
        let refused = try weir.run(options, in: folder)
        #expect(refused.status == .exited(2) && folder.text(of: "m.json") == nil)
        #expect(
            refused.messages.contains("tree/thumbs/ cannot be read, and may hold pictures; let weir read it, or"), "\(refused.messages)")
        #expect(try weir.run(options + ["--glob=!thumbs/**"], in: folder).status == .exited(0))
    }
}
