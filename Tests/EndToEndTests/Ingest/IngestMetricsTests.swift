// docs/operations.md: the metrics of a run are written at its end whether or not it succeeded.
import Foundation
import TestSupport
import Testing

@Suite struct IngestMetricsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.addFolder("out")
        try folder.addCatalogue(["a.jpg", "a.jpg"], as: "good.csv")
        try folder.addCatalogue(["a.jpg", "gone.jpg", "gone.jpg", "../x.jpg"], as: "bad.csv")
    }

    private func run(_ catalogue: Bytes, _ options: Bytes...) throws -> Outcome {
        try Program.weir.run(["ingest", catalogue, "-o", "m.json", "--metrics=out/weir.prom"] + options, in: folder)
    }

    /// The values by name and labels, without the label of the manifest.
    private func values(_ manifest: String = "m.json") throws -> [String: Double] {
        let text = try #require(folder.text(of: "out/weir.prom"))
        return Dictionary(
            uniqueKeysWithValues: text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
                let words = line.replacing("manifest=\"\(manifest)\"", with: "").replacing("{,", with: "{").replacing("{}", with: "").split(
                    separator: " ")
                return (String(words[0]), Double(words[1])!)
            })
    }

    @Test func counts() throws {
        let before = Double(time(nil))
        #expect(try run("bad.csv", "--max-failures=9").status == .exited(0))
        let values = try values()
        let expected: [String: Double] = [
            "weir_rows": 4, #"weir_rows_by_result{result="ok"}"#: 1, #"weir_rows_by_result{result="placeholder"}"#: 3,
            #"weir_failures{code="not-found"}"#: 2, #"weir_failures{code="outside-root"}"#: 1, #"weir_failures{code="dns"}"#: 0,
            "weir_pictures": 3, "weir_success": 1, "weir_requests": 0,
        ]
        for (name, value) in expected { #expect(values[name] == value, "\(name)") }
        #expect(values["weir_last_success_timestamp_seconds"] ?? 0 >= before)
        #expect(values["weir_duration_seconds"] ?? -1 >= 0)
        #expect(try folder.names(in: "out") == ["weir.prom"])
    }

    /// A run that does not replace the manifest keeps the time of the last success.
    @Test(
        arguments: [
            ("bad.csv", ["--max-failures=0"], 1, 4), ("bad.csv", ["--on-failure=stop"], 1, 2), ("broken.csv", ["--on-failure=stop"], 1, 2),
            ("broken.json", [], 2, 1), ("gone.csv", [], 2, 0),
        ] as [(Bytes, [Bytes], Int32, Double)])
    func lastSuccessStays(catalogue: Bytes, options: [Bytes], status: Int32, rows: Double) throws {
        try folder.add("broken.csv", "img,price\na.jpg,1\n,1\na.jpg,1\n")
        try folder.add("broken.json", "[\n{\"img\":\"a.jpg\",\"price\":\"1\"},\n{\"img\"")
        #expect(try run("good.csv").status == .exited(0))
        let text = try #require(folder.text(of: "out/weir.prom"))
        let line = try #require(text.split(separator: "\n").last)
        #expect(line.hasPrefix("weir_last_success_timestamp_seconds{manifest=\"m.json\"} "))
        // A time that differs from the time of this run.
        try folder.add(
            "out/weir.prom", Bytes(text.replacing(line, with: "weir_last_success_timestamp_seconds{manifest=\"m.json\"} 1234567890")))
        let manifest = folder.content(of: "m.json")
        let outcome = try Program.weir.run(["ingest", catalogue, "-o", "m.json", "--metrics=out/weir.prom"] + options, in: folder)
        #expect(outcome.status == .exited(status), "\(outcome.messages)")
        #expect(folder.content(of: "m.json") == manifest)
        let values = try values()
        #expect(values["weir_success"] == 0)
        #expect(values["weir_last_success_timestamp_seconds"] == 1_234_567_890)
        #expect(values["weir_rows"] == rows)
    }

    @Test func noSuccessYet() throws {
        #expect(try run("bad.csv", "--max-failures=0").status == .exited(1))
        #expect(try values()["weir_last_success_timestamp_seconds"] == nil)
        // The last success of another manifest does not count.
        #expect(try run("good.csv").status == .exited(0))
        let other = try ingest("bad.csv", "-o", "n.json", "--max-failures=0", "--metrics=out/weir.prom", in: folder)
        #expect(other.status == .exited(1))
        #expect(try values("n.json")["weir_last_success_timestamp_seconds"] == nil)
    }

    @Test func standardOutput() throws {
        let outcome = try ingest("good.csv", "-o", "m.json", "--metrics", "-", in: folder)
        #expect(outcome.text.contains("weir_success{manifest=\"m.json\"} 1\n"))
        #expect(outcome.status == .exited(0))
        let piped = try ingest("good.csv", "-o", "-", "--metrics=out/weir.prom", in: folder)
        #expect(piped.status == .exited(0))
        #expect(try values("standard output")["weir_success"] == 1)
    }

    /// A wrong path for the metrics is reported before anything is done.
    @Test(
        arguments: [
            ("none/weir.prom", "none/weir.prom cannot be written: there is no folder none"),
            ("out", "out cannot be written: it is a folder"),
        ] as [(Bytes, String)])
    func aWrongPath(path: Bytes, message: String) throws {
        let outcome = try ingest("good.csv", "-o", "m.json", "--metrics", path, in: folder)
        #expect(outcome.messages == "weir: \(message)\n")
        #expect(outcome.status == .exited(2))
        #expect(folder.content(of: "m.json") == nil)
    }

    /// If the folder of the metrics is removed during the run, the manifest is still written.
    @Test func aFolderThatVanishes() throws {
        try folder.addPipe("c.csv")
        let run = try Program.weir.start(["ingest", "c.csv", "-o", "m.json", "--report=r.json", "--metrics=out/weir.prom"], in: folder)
        // This call returns when the run opens the pipe. By then the run has checked the path of its metrics.
        let catalogue = try #require(FileHandle(forWritingAtPath: folder.path + "/c.csv"))
        try FileManager.default.removeItem(atPath: folder.path + "/out")
        try catalogue.write(contentsOf: Data("img,price\na.jpg,1\n".utf8))
        try catalogue.close()
        let outcome = try run.finish()
        #expect(
            outcome.messages == """
                weir: wrote m.json; 1 row: 1 with its true size
                weir: out/weir.prom cannot be written: there is no folder out

                """)
        #expect(outcome.status == .exited(3))
        #expect(folder.text(of: "m.json") == manifest(entry(30, 20, "a.jpg")))
        #expect(folder.content(of: "r.json") != nil)
    }

    @Test(
        arguments: [
            (["-o", "-", "--metrics=-"], "the manifest and the metrics cannot both go to standard output"),
            (["-o", "m.json", "--metrics=m.json"], "the manifest and the metrics cannot both be m.json"),
            (["-o", "m.json", "--report=-", "--metrics=-"], "the report and the metrics cannot both go to standard output"),
        ] as [([Bytes], String)])
    func misuse(options: [Bytes], message: String) throws {
        let outcome = try Program.weir.run(["ingest", "good.csv"] + options, in: folder)
        #expect(outcome.messages == "weir ingest: \(message)\nTry 'weir ingest --help'.\n")
        #expect(outcome.status == .exited(2))
    }

    /// A run that gets a signal still writes its metrics and its summary.
    @Test(arguments: [(SIGTERM, 143), (SIGINT, 130)] as [(Int32, Int32)])
    func interrupted(signal: Int32, status: Int32) throws {
        let server = try ScriptedServer(otherwise: [Exchange(.stall)])
        try folder.addCatalogue([server.url("/a.jpg")])
        let run = try Program.weir.start(
            ["ingest", "c.csv", "-o", "m.json", "--metrics=out/weir.prom", "--log-format=json"] + FetchCase.limits, in: folder)
        try server.waitForRequests(1)
        run.send(signal: signal)
        let outcome = try run.finish()
        #expect(outcome.status == .exited(status))
        let values = try values()
        #expect(values["weir_success"] == 0 && values[#"weir_rows_by_result{result="cancelled"}"#] == 1)
        // A row that was not done has not failed.
        #expect(values.filter { $0.key.hasPrefix("weir_failures") }.values.reduce(0, +) == 0)
        let events = try outcome.messages.split(separator: "\n").map { try #require(try json(Array($0.utf8)) as? [String: Any]) }
        #expect(events.last?["outcome"] as? String == "interrupted")
        #expect(events.contains { $0["event"] as? String == "transfer" && $0["outcome"] as? String == "cancelled" })
    }

    /// Metrics and report of a run that is locked out are its own, with the time of the last success.
    @Test func lockedOut() throws {
        #expect(try run("good.csv").status == .exited(0))
        let success = try values()["weir_last_success_timestamp_seconds"]
        let holder = try #require(Program.named("flock")).start([folder.path(of: ".weir-journal.lock"), "-c", "echo locked; exec cat"])
        try holder.waitForLines(1)
        let outcome = try run("bad.csv", "--log-format=json", "--report=r.json")
        #expect(outcome.status == .exited(75))
        #expect(outcome.messages.contains("\"event\":\"error\",\"status\":75,"))
        let values = try values()
        #expect(values["weir_success"] == 0 && values["weir_rows"] == 0 && values["weir_last_success_timestamp_seconds"] == success)
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        #expect(report["outcome"] as? String == "refused" && report["status"] as? Int == 75)
        #expect(try holder.finish().status == .exited(0))
    }

    @Test func dryRun() throws {
        #expect(try run("good.csv", "--dry-run").status == .exited(0))
        #expect(try folder.names(in: "out") == [])
    }

    @Test(.needs(.smallDisk))
    func aFullDisk() throws {
        let disk = try SmallDisk(folder, "disk", size: "4k")
        defer { withExtendedLifetime(disk) {} }
        try folder.add("disk/full", Bytes(zeros: 4096))
        let outcome = try ingest("good.csv", "-o", "m.json", "--metrics=disk/weir.prom", in: folder)
        #expect(outcome.messages.hasSuffix("with their true size\nweir: disk/weir.prom cannot be written: no space left on device\n"))
        #expect(outcome.status == .exited(3))
        #expect(try folder.names(in: "disk") == ["full"])
    }

    @Test(.needs(.promtool))
    func promtool() throws {
        #expect(try run("bad.csv").status == .exited(1))
        let outcome = try Program.promtool.get().run(["check", "metrics"], input: Bytes(try #require(folder.content(of: "out/weir.prom"))))
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(outcome.text + outcome.messages == "")
    }
}
