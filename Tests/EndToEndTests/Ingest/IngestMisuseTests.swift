// docs/cli.md: for invalid command lines and catalogues the status is 2, and nothing is done.
import TestSupport
import Testing

@Suite(.needs(.time)) struct IngestMisuseTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.addCatalogue(["a.jpg"])
        try folder.add("c.txt", "img,price\n")
        try folder.add("m.json", "[]")
    }

    private static let suffixes = ".csv, .tsv, .json, .jsonl, .plist, .xml, .copy"

    private static let behindBase = "has a query, a fragment or a blank, and names of pictures are put behind it"

    @Test(
        arguments: [
            ([], "no catalogue is named"),
            (["c.csv", "-o="], "-o: the name of a file is missing"),
            (["c.txt", "-o", "m.json"], "the name c.txt does not end in \(suffixes), nor in one of these and .gz; --from says what it is"),
            (["c.csv", "-o", "m.json", "--base-url=https://x.example/?q=1"], "--base-url: https://x.example/?q=1 \(behindBase)"),
            (["c.csv", "-o", "m.json", "--base-url=https://x.example/#f"], "--base-url: https://x.example/#f \(behindBase)"),
            (["c.csv", "-o", "m.json", "--base-url=https://x.example/a b"], "--base-url: 'https://x.example/a b' \(behindBase)"),
            (
                ["c.csv", "-o", "m.json", "--page-size=2"],
                "--page-size writes pages into a folder, and m.json is none: name a new or an empty folder with -o"
            ),
        ] as [([Bytes], String)])
    func isRefused(arguments: [Bytes], message: String) throws {
        let outcome = try Program.weir.run(["ingest"] + arguments, in: folder)
        #expect(outcome.text == "")
        #expect(outcome.messages == "weir ingest: \(message)\nTry 'weir ingest --help'.\n")
        #expect(outcome.status == .exited(2))
        #expect(folder.text(of: "m.json") == "[]")
    }

    /// Catalogues that cannot be read, and their messages.
    @Test(
        arguments: [
            ("gone.csv", nil, "gone.csv: no such file or directory"),
            ("shop", nil, "shop: no such file or directory"),
            ("empty.csv", "", "empty.csv:"),
            ("no-img.csv", "picture,price\na.jpg,1\n", "no-img.csv:1:"),
            ("no-price.csv", "img,cost\na.jpg,1\n", "no-price.csv:1:"),
            ("empty.json", "", "empty.json:"),
            ("cut.json", #"[{"img":"a.jpg","price":"1"},"#, "cut.json:1:"),
            ("empty.plist", "", "empty.plist:"),
            ("text.plist", "just a note", "text.plist:1:"),
            ("cut.plist", "<plist version=\"1.0\"><array><dict>", "cut.plist:1:"),
            ("cut-binary.plist", "bplist00", "cut-binary.plist:"),
            ("cut.csv.gz", [0x1F, 0x8B, 8, 0], "cut.csv.gz: "),
            ("damaged.csv.gz", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF], "damaged.csv.gz: "),
        ] as [(String, Bytes?, String)])
    func cannotBeRead(name: String, content: Bytes?, message: String) throws {
        if let content { try folder.add(Bytes(name), content) }
        let outcome = try ingest(Bytes(name), "-o", "m.json", in: folder)
        #expect(outcome.messages.hasPrefix("weir: " + message), "\(outcome.messages)")
        #expect(outcome.messages.split(separator: "\n").count == 1)
        #expect(outcome.status == .exited(2))
        #expect(folder.text(of: "m.json") == "[]")
    }

    @Test func aFolderThatIsReadAsAFile() throws {
        try folder.addFolder("p")
        let outcome = try ingest("p", "--from=csv", "-o", "m.json", in: folder)
        #expect(outcome.messages == "weir: p: is a directory\n")
        #expect(outcome.status == .exited(2))
    }

    /// The suffix of a name gives the format in upper or lower case, and `--from` overrides the suffix.
    @Test func names() throws {
        try folder.add("C.CSV", "img,price\na.jpg,1\n")
        try folder.add("c.txt", "img\tprice\na.jpg\t1\n")
        for arguments: [Bytes] in [["C.CSV"], ["c.txt", "--from", "tsv"]] {
            let outcome = try Program.weir.run(["ingest", "-o", "M.JSON"] + arguments, in: folder)
            #expect(folder.text(of: "M.JSON") == manifest(entry(30, 20, "a.jpg")))
            #expect(outcome.status == .exited(0))
        }
    }
}
