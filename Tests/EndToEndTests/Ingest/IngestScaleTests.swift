// docs/benchmarks.md: with hundreds of thousands of rows each picture is opened once, and memory does not grow.
import TestSupport
import Testing

@Suite(.needs(.time)) struct IngestScaleTests {
    private let folder: TemporaryFolder
    private static let mostMemory = 100 << 20

    init() throws { folder = try TemporaryFolder() }

    /// Runs weir and checks its peak memory. `reported` has the messages without progress, which depends on the speed of
    /// the machine.
    private func run(_ arguments: Bytes..., most: Int = mostMemory) throws -> (Outcome, reported: [String]) {
        let outcome = try #require(Program.weirWithPeak).run(["ingest"] + arguments, in: folder)
        let reported = outcome.messages.split(separator: "\n").map(String.init).filter { !$0.contains(" a second") }
        let peak = try #require(Int(outcome.text.dropLast())) * 1024
        if !Sanitizer.isOn { #expect(peak < most, "\(peak) bytes") }
        return (outcome, reported)
    }

    @Test(.needs(.program("python3")), arguments: ["c.csv", "c.csv.gz"])
    func manyRowsOfFewPictures(catalogue: String) throws {
        let count = Sanitizer.isOn ? 20_000 : 100_000
        try folder.addFolder("p")
        for number in 0..<50 { try folder.add(Bytes("p/\(number).jpg"), .jpeg(width: UInt16(number + 1), height: 9)) }
        try folder.add("c.csv", Bytes("img,price\n" + (0..<count).map { "p/\($0 * 7 % 50).jpg,¥\($0)\n" }.joined()))
        if catalogue.hasSuffix(".gz") { _ = try #require(Program.named("gzip")).run(["c.csv"], in: folder) }
        let watch = try FileWatch(folder, "p")
        let (outcome, reported) = try run(Bytes(catalogue), "-o", "m.json")
        #expect(reported == ["weir: wrote m.json; \(count) rows: \(count) with their true size"])
        #expect(outcome.status == .exited(0))
        let opened = watch.opened().filter { $0.key.hasSuffix(".jpg") }
        #expect(opened.count == 50 && opened.values.allSatisfy { $0 == 1 }, "\(opened)")
        let lines = (folder.text(of: "m.json") ?? "").utf8.split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == count + 2)
        let firstWrong = lines.dropFirst().dropLast().enumerated().first { number, line in
            let size = number * 7 % 50
            let comma = number < count - 1 ? "," : ""
            return !line.elementsEqual((entry(size + 1, 9, "p/\(size).jpg", "¥\(number)") + comma).utf8)
        }
        #expect(firstWrong == nil, "\(firstWrong?.offset ?? 0)")
    }

    /// A binary property list is held whole, so one that is too large is refused before that.
    @Test(.needs(.program("python3"), .program("gzip")))
    func bombOfAPropertyList() throws {
        let program = "head -c 8 list; head -c $((1 << 30)) /dev/zero"
        try folder.add("list", "bplist00")
        try folder.add(
            "c.plist.gz", Bytes(try #require(Program.named("sh")).run(["-c", Bytes("(\(program)) | gzip -1")], in: folder).output))
        let (outcome, reported) = try run("c.plist.gz", "-o", "m.json", most: 320 << 20)
        #expect(
            reported == [
                """
                weir: c.plist.gz: it has more than 256 MiB when it is decompressed, and a binary property list is held in memory; \
                other formats have no such limit
                """
            ])
        #expect(outcome.status == .exited(2))
    }

    /// The messages name the first ten failures and the causes of the others, and the report names all.
    @Test(.needs(.program("python3")))
    func manyFailures() throws {
        let count = Sanitizer.isOn ? 10_000 : 100_000
        try folder.addCatalogue((1...count).map { "gone-\($0).jpg" })
        let (outcome, lines) = try run("c.csv", "-o", "m.json", "--report", "r.json", "--max-failures=100%")
        #expect(outcome.status == .exited(0))
        #expect(lines.count == 13)
        #expect(lines[9] == "weir: row 10 (line 11): gone-10.jpg: not-found: there is no such file")
        #expect(lines[10] == "weir: further failures are only counted, by cause; r.json names them all")
        let grouped = Sanitizer.isOn ? "10,000" : "100,000"
        #expect(lines[11] == "weir: \(grouped) pictures failed, the last with not-found: there is no such file")
        #expect(lines[12] == "weir: wrote m.json; \(count) rows: 0 with their true size, \(count) with a placeholder")
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        let failures = try #require(report["failures"] as? [[String: Any]])
        #expect(failures.count == count)
        #expect(failures.last?["img"] as? String == "gone-\(count).jpg")
        #expect(report["placeholder"] as? Int == count)
    }

    /// The note is printed only if failures are left out.
    @Test(arguments: [(10, false), (11, true)])
    func theNote(count: Int, isThere: Bool) throws {
        try folder.addCatalogue((1...count).map { "gone-\($0).jpg" })
        let outcome = try ingest("c.csv", "-o", "m.json", "--max-failures=100%", in: folder)
        let note = "weir: further failures are only counted, by cause; --report FILE names them all"
        #expect(outcome.messages.split(separator: "\n").contains { $0 == note } == isThere)
        #expect(outcome.messages.split(separator: "\n").count == 11 + (isThere ? 2 : 0))
    }

    /// Help and docs say how many failures the messages name, and where all of them are.
    @Test func theBoundIsTold() throws {
        let words = try Program.weir.run(["ingest", "--help"]).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains(
                "The first 10 failures are named on standard error, and the causes of the others; --verbose, --report FILE and --log-format json name all."
            ))
        #expect(!words.contains("Every failure is named"))
        let docs = String(decoding: try Fixtures.bytes(of: Fixtures.root + "/docs/operations.md"), as: UTF8.self)
        #expect(docs.contains("the first 10 failures"))
    }

    /// The log for programs has a line for each failure.
    @Test func theLogForProgramsNamesAll() throws {
        try folder.addCatalogue((1...1500).map { "gone-\($0).jpg" })
        let outcome = try ingest("c.csv", "-o", "m.json", "--max-failures=100%", "--log-format=json", in: folder)
        #expect(outcome.messages.split(separator: "\n").count { $0.contains("\"event\":\"failure\"") } == 1500)
    }

    /// A small compressed file that inflates to 200 MB must not fill the memory.
    @Test(.needs(.program("python3")))
    func aBomb() throws {
        let shell = try #require(Program.named("sh"))
        let size = Sanitizer.isOn ? "8M" : "200M"
        _ = try shell.run(["-c", Bytes("{ echo img,price; head -c \(size) /dev/zero | tr '\\0' x; } | gzip -9 >c.csv.gz")], in: folder)
        let (outcome, reported) = try run("c.csv.gz", "-o", "m.json", "--max-failures=1")
        #expect(reported.first?.hasPrefix("weir: row 1 (line 2, column 1): broken-row: ") == true)
        #expect(outcome.status == .exited(1))
    }
}
