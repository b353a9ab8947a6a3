// docs/fetching.md: the report counts the bytes of bodies that were asked for, that were needed, and that came for nothing.
import Foundation
import TestSupport
import Testing

@Suite struct FetchByteCountTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let exchange: Exchange
        var options: [Bytes] = []
        let asked: Int
        let needed: Int
        let wasted: Int
    }

    /// The reader looks at blocks of 1024 bytes.
    private static let small = Bytes.picture.count
    private static let large = Bytes.photograph.count
    private static let padded = Bytes.picture + Bytes(zeros: 50_000)

    @Test(arguments: [
        Case(
            testDescription: "a range that is used whole", exchange: Exchange(.range(of: .picture)), asked: small, needed: small, wasted: 0),
        Case(testDescription: "a size at the start", exchange: Exchange(.range(of: padded)), asked: 16_384, needed: 1024, wasted: 15_360),
        Case(
            testDescription: "a size behind metadata", exchange: Exchange(.range(of: .photograph)), asked: 16_384 + large - 50_002,
            needed: 1024 + large - 50_002, wasted: 15_360),
        Case(
            testDescription: "metadata that has to come", exchange: Exchange(.wholeIgnoringRange(.photograph)), asked: large, needed: large,
            wasted: 0),
        Case(testDescription: "no picture", exchange: Exchange(.status(404), .body("gone")), asked: 4, needed: 0, wasted: 4),
        Case(
            testDescription: "a whole picture", exchange: Exchange(.body(padded)), options: ["--mirror=mir"], asked: padded.count,
            needed: padded.count, wasted: 0),
    ])
    func bodies(_ picture: Case) throws {
        let server = try ScriptedServer(otherwise: [picture.exchange])
        try folder.addCatalogue([server.url("/a.jpg")])
        let outcome = try Program.weir.run(
            ["ingest", "c.csv", "-o", "m.json", "--report=r.json", "--max-failures=9"] + picture.options + FetchCase.limits, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        let report = try #require(json(folder.content(of: "r.json")) as? [String: Any])
        let counts = ["bytesAsked", "bytesNeeded", "bytesWasted"].map { report[$0] as? Int }
        #expect(counts == [picture.asked, picture.needed, picture.wasted])
        #expect(outcome.messages.contains(" needed, "))
    }
}
