// docs/findings.md: weir check prints the findings of the manifests in Findings as they are stored.
import Foundation
import TestSupport
import Testing

/// A folder of `Findings` has a manifest (`m.json`, or the folder `m` with pages), perhaps `weir.json` and the previous manifest
/// `old.json`, and what `weir check` prints: `expected.json` and `expected.txt`. With WEIR_RECORD=1 the answers are stored, and the tests
/// fail, so that nobody stores one by accident.
@Suite struct FindingSnapshotTests {
    private static let stored = Fixtures.root + "/Tests/EndToEndTests/Check/Findings"
    private static let names = (try? FileManager.default.contentsOfDirectory(atPath: stored))?.sorted() ?? []

    @Test(arguments: names, [("json", "expected.json"), ("text", "expected.txt")])
    func findings(name: String, form: (format: String, file: String)) throws {
        let folder = try TemporaryFolder()
        let source = Self.stored + "/" + name
        func has(_ file: String) -> Bool { FileManager.default.fileExists(atPath: "\(source)/\(file)") }
        for file in try FileManager.default.contentsOfDirectory(atPath: source) {
            try FileManager.default.copyItem(atPath: "\(source)/\(file)", toPath: "\(folder.path)/\(file)")
        }
        var arguments: [Bytes] = [has("m") ? "m" : "m.json", Bytes("--format=\(form.format)")]
        if has("weir.json") { arguments.append("--config=weir.json") }
        if has("old.json") { arguments.append("--previous=old.json") }
        let outcome = try check(arguments, in: folder)
        #expect(outcome.status == .exited(0) || outcome.status == .exited(1), "\(outcome.messages)")
        if ProcessInfo.processInfo.environment["WEIR_RECORD"] != nil {
            try Data(outcome.output).write(to: URL(fileURLWithPath: "\(source)/\(form.file)"))
            Issue.record("the findings are stored; look at them, and run the test without WEIR_RECORD")
        }
        #expect(outcome.text == (try String(contentsOfFile: "\(source)/\(form.file)", encoding: .utf8)))
    }

    /// Every rule about manifests has a finding here. One rule alone is shown with its text.
    @Test func everyRule() throws {
        let rules = try Program.weir.run(["rules"], in: TemporaryFolder()).text.split(separator: "\n").map { $0.split(separator: " ") }
        let ofManifests = rules.filter { $0.count > 2 && $0[2] == "manifest" }.map { String($0[0]) }
        let found = try Self.names.flatMap { name in
            try JSONDecoder().decode(CheckAnswer.self, from: Data(contentsOf: URL(fileURLWithPath: "\(Self.stored)/\(name)/expected.json")))
                .findings.map(\.rule)
        }
        #expect(try Program.weir.run(["rules", "img-address"], in: TemporaryFolder()).text.hasPrefix("img-address (manifest, error)\n"))
        #expect(ofManifests.count > 40 && Set(ofManifests).subtracting(found) == [])
    }
}
