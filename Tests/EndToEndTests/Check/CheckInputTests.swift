// docs/checks.md: manifests are read in all formats, one or several, whole or in pages.
import Foundation
import TestSupport
import Testing

@Suite struct CheckInputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try CheckSample.folder() }

    /// A manifest has the same findings at the same entries in every format.
    @Test func everyForm() throws {
        for name in ["m.json", "m.jsonl", "m.plist", "m.json.gz", "m.plist.gz"] as [Bytes] {
            _ = try Program.weir.run(["ingest", "doubtful.json", "-q", "--max-failures=100%", "-o", name], in: folder)
            let outcome = try check(name, "--format=json", in: folder)
            let answer = try outcome.checked()
            #expect(answer.findings.map(\.rule) == ["duplicate-img"], "\(outcome.text)")
            #expect(answer.findings.map(\.entry) == [1])
            #expect(answer.files.map(\.entries) == [2])
        }
        _ = try Program.weir.run(
            ["ingest", "doubtful.json", "-q", "--max-failures=100%", "-o", "b.binary.plist"], in: folder)
        let finding = try #require(try check("b.binary.plist", "--format=json", in: folder).checked().findings.first)
        #expect(finding.text == "duplicate-img b.binary.plist /1/img")
        #expect(finding.line == nil)
    }

    @Test func standardInput() throws {
        let plain = try check("-", "--format=json", input: CheckSample.broken, in: folder).checked()
        #expect(plain.findings.map(\.rule) == ["missing-key", "unknown-key", "size-plausible"])
        let packed = try check("-", "--format=json", input: CheckSample.broken.gzipped, in: folder).checked()
        #expect(packed.findings.map(\.text) == plain.findings.map(\.text))
    }

    /// The finding is about the whole file, so it has no line and no pointer.
    @Test func compressedUnderAnotherName() throws {
        try folder.add("packed.json", CheckSample.clean.gzipped)
        let reported = try check("packed.json", "--format=json", "--rule=file-format", in: folder)
        let found = try reported.checked().findings
        #expect(reported.status == .exited(1))
        #expect(found.map(\.rule) == ["file-format"])
        #expect(found.map(\.line) == [nil])
        #expect(reported.text.contains("the content is an array of JSON compressed with gzip; such a file ends in .json.gz"))
    }

    /// Columns that were kept are reported once for all pages, and not at all if the configuration names them, or the index as
    /// weir writes it.
    @Test(
        arguments: [
            ("{}", ["brand pages/1.json", "name pages/2.json"]), (#"{"rules":{"unknown-key":{"keys":["name"]}}}"#, ["brand pages/1.json"]),
            (#"{"ingest":{"keep":"name,/maker/brand"}}"#, []), (#"{"ingest":{"keep":["brand"]}}"#, ["name pages/2.json"]),
            (#"{"layouts":[{"layout":"flow","columns":3,"section-by":"brand"}]}"#, ["name pages/2.json"]),
        ] as [(Bytes, [String])])
    func keptColumns(configuration: Bytes, expected: [String]) throws {
        let entries = (0..<6).map { number in
            let kept = number < 3 ? #","brand":"b""# : #","name":"n""#
            return #"{"w":200,"h":300,"img":"\#(number).jpg","price":"¥1"\#(kept)}"#
        }
        try folder.add("kept.jsonl", Bytes(entries.joined(separator: "\n")))
        try folder.add("weir.json", configuration)
        let made = try Program.weir.run(
            ["ingest", "kept.jsonl", "-q", "--max-failures=100%", "-o", "pages", "--page-size=2", "--keep=brand,name", "--journal=none"],
            in: folder)
        #expect(folder.text(of: "pages/2.json") != nil, "\(made.messages)")
        // A column is text, which is known without a list.
        let shell = try #require(Program.named("sh"))
        #expect(try shell.run(["-c", #"sed -i 's/:"[bn]"/:7/' pages/1.json pages/2.json pages/3.json"#], in: folder).status == .exited(0))
        func unknownKeys() throws -> [String] {
            let answer = try check("pages", "--config=weir.json", "--format=json", in: folder).checked()
            return answer.findings.filter { $0.rule == "unknown-key" }.map { "\($0.field ?? "") \($0.file)" }
        }
        #expect(try unknownKeys() == [])
        #expect(
            try shell.run(["-c", #"sed -i 's/"keep":\["brand","name"\],//' "$(readlink -f pages/index.json)""#], in: folder).status
                == .exited(0))
        #expect(try unknownKeys() == expected)
    }

    /// A manifest in one file has no list of what was kept. Its column is none of the findings, whoever lacks a value.
    @Test func keptColumnOfOneFile() throws {
        try folder.add(
            "kept.json",
            #"[{"img":"a.jpg","category":"hats","url":["a"]},{"img":"b.jpg","category":"caps"},{"img":"c.jpg"},{"img":"d.jpg"}]"#)
        let made = try ingest(
            "kept.json", "-o", "kept-manifest.json", "--max-failures=100%", "--keep=category,url", "--journal=none", in: folder)
        #expect(folder.text(of: "kept-manifest.json")?.contains(#""category":"caps""#) == true, "\(made.messages)")
        let answer = try check("kept-manifest.json", "--format=json", "--rule=unknown-key", in: folder).checked()
        #expect(answer.findings.map(\.text) == [])
    }

    @Test func several() throws {
        let answer = try check("clean.json", "broken.json", "doubtful.json", "--format=json", in: folder).checked()
        #expect(answer.files.map(\.file) == ["clean.json", "broken.json", "doubtful.json"])
        #expect(Set(answer.findings.map(\.file)) == ["broken.json", "doubtful.json"])
        #expect(answer.counts["error"] == 1 && answer.counts["warning"] == 3)
    }

    @Test func positionsOfFindings() throws {
        let answer = try check("broken.json", "--format=json", in: folder).checked()
        let misspelt = try #require(answer.findings.first { $0.rule == "unknown-key" })
        #expect(misspelt.line == 3 && misspelt.column == 10 && misspelt.pointer == "/1/hegith" && misspelt.img == "b.jpg")
        #expect(misspelt.message.contains("did you mean `h`?"))
        try folder.add("line.json", #"[{"w":9,"h":9,"img":"a.jpg","price":"¥1"},{"w":9,"h":0,"img":"b.jpg","price":"¥1"}]"#)
        let outcome = try check("line.json", "--rule=size-integer", in: folder)
        #expect(outcome.lines[0].hasPrefix("line.json:1:54: error: "))
        #expect(outcome.lines[2] == String(repeating: " ", count: 57) + "^")
    }

    /// Pages that agree with their index, and pages that do not.
    @Test(
        arguments: [
            ("as it was", [], []),
            ("a page that is missing", ["rm pages/1.json"], ["page-count pages/index.json /pages/0/file"]),
            ("other files", ["touch pages/notes.txt"], []),
            ("a broken index", ["echo x > pages/index.json"], ["parses pages/index.json "]),
            ("a broken page", ["echo [ > pages/2.json"], ["parses pages/2.json ", "page-hash pages/index.json /pages/1/sha256"]),
        ] as [(String, [Bytes], [String])])
    func pages(title: String, commands: [Bytes], findings: [String]) throws {
        _ = try Program.weir.run(
            ["ingest", "longer.json", "-q", "--max-failures=100%", "-o", "pages", "--page-size=2"], in: folder)
        let shell = try #require(Program.named("sh"))
        for command in commands { #expect(try shell.run(["-c", command], in: folder).status == .exited(0)) }
        let outcome = try check("pages", "--format=json", in: folder)
        let answer = try outcome.checked()
        let found = Set(answer.findings.map(\.text))
        #expect(found.isSuperset(of: findings), "\(outcome.text)")
        #expect(found.isEmpty == findings.isEmpty)
        #expect(outcome.status == .exited(findings.isEmpty ? 0 : 1))
    }

    @Test(arguments: ["[]", " [ ]\n", "[\n]\n"] as [Bytes]) func noEntries(text: Bytes) throws {
        try folder.add("nothing.json", text)
        let outcome = try check("nothing.json", "--layout=carousel", "--layout=flow-waterfall", "--fail-on=info", in: folder)
        let found = "nothing.json: error: the manifest has no entries [entries-present]"
        #expect(outcome.lines.first.map { $0 } == found, "\(outcome.text)")
        #expect(outcome.status == .exited(1))
    }
}
