// docs/operations.md: a catalogue that has lost many of its rows does not replace a good manifest.
import TestSupport
import Testing

@Suite struct IngestShrinkingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for number in 1...10 { try folder.add(Bytes("\(number).jpg"), .jpeg(width: 30, height: 20)) }
        try folder.addCatalogue((1...10).map { "\($0).jpg" }, as: "all.csv")
    }

    private func run(_ catalogue: Bytes, _ options: [Bytes] = [], to output: [Bytes]) throws -> Outcome {
        try Program.weir.run(["ingest", catalogue, "--journal=none", "--report=r.json", "--metrics=w.prom"] + output + options, in: folder)
    }

    /// A killed run that has replaced some of the pages by larger ones leaves more entries than either manifest has.
    @Test(.needs(.tracer), arguments: 1...8) func afterAKilledRun(renames: Int) throws {
        let output: [Bytes] = ["-o", "pages", "--page-size=2"]
        #expect(try run("all.csv", to: ["-o", "pages", "--page-size=1"]).status == .exited(0))
        let killer = try #require(Program.named("strace")).running(
            .weir,
            after: ["-f", "-qq", "-o", "/dev/null", "-e", "trace=renameat", "-e", Bytes("inject=renameat:signal=KILL:when=\(renames)")])
        let outcome = try killer.run(["ingest", "all.csv", "--journal=none"] + output, in: folder)
        #expect(outcome.status == .killed(9))
        let isMixed = folder.text(of: "pages/1.json")?.contains("2.jpg") ?? false
        #expect(try run("all.csv", ["--dry-run"], to: output).status == .exited(0))
        let next = try run("all.csv", to: output)
        #expect(next.status == .exited(0), "\(next.messages)")
        #expect(next.messages.contains("pages has pages of two manifests, as a killed run leaves them; ") == isMixed, "\(next.messages)")
        #expect(try entries(output) == 10)
        #expect(try folder.names(in: "pages") == ["1.json", "2.json", "3.json", "4.json", "5.json", "index.json"])
    }

    private func entries(_ output: [Bytes]) throws -> Int {
        let path = output.count == 2 ? output[1] : output[1] + "/index.json"
        let document = try json(folder.content(of: String(decoding: path.all, as: UTF8.self)))
        return (document as? [Any])?.count ?? (document as? [String: Any])?["count"] as? Int ?? -1
    }

    @Test(
        arguments: [["-o", "m.json"], ["-o", "pages", "--page-size=3"]] as [[Bytes]],
        [
            ([1, 2, 3, 4, 5, 6, 7], [], 3, "20%"), ([1, 2, 3, 4, 5, 6, 7], ["--max-removed=3"], 0, "3"),
        ] as [([Int], [Bytes], Int, String)])
    func removed(output: [Bytes], trial: (rows: [Int], options: [Bytes], missing: Int, gate: String)) throws {
        #expect(try run("all.csv", to: output).status == .exited(0))
        try folder.addCatalogue(trial.rows.map { "\($0).jpg" }, as: "some.csv")
        let outcome = try run("some.csv", trial.options, to: output)
        let isGated = trial.missing > 0
        #expect(outcome.status == .exited(isGated ? 1 : 0), "\(outcome.messages)")
        #expect(try entries(output) == (isGated ? 10 : trial.rows.count))
        let reason =
            "\(trial.missing) of the 10 entries of the previous manifest are missing, which is more than --max-removed \(trial.gate) allows; "
        #expect(outcome.messages.contains(reason) == isGated, "\(outcome.messages)")
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        #expect(report["change"] as? [String: Int] == ["added": 0, "removed": 10 - trial.rows.count, "resized": 0])
        #expect(report["gate"] as? String == (isGated ? "max-removed" : nil))
        let metrics = folder.text(of: "w.prom") ?? ""
        #expect(
            metrics.contains("weir_entries_removed{manifest=\"\(output[1] == "pages" ? "pages" : "m.json")\"} \(10 - trial.rows.count)\n"))
    }

    private func change(_ change: [String: Int], gate: String?) throws -> Bool {
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        let isInMetrics =
            change["removed"].map { folder.text(of: "w.prom")?.contains("weir_entries_removed{manifest=\"m.json\"} \($0)\n") } ?? nil
        return report["change"] as? [String: Int] == change && report["gate"] as? String == gate && isInMetrics == true
    }

    /// A run that --max-failures has stopped knows the differences too, and nothing more reaches the disk.
    @Test func changesOfTooManyFailures() throws {
        #expect(try run("all.csv", to: ["-o", "m.json"]).status == .exited(0))
        try folder.addCatalogue(["1.jpg", "2.jpg", "3.jpg", "new.jpg"], as: "some.csv")
        let outcome = try run("some.csv", ["--max-failures=0"], to: ["-o", "m.json"])
        #expect(
            outcome.messages.contains(
                "weir: m.json stays as it was: 1 row without a true size is more than "))
        #expect(outcome.messages.contains("; against the previous manifest: 1 added, 7 removed, 0 resized\n"), "\(outcome.messages)")
        #expect(outcome.messages.contains("; 7 of the 10 entries of the previous manifest are missing, "), "\(outcome.messages)")
        #expect(try change(["added": 1, "removed": 7, "resized": 0], gate: "max-failures"))
        #expect(try entries(["-o", "m.json"]) == 10)
    }

    /// A quiet run that a gate has stopped tells the failures by their codes.
    @Test func quiet() throws {
        #expect(try run("all.csv", to: ["-o", "m.json"]).status == .exited(0))
        for number in 1...3 { try folder.add(Bytes("\(number).jpg"), "no picture") }
        let outcome = try run("all.csv", ["-q"], to: ["-o", "m.json"])
        let gate = "m.json stays as it was: 3 rows without a true size are more than --max-failures 20% allows"
        #expect(outcome.messages.hasPrefix("weir: \(gate); 3 of 10 rows have no true size now (3 not-an-image)"), "\(outcome.messages)")
    }

    /// The texts about one entry.
    @Test(arguments: [
        (["1.jpg"], ["2.jpg"], "the only entry of the previous manifest is missing"),
        (["1.jpg", "2.jpg"], ["1.jpg"], "1 of the 2 entries of the previous manifest is missing"),
    ])
    func one(previous: [String], rows: [String], words: String) throws {
        try folder.addCatalogue(previous)
        #expect(try run("c.csv", to: ["-o", "m.json"]).status == .exited(0))
        try folder.addCatalogue(rows)
        #expect(try run("c.csv", to: ["-o", "m.json"]).messages.contains(": \(words), which is more than --max-removed 20% allows; "))
    }

    @Test(arguments: ["csv", "json", "jsonl"] as [Bytes])
    func nothing(format: Bytes) throws {
        try folder.add("zero." + format, format == "csv" ? "img,price\n" : format == "json" ? "[]" : "")
        #expect(try run("all.csv", to: ["-o", "m.json"]).status == .exited(0))
        let outcome = try run("zero." + format, to: ["-o", "m.json"])
        // Both gates are named, so that the next night does not meet the second one.
        let removed = "10 of the 10 entries of the previous manifest are missing, which is more than --max-removed 20% allows"
        let all = "the catalogue has no rows, and a manifest without entries needs --max-removed 100%; \(removed)"
        let counts = "the catalogue has no rows; against the previous manifest: 0 added, 10 removed, 0 resized"
        #expect(outcome.messages == "weir: m.json stays as it was: \(all); \(counts)\n")
        #expect(outcome.status == .exited(1))
        #expect(try change(["added": 0, "removed": 10, "resized": 0], gate: "max-removed"))
        let gates = (try json(folder.content(of: "r.json")) as? [String: Any])?["gates"] as? [String]
        #expect(gates == ["max-removed"])
        #expect(try run("zero." + format, ["--max-removed=99%"], to: ["-o", "m.json"]).status == .exited(1))
        #expect(try entries(["-o", "m.json"]) == 10)
        #expect(try run("zero." + format, ["--max-removed=100%"], to: ["-o", "m.json"]).status == .exited(0))
        #expect(try entries(["-o", "m.json"]) == 0)
        // An empty manifest has nothing that could be missing.
        #expect(try run("all.csv", ["--max-removed=0"], to: ["-o", "m.json"]).status == .exited(0))
    }
}
