import TestSupport
import Testing

/// Invalid command lines and invalid catalogues: the status is 2, and nothing is done.
@Suite struct IngestMisuseTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.addCatalogue(["a.jpg"])
        try folder.add("c.txt", "img,price\n")
        try folder.add("m.json", "[]")
    }

    private static let suffixes = ".csv, .tsv, .json, .jsonl, .plist, .copy"

    @Test(arguments: [
        ([], "no catalogue is named"),
        (["-o", "m.json"], "no catalogue is named"),
        (["c.csv"], "--output says where the manifest goes; - is standard output"),
        (["c.csv", "-o"], "-o needs a value: MANIFEST"),
        (["c.csv", "-o="], "-o: the name of a file is missing"),
        (["", "-o", "m.json"], "an argument is empty; look for a variable of the shell that has no value"),
        (["c.csv", "d.csv", "-o", "m.json"], "only one catalogue can be read; d.csv is a second one"),
        (["c.txt", "-o", "m.json"], "the name c.txt does not end in \(suffixes), nor in one of these and .gz; --from says what it is"),
        (["-", "-o", "m.json"], "standard input needs --from, which says what it is"),
        (["c.csv", "-o", "m.txt"], "the name m.txt does not end in .json, .jsonl or .plist, nor in one of these and .gz"),
        (["c.csv", "-o", "manifest"], "the name manifest does not end in .json, .jsonl or .plist, nor in one of these and .gz"),
        (["c.csv", "-o", "m.plist", "--binary-plist"], "--binary-plist is gone; type -o NAME.binary.plist"), (["c.csv", "-o", "m.json", "--fallback-size=9x9"], "--fallback-size is gone; type --placeholder 9x9"), (["c.csv", "-o", "m.json", "--no-journal"], "--no-journal is gone; type --journal none"), (["c.csv", "-o", "m.json", "--strict"], "--strict is gone; type --on-failure stop"), (["c.csv", "-o", "m.json", "--allow-empty"], "--allow-empty is gone; type --max-removed 100%"), (["c.csv", "-o", "m.json", "--user-agent", "my bot"], "--user-agent is gone; type --header 'User-Agent: my bot'"), (["c.csv", "-o", "m.json", "--precompress=gzip"], "--precompress is gone; type --gzip"),
        (["c.csv", "-o", "m.json", "--from=xlsx"], "--from: xlsx is not one of csv, tsv, json, jsonl, plist, copy"),
        (["c.csv", "-o", "m.json", "--on-failure=ignore"], "--on-failure: ignore is not one of placeholder, omit, stop"),
        (["c.csv", "-o", "m.json", "--per-host=auto:0"], "--per-host: auto:0 is neither auto nor a number from 1 to 10000 nor auto:N with one"),
        (["c.csv", "-o", "m.json", "--per-host=none"], "--per-host: none is neither auto nor a number from 1 to 10000 nor auto:N with one"),
        (["c.csv", "-o", "m.json", "--max-failures=some"], "--max-failures: some is not a whole number such as 5000 or 5e3; a share has % behind it, such as 20%"),
        (["c.csv", "-o", "m.json", "--max-failures=101%"], "--max-failures: 101% is not a share from 0% to 100%"),
        (["c.csv", "-o", "m.json", "--max-failures=nan%"], "--max-failures: nan% is not a share from 0% to 100%"),
        (["c.csv", "-o", "m.json", "--with=size"], "--with: size is not one of status, format, bytes, orientation, sha256, mime, animated, alpha, colorModel, depth, sizeFrom, thumbhash, blurhash, color, blurDataURL"),
        (["c.csv", "-o", "m.json", "--with=status,status"], "--with: status,status names one twice"),
        (["c.csv", "-o", "m.json", "--keep=a,a"], "--keep: a,a names one twice"),
        (["c.csv", "-o", "m.json", "--keep="], "--keep: the value is empty"),
        (["c.csv", "-o", "m.json", "--keep=a,"], "--keep: a, has an empty name in it"),
        (["c.csv", "-o", "m.json", "--base-url="], "--base-url: the value is empty"),
        (
            ["c.csv", "-o", "m.json", "--base-url=nonsense"],
            "--base-url: nonsense is not a URL of http or https, such as https://img.example/shop"
        ),
        (["c.csv", "-o", "m.json", "--header=Accept"], "--header: this is not a header line such as 'Accept-Language: de'"),
        (["c.csv", "-o", "m.json", "--header=range: bytes=0-1"], "--header: range is a line that weir writes itself"),
        (["c.csv", "-o", "m.json", "--placeholder=16x"], "--placeholder: 16x is not a size such as 640x480"),
        (["c.csv", "-o", "m.json", "--placeholder=0x9"], "--placeholder: 0x9 is not a size such as 640x480"),
        (["c.csv", "-o", "m.json", "--placeholder=9x3000000000"], "--placeholder: 9x3000000000 is not a size such as 640x480"),
        (["c.csv", "-o", "m.json", "--page-size=2"],
            "--page-size writes pages into a folder, and m.json is none: name a new or an empty folder with -o"),
        (["c.csv", "-o", "m.json", "--quite"], "unknown option --quite; did you mean --quiet?"),
    ] as [([Bytes], String)])
    func isRefused(arguments: [Bytes], message: String) throws {
        let outcome = try Program.weir.run(["ingest"] + arguments, in: folder)
        #expect(outcome.text == "")
        #expect(outcome.messages == "weir ingest: \(message)\nTry 'weir ingest --help'.\n")
        #expect(outcome.status == .exited(2))
        #expect(folder.text(of: "m.json") == "[]")
    }

    /// Catalogues that cannot be read, and their messages.
    @Test(arguments: [
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
