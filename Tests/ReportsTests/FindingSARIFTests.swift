import Checks
import Testing
import WeirBase
import WeirRecords
import WeirReports

@Suite struct FindingSARIFTests {
    @Test func everything() {
        let rules = [Sample.rules[0]]
        #expect(
            Sample.report(.sarif, Sample.result, Sample.options(rules: rules)) == #"""
                {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{
                "tool":{"driver":{"name":"weir","version":"1.2.3","rules":[
                {"id":"size-integer","shortDescription":{"text":"w and h are positive integers"},"fullDescription":{"text":"A phone divides by the width. What is not a number leaves a hole in the waterfall."},"help":{"text":"A phone divides by the width. What is not a number leaves a hole in the waterfall.\n\nExample:\n{\"w\":200,\"h\":0,\"img\":\"a.jpg\",\"price\":\"¥169\"}\n\nWhat to do:\nRun `weir ingest` again.","markdown":"A phone divides by the width. What is not a number leaves a hole in the waterfall.\n\n    {\"w\":200,\"h\":0,\"img\":\"a.jpg\",\"price\":\"¥169\"}\n\n**Fix:** Run `weir ingest` again."},"defaultConfiguration":{"level":"error"},"properties":{"tags":["manifest"]}}
                ]}},
                "columnKind":"unicodeCodePoints",
                "results":[
                {"ruleId":"price-pattern","level":"warning","message":{"text":"no entry has a price"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"manifest.json","uriBaseId":"%SRCROOT%"},"region":{"startLine":1}}}],"partialFingerprints":{"primaryLocationLineHash":"e925406f97cb3b6f467d8a5062b2e3ad:1"}},
                {"ruleId":"size-integer","ruleIndex":0,"level":"error","message":{"text":"a.jpg: h is 0"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"manifest.json","uriBaseId":"%SRCROOT%"},"region":{"startLine":2,"startColumn":10,"endColumn":15}},"logicalLocations":[{"fullyQualifiedName":"/0/h","kind":"property"}]}],"partialFingerprints":{"primaryLocationLineHash":"6a6ea6bcdddbba1e9a413c5e3a95fc28:1"},"properties":{"entry":0,"img":"a.jpg","field":"h"}},
                {"ruleId":"tall-cell","level":"note","message":{"text":"靴.jpg: on 12 of 22 screens, first waterflow on portrait (375x667): the cell is 812 high"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"manifest.json","uriBaseId":"%SRCROOT%"},"region":{"startLine":3,"startColumn":1,"endColumn":2}},"logicalLocations":[{"fullyQualifiedName":"/1","kind":"object"}]}],"partialFingerprints":{"primaryLocationLineHash":"b2095ff4d84d2479aea10e720e8ad9fd:1"},"properties":{"entry":1,"img":"靴.jpg","screen":"waterflow on portrait (375x667)"}},
                {"ruleId":"size-integer","ruleIndex":0,"level":"error","message":{"text":"a.jpg: h is 0"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"b%3A1%20%C3%A9.plist","uriBaseId":"%SRCROOT%"},"region":{"startLine":1}},"logicalLocations":[{"fullyQualifiedName":"/0/h","kind":"property"}]}],"partialFingerprints":{"primaryLocationLineHash":"6a6ea6bcdddbba1e9a413c5e3a95fc28:1"},"properties":{"entry":0,"img":"a.jpg","field":"h"}}
                ],
                "invocations":[{"executionSuccessful":true,"toolExecutionNotifications":[{"level":"note","message":{"text":"4 of 990,004 findings are listed, the most severe of them"}}]}]
                }]}

                """#)
    }

    private func results(_ result: CheckResult) throws -> (results: [JSONValue], notes: [JSONValue]) {
        let document = try Array(Sample.report(.sarif, result).utf8).withUnsafeBytes { try JSONValue($0) }
        let run = try #require(document["runs"]?.array?.first)
        return (run["results"]?.array ?? [], run["invocations"]?.array?.first?["toolExecutionNotifications"]?.array ?? [])
    }

    private func fingerprints(_ findings: [Finding]) throws -> [String] {
        let result = CheckResult(files: [CheckResult.File(name: "m", entries: 1, findings: findings)])
        return try results(result).results.compactMap { $0["partialFingerprints"]?["primaryLocationLineHash"]?.string }
    }

    @Test func clean() throws {
        let (results, notes) = try results(Sample.clean)
        #expect(results.isEmpty && notes.isEmpty)
    }

    /// The fingerprint stays the same if the entry moves, its values change or other screens are checked.
    @Test func stableFingerprints() throws {
        let old = try fingerprints([Sample.finding()])
        #expect(old.count == 1 && old[0].hasSuffix(":1") && old[0].count == 34)
        let screens = FindingScreens(first: "flow on x", count: 2, total: 3)
        #expect(
            try fingerprints([Sample.finding("size-integer", .warning, "h is -7", at: nil, pointer: "/9/h", entry: 9, screens: screens)])
                == old)
    }

    @Test func differentFingerprints() throws {
        let all = try fingerprints([
            Sample.finding(), Sample.finding("other"), Sample.finding(img: "b.jpg"), Sample.finding(field: "w"),
            Sample.finding(img: nil), Sample.finding(img: ""), Sample.finding(field: nil), Sample.finding(),
        ])
        #expect(Set(all).count == 8)
        #expect(all[7] == all[0].dropLast() + "2")
    }

    /// The most severe findings are listed, and a note counts the others. Omitted findings do not change the
    /// fingerprints of later ones with the same identity.
    @Test(arguments: [
        ([1, 2, 3], [1, 2, 3]), ([4999, 3, 3], [4999, 1, 0]), ([10, 20, 5000], [10, 20, 4970]),
    ])
    func limits(found: [Int], listed: [Int]) throws {
        let findings = zip([Severity.info, .warning, .error], found.reversed()).flatMap { severity, count in
            (0..<count).map { _ in Sample.finding("r", severity) }
        }
        let (results, notes) = try results(CheckResult(files: [CheckResult.File(name: "m", entries: 1, findings: findings)]))
        #expect(["error", "warning", "note"].map { level in results.count { $0["level"]?.string == level } } == listed)
        #expect(notes.count == (found == listed ? 0 : 1))
        let last = results.last?["partialFingerprints"]?["primaryLocationLineHash"]?.string
        #expect(last?.hasSuffix(":\(found.reduce(0, +) - found[0] + listed[0])") == true)
    }
}
