import TestSupport
import Testing

/// `--dry-run` reads the catalogue and nothing else, and writes nothing.
@Suite struct IngestDryRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.addFolder("p")
        try folder.add("p/a.jpg", .jpeg(width: 30, height: 20))
    }

    @Test(arguments: [
        (["-o", "m.json", "--refresh"], "", "m.json as json", ".weir-journal"),
        (["-o", "m.jsonl.gz"], ", unless the journal spares it", "m.jsonl.gz as jsonl, compressed", ".weir-journal"),
        (["-o", "m.plist", "--binary-plist", "--no-journal"], "", "m.plist as binary-plist", nil),
        (["-o", "-"], "", "standard output as json", nil),
        (
            ["-o", "pages", "--page-size=50", "--retry-failed"], " if they failed or are new",
            "pages of 50 entries into the folder pages", ".weir-journal"
        ),
    ] as [([Bytes], String, String, String?)])
    func tells(options: [Bytes], fetching: String, target: String, journal: String?) throws {
        try folder.addCatalogue(["a.jpg", "gone.jpg", "a.jpg", "https://shop.example/b.jpg"])
        try folder.add("m.json", "[]")
        let names = try folder.names()
        let watch = try FileWatch(folder, "p")
        let outcome = try Program.weir.run(
            ["ingest", "c.csv", "--root=p", "--dry-run", "--report=r.json", "--placeholder=p/a.jpg"] + options, in: folder)
        #expect(
            outcome.text == """
                4 rows, 0 of them broken
                2 distinct pictures would be measured below p
                1 distinct URL would be fetched\(fetching)
                would write \(target)
                \(journal.map { "would remember pictures in \($0)\n" } ?? "")
                """)
        #expect(outcome.messages == "")
        #expect(outcome.status == .exited(0))
        #expect(watch.opened() == [:])
        #expect(try folder.names() == names)
        #expect(folder.text(of: "m.json") == "[]")
    }

    @Test func brokenRows() throws {
        try folder.add("c.csv", "img,price\na.jpg,1\n,1\n")
        let outcome = try ingest("c.csv", "--root=p", "-o", "m.json", "--dry-run", in: folder)
        #expect(outcome.messages == "weir: row 2 (line 3, column 1): broken-row: the row has no picture (img)\n")
        #expect(outcome.text.hasPrefix("2 rows, 1 of them broken\n1 distinct picture would be measured below p\nwould write m.json"))
        #expect(outcome.status == .exited(1))
    }

    @Test func manyBrokenRows() throws {
        try folder.add("c.csv", Bytes("img,price\n" + String(repeating: ",1\n", count: 5000)))
        let outcome = try ingest("c.csv", "-o", "m.json", "--dry-run", in: folder)
        #expect(outcome.messages.split(separator: "\n").count == 1001)
        #expect(outcome.text.hasPrefix("5000 rows, 5000 of them broken\n0 distinct pictures"))
    }

    /// A mistake that would stop a run also stops a dry run.
    @Test(arguments: [["gone.csv", "-o", "m.json"], ["c.csv"], ["c.csv", "-o", "m.txt"]] as [[Bytes]])
    func mistakes(arguments: [Bytes]) throws {
        try folder.addCatalogue(["a.jpg"])
        let outcome = try Program.weir.run(["ingest", "--dry-run"] + arguments, in: folder)
        #expect(outcome.text == "")
        #expect(outcome.status == .exited(2))
    }
}
