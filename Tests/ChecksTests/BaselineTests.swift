import Checks
import Encodings
import Testing

@Suite struct BaselineTests {
    private func finding(
        _ rule: String = "size", img: String? = "x.png", field: String? = "w", screen: String? = nil
    ) -> FindingIdentity {
        FindingIdentity(rule: rule, img: img, field: field, screen: screen)
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
            finding(), finding(screen: "flow on portrait"), finding("order", img: nil, field: nil), finding(img: "y", field: nil),
        ]
        #expect(
            text(learned(findings)) == """
                {"version":1,"findings":[
                {"rule":"order","file":"a.json"},
                {"rule":"size","img":"x.png","field":"w"},
                {"rule":"size","img":"y"}
                ]}

                """)
    }

    /// Entries move between files; what is about no picture belongs to its file.
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
        #expect(text(baseline) == text(learned([finding(), finding(img: "")])))
    }

    /// What nobody has looked for is neither stale nor pruned.
    @Test func keptUnasked() throws {
        var baseline = try Baseline(JSONValue(text(learned([finding(), finding("picture-size")]))))
        baseline.keep { $0.hasPrefix("picture-") }
        #expect(baseline.staleCount == 1)
        #expect(text(baseline) == text(learned([finding("picture-size")])))
    }

    @Test(arguments: [
        ("[]", "this must be an object"), ("{}", "version: this must be 1"),
        (#"{"version":1,"finding":[]}"#, #"there is no key "finding"; did you mean "findings"?"#),
        (#"{"version":1,"findings":[{"img":"a"}]}"#, "findings[0]: rule is missing"),
    ])
    func refused(text: String, message: String) {
        let failure = #expect(throws: ConfigurationFailure.self) { try Baseline(JSONValue(text)) }
        #expect(failure?.message == message)
    }
}
