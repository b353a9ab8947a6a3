// docs/rules.md: manifests that have lost entries, or all of them, are found.
import Foundation
import TestSupport
import Testing

@Suite struct CheckRemovedTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("old.json", Self.pictures(0..<10))
        try folder.add("same.json", Self.pictures(0..<10))
        try folder.add("eight.json", Self.pictures(1..<9))
        try folder.add("seven.json", Self.pictures(3..<10))
        try folder.add("other.json", Self.pictures(10..<30))
        try folder.add("nothing.json", "[]")
        try folder.add("cut.json", "[{")
        for (name, most) in [("none", "0"), ("half", "0.5"), ("two", "2"), ("three", "3")] {
            try folder.add(Bytes(name + ".weir"), Bytes(#"{"rules":{"removed-entries":{"most":\#(most)}}}"#))
        }
        try folder.add("warning.weir", #"{"rules":{"removed-entries":"warning"}}"#)
        try folder.add("off.weir", #"{"rules":{"removed-entries":"off","entries-present":"off"}}"#)
        try folder.add("ignored.weir", #"{"ignore":[{"rule":"removed-entries","file":"seven.json","reason":"sold out"}]}"#)
        for name in ["old", "seven"] {
            let outcome = try Program.weir.run(
                ["ingest", Bytes(name + ".json"), "-q", "--max-failures=100%", "--page-size=4", "-o", Bytes(name + "-pages")], in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.messages)")
        }
    }

    private static func pictures(_ imgs: Range<Int>) -> Bytes {
        Bytes(manifest(of: imgs.map { entry(200, 300, "\($0).jpg", "¥1") }))
    }

    /// The findings of both rules, and the exit status.
    @Test(
        arguments: [
            (["same.json", "--previous=old.json"], [], 0), (["eight.json", "--previous=old.json"], [], 0),
            (["seven.json"], [], 0), (["old.json", "--previous=nothing.json"], [], 0),
            (["seven.json", "--previous=old.json"], ["removed-entries seven.json "], 1),
            (["seven.json", "--previous=old-pages"], ["removed-entries seven.json "], 1),
            (["seven-pages", "--previous=old.json"], ["removed-entries seven-pages/index.json "], 1),
            (["seven-pages", "--previous=old-pages"], ["removed-entries seven-pages/index.json "], 1),
            (["other.json", "--previous=old.json"], ["removed-entries other.json "], 1),
            (["eight.json", "--previous=old.json", "--config=none.weir"], ["removed-entries eight.json "], 1),
            (["seven.json", "--previous=old.json", "--config=half.weir"], [], 0),
            (["seven.json", "--previous=old.json", "--config=two.weir"], ["removed-entries seven.json "], 1),
            (["seven.json", "--previous=old.json", "--config=three.weir"], [], 0),
            (["seven.json", "--previous=old.json", "--config=warning.weir"], ["removed-entries seven.json "], 0),
            (["seven.json", "--previous=old.json", "--config=ignored.weir"], [], 0),
            (["nothing.json"], ["entries-present nothing.json "], 1),
            (["nothing.json", "--previous=old.json"], ["entries-present nothing.json ", "removed-entries nothing.json "], 1),
            (["nothing.json", "--previous=old.json", "--config=off.weir"], [], 0), (["-"], ["entries-present - "], 1),
            (["cut.json", "--previous=old.json"], [], 1),
        ] as [([Bytes], [String], Int32)])
    func findings(arguments: [Bytes], expected: [String], status: Int32) throws {
        let outcome = try check(arguments + ["--format=json"], input: "\n[ ]", in: folder)
        let found = try outcome.checked().findings.filter { ["removed-entries", "entries-present"].contains($0.rule) }
        #expect(found.map(\.text) == expected, "\(outcome.text)")
        #expect(outcome.status == .exited(status), "\(outcome.messages)")
    }

    /// The message has the counts, the limit, and the first pictures with their positions in the previous manifest.
    @Test func message() throws {
        let outcome = try check("nothing.json", "--previous=old-pages", in: folder)
        let removed = (0..<3).map { "`\($0).jpg` (old-pages/1.json, entry \($0), line \($0 + 2))" }.joined(separator: ", ")
        #expect(outcome.lines[0] == "nothing.json: error: the manifest has no entries [entries-present]")
        #expect(
            outcome.lines[1]
                == "nothing.json: error: 10 of 10 entries of the previous manifest are gone (100%), more than 20%: \(removed) and 7 more [removed-entries]"
        )
        let few = try check("seven-pages", "--previous=old.json", "--config=two.weir", in: folder)
        #expect(
            few.lines[0].hasPrefix(
                "seven-pages/index.json: error: 3 of 10 entries of the previous manifest are gone (30%), more than 2: `0.jpg` (old.json, entry 0, line 2), "
            ))
    }

    /// Other programs can read the findings in each format.
    @Test func reports() throws {
        let outcome = try check(
            "nothing.json", "--previous=old.json", "--report=json=r.json", "--report=sarif=r.sarif", "--report=junit=r.xml",
            "--report=github=r.github",
            in: folder)
        #expect(outcome.status == .exited(1), "\(outcome.messages)")
        let python = try #require(Program.named("python3"))
        let readers: [(Bytes, String)] = [
            (
                "import json,sys; print(*[f['rule'] for f in json.load(open(sys.argv[1]))['findings'] if f['severity'] == 'error'])",
                "r.json"
            ),
            (
                "import json,sys; print(*[f['ruleId'] for f in json.load(open(sys.argv[1]))['runs'][0]['results'] if f['level'] == 'error'])",
                "r.sarif"
            ),
            (
                "import xml.etree.ElementTree as e,sys; print(*[c.get('name') for c in e.parse(sys.argv[1]).iter('testcase') if c.find('failure') is not None and c.find('failure').get('type') == 'error'])",
                "r.xml"
            ),
        ]
        for (reader, name) in readers {
            let read = try python.run(["-c", reader, Bytes(name)], in: folder)
            #expect(read.text == "entries-present removed-entries\n", "\(read.messages)\(folder.text(of: name) ?? "")")
        }
        #expect(folder.text(of: "r.github")?.contains("::error file=nothing.json,title=removed-entries::10 of 10") == true)
    }

    /// A case of JUnit is skipped if there is no manifest to compare with.
    @Test func cases() throws {
        let (with, without) = try (
            check("same.json", "--previous=old.json", "--format=junit", in: folder), check("same.json", "--format=junit", in: folder)
        )
        #expect(with.text.contains("name=\"removed-entries\"/>"))
        #expect(without.text.contains("name=\"removed-entries\"><skipped ") && without.text.contains("name=\"entries-present\"/>"))
    }

    /// A baseline that knew what one night has removed would hide what the next one removes.
    @Test func baseline() throws {
        let written = try check("seven.json", "--previous=old.json", "--baseline=b.json", "--write-baseline", in: folder)
        #expect(written.status == .exited(1) && written.text.contains("[removed-entries]"), "\(written.text)\(written.messages)")
        #expect(folder.text(of: "b.json")?.contains("removed-entries") == false)
        let checked = try check("seven.json", "--previous=old.json", "--baseline=b.json", in: folder)
        #expect(checked.status == .exited(1) && checked.text == written.text, "\(checked.text)")
    }
}
