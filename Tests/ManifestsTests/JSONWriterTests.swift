import Manifests
import TestSupport
import Testing

@Suite struct JSONWriterTests {
    static let entries = [
        SampleEntry(),
        SampleEntry(width: 1, height: 2_147_483_647, img: "a/b \"c\"\\é.jpg", price: ""),
        SampleEntry(
            width: 300, height: 300, img: "靴/😀\u{2028}\u{7F}.png", price: "1\t2\n",
            extras: [
                .init(name: "status", value: .placeholder), .init(name: "bytes", value: .number(0)),
                .init(name: "alpha", value: .flag(true)),
                .init(name: "the \"name\"", value: .text("<&>")),
            ]),
    ]

    static let lines = [
        #"{"w":200,"h":275,"img":"https://example.com/a.jpg","price":"¥169"}"#,
        #"{"w":1,"h":2147483647,"img":"a/b \"c\"\\é.jpg","price":""}"#,
        #"{"w":300,"h":300,"img":"靴/😀"# + "\u{2028}\u{7F}"
            + #".png","price":"1\t2\n","status":"placeholder","bytes":0,"alpha":true,"the \"name\"":"<&>"}"#,
    ]

    @Test func array() {
        #expect(json([]) == "[\n]\n")
        #expect(json([Self.entries[0]]) == "[\n\(Self.lines[0])\n]\n")
        #expect(json(Self.entries) == "[\n\(Self.lines.joined(separator: ",\n"))\n]\n")
    }

    @Test func lines() {
        #expect(manifest(.jsonl, of: []) == [])
        #expect(text(manifest(.jsonl, of: Self.entries)) == Self.lines.map { $0 + "\n" }.joined())
    }

    /// Foundation reads the same entries, and each entry is on one line.
    @Test func isReadByFoundation() throws {
        var seed = Seed.announced(for: "JSONWriterTests.isReadByFoundation")
        let entries = (0..<300).map { _ in SampleEntry.randomWithExtras(using: &seed) }
        let array = manifest(.json, of: entries)
        #expect(try ForeignManifest(json: array) == ForeignManifest(entries), "\(seed)")
        #expect(array.count { $0 == UInt8(ascii: "\n") } == entries.count + 2, "\(seed)")
        let lines = manifest(.jsonl, of: entries).split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == entries.count, "\(seed)")
        for (line, entry) in zip(lines, entries) {
            #expect(try ForeignManifest(json: Array("[".utf8) + line + Array("]".utf8)) == ForeignManifest([entry]), "\(seed)")
        }
    }

    private func json(_ entries: [SampleEntry]) -> String { text(manifest(.json, of: entries)) }
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
