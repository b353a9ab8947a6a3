// docs/catalogues.md: one run writes several outputs with the same entries.
import Foundation
import TestSupport
import Testing

@testable import Ingest

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
        let words: [Bytes] = ["c.csv", "--with=status"] + Self.outputs
        #expect(try ingest(words, in: folder).result.unchanged == [false, false, false])
        for (name, text) in zip(["m.json", "s.csv", "s.copy"], texts()) {
            let alone: Bytes = "alone." + Bytes(name.split(separator: ".").last.map(String.init) ?? "")
            #expect(try ingest("c.csv", "--with=status", "-o", alone, in: folder).isWritten)
            #expect(folder.text(of: String(decoding: alone.all, as: UTF8.self)) == text && text != nil)
        }
        #expect(try ingest(words, in: folder).result.unchanged == [true, true, true])
        try FileManager.default.removeItem(atPath: folder.path + "/s.csv")
        #expect(try ingest(words, in: folder).result.unchanged == [true, false, true])
    }

    @Test func pagesAndATable() throws {
        #expect(try ingest("c.csv", "-o", "pages", "--page-size=2", "-o", "s.csv", in: folder).isWritten)
        #expect(folder.text(of: "pages/3.json") != nil && folder.text(of: "s.csv")?.split(separator: "\n").count == 6)
    }

    /// A gate keeps all of them, and one that cannot be written leaves the others as they are.
    @Test func allOrNone() throws {
        #expect(try ingest(["c.csv"] + Self.outputs, in: folder).isWritten)
        let old = texts()
        try folder.addCatalogue(["1.jpg"])
        #expect(try ingest(["c.csv"] + Self.outputs, in: folder).ending == .gated([.removed(4, of: 5)]))
        #expect(texts() == old)
        try folder.addCatalogue((1...4).map { "\($0).jpg" })
        try folder.add("s.csv", "id,shop\n1,2\n")
        let refused = try ingest(["c.csv"] + Self.outputs, in: folder)
        #expect(refused.fault.hasPrefix("s.csv is no manifest") && folder.text(of: "m.json") == old[0], "\(refused)")
    }
}
