// docs/manifest.md: compressed copies of a manifest and of pages are such that servers send them as they are.
import Foundation
import TestSupport
import Testing

@Suite struct IngestPrecompressTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for number in 1...6 { try folder.add(Bytes("\(number).jpg"), .jpeg(width: UInt16(number), height: 5)) }
    }

    private func run(_ pictures: [Int], _ options: Bytes..., is status: Int32 = 0) throws -> Outcome {
        try folder.addCatalogue(pictures.map { "\($0).jpg" })
        let outcome = try Program.weir.run(["ingest", "c.csv", "--max-removed=100%"] + options, in: folder)
        #expect(outcome.status == .exited(status), "\(outcome.messages)")
        return outcome
    }

    /// Each file in the folder of the pages has a copy of its content.
    private func checkPages(others: [String] = [], location: SourceLocation = #_sourceLocation) throws {
        let names = try folder.names(in: "pages").filter { !others.contains($0) }
        let plain = names.filter { $0.hasSuffix(".json") }
        #expect(Set(names) == Set(plain + plain.map { $0 + ".gz" }), sourceLocation: location)
        for name in plain {
            #expect(try folder.unzipped("pages/\(name).gz") == folder.text(of: "pages/\(name)"), "\(name)", sourceLocation: location)
            // Neither a time nor a system (RFC 1952, 2.3.1).
            #expect(folder.content(of: "pages/\(name).gz")?[4..<8] == [0, 0, 0, 0], sourceLocation: location)
        }
        try PageList(folder, "pages").check(location: location)
        #expect(try Program.weir.run(["check", "pages"], in: folder).status == .exited(0), sourceLocation: location)
        #expect(
            try Program.weir.run(["layout", "pages", "--layout=flow-waterfall"], in: folder).status == .exited(0), sourceLocation: location)
        #expect(try Program.weir.run(["diff", "pages", "pages"], in: folder).status == .exited(0), sourceLocation: location)
    }

    @Test(arguments: ["number", "hash"] as [Bytes]) func pages(form: Bytes) throws {
        for pictures in [[1, 2, 3], [1, 2, 3, 4, 5], [1]] {
            let options: [Bytes] = ["-o", "pages", "--page-size=2", "--page-names", form, "--gzip"]
            try folder.addCatalogue(pictures.map { "\($0).jpg" })
            for _ in 1...2 {
                #expect(try Program.weir.run(["ingest", "c.csv", "--max-removed=100%"] + options, in: folder).status == .exited(0))
            }
            try checkPages()
        }
        #expect(try PageList(folder, "pages").pages.allSatisfy { $0.file.hasSuffix(".json") })
    }

    /// The same pictures give the same bytes.
    @Test func reproducible() throws {
        _ = try run([1, 2], "-o", "pages", "--page-size=2", "--gzip")
        let first = folder.content(of: "pages/1.json.gz")
        _ = try run([1, 2], "-o", "pages", "--page-size=2", "--gzip", "--journal=none")
        #expect(folder.content(of: "pages/1.json.gz") == first)
    }

    /// No copy stays that a server would send instead of a newer page.
    @Test func offAgain() throws {
        _ = try run([1, 2, 3], "-o", "pages", "--page-size=2", "--gzip")
        _ = try run([3, 2, 1], "-o", "pages", "--page-size=2")
        #expect(try folder.names(in: "pages") == ["1.json", "2.json", "index.json"])
    }

    /// Somebody's files stay, whatever happens to the pages beside them.
    @Test(arguments: [true, false]) func foreignFiles(isCompressing: Bool) throws {
        _ = try run([1, 2, 3], "-o", "pages", "--page-size=2", "--gzip")
        try folder.linkPages(in: "pages")
        try folder.add("pages/7.json", "mine")
        try folder.add("pages/7.json.gz", "mine")
        if isCompressing {
            _ = try run([3, 2, 1], "-o", "pages", "--page-size=2", "--gzip")
            #expect(try folder.unzipped("pages/1.json.gz") == folder.text(of: "pages/1.json"))
        } else {
            _ = try run([3, 2, 1], "-o", "pages", "--page-size=2")
            #expect(try folder.names(in: "pages") == ["1.json", "2.json", "7.json", "7.json.gz", "index.json"])
        }
        #expect(folder.text(of: "pages/7.json.gz") == "mine")
    }

    @Test func aForeignCopyAmongPages() throws {
        _ = try run([1, 2, 3], "-o", "pages", "--page-size=2")
        try folder.add("pages/1.json.gz", "mine")
        let outcome = try run([1, 2], "-o", "pages", "--page-size=2", "--gzip", is: 2)
        #expect(
            outcome.messages
                == "weir: pages/1.json.gz is no file of a manifest in pages, and is not written over; move it away, or name another folder\n"
        )
        #expect(folder.text(of: "pages/1.json.gz") == "mine")
        try PageList(folder, "pages").check()
    }

    /// It is found before a picture is measured.
    @Test(arguments: ["1.json.gz", "2.json.gz", "index.json.gz"]) func aForeignCopyFoundEarly(name: String) throws {
        _ = try run([1, 2, 3], "-o", "pages", "--page-size=2")
        try folder.add(Bytes("pages/" + name), "mine")
        let watch = try FileWatch(folder, ".")
        let outcome = try run([1, 2], "-o", "pages", "--page-size=2", "--gzip", is: 2)
        #expect(outcome.messages.hasPrefix("weir: pages/\(name) is no file of a manifest in pages, and is not written over"))
        #expect(watch.opened()["1.jpg"] == nil)
        #expect(folder.text(of: "pages/" + name) == "mine")
    }

    /// The first copy can be read by those who can read the manifest, and by nobody else.
    @Test func permissions() throws {
        _ = try run([1, 2], "-o", "m.json")
        try folder.setMode("m.json", 0o640)
        for _ in 1...2 {
            _ = try run([2, 1], "-o", "m.json", "--gzip")
            let modes = try #require(Program.named("stat")).run(["-c", "%a", "m.json", "m.json.gz"], in: folder).text
            #expect(modes == "640\n640\n")
        }
    }

    @Test(arguments: ["m.json", "m.jsonl", "m.plist"]) func single(name: String) throws {
        for pictures in [[1, 2], [3]] {
            _ = try run(pictures, "-o", Bytes(name), "--gzip")
            #expect(try folder.unzipped(name + ".gz") == folder.text(of: name))
        }
        #expect(try folder.names().filter { $0.hasPrefix("m") || $0.hasPrefix(".m") } == [name, name + ".gz"])
    }

    @Test(arguments: ["echo mine", "echo mine | gzip", "cat m.json"] as [Bytes]) func aForeignCopy(command: Bytes) throws {
        try folder.add("m.json", "[]")
        #expect(try #require(Program.named("sh")).run(["-c", command + " >m.json.gz"], in: folder).status == .exited(0))
        let mine = folder.content(of: "m.json.gz")
        let outcome = try run([1], "-o", "m.json", "--gzip", is: 2)
        #expect(outcome.messages == "weir: m.json.gz is no compressed manifest, and is not written over; move it away\n")
        #expect(folder.text(of: "m.json") == "[]" && folder.content(of: "m.json.gz") == mine)
    }

    /// A copy that a power cut has left without its content, or that somebody has made of another manifest.
    @Test(arguments: ["head -c 500 /dev/zero", "echo '[]' | gzip", ":"] as [Bytes]) func anOldCopy(command: Bytes) throws {
        #expect(try #require(Program.named("sh")).run(["-c", command + " >m.json.gz"], in: folder).status == .exited(0))
        _ = try run([1], "-o", "m.json", "--gzip")
        #expect(try folder.unzipped("m.json.gz") == folder.text(of: "m.json"))
    }

    /// A run that keeps the previous manifest keeps its copy.
    @Test func gate() throws {
        _ = try run([1], "-o", "m.json", "--gzip")
        let copy = folder.content(of: "m.json.gz")
        _ = try run([9], "-o", "m.json", "--gzip", "--max-failures=0", is: 1)
        #expect(folder.content(of: "m.json.gz") == copy)
    }

    @Test(
        arguments: [
            (["-o", "-", "--gzip"], "--gzip needs a file or a folder to write beside, not -"),
            (["-o", "m.json.gz", "--gzip"], "--gzip writes a compressed copy, and m.json.gz is compressed itself"),
            (["-o", "m.json", "--gzip", "--report=m.json.gz"], "the manifest's .gz file and the report cannot both be m.json.gz"),
            (
                ["-o", "pages", "--page-size=1", "--metrics=pages/1.json.gz"],
                "the metrics cannot be pages/1.json.gz, which is a page of the manifest"
            ),
        ] as [([Bytes], String)])
    func misuse(options: [Bytes], message: String) throws {
        try folder.addCatalogue(["1.jpg"])
        let outcome = try Program.weir.run(["ingest", "c.csv", "--max-removed=100%"] + options, in: folder)
        #expect(outcome.messages == "weir ingest: \(message)\nTry 'weir ingest --help'.\n")
        #expect(outcome.status == .exited(2))
    }
}

extension TemporaryFolder {
    /// The text of a compressed file; nil if there is none.
    func unzipped(_ name: String) throws -> String? {
        guard FileManager.default.fileExists(atPath: path + "/" + name) else { return nil }
        let outcome = try #require(Program.named("gzip")).run(["-dc", Bytes(name)], in: self)
        #expect(outcome.status == .exited(0), "\(name): \(outcome.messages)")
        return outcome.text
    }
}
