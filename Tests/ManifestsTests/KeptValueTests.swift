import Manifests
import TestSupport
import Testing
import WeirRecords

/// Values of further keys that were kept, and parts of a manifest.
@Suite struct KeptValueTests {
    static let names: [String?] = ["a", nil, nil, "b", nil]

    private func read(_ names: [String?], keepsTexts: Bool = true, facts: [String] = ["name", "other"]) throws -> ManifestDocument {
        let entries = names.enumerated().map { index, name in
            SampleEntry(
                width: index + 1, height: index + 11, img: "img \(index)", price: "price \(index)",
                extras: name.map { [.init(name: "name", value: .text($0))] } ?? [])
        }
        return try ManifestDocument(manifest(.jsonl, of: entries), keepsTexts: keepsTexts, facts: facts)
    }

    @Test func values() throws {
        let read = try read(Self.names)
        #expect(read.values(of: "name") == Self.names)
        #expect(read.values(of: "other") == Array(repeating: nil, count: 5))
        #expect(read.values(of: "unknown") == [])
        let list = ManifestDocument(joining: [read, read])
        #expect((0..<10).map { list.value(of: "name", in: $0) } == (Self.names + Self.names).map { $0 ?? "" })
        #expect(list.value(of: "unknown", in: 1) == "")
    }

    /// A value that is set again replaces the first one, and the entries before it have none.
    @Test(arguments: [[0], [3], [0, 1, 4], [0, 0], [2, 2], [2, 5, 5], [5, 2]])
    func setValues(entries: [Int]) {
        var document = ManifestDocument(facts: ["name"])
        var expected: [Int: TextRange] = [:]
        for (number, entry) in entries.enumerated() {
            document.facts[0].set(TextRange(number, count: 1), of: entry)
            expected = expected.filter { $0.key < entry }
            expected[entry] = TextRange(number, count: 1)
        }
        #expect((0..<8).map { document.facts[0][$0] } == (0..<8).map { expected[$0] })
    }

    /// A column has a value if one entry of one page has a text that is not empty.
    @Test(arguments: [([nil, "a"], true), ([""], false), ([nil], false), (["", "a", nil], true), ([], false)] as [([String?], Bool)])
    func hasValues(names: [String?], expected: Bool) throws {
        let list = ManifestDocument(joining: [try read([nil]), try read(names)])
        #expect(list.hasValues(of: "name") == expected)
        #expect(!list.hasValues(of: "other") && !list.hasValues(of: "unknown"))
    }

    @Test(arguments: [0..<0, 0..<1, 0..<3, 0..<5, 1..<4, 2..<5, 5..<5], [false, true])
    func part(entries: Range<Int>, keepsTexts: Bool) throws {
        let whole = try read(Self.names, keepsTexts: keepsTexts)
        let part = whole[entries]
        #expect(part.count == entries.count && part.pages == [0..<entries.count])
        #expect(part.widths == Array(whole.widths[entries]) && part.heights == Array(whole.heights[entries]))
        #expect(part.lines == Array(whole.lines[entries]) && part.indexes == Array(whole.indexes[entries]))
        #expect(part.values(of: "name") == Array(Self.names[entries]) && part.values(of: "name") == whole.values(of: "name", in: entries))
        if keepsTexts { #expect(part.samples == Array(whole.samples[entries])) }
    }

    @Test(arguments: [false, true])
    func joinedPages(keepsTexts: Bool) throws {
        let whole = try read(Self.names, keepsTexts: keepsTexts)
        let joined = ManifestDocument(joining: [whole[3..<5], whole[0..<0], whole[0..<3]])
        #expect(joined.pages == [0..<2, 2..<2, 2..<5])
        #expect(joined.widths == Array(whole.widths[3..<5] + whole.widths[0..<3]))
        #expect(joined.values(of: "name") == Array(Self.names[3..<5] + Self.names[0..<3]))
        if keepsTexts { #expect(joined.samples == Array(whole.samples[3..<5] + whole.samples[0..<3])) }
    }

    /// Further pictures are kept as JSON, which property lists do not have.
    @Test(arguments: [ManifestFormat.json, .jsonl, .plist, .binaryPlist])
    func furtherPictures(format: ManifestFormat) throws {
        let read = try ManifestDocument(manifest(format, of: [SampleEntry()]))
        let expected = format == .json || format == .jsonl
        #expect(read.keepsImages == expected)
        #expect(try ManifestDocument(joining: [ManifestDocument(manifest(.json, of: [SampleEntry()])), read]).keepsImages == expected)
        #expect(try !ManifestDocument([]).keepsImages)
    }
}
