import TestSupport
import Testing
import WeirRecords

/// Columns that JSON pointers name, and pointers as texts.
@Suite struct PointerTests {
    static let columns = RowColumns(img: "/image/src", price: "/price/0/amount", kept: ["/image", "/brand/na~1me", "sku"])

    struct Case: Sendable, CustomStringConvertible {
        let catalogue: Bytes
        var rows: [String] = []
        var complaints: [String] = []
        var description: String { String(decoding: catalogue.all, as: UTF8.self) }

        init(_ catalogue: String, rows: [String] = [], complaints: [String] = []) {
            self.catalogue = Bytes(catalogue)
            self.rows = rows
            self.complaints = complaints
        }
    }

    static let rows: [Case] = [
        Case(
            #"[{"image":{"w":1,"src":"a"},"price":[{"amount":1.50}],"brand":{"na/me":"N"},"sku":7}]"#,
            rows: [#"a 1.50 {"w":1,"src":"a"} N 7"#]),
        Case(
            #"[{"\u0069mage":{"\u0073rc":"\u00e9"},"x":{"src":"no"},"price":[{"a":"\n"},{"amount":2}]}]"#,
            rows: [#"é  {"\u0073rc":"\u00e9"} - -"#]),
        Case(#"[{"image":{"src":"a"},"price":null,"brand":{"na/me":[ 1, "b ]" ]}}]"#, rows: [#"a  {"src":"a"} [1,"b ]"] -"#]),
        Case(
            #"[{"image":"a"},{"src":"a"},{"image":[{"src":"a"}]}, {"price":[{"amount":1}]}]"#,
            complaints: [
                "1:2 the row has no picture (/image/src); the nearest key is /image, which --img-column can name",
                "1:16 the row has no picture (/image/src); the nearest key is /src, which --img-column can name",
                "1:28 the row has no picture (/image/src); the nearest key is /image/0/src, which --img-column can name",
                "1:53 the row has no picture (/image/src)",
            ]),
        Case(
            #"[{"image":{"alt":"a","scr":"b"},"sku":7}]"#,
            complaints: ["1:2 the row has no picture (/image/src); the nearest key is /image/scr, which --img-column can name"]),
        Case(
            #"[{"image":{"src":7}},{"image":{"src":"a","src":"b"}},{"image":{"src":"a"},"price":[{"amount":{}}]}]"#,
            complaints: [
                "1:18 /image/src is not text", "1:48 the key /image/src stands twice",
                "1:94 price is an object, neither text nor a number; --price-column names another key",
            ]),
        Case(
            #"[{"image":{"src":"a"},"price":[{"amount":1},]},{"image":{"src":"b"}}]"#, rows: [#"b  {"src":"b"} - -"#],
            complaints: ["1:45 nothing follows the comma"]),
    ]

    @Test(arguments: rows) func isRead(_ test: Case) {
        let reading = read(test.catalogue, as: .json, columns: Self.columns)
        #expect(reading.texts == test.rows)
        #expect(reading.complaints == test.complaints)
    }

    @Test(
        arguments: [
            ("/a", ["a"]), ("/", [""]), ("/a/b c/0", ["a", "b c", "0"]), ("/a~1b/~0~1/~01", ["a/b", "~/", "~1"]), ("//", ["", ""]),
            ("/é", ["é"]),
            ("", nil), ("a", nil), ("a/b", nil), ("/~", nil), ("/~2", nil), ("/a~", nil),
        ] as [(String, [String]?)])
    func tokens(text: String, tokens: [String]?) {
        #expect(JSONPointer(text)?.tokens == tokens)
    }

    @Test(arguments: [
        (#"{"products":[{"img":"a"}]}"#, "1:1 the catalogue is an object, not an array of rows; --rows /products reads the array in it"),
        (
            #" {"a/b":[],"n":[1],"c":[ {}]}{"img":"b"}"#,
            "1:2 the catalogue is an object, not an array of rows; --rows /a~1b or /c reads the array in it"
        ),
    ])
    func anObjectWithTheRowsInIt(catalogue: String, failure: String) {
        for cuts in [[], Array(0...catalogue.utf8.count)] {
            let reading = read(Bytes(catalogue), as: .json, cutAt: cuts)
            #expect(reading.failure.map { "\($0.position?.line ?? 0):\($0.position?.column ?? 0) \($0.text)" } == failure)
            #expect(reading.broken.count == 1)
        }
        // A row with a picture may have arrays, and in an array each object is a row.
        #expect(read(#"{"img":"a","x":[{}]}"#, as: .json).texts == ["a "])
        #expect(read(#"[{"x":[{}]}]"#, as: .json).failure == nil)
    }
}
