// docs/catalogues.md: a catalogue that has lost its end replaces no manifest.
import TestSupport
import Testing

@Suite struct CatalogueEndTests {
    private let folder: TemporaryFolder
    private let old: String

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        old = manifest(of: (1...10).map { entry(30, 20, "a.jpg", "\($0)") })
        try folder.add("m.json", Bytes(old))
    }

    /// An export that is cut between two rows looks whole. Its number of rows shows the cut.
    @Test(
        arguments: [
            (["--expect-rows=8"], "7 rows are fewer than 8, which --expect-rows asks for"), (["--expect-rows=70%"], nil),
        ] as [([Bytes], String?)])
    func rowsMissing(options: [Bytes], fault: String?) throws {
        try folder.addCatalogue(Array(repeating: "a.jpg", count: 7))
        let all = ["ingest", "c.csv", "-o", "m.json", "--max-removed=100%", "--report=r.json"] + options
        let outcome = try Program.weir.run(all, in: folder)
        #expect(outcome.status == .exited(fault == nil ? 0 : 1))
        if let fault { #expect(outcome.messages.contains(fault), "\(outcome.messages)") }
        #expect((folder.text(of: "m.json") == old) == (fault != nil))
        if fault != nil { #expect(folder.text(of: "r.json")?.contains("\"gate\":\"expect-rows\"") == true) }
    }

    /// A dry run judges the gates that need no picture.
    @Test(
        arguments: [
            (
                "img,price\na.jpg,1\n", [],
                "9 of the 10 entries of the previous manifest are missing, which is more than --max-removed 20% allows"
            ),
            ("img,price\na.jpg,1\n", ["--max-removed=90%"], nil),
            ("img,price\na.jpg,1\n,1\n", ["--max-removed=90%"], "1 row without a true size is more than --max-failures 20% allows"),
            (
                "img,price\nb.jpg,1\n", ["--max-removed=9"],
                "10 of the 10 entries of the previous manifest are missing, which is more than --max-removed 9 allows"
            ),
            ("img,price\na.jpg,1\n", ["--base-url=https://s.example", "--max-removed=9"], "10 of the 10 entries"),
        ] as [(Bytes, [Bytes], String?)])
    func dryGates(catalogue: Bytes, options: [Bytes], fault: String?) throws {
        try folder.add("c.csv", catalogue)
        let outcome = try Program.weir.run(["ingest", "c.csv", "-o", "m.json", "--dry-run"] + options, in: folder)
        #expect(outcome.text.contains(fault.map { "would not write m.json: \($0)" } ?? "would write m.json as json"), "\(outcome.text)")
        #expect(outcome.status == .exited(fault == nil ? 0 : 1))
        #expect(folder.text(of: "m.json") == old)
    }

    /// A table that was cut inside its last field is refused if the last one of this manifest had its line end, whatever its name.
    @Test func cutInsideTheLastField() throws {
        func night(_ end: Bytes, _ name: Bytes) throws -> Outcome {
            try folder.add(name + ".csv", "img,price\na.jpg,€9.90\na.jpg," + end)
            return try ingest(name + ".csv", "-o", "m.json", "--max-removed=100%", "-q", in: folder)
        }
        // Nothing is known, so the row is taken, and the next line end is welcome.
        #expect(try night("€148", "first").status == .exited(0))
        #expect(try night("€1480.50\n", "second").status == .exited(0))
        let whole = folder.text(of: "m.json")
        let outcome = try night("€148", "third")
        #expect(outcome.status == .exited(2) && folder.text(of: "m.json") == whole, "\(outcome.messages)")
        #expect(
            outcome.messages.hasPrefix("weir: third.csv: no line end follows the last row, as one did in the last run: ")
                && outcome.messages.hasSuffix("; m.json stays as it was\n"), "\(outcome.messages)")
        #expect(try night("€1490.50\n", "fourth").status == .exited(0))
    }

    /// The first run without a line end sends a mail, the next ones do not.
    @Test func lineEndThatNeverCame() throws {
        try folder.add("c.csv", "img,price\na.jpg,1")
        for mails in [true, false] {
            let outcome = try ingest("c.csv", "-o", "n.json", "-q", in: folder)
            #expect(
                outcome.status == .exited(0) && outcome.messages.contains("no line end follows the last row") == mails,
                "\(outcome.messages)")
        }
    }

    /// The number of entries that a gate let through is named.
    @Test func allowedRemovals() throws {
        try folder.addCatalogue(Array(repeating: "a.jpg", count: 9))
        let outcome = try ingest("c.csv", "-o", "m.json", in: folder)
        #expect(
            outcome.messages.contains("0 added, 1 removed, 0 resized; --max-removed 20% let 1 of 10 entries go"),
            "\(outcome.messages)")
    }

    @Test(arguments: [" a.jpg", "a.jpg\\t ", "a.jpg"]) func blanksInStream(img: String) throws {
        let outcome = try stream(Bytes("{\"img\":\"\(img)\"}\n"), in: folder)
        #expect(outcome.answers == ["ok 30x20"])
        #expect(outcome.text.contains("{\"img\":\"\(img)\","), "\(outcome.text)")
    }

    @Test func hostWithoutScheme() throws {
        try folder.addCatalogue(["//127.0.0.1:1/a.jpg"])
        let outcome = try ingest("c.csv", "-o", "n.json", "--max-failures=1", "--allow-host=127.0.0.1", in: folder)
        #expect(folder.text(of: "n.json") == manifest(entry(300, 300, "https://127.0.0.1:1/a.jpg")))
        #expect(outcome.messages.contains("connect"), "\(outcome.messages)")
    }
}
