// docs/cli.md: options may stand in the section ingest of a JSON file.
import TestSupport
import Testing

@Suite struct IngestOptionsFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.add("c.csv", "picture,price,sku\na.jpg,1,x\ngone.jpg,2,y\n")
    }

    private static let file = #"""
        {"rules": {}, "ingest": {
            "img-column": "picture", "keep": ["sku"], "with": "status", "max-failures": "50%", "placeholder": "7x8",
            "retries": 1, "quiet": true, "journal": "none", "header": ["A: b", "C: d"], "output": "m.json"
        }}
        """#

    private static let entries = manifest(
        entry(30, 20, "a.jpg", "1", #","status":"ok","sku":"x""#), entry(7, 8, "gone.jpg", "2", #","status":"placeholder","sku":"y""#))

    @Test func areRead() throws {
        try folder.add("weir.json", Bytes(Self.file))
        let outcome = try ingest("c.csv", "--config", "weir.json", in: folder)
        #expect(folder.text(of: "m.json") == Self.entries)
        #expect(!outcome.messages.contains("with its true size"))
        #expect(try folder.journalNames().isEmpty)
    }

    /// The command line has priority, wherever the file is named.
    @Test(
        arguments: [
            ["c.csv", "--placeholder=9x9", "-o", "n.json", "--config=weir.json"],
            ["--config=weir.json", "c.csv", "--placeholder=9x9", "-o", "n.json"],
        ] as [[Bytes]])
    func theCommandLineWins(arguments: [Bytes]) throws {
        try folder.add("weir.json", Bytes(Self.file))
        _ = try Program.weir.run(["ingest"] + arguments, in: folder)
        #expect(folder.text(of: "n.json") == Self.entries.replacing(#""w":7,"h":8"#, with: #""w":9,"h":9"#))
        #expect(folder.text(of: "m.json") == nil)
    }

    /// A switch that the file turns on is turned off by its opposite, wherever the file is named.
    @Test(arguments: [["--no-quiet", "--config=weir.json"], ["--config=weir.json", "--quiet", "--no-quiet", "--verbose"]] as [[Bytes]])
    func aSwitchIsTurnedOff(options: [Bytes]) throws {
        try folder.add("weir.json", Bytes(Self.file))
        let outcome = try Program.weir.run(["ingest", "c.csv", "--journal=none"] + options, in: folder)
        #expect(outcome.messages.hasSuffix("weir: wrote m.json; 2 rows: 1 with its true size, 1 with a placeholder\n"))
    }

    /// Of `--journal` and `--journal none` the last one counts, and the command line comes after the file.
    @Test(
        arguments: [
            (#"{"journal":"none"}"#, ["--journal=j"], ["j"]), (#"{"journal":"j"}"#, ["--journal=none"], []),
            (#"{"journal":"none"}"#, ["--journal=j", "--journal=none"], []),
            (#"{"journal":"none"}"#, ["--journal=none", "--journal=k"], ["k"]),
            ("{}", ["--journal=j", "--journal=none"], []),
        ] as [(String, [Bytes], [String])])
    func theLastWordOnTheJournal(section: String, options: [Bytes], journals: [String]) throws {
        try folder.add("weir.json", Bytes(#"{"ingest":\#(section)}"#))
        let outcome = try Program.weir.run(
            ["ingest", "c.csv", "--img-column=picture", "--max-failures=2", "-o", "m.json", "--config=weir.json"] + options, in: folder)
        #expect(outcome.status == .exited(0))
        for name in ["j", "k", ".weir-journal"] { #expect((folder.content(of: name) != nil) == journals.contains(name)) }
    }

    /// Patterns join when they are given again, and those of the command line replace those of the file.
    @Test func patterns() throws {
        for name: Bytes in ["p", "p/sub"] { try folder.addFolder(name) }
        for name: Bytes in ["p/a.jpg", "p/b.png", "p/sub/c.jpg"] { try folder.add(name, .jpeg(width: 30, height: 20)) }
        try folder.add("globs.json", #"{"ingest":{"glob":["*.jpg","!sub/*"]}}"#)
        for (options, names) in [
            ([], ["a.jpg"]), (["--glob=*.png"], ["b.png"]), (["--glob=*.png", "--glob=sub/*"], ["b.png", "sub/c.jpg"]),
        ] as [([Bytes], [String])] {
            let outcome = try Program.weir.run(["ingest", "p", "-o", "-", "--config=globs.json"] + options, in: folder)
            #expect(outcome.text == manifest(of: names.map { entry(30, 20, $0, "") }))
        }
    }

    @Test(
        arguments: [
            ("--no-quiet=x", "--no-quiet takes no value"), ("--no-retries", "unknown option --no-retries"),
            ("--no-help", "unknown option --no-help"),
        ] as [(Bytes, String)])
    func opposites(option: Bytes, message: String) throws {
        let outcome = try ingest("c.csv", "-o", "m.json", option, in: folder)
        #expect(outcome.messages.hasPrefix("weir ingest: \(message)"))
        #expect(outcome.status == .exited(2))
    }

    /// Relative paths begin in the working directory, and no file is read that is not named.
    @Test func paths() throws {
        try folder.addFolder("sub")
        try folder.add("sub/weir.json", #"{"ingest":{"report":"r.json","img-column":"picture","max-failures":2}}"#)
        try folder.add("weir.json", #"{"ingest":{"report":"never.json"}}"#)
        _ = try ingest("c.csv", "-o", "m.json", "--config=sub/weir.json", in: folder)
        #expect(folder.text(of: "r.json") != nil)
        _ = try ingest("c.csv", "-o", "m.json", "--img-column=picture", in: folder)
        #expect(folder.text(of: "never.json") == nil)
    }

    @Test(arguments: [
        (#"{"ingest":{"max-failure":1}}"#, "o.json: unknown option ingest.max-failure; did you mean ingest.max-failures?"),
        (#"{"ingest":{"config":"o.json"}}"#, "o.json: unknown option ingest.config"),
        (#"{"ingest":{"max-failures":"x"}}"#, "o.json: ingest.max-failures: x is not a whole number such as 5000 or 5e3"),
        (#"{"ingest":{"on-failure":"explode"}}"#, "o.json: ingest.on-failure: explode is not one of placeholder, omit, stop"),
        (#"{"ingest":{"with":["status","shade"]}}"#, "o.json: ingest.with: shade is not one of "),
        (#"{"ingest":{"keep":["a,b"]}}"#, "o.json: ingest.keep: an element has a comma in it, which separates elements"),
        (#"{"ingest":{"quiet":"yes"}}"#, "o.json: ingest.quiet: this must be true or false"),
        (#"{"ingest":{"root":["a"]}}"#, "o.json: ingest.root: this must be one value, not an array"),
        (#"{"ingest":{"root":true}}"#, "o.json: ingest.root: this must be text or a number"),
        (#"{"ingest":{"header":["Bearer s3cret"]}}"#, "o.json: ingest.header: this is not a header line such as "),
        (#"{"ingest":[]}"#, "o.json: ingest: this must be an object of options"),
        (#"{"rules":{}}"#, "o.json: there is no section ingest in it"),
        ("{", "o.json:1:2: "),
    ])
    func refused(file: String, message: String) throws {
        try folder.add("o.json", Bytes(file))
        let outcome = try ingest("c.csv", "-o", "m.json", "--config", "o.json", in: folder)
        #expect(outcome.messages.hasPrefix("weir ingest: --config: \(message)"), "\(outcome.messages)")
        #expect(!outcome.messages.contains("s3cret"))
        #expect(outcome.status == .exited(2))
    }

    @Test func otherMisuse() throws {
        let gone = try ingest("c.csv", "--config=gone.json", in: folder)
        #expect(gone.messages.hasPrefix("weir ingest: --config: gone.json: no such file or directory\n"))
        try folder.add("o.json", Bytes(Self.file))
        let twice = try ingest("c.csv", "--config=o.json", "--config=o.json", in: folder)
        #expect(twice.messages.hasPrefix("weir ingest: --config: only one configuration can be read\n"))
        #expect(try ingest("--config=gone.json", "--help", in: folder).status == .exited(0))
    }
}
