import Manifests
import TestSupport
import Testing
import WeirBase

/// Further keys of entries, in each format.
@Suite struct ExtraValueTests {
    /// An array of objects, which are the further pictures of an entry.
    static let list = #"[{"h":70000,"img":"b/1.jpg","w":1},{"alpha":true,"animated":false,"w":2},{"keys":[],"of":{"a":"b"}}]"#

    @Test(arguments: [ManifestFormat.json, .jsonl])
    func jsonHasArrays(format: ManifestFormat) {
        let bytes = manifest(
            format, of: [SampleEntry(extras: [.init(name: "images", value: .list(Self.list)), .init(name: "a", value: .json("[1]"))])])
        #expect(text(bytes).contains(",\"images\":\(Self.list),\"a\":[1]}"))
    }

    /// A property list has a list as an array, and other JSON as text.
    @Test(arguments: [ManifestFormat.plist, .binaryPlist])
    func propertyListsHaveArrays(format: ManifestFormat) throws {
        let entries = [
            SampleEntry(img: "a", price: "", extras: [.init(name: "images", value: .list(Self.list))]),
            SampleEntry(
                img: "a", price: "", extras: [.init(name: "images", value: .list("[]")), .init(name: "z", value: .json("{\"a\":1}"))]),
        ]
        #expect(
            try text(jsonOfPython(plist: manifest(format, of: entries)))
                == #"[{"h":275,"images":\#(Self.list),"img":"a","price":"","w":200},{"h":275,"images":[],"img":"a","price":"","w":200,"z":"{\"a\":1}"}]"#
        )
    }

    /// An entry that lacks a column's key has NULL there, and the other keys stay in their columns.
    @Test(arguments: [
        (ManifestFormat.csv, ",", ""), (.tsv, "\t", ""), (.copy, "\t", "\\N"),
    ])
    func columnsOfTables(format: ManifestFormat, delimiter: String, null: String) {
        let extras: [SampleEntry.Extra] = [
            .init(name: "bytes", value: .number(5)), .init(name: "alpha", value: .flag(true)), .init(name: "sku", value: .text("s")),
        ]
        let kept = [[0, 1, 2], [], [0], [1], [2], [0, 2], [1, 2]]
        let entries = kept.map { kept in SampleEntry(width: 1, height: 2, img: "i", price: "p", extras: kept.map { extras[$0] }) }
        let rows = kept.map { kept in ["1", "2", "i", "p"] + extras.indices.map { kept.contains($0) ? ["5", "true", "s"][$0] : null } }
        let header = ["w", "h", "img", "price", "bytes", "alpha", "sku"]
        let expected = ([header] + rows).map { $0.joined(separator: delimiter) + "\n" }.joined()
        #expect(text(manifest(format, of: entries, columns: extras.map(\.name))) == expected)
    }

    /// PostgreSQL, COPY, Text Format: signs with a meaning there have a backslash.
    @Test(arguments: [
        ("a\\b", "a\\\\b"), ("a\tb", "a\\tb"), ("a\nb", "a\\nb"), ("a\rb", "a\\rb"), ("", ""), ("\u{1}\u{7}\u{B}é", "\u{1}\u{7}\u{B}é"),
    ])
    func escapesOfCopy(price: String, field: String) {
        #expect(text(manifest(.copy, of: [SampleEntry(img: "i", price: price)])) == "w\th\timg\tprice\n200\t275\ti\t\(field)\n")
    }

    /// A further picture has no price.
    @Test func furtherPicture() {
        var output = ByteBuffer()
        SampleEntry(extras: [.init(name: "alpha", value: .flag(false))]).withEntry { output.append(jsonPicture: $0) }
        #expect(text(output.bytes) == #"{"w":200,"h":275,"img":"https://example.com/a.jpg","alpha":false}"#)
    }
}
