import Checks
import Testing
import WeirBase

@Suite struct BaselineTests {
    private func finding(
        _ rule: String = "size", img: String? = "x.png", field: String? = "w"
    ) -> FindingIdentity {
        FindingIdentity(rule: rule, img: img, field: field)
    }

    private func text(_ baseline: Baseline) -> String {
        var output = ByteBuffer()
        baseline.write(to: &output)
        return output.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    private func learned(_ findings: [FindingIdentity]) -> Baseline {
        var baseline = Baseline()
        for finding in findings { baseline.learn(finding, in: "a.json") }
        return baseline
    }

    @Test func aLineEach() {
        #expect(text(learned([])) == "{\"version\":1,\"findings\":[\n]}\n")
        let findings = [
            finding(), finding(), finding("order", img: nil, field: nil), finding(img: "y", field: nil),
        ]
        #expect(
            text(learned(findings)) == """
                {"version":1,"findings":[
                {"rule":"order","file":"a.json"},
                {"rule":"size","img":"x.png","field":"w","file":"a.json"},
                {"rule":"size","img":"y","file":"a.json"}
                ]}

                """)
    }

    /// A finding with an img is known in every file, and one without it only in its own.
    @Test func knownAgain() throws {
        let before = learned([finding(), finding("order", img: nil, field: nil), finding(img: "")])
        var baseline = try Baseline(JSONValue(text(before)))
        #expect(baseline.staleCount == 3)
        let asked = [
            (finding(), "b.json"), (finding(field: "h"), "a.json"), (finding("order", img: nil, field: nil), "b.json"),
            (finding(img: ""), "a.json"),
        ]
        #expect(asked.map { baseline.knows($0, in: $1) } == [true, false, false, true])
        #expect(baseline.staleCount == 1)
        // The baseline has the new file of a finding that has moved.
        var moved = learned([finding(img: "")])
        moved.learn(finding(), in: "b.json")
        #expect(text(baseline) == text(moved))
    }

    /// Findings in files that the run does not check are kept.
    @Test func keptUnchecked() throws {
        var before = learned([finding(), finding(img: "y"), finding("order", img: nil, field: nil)])
        before.learn(finding(img: "y"), in: "b.json")
        before.learn(finding(img: "z"), in: "b.json")
        var baseline = try Baseline(JSONValue(text(before)))
        func keep() { baseline.keep(rules: { _ in false }, files: { $0 == "b.json" }) }
        keep()
        #expect(baseline.staleCount == 2)
        #expect(baseline.keptCount == 2)
        let found = [finding(), finding("order", img: nil, field: nil)]
        #expect(found.map { baseline.knows($0, in: "a.json") } == [true, true])
        keep()
        #expect(baseline.staleCount == 0)
        var after = learned([finding(), finding("order", img: nil, field: nil)])
        after.learn(finding(img: "y"), in: "b.json")
        after.learn(finding(img: "z"), in: "b.json")
        #expect(text(baseline) == text(after))
        #expect([finding(img: "y")].map { baseline.knows($0, in: "a.json") } == [true])
        keep()
        #expect(text(baseline) == text(before))
    }

    /// A key of an entry may be empty, and is written and read as such.
    @Test func emptyNames() throws {
        let before = learned([finding(img: "", field: ""), finding(img: nil, field: "")])
        var baseline = try Baseline(JSONValue(text(before)))
        #expect([finding(img: "", field: ""), finding(img: nil, field: "")].map { baseline.knows($0, in: "a.json") } == [true, true])
    }

    /// Text that `write` wrote is read line by line, with the same result as the document. Other text is not.
    @Test func writtenLines() throws {
        for findings in [[], [finding()], [finding(), finding(img: "y\n\","), finding(img: nil, field: "")]] {
            let before = text(learned(findings))
            var lines = try #require(Array(before.utf8).withUnsafeBytes { Baseline(written: $0) })
            var document = try Baseline(JSONValue(before))
            for other in findings {
                #expect([lines.knows(other, in: "a.json"), document.knows(other, in: "a.json")] == [true, true])
            }
            #expect(text(lines) == before)
            for length in 0..<(before.utf8.count - 1) {
                let cut = Array(before.utf8.prefix(length))
                #expect(cut.withUnsafeBytes { Baseline(written: $0) } == nil || length == before.utf8.count - 1)
            }
        }
    }

    /// A finding that was written by hand needs no file; the run that finds it adds one.
    @Test func withoutAFile() throws {
        let written = #"{"version":1,"findings":[{"rule":"size","img":"x.png","field":"w"},{"rule":"size","img":"y"}]}"#
        var baseline = try Baseline(JSONValue(written))
        baseline.keep(rules: { _ in false }, files: { _ in false })
        #expect(baseline.staleCount == 0)
        #expect([finding()].map { baseline.knows($0, in: "a.json") } == [true])
        baseline.keep(rules: { _ in false }, files: { _ in false })
        #expect(
            text(baseline) == """
                {"version":1,"findings":[
                {"rule":"size","img":"x.png","field":"w","file":"a.json"},
                {"rule":"size","img":"y"}
                ]}

                """)
    }

    /// Findings of rules that were not checked are neither stale nor pruned.
    @Test func findingsOfUncheckedRulesAreKept() throws {
        var baseline = try Baseline(JSONValue(text(learned([finding(), finding("picture-size")]))))
        baseline.keep(rules: { $0.hasPrefix("picture-") }, files: { _ in false })
        #expect(baseline.staleCount == 1)
        #expect(text(baseline) == text(learned([finding("picture-size")])))
    }

    @Test(arguments: [
        ("[]", "this must be an object"), ("{}", "version: this must be 1"),
        (#"{"version":1,"finding":[]}"#, #"there is no key "finding"; did you mean "findings"?"#),
        (#"{"version":1,"findings":[{"img":"a"}]}"#, "findings[0]: rule is missing"),
        (#"{"version":1,"findings":[{"rule":"a","img":5}]}"#, "findings[0].img: this must be text"),
        (#"{"version":1,"findings":[{"rule":"a","img":"","field":null}]}"#, "findings[0].field: this must be text"),
        (
            #"{"version":1,"findings":[{"rule":"a","field":"w"}]}"#,
            "findings[0]: img or file is missing; without both, it is nothing's"
        ),
    ])
    func refused(text: String, message: String) {
        let failure = #expect(throws: ConfigurationFailure.self) { try Baseline(JSONValue(text)) }
        #expect(failure?.message == message)
    }
}
