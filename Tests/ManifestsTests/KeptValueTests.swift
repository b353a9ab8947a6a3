import Manifests
import TestSupport
import Testing

/// Values of further keys that were kept, and the first entries of a manifest.
@Suite struct KeptValueTests {
    static let names: [String?] = ["a", nil, nil, "b", nil]

    private func read(_ names: [String?], keepsTexts: Bool = true, facts: [String] = ["name", "other"]) throws -> Manifest {
        let entries = names.enumerated().map { index, name in
            SampleEntry(
                width: index + 1, height: index + 11, img: "img \(index)", price: "price \(index)",
                extras: name.map { [.init(name: "name", value: .text($0))] } ?? [])
        }
        var reader = ManifestReader(keepsTexts: keepsTexts, facts: facts)
        try manifest(.jsonl, of: entries).withUnsafeBytes { try reader.read($0) }
        return try reader.finish()
    }

    @Test func values() throws {
        let read = try read(Self.names)
        #expect(read.values(of: "name") == Self.names)
        #expect(read.values(of: "other") == Array(repeating: nil, count: 5))
        #expect(read.values(of: "unknown") == [])
        let list = EntryList([read, read])
        #expect((0..<10).map { list.value(of: "name", in: $0) } == (Self.names + Self.names).map { $0 ?? "" })
        #expect(list.value(of: "unknown", in: 1) == "")
    }

    /// A column has a value if one entry of one page has a text that is not empty.
    @Test(arguments: [([nil, "a"], true), ([""], false), ([nil], false), (["", "a", nil], true), ([], false)] as [([String?], Bool)])
    func hasValues(names: [String?], expected: Bool) throws {
        let list = EntryList([try read([nil]), try read(names)])
        #expect(list.hasValues(of: "name") == expected)
        #expect(!list.hasValues(of: "other") && !list.hasValues(of: "unknown"))
    }

    @Test(arguments: 0...6, [false, true])
    func prefix(count: Int, keepsTexts: Bool) throws {
        let whole = try read(Self.names, keepsTexts: keepsTexts)
        let part = whole.prefix(count)
        let expected = min(count, 5)
        #expect(part.count == expected)
        #expect(part.widths == Array(whole.widths.prefix(count)) && part.heights == Array(whole.heights.prefix(count)))
        #expect(part.lines == Array(whole.lines.prefix(count)) && part.indexes == Array(whole.indexes.prefix(count)))
        #expect(part.values(of: "name") == Array(Self.names.prefix(count)))
        if keepsTexts { #expect(part.samples == Array(whole.samples.prefix(count))) }
    }

    /// Further pictures are kept as JSON, which property lists do not have.
    @Test(arguments: [ManifestFormat.json, .jsonl, .plist, .binaryPlist])
    func furtherPictures(format: ManifestFormat) throws {
        let read = try Manifest(manifest(format, of: [SampleEntry()]))
        let expected = format == .json || format == .jsonl
        #expect(EntryList([read]).keepsImages == expected)
        #expect(EntryList([try Manifest(manifest(.json, of: [SampleEntry()])), read]).keepsImages == expected)
        #expect(!EntryList([try Manifest([])]).keepsImages)
    }
}
