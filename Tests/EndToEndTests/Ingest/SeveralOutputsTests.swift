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

    /// The messages name those that are written, and those that are the same.
    @Test func messages() throws {
        let outcome = try Program.weir.run(["ingest", "c.csv", "--with=status"] + Self.outputs, in: folder)
        #expect(outcome.messages == "weir: wrote m.json, s.csv and s.copy; 5 rows: 5 with their true size\n")
        let again = try Program.weir.run(["ingest", "c.csv", "--with=status"] + Self.outputs, in: folder)
        #expect(again.messages.hasPrefix("weir: m.json, s.csv and s.copy are unchanged; "), "\(again.messages)")
        try FileManager.default.removeItem(atPath: folder.path + "/s.csv")
        let third = try Program.weir.run(["ingest", "c.csv", "--with=status"] + Self.outputs, in: folder)
        #expect(third.messages.hasPrefix("weir: wrote s.csv; m.json and s.copy are unchanged; "), "\(third.messages)")
        let planned = try Program.weir.run(["ingest", "c.csv", "--with=status", "--dry-run"] + Self.outputs, in: folder)
        #expect(planned.text.contains("\nwould write m.json as json, s.csv as csv and s.copy as copy\n"), "\(planned.text)")
    }

    @Test func twice() throws {
        let outcome = try ingest("c.csv", "-o", "m.json", "-o", "./m.json", in: folder)
        #expect(outcome.messages.hasPrefix("weir ingest: the manifest and the further output cannot both be "), "\(outcome.messages)")
    }
}
