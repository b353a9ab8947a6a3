import Checks
import Encodings
import Testing

@Suite struct BaselineTests {
    private func finding(
        _ rule: String = "size", file: String = "a.json", img: String? = "x.png", field: String? = "w", message: String = ""
    ) -> Finding {
        Finding(rule: rule, severity: .error, message: message, file: file, img: img, field: field)
    }

    private func text(_ findings: [Finding]) -> String {
        var output = ByteBuffer()
        Baseline.write(findings, to: &output)
        return output.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test func aLineEach() {
        #expect(text([]) == "{\"version\":1,\"findings\":[\n]}\n")
        let findings = [
            finding(), finding(message: "another size"), finding("order", img: nil, field: nil), finding(img: "\"", field: nil),
        ]
        #expect(
            text(findings) == """
                {"version":1,"findings":[
                {"rule":"order","file":"a.json"},
                {"rule":"size","img":"\\"" },
                {"rule":"size","img":"x.png","field":"w"}
                ]}

                """.replacing("\" }", with: "\"}"))
    }

    @Test func knownAgain() throws {
        var baseline = try Baseline(JSONValue(text([finding(), finding("order", img: nil, field: nil), finding(img: "")])))
        #expect(baseline.staleCount == 3)
        let asked = [
            finding(file: "b.json", message: "measured otherwise"), finding(field: "h"),
            finding("order", file: "b.json", img: nil, field: nil), finding(img: ""),
        ]
        #expect(asked.map { baseline.knows($0) } == [true, false, false, true])
        #expect(baseline.staleCount == 1)
        var pruned = ByteBuffer()
        baseline.writePruned(to: &pruned)
        #expect(pruned.withBytes { String(decoding: $0, as: UTF8.self) } == text([finding(), finding(img: "")]))
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
