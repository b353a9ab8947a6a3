// docs/operations.md: in continuous integration the exit statuses alone decide how far a new manifest comes.
import TestSupport
import Testing

@Suite(.needs(.time)) struct JourneyContinuousTests {
    private let folder: TemporaryFolder
    private static let pictures = 1...10

    init() throws {
        folder = try TemporaryFolder()
        for number in Self.pictures { try folder.add(Bytes("\(number).jpg"), .jpeg(width: UInt16(100 + number), height: 150)) }
        try folder.addCatalogue(Self.pictures.map { "\($0).jpg" }, as: "shop.csv")
        let options =
            #"{"ingest": {"output": "build.json", "report": "r.json", "metrics": "w.prom", "journal": "none", "max-failures": "20%"}}"#
        try folder.add("weir.json", Bytes(options))
    }

    /// Runs the lines with bash, in which `weir` is the program.
    private func shell(_ lines: String) throws -> Outcome {
        let bash = try #require(Program.named("bash"))
        return try bash.run(
            ["-c", Bytes("weir() { \"$WEIR_PROGRAM\" \"$@\"; }\n" + lines)], environment: ["WEIR_PROGRAM": Program.weir.name], in: folder)
    }

    private static let ingest = "weir ingest shop.csv --config weir.json"
    private static let deploy = "cp build.json deployed.json"

    private var deployed: String? { folder.text(of: "deployed.json") }

    private func manifest(without lost: Int = 0) -> String {
        TestSupport.manifest(of: Self.pictures.map { $0 <= lost ? entry(300, 300, "\($0).jpg") : entry(100 + $0, 150, "\($0).jpg") })
    }

    private func lose(_ count: Int) throws { for number in 1...count { try folder.add(Bytes("\(number).jpg"), "lost") } }

    private func tells(_ written: Bool) throws -> Bool {
        let report = try json(folder.content(of: "r.json")) as? [String: Any]
        let success = folder.text(of: "w.prom")?.split(separator: "\n").first { $0.hasPrefix("weir_success{") }
        return report?["written"] as? Bool == written && success?.hasSuffix("} \(written ? 1 : 0)") == true
    }

    /// Within the gate failures are reported, and the manifest is deployed. Beyond it the last one stays.
    @Test func gate() throws {
        let job = Self.ingest + " && " + Self.deploy
        #expect(try shell(job).status == .exited(0))
        #expect(deployed == manifest())

        try lose(2)
        let within = try shell(job)
        #expect(within.status == .exited(0))
        #expect(within.messages.ranges(of: ": not-an-image: ").count == 2)
        #expect(deployed == manifest(without: 2))
        #expect(try tells(true))

        try lose(3)
        let beyond = try shell(job)
        #expect(beyond.status == .exited(1))
        #expect(
            beyond.messages.contains(
                "weir: build.json stays as it was: 3 rows without a true size are more than --max-failures 20% allows; "))
        #expect(deployed == manifest(without: 2))
        #expect(folder.text(of: "build.json") == deployed)
        #expect(try tells(false))

        // A job in which every failure counts says so on the command line, which has priority.
        #expect(try shell(Self.ingest + " --max-failures 3 && " + Self.deploy).status == .exited(0))
        #expect(deployed == manifest(without: 3))
        #expect(try shell(Self.ingest + " --max-failures 0 && touch never").status == .exited(1))
        #expect(folder.content(of: "never") == nil)
    }

    /// ingest, check and diff in one line. Each of them can stop the job.
    @Test func threeCommands() throws {
        try folder.add("check.json", #"{"rules":{"pixel-shortage":"off"}}"#)
        let check = "weir check build.json --layout waterflow:columns=2 --config check.json"
        #expect(try shell("\(Self.ingest) && \(check) && cp build.json manifest.json").status == .exited(0))
        let job = "\(Self.ingest) && \(check) && weir diff manifest.json build.json && echo unchanged"
        let same = try shell(job)
        #expect(same.status == .exited(0), "\(same.text)\(same.messages)")
        #expect(same.text.hasSuffix("unchanged\n"))

        // A picture has another size: the difference is reported, and ends the line.
        try folder.add("4.jpg", .jpeg(width: 104, height: 300))
        let changed = try shell(job)
        #expect(changed.status == .exited(1))
        #expect(changed.text.contains("  104x150   104x300   4.jpg\n") && !changed.text.contains("unchanged"), "\(changed.text)")

        // A finding of the check ends it before.
        try folder.add("broken.json", #"[{"w":0,"h":150,"img":"1.jpg","price":"1"}]"#)
        let found = try shell("weir check broken.json && weir diff manifest.json broken.json")
        #expect(found.status == .exited(1))
        #expect(found.text.contains("broken.json:1") && !found.text.contains("->"), "\(found.text)")

        // A catalogue that is not there ends it at once, and the manifest stays.
        let missing = try shell("rm shop.csv; " + job)
        #expect(missing.status == .exited(2))
        #expect(missing.text == "")
        #expect(missing.messages.hasPrefix("weir: shop.csv") && missing.messages.split(separator: "\n").count == 1, "\(missing.messages)")
        #expect(folder.text(of: "build.json")?.contains(#"{"w":104,"h":300,"img":"4.jpg""#) == true)
        #expect(try shell("weir diff manifest.json gone.json").status == .exited(2))
    }

    /// A reader that goes and a full device end the run with a status, a sentence, the report and the metrics.
    @Test(arguments: [
        ("| head -c 1", "the reader of standard output has gone before the manifest was whole"), ("> /dev/full", "no space left on device"),
    ])
    func standardOutput(end: String, reason: String) throws {
        try folder.addCatalogue((0..<50_000).map { "\($0 % 10 + 1).jpg" }, as: "shop.csv")
        let outcome = try shell("set -o pipefail; \(Self.ingest) -o - \(end) && touch deployed.json")
        #expect(outcome.status == .exited(3))
        #expect(deployed == nil)
        #expect(outcome.messages.hasSuffix("\(reason)\n"), "\(outcome.messages)")
        #expect(try tells(false))
    }

    /// A mistake in the configuration is reported with its key and the nearest key, and nothing is written.
    @Test(arguments: [
        (#"{"ingest": {"output": "build.json", "max-failure": "5%"}}"#, ["max-failure", "max-failures"]),
        (#"{"ingest": {"output": "build.json", "max-failures": "many"}}"#, ["max-failures", "many"]),
        (#"{"ingest": {"output": "build.json""#, ["weir.json:1:"]),
    ])
    func options(file: String, words: [String]) throws {
        try folder.add("weir.json", Bytes(file))
        let outcome = try shell(Self.ingest + " && " + Self.deploy)
        #expect(outcome.status == .exited(2))
        let line = outcome.messages.split(separator: "\n").first ?? ""
        for word in words + ["weir.json"] { #expect(line.contains(word), "\(line)") }
        #expect(try folder.names().filter { $0.hasSuffix(".json") } == ["weir.json"])
    }
}
