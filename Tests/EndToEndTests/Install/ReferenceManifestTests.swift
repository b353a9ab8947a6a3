// docs/manifest.md: the manifests in Manifests, and the pages that the program makes, equal its output.
import Foundation
import TestSupport
import Testing

@Suite struct ReferenceManifestTests {
    private static let numbers = [1, 2, 3]

    private func script(_ root: String, _ arguments: Bytes...) throws -> Outcome {
        let path = try #require(Program.named("sh")).running(.weir, after: ["-c", "printf %s \"$0\""]).run().text
        let bash = try #require(Program.named("bash"))
        return try bash.run([Bytes(root + "/scripts/generate")] + arguments, environment: ["WEIR": path])
    }

    @Test func areFresh() throws {
        let outcome = try script(Fixtures.root, "--check")
        #expect(outcome.messages == "")
        #expect(outcome.status == .exited(0))
    }

    /// `scripts/generate --check` reports stale files and writes nothing. Without the option, the script writes them.
    @Test func theScriptNoticesStaleFiles() throws {
        let folder = try TemporaryFolder()
        for name in ["Manifests", "docs", "scripts"] { try folder.addFolder(Bytes(name)) }
        try folder.addFolder("docs/examples")
        for name in ["scripts/generate", "scripts/golden-frames", "docs/rules.md", "docs/channels.md", "docs/examples/frames"] {
            try FileManager.default.copyItem(atPath: "\(Fixtures.root)/\(name)", toPath: "\(folder.path)/\(name)")
        }
        try folder.addLink("Samples", to: Bytes(Samples.path))
        for number in ReferenceManifestTests.numbers {
            for format in ["json", "plist"] {
                let content = try Fixtures.bytes(of: "\(Fixtures.root)/Manifests/\(number).\(format)")
                try folder.add("Manifests/\(number).\(format)", Bytes(content))
            }
        }
        #expect(try script(folder.path, "--check").status == .exited(0))
        try folder.add("Manifests/2.plist", "old")
        try FileManager.default.removeItem(atPath: folder.path + "/Manifests/3.json")
        let check = try script(folder.path, "--check")
        #expect(check.messages == "Manifests/2.plist is stale; run scripts/generate\nManifests/3.json is stale; run scripts/generate\n")
        #expect(check.status == .exited(1))
        #expect(folder.text(of: "Manifests/2.plist") == "old")
        #expect(try script(folder.path).text == "Manifests/2.plist\nManifests/3.json\n")
        #expect(try script(folder.path, "--check").status == .exited(0))
    }

    /// Both formats have the content of the sample rows.
    @Test func areTheRowsOfTheSamples() throws {
        let rows = [Array(1...14), [39, 40, 42] + Array(2...12), Array(15...28)]
        for (number, rows) in zip(ReferenceManifestTests.numbers, rows) {
            let path = "\(Fixtures.root)/Manifests/\(number)"
            let expected = try rows.map { try Samples.rows[$0 - 1] }
            #expect(try Fixtures.bytes(of: path + ".json") == Array(manifest(of: expected.map(\.entry)).utf8))
            let plist = Data(try Fixtures.bytes(of: path + ".plist"))
            #expect(plist.starts(with: Data("<?xml".utf8)))
            let entries = try #require(try PropertyListSerialization.propertyList(from: plist, format: nil) as? [[String: Any]])
            #expect(
                entries.map { "\($0["w"]!) \($0["h"]!) \($0["img"]!) \($0["price"]!)" }
                    == expected.map { "\($0.reported.w) \($0.reported.h) \($0.img) \($0.price)" })
        }
    }

    @Test(.needs(.jsonSchema)) func fitTheSchema() throws {
        let folder = Fixtures.root + "/Manifests"
        let files = ReferenceManifestTests.numbers.map { Bytes("\(folder)/\($0).json") }
        let outcome = try Program.jsonSchemaJudge(folder + "/manifest.schema.json").run(files)
        #expect(outcome.status == .exited(0))
        #expect(outcome.text == "", "\(outcome.messages)")
    }
}
