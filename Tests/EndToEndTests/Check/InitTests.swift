// docs/checks.md: weir init starts a configuration.
import Foundation
import TestSupport
import Testing

@Suite struct InitTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try CheckSample.folder()
        try folder.addFolder("shop")
    }

    private func start(_ arguments: Bytes...) throws -> Outcome { try Program.weir.run(["init"] + arguments, in: folder) }

    /// The start has the defaults: a check finds the same with it and without.
    @Test func changesNothing() throws {
        let before = try check("broken.json", "--format=json", in: folder).checked().findings.map(\.text)
        let outcome = try start()
        #expect(outcome.messages == "weir: wrote weir.json and weir.schema.json\n")
        #expect(outcome.status == .exited(0))
        let after = try check("broken.json", "--format=json", in: folder)
        #expect(after.messages == "weir: uses the configuration weir.json\n")
        #expect(try after.checked().findings.map(\.text) == before && !before.isEmpty)
    }

    /// A manifest that is clean stays clean, also if its pictures have many pixels for their frames.
    @Test func findsNothingMore() throws {
        let entries = (0..<8).map { entry(1600, 1600 + $0, "\($0).jpg", "¥1") }
        try folder.add("large.json", Bytes(manifest(of: entries)))
        #expect(try check("large.json", in: folder).status == .exited(0))
        let before = try check("large.json", "--format=json", in: folder).checked().findings.map(\.text)
        #expect(try start().status == .exited(0))
        #expect(try check("large.json", "--format=json", in: folder).checked().findings.map(\.text) == before)
    }

    @Test(.needs(.jsonSchema)) func fitsTheSchemaBesideIt() throws {
        #expect(try start("shop").status == .exited(0))
        let outcome = try Program.jsonSchemaJudge("shop/weir.schema.json").run(["shop/weir.json"], in: folder)
        #expect(outcome.status == .exited(0) && outcome.text == "", "\(outcome.messages)")
    }

    /// A file that exists is not replaced, and the other one is not written either.
    @Test(arguments: ["weir.json", "weir.schema.json"])
    func replacesNothing(name: String) throws {
        try folder.add(Bytes("shop/" + name), "mine")
        let outcome = try start("shop/")
        #expect(outcome.messages == "weir: shop/\(name) is there already and stays as it is; move it away, or name another folder\n")
        #expect(outcome.status == .exited(2))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/shop") == [name])
        #expect(try String(contentsOfFile: "\(folder.path)/shop/\(name)", encoding: .utf8) == "mine")
    }

    @Test func misuse() throws {
        #expect(try start("a", "b").messages.contains("one folder is enough; b is a second one"))
        #expect(try start("").messages.contains("an argument is empty"))
        #expect(try start("gone").status == .exited(2))
    }
}
