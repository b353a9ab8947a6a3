// docs/cli.md: --dry-run reads the catalogue and nothing else, and writes nothing.
import Foundation
import TestSupport
import Testing

@Suite struct IngestDryRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.addFolder("p")
        try folder.add("p/a.jpg", .jpeg(width: 30, height: 20))
    }

    @Test(
        arguments: [
            (["-o", "m.json", "--refresh"], "", "m.json as json", ".weir-journal"),
            (["-o", "m.jsonl.gz"], ", unless the journal spares it", "m.jsonl.gz as jsonl, compressed", ".weir-journal"),
            (["-o", "m.binary.plist", "--journal=none"], "", "m.binary.plist as binary-plist", nil),
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
                4 rows
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
        #expect(
            outcome.text.hasPrefix(
                """
                2 rows, 1 broken
                1 distinct picture would be measured below p
                would not write m.json: 1 row without a true size is more than --max-failures 20% allows
                """))
        #expect(outcome.status == .exited(1))
    }

    @Test func manyBrokenRows() throws {
        try folder.add("c.csv", Bytes("img,price\n" + String(repeating: ",1\n", count: 5000)))
        let outcome = try ingest("c.csv", "-o", "m.json", "--dry-run", in: folder)
        #expect(outcome.messages.split(separator: "\n").count == 10)
        #expect(outcome.text.hasPrefix("5000 rows, 5000 broken\n0 distinct pictures"))
    }

    /// A dry run says too that the previous manifest would stay.
    @Test(arguments: [([], 1), (["--max-removed=100%"], 0)] as [([Bytes], Int32)])
    func noRows(options: [Bytes], status: Int32) throws {
        try folder.addCatalogue([])
        let outcome = try Program.weir.run(["ingest", "c.csv", "-o", "m.json", "--dry-run"] + options, in: folder)
        let reason = "would not write m.json: the catalogue has no rows, and a manifest without entries needs --max-removed 100%\n"
        #expect(outcome.text.contains(status == 0 ? "\nwould write m.json as json\n" : "\n\(reason)"), "\(outcome.text)")
        #expect(outcome.status == .exited(status))
    }

    /// A dry run refuses an output with the same words and the same status as a run. Neither changes anything.
    @Test(
        arguments: [
            ["-o", "package.json"], ["-o", "gone/m.json"], ["-o", "notes", "--page-size=2"], ["-o", "gone/pages", "--page-size=2"],
            ["-o", "m.json", "--report=c.csv"], ["-o", "m.json", "--report=p"], ["-o", "m.json", "--metrics=gone/w.prom"],
            ["-o", "m.json", "--journal=package.json"],
            ["-o", "m.json", "--journal=gone/j"],
        ] as [[Bytes]])
    func refusals(options: [Bytes]) throws {
        try folder.addCatalogue(["a.jpg"])
        try folder.add("package.json", #"{"name":"shop"}"#)
        try folder.add("m.json.gz", "mine")
        try folder.addFolder("notes")
        try folder.add("notes/mine.txt")
        let names = try folder.names()
        let dry = try Program.weir.run(["ingest", "c.csv", "--root=p", "--dry-run"] + options, in: folder)
        #expect(dry.status != .exited(0) && dry.text == "")
        #expect(try folder.names() == names && folder.names(in: "notes") == ["mine.txt"])
        let real = try Program.weir.run(["ingest", "c.csv", "--root=p"] + options, in: folder)
        #expect(dry.messages == real.messages && dry.status == real.status, "\(dry.messages) \(real.messages)")
        #expect(folder.text(of: "package.json") == #"{"name":"shop"}"#)
    }

    /// The reader of a pipe does not learn of a dry run.
    @Test(arguments: [["-o", "pipe"], ["-o", "m.json", "--report=pipe"], ["-o", "m.json", "--metrics=pipe"]] as [[Bytes]])
    func pipes(options: [Bytes]) throws {
        try folder.addCatalogue(["a.jpg"])
        try folder.addPipe("pipe.json")
        let arguments = options.map { $0.all.suffix(4).elementsEqual("pipe".utf8) ? $0 + ".json" : $0 }
        let outcome = try Program.weir.run(["ingest", "c.csv", "--root=p", "--dry-run"] + arguments, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
    }

    /// A catalogue that stalls is not waited for beyond the time, nor after a signal.
    @Test(
        arguments: [("--max-time=1s", nil, "stopped by --max-time", 1), ("--journal=none", SIGINT, "interrupted", 130)]
            as [(Bytes, Int32?, String, Int32)])
    func endsEarly(option: Bytes, signal: Int32?, reason: String, status: Int32) throws {
        let run = try Program.weir.start(["ingest", "-", "--from=csv", "-o", "m.json", "--dry-run", option], in: folder)
        run.write("img,price\na.jpg,1\n")
        try run.waitUntilInputIsRead()
        if let signal { run.send(signal: signal) }
        let outcome = try run.waitUntilItEnds()
        #expect(outcome.messages == "weir: \(reason) before the whole catalogue was read\n" && outcome.text == "")
        #expect(outcome.status == .exited(status))
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
