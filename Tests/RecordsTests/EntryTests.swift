import TestSupport
import Testing
import WeirRecords

/// Entries of a manifest. They have the faults of rows, but no settings to advise and no guesses, and arrays are not several pictures.
@Suite struct EntryTests {
    private static let json: [(String, String)] = [
        (#"[{"img":["a"],"price":""}]"#, "1:9 img is not text"), (#"[{"img":{"src":"a"},"price":""}]"#, "1:9 img is not text"),
        (#"[{"img":"a"}]"#, "1:2 the entry has no price"), (#"[{"image":"a","price":""}]"#, "1:2 the entry has no picture (img)"),
        (#"[{"img":"a","price":[1]}]"#, "1:21 price is neither text nor a number"),
        (#"[{"img":"a","price":"","k":[1]}]"#, "1:28 the kept column k is not a plain value"),
        (#"{"entries":[{"img":"a","price":""}]}"#, "1:1 the entry has no picture (img)"),
    ]

    private static let plists: [(String, String)] = [
        ("<plist><array><dict><key>img</key><array/></dict></array></plist>", "1:15 img is an array, not text"),
        ("<plist><array><dict><key>img</key><string>a</string></dict></array></plist>", "1:15 the entry has no price"),
    ]

    @Test(arguments: json + plists) func brokenEntries(document: String, complaint: String) {
        let format: RecordFormat = document.hasPrefix("<") ? .xmlPlist : .json(.any)
        let reader = RowReader(format, columns: RowColumns(kept: ["k"]), nouns: .manifest)
        let reading = read(Bytes(document), with: reader, kept: 1)
        #expect(reading.complaints == [complaint] && reading.failure == nil)
    }

    /// Names are taken as they are written: a manifest was made by a program.
    @Test func names() {
        let reader = RowReader(.json(.array), columns: RowColumns(), nouns: .manifest)
        let reading = read(#"[{"img":"//h/a","price":""},{"img":" b ","price":"1"}]"#, with: reader)
        #expect(reading.texts == ["//h/a ", " b  1"])
    }

    @Test func emptyBatches() throws {
        for (document, isEmpty) in [("[]", true), (#"[{"img":"a","price":""}]"#, false), ("[{}]", false)] {
            var reader = RowReader(.json(.array), columns: RowColumns(), nouns: .manifest)
            var batch = RowBatch()
            try Bytes(document).all.withUnsafeBytes { try reader.read($0, isEnd: true, into: &batch) }
            #expect(batch.isEmpty == isEmpty && !reader.lacksLineEnd)
        }
    }

    /// The version of a picture is kept behind the other columns.
    @Test func keptColumns() {
        var columns = RowColumns(kept: ["a"])
        #expect(columns.keptCount == 1)
        columns.version = "v"
        #expect(columns.keptCount == 2)
    }

    /// An array of further pictures is kept as it stands, and no other array is.
    @Test func furtherPictures() throws {
        let document = #"""
            [{"img":"a","price":"","images":[{"img":"b"}],"k":[1]}, {"img":"a","price":"","images":"x","k":"[1]"},
            {"img":"a","price":""}, {"img":"a","price":"","k":"\u0001"}]
            """#
        let none = ["- false", "- false"]
        let columns = RowColumns(kept: ["images", "k"], optional: ["images", "k"], images: "images")
        var reader = RowReader(.json(.array), columns: columns, nouns: .manifest)
        var batch = RowBatch(keptColumns: 2)
        try Bytes(document).all.withUnsafeBytes { try reader.read($0, isEnd: true, into: &batch) }
        let kept = batch.withTexts { texts in
            batch.rows.map { row in
                (0..<2).map { column in
                    "\(texts.kept(column, of: row).map { String(decoding: $0, as: UTF8.self) } ?? "-") \(texts.isKeptJSON(column, of: row))"
                }
            }
        }
        #expect(kept == [[#"[{"img":"b"}] true"#, "- false"], ["x false", "[1] false"], none, none])
    }
}
