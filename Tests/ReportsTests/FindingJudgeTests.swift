import Checks
import Foundation
import TestSupport
import Testing
import WeirBase
import WeirReports

/// Reports with hostile texts, read by other programs.
@Suite(.needs(.time)) struct FindingJudgeTests {
    private static let python = Program.named("python3")

    /// Findings with random texts everywhere.
    private static func hostile(_ count: Int, using seed: inout Seed) -> CheckResult {
        let pieces = [
            "\0", "\u{1B}[31m", "\u{1B}]0;title\u{7}", "\u{7F}", "\u{9B}1m", "\n", "\r", "\r\n", "\t", "\"", "'", "\\", "\\u0000", "<", ">",
            "&", "]]>",
            "<![CDATA[", "<!--", "&#0;", "%", "%0A", "::error::", "##[error]", ",", ":", "\u{FFFE}", "\u{FFFF}", "\u{1FFFE}", "\u{FEFF}",
            "\u{202E}",
            "\u{2066}", "\u{2028}", "\u{85}", "靴", "😀", "e\u{301}", "\u{200D}", " ", "{", "}", "/", "~1", "#", "..", "a", "\u{E0001}",
            "\u{3164}", "\u{FE0F}", "\u{10FFFF}", "\u{FFFD}",
        ]
        func text() -> String { (0..<Int.random(in: 0...8, using: &seed)).map { _ in pieces.randomElement(using: &seed)! }.joined() }
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &seed) ? value : nil }
        func severity() -> Severity { Severity.allCases.randomElement(using: &seed)! }
        let names = (0..<3).map { "\($0)" + text() }
        return CheckResult(
            files: names.map { name in
                let findings = (0..<(count / 3)).map { _ in
                    let position = FindingPosition(
                        line: .random(in: 1...9, using: &seed), column: .random(in: 1...20, using: &seed),
                        length: .random(in: 1...30, using: &seed))
                    return Finding(
                        rule: maybe("size-integer") ?? "r" + text(), severity: severity(), message: text(), file: name,
                        position: maybe(position),
                        subject: FindingSubject(
                            pointer: maybe("/" + text()) ?? "", entry: maybe(7), img: maybe(text()), field: maybe(text())),
                        screens: maybe(FindingScreens(first: text(), count: 2, total: 3)))
                }
                let lines = Set(findings.compactMap(\.position)).map {
                    ($0, CheckResult.QuotedLine(text: text() + text(), firstColumn: maybe(1) ?? 5))
                }
                return CheckResult.File(
                    name: name, entries: 3, findings: findings,
                    more: (0..<2).map { CheckResult.Surplus(rule: "m\($0)" + text(), severity: severity(), count: 1 + $0) },
                    lines: Dictionary(uniqueKeysWithValues: lines))
            }, known: 1)
    }

    /// No report has invisible characters except line ends, so reports can be printed on any terminal and
    /// written to any log.
    @Test func nothingHides() {
        var seed = Seed.announced(for: "FindingJudgeTests.nothingHides")
        for count in [3000] + Array(repeating: 30, count: 20) {
            let result = Self.hostile(count, using: &seed)
            for format in FindingFormat.allCases {
                let report = Sample.report(format, result)
                #expect(report.hasSuffix("\n"), "\(format) \(seed)")
                let hidden = report.unicodeScalars.first { scalar in
                    switch scalar.properties.generalCategory {
                    case .control: !(scalar == "\n" || scalar == "\t" && format == .text)
                    case .format: scalar != "\u{200D}"
                    case .lineSeparator, .paragraphSeparator: true
                    default: scalar.properties.isNoncharacterCodePoint || scalar == "\u{3164}"
                    }
                }
                #expect(hidden == nil, "\(format) \(seed)")
            }
        }
    }

    /// A workflow command is one line, and no text of a finding begins a new command.
    @Test func commandsKeepToTheirLines() {
        var seed = Seed.announced(for: "FindingJudgeTests.commandsKeepToTheirLines")
        let report = Sample.report(.github, Self.hostile(300, using: &seed))
        for line in report.split(separator: "\n").dropLast() {
            #expect(["::error file=", "::warning file=", "::notice file=", "::notice title="].contains { line.hasPrefix($0) }, "\(seed)")
        }
    }

    /// A program that reads all documents and prints their contents.
    private static let reader = """
        import json, sys
        import xml.etree.ElementTree as tree
        for name in sys.argv[1:]:
            if name.endswith(".xml"):
                cases = tree.parse(name).getroot().findall("testsuite/testcase")
                print(len(cases), sum(case.find("failure") is not None for case in cases))
            else:
                document = json.load(open(name, encoding="utf-8"))
                if "runs" in document:
                    run = document["runs"][0]
                    print(len(run["results"]), len(run["invocations"][0]["toolExecutionNotifications"]))
                else:
                    print(len(document["findings"]), sum(len(f.get("img", "")) for f in document["findings"]))
        """

    @Test(.needs(.program("python3")), arguments: [30, 3000, 10_002])
    func othersRead(count: Int) throws {
        var seed = Seed.announced(for: "FindingJudgeTests.othersRead")
        let result = Self.hostile(count, using: &seed)
        let folder = try TemporaryFolder()
        for (format, name) in [(FindingFormat.json, "a.json"), (.sarif, "b.sarif"), (.junit, "c.xml")] as [(FindingFormat, Bytes)] {
            try folder.add(name, Bytes(Sample.report(format, result)))
        }
        let outcome = try #require(Self.python).run(["-c", Bytes(Self.reader), "a.json", "b.sarif", "c.xml"], in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages) \(seed)")
        let findings = result.files.flatMap(\.findings)
        let imgs = findings.reduce(0) { $0 + ($1.img?.unicodeScalars.count ?? 0) }
        #expect(outcome.lines.first == "\(findings.count) \(imgs)", "\(seed)")
        #expect(outcome.lines.dropFirst().first == "\(min(5000, findings.count)) 1", "\(seed)")
        let cases = result.files.map { file in Set(file.findings.map(\.rule) + file.more.map(\.rule) + Sample.rules.map(\.id)) }
        let failed = result.files.map { file in
            Set(file.findings.filter { $0.severity == .error }.map(\.rule) + file.more.filter { $0.severity == .error }.map(\.rule))
        }
        func sum(_ sets: [Set<String>]) -> Int { sets.reduce(0) { $0 + $1.count } }
        #expect(outcome.lines.dropFirst(2).first == "\(sum(cases)) \(sum(failed))", "\(seed)")
    }

    private func documents(_ format: FindingFormat, _ ending: String, _ seed: inout Seed) throws -> (TemporaryFolder, [Bytes]) {
        let folder = try TemporaryFolder()
        let results = [Sample.clean, Sample.result, CheckResult(files: []), Self.hostile(300, using: &seed)]
        let names = results.indices.map { Bytes("\($0).\(ending)") }
        for (name, result) in zip(names, results) { try folder.add(name, Bytes(Sample.report(format, result))) }
        return (folder, names)
    }

    @Test(.needs(.jsonSchema)) func findingsFitTheirSchema() throws {
        var seed = Seed.announced(for: "FindingJudgeTests.findingsFitTheirSchema")
        let (folder, names) = try documents(.json, "json", &seed)
        let schema = "\(Fixtures.root)/Manifests/findings.schema.json"
        let judge = Program.jsonSchemaJudge(schema)
        let examples = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: schema))) as? [String: Any]
        for (index, example) in (examples?["examples"] as? [Any] ?? []).enumerated() {
            try folder.add("example\(index).json", Bytes(Array(try JSONSerialization.data(withJSONObject: example))))
        }
        let outcome = try judge.run(["example0.json", "example1.json"] + names, in: folder)
        #expect(outcome.status == .exited(0) && outcome.text == "", "\(outcome.messages) \(seed)")

        let finding = #"{"rule":"r","severity":"error","message":"m","file":"f","pointer":""}"#
        let document = #"{"version":1,"counts":{"error":1,"warning":0,"info":0,"known":0,"ignored":0},"files":[],"findings":[\#(finding)]}"#
        for (part, other) in [
            ("", ""), ("\"error\",", "\"fatal\","), ("\"pointer\":\"\"", "\"pointer\":\"0\""), ("\"version\":1", "\"version\":2"),
            ("\"file\":\"f\"", "\"file\":\"f\",\"line\":3"), ("\"message\":\"m\",", ""), ("\"known\":0", "\"known\":-1"),
        ] {
            try folder.add("other.json", Bytes(part.isEmpty ? document : document.replacingOccurrences(of: part, with: other)))
            #expect(try judge.run(["other.json"], in: folder).text == (part.isEmpty ? "" : "other.json\n"), "\(other)")
        }
    }

    @Test(.needs(.sarif)) func sarifFits() throws {
        var seed = Seed.announced(for: "FindingJudgeTests.sarifFits")
        let (folder, names) = try documents(.sarif, "sarif", &seed)
        let outcome = try Program.sarifJudge.run(names, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages) \(seed)")
        let right = Sample.report(.sarif, Sample.result)
        for (part, other) in [("\"ruleId\"", "\"ruleName\""), ("\"region\"", "\"place\""), ("\"executionSuccessful\":true", "")] {
            try folder.add("other.sarif", Bytes(right.replacing(part, with: other)))
            #expect(try Program.sarifJudge.run(["other.sarif"], in: folder).status == .exited(1), "\(part)")
        }
    }

    @Test(.needs(.junit)) func junitFits() throws {
        var seed = Seed.announced(for: "FindingJudgeTests.junitFits")
        let (folder, names) = try documents(.junit, "xml", &seed)
        let outcome = try Program.junitJudge.run(names, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages) \(seed)")
        let right = Sample.report(.junit, Sample.result)
        for (part, other) in [("<failure ", "<system-out><failure "), ("failures=\"1\"", "failures=\"2\"")] {
            try folder.add("other.xml", Bytes(right.replacing(part, with: other)))
            #expect(try Program.junitJudge.run(["other.xml"], in: folder).status == .exited(1), "\(part)")
        }
    }

    /// From GitLab's documentation of code quality reports: what a finding must have, and the words of its severity.
    private static let gitLabSchema: Bytes = #"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"array","items":{"type":"object",
        "required":["description","check_name","fingerprint","severity","location"],
        "properties":{"description":{"type":"string"},"check_name":{"type":"string"},"fingerprint":{"type":"string","minLength":1},
        "severity":{"enum":["info","minor","major","critical","blocker"]},
        "location":{"type":"object","required":["path","lines"],"properties":{"path":{"type":"string","pattern":"^(?![.]/)"},
        "lines":{"type":"object","required":["begin"],"properties":{"begin":{"type":"integer","minimum":1}}}}}}}}
        """#

    @Test(.needs(.jsonSchema)) func gitLabFits() throws {
        var seed = Seed.announced(for: "FindingJudgeTests.gitLabFits")
        let (folder, names) = try documents(.gitlab, "json", &seed)
        try folder.add("schema.json", Self.gitLabSchema)
        let judge = Program.jsonSchemaJudge("schema.json")
        let outcome = try judge.run(names, in: folder)
        #expect(outcome.status == .exited(0) && outcome.text == "", "\(outcome.messages) \(seed)")
        let right = Sample.report(.gitlab, Sample.result)
        for (part, other) in [("\"major\"", "\"error\""), ("\"fingerprint\"", "\"hash\""), ("\"begin\":2", "\"begin\":0")] {
            try folder.add("other.json", Bytes(right.replacing(part, with: other)))
            #expect(try judge.run(["other.json"], in: folder).text == "other.json\n", "\(part)")
        }
    }
}
