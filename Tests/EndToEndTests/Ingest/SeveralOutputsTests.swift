// docs/catalogues.md: one run writes several outputs with the same entries.
import Foundation
import TestSupport
import Testing

@Suite struct SeveralOutputsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for number in 1...5 { try folder.add(Bytes("\(number).jpg"), .jpeg(width: UInt16(20 + number), height: 10)) }
        try folder.addCatalogue((1...5).map { "\($0).jpg" })
    }

    private static let outputs: [Bytes] = ["-o", "m.json", "-o", "s.csv", "-o", "s.copy"]

    private func texts() -> [String?] { ["m.json", "s.csv", "s.copy"].map { folder.text(of: $0) } }

    /// Each is the same file as that of a run with this output alone.
    @Test func theSameAsAlone() throws {
        let outcome = try Program.weir.run(["ingest", "c.csv", "--with=status"] + Self.outputs, in: folder)
        #expect(outcome.messages == "weir: wrote m.json, s.csv and s.copy; 5 rows: 5 with their true size\n")
        for (name, text) in zip(["m.json", "s.csv", "s.copy"], texts()) {
            let alone: Bytes = "alone." + Bytes(name.split(separator: ".").last.map(String.init) ?? "")
            #expect(try ingest("c.csv", "--with=status", "-o", alone, "--journal=none", in: folder).status == .exited(0))
            #expect(folder.text(of: String(decoding: alone.all, as: UTF8.self)) == text && text != nil)
        }
        let again = try Program.weir.run(["ingest", "c.csv", "--with=status"] + Self.outputs, in: folder)
        #expect(again.messages.hasPrefix("weir: m.json, s.csv and s.copy are unchanged; "), "\(again.messages)")
        try FileManager.default.removeItem(atPath: folder.path + "/s.csv")
        let third = try Program.weir.run(["ingest", "c.csv", "--with=status"] + Self.outputs, in: folder)
        #expect(third.messages.hasPrefix("weir: wrote s.csv; m.json and s.copy are unchanged; "), "\(third.messages)")
        let planned = try Program.weir.run(["ingest", "c.csv", "--with=status", "--dry-run"] + Self.outputs, in: folder)
        #expect(planned.text.contains("\nwould write m.json as json, s.csv as csv and s.copy as copy\n"), "\(planned.text)")
    }

    @Test func pagesAndATable() throws {
        let outcome = try ingest("c.csv", "-o", "pages", "--page-size=2", "-o", "s.csv", in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(folder.text(of: "pages/3.json") != nil && folder.text(of: "s.csv")?.split(separator: "\n").count == 6)
    }

    /// A gate keeps all of them, and one that cannot be written leaves the others as they are.
    @Test func allOrNone() throws {
        #expect(try Program.weir.run(["ingest", "c.csv"] + Self.outputs, in: folder).status == .exited(0))
        let old = texts()
        try folder.addCatalogue(["1.jpg"])
        let gated = try Program.weir.run(["ingest", "c.csv"] + Self.outputs, in: folder)
        #expect(gated.status == .exited(1) && texts() == old, "\(gated.messages)")
        try folder.addCatalogue((1...4).map { "\($0).jpg" })
        try folder.add("s.csv", "id,shop\n1,2\n")
        let refused = try Program.weir.run(["ingest", "c.csv"] + Self.outputs, in: folder)
        #expect(refused.status == .exited(2) && folder.text(of: "m.json") == old[0], "\(refused.messages)")
    }

    @Test func twice() throws {
        let outcome = try ingest("c.csv", "-o", "m.json", "-o", "./m.json", in: folder)
        #expect(outcome.messages.hasPrefix("weir ingest: the manifest and the further output cannot both be "), "\(outcome.messages)")
    }
}
