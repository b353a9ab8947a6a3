import TestSupport
import Testing
import WeirRecords

/// Invalid JSON is reported with its position, even in values that are not used, and breaks no other row.
@Suite struct JSONSyntaxTests {
    /// Values of an unused key, each with the column of the fault in the value.
    static let values: [(String, Int, String)] = [
        ("tru", 1, "a value is missing"), ("nulL", 1, "a value is missing"), ("falsey", 6, "a comma or } is missing"),
        ("Infinity", 1, "a value is missing"), ("'a'", 1, "a value is missing"), ("", 1, "a value is missing"),
        ("01", 2, "a comma or } is missing"), ("1.", 3, "a digit is missing in the number"),
        (".5", 1, "a value is missing"), ("-", 2, "a digit is missing in the number"), ("+1", 1, "a value is missing"),
        ("1e", 3, "a digit is missing in the number"), ("1e+", 4, "a digit is missing in the number"),
        ("-a", 2, "a digit is missing in the number"), ("0x1", 2, "a comma or } is missing"),
        ("1 2", 3, "a comma or } is missing"), ("\"b\":1", 4, "a comma or } is missing"),
        ("\"b\" \"c\"", 5, "a comma or } is missing"), ("\"b\"c", 4, "a comma or } is missing"),
        ("\"\\x\"", 2, "the escape means nothing"), ("\"\\u12g4\"", 2, "the escape means nothing"),
        ("\"\\ud800\"", 2, "half of a surrogate pair stands alone"),
        ("\"\\udc00\"", 2, "half of a surrogate pair stands alone"),
        ("\"\\ud800\\u0041\"", 2, "half of a surrogate pair stands alone"),
        ("\"\\ud800\\ud800\"", 2, "half of a surrogate pair stands alone"),
        ("\"\u{1}\"", 2, "a control character stands in the text"), ("\"\t\"", 2, "a control character stands in the text"),
        ("[1,]", 4, "nothing follows the comma"), ("[1 2]", 4, "a comma or ] is missing"), ("[,]", 2, "a value is missing"),
        ("{\"b\":1,}", 8, "nothing follows the comma"), ("{\"b\"}", 5, "a colon is missing behind the key"),
        ("{\"b\" 1}", 6, "a colon is missing behind the key"), ("{b:1}", 2, "a key is missing"),
        ("{1:1}", 2, "a key is missing"),
        ("{\"\\q\":1}", 3, "the escape means nothing"), ("[\"\\ud800\"]", 3, "half of a surrogate pair stands alone"),
        ("{\"\\udc00\":1}", 3, "half of a surrogate pair stands alone"), ("/* */ 1", 1, "a value is missing"),
        ("\u{FEFF}1", 1, "a value is missing"),
    ]

    @Test(arguments: values) func valuesAreJudged(_ value: String, _ column: Int, _ message: String) {
        let first = "{\"img\":\"a\",\"price\":\"1\"}"
        let last = "{\"img\":\"c\",\"price\":\"3\"}"
        // The value begins in column 30 of line 2.
        let row = "{\"img\":\"b\",\"price\":\"2\",   \"a\":\(value)}"
        let catalogues = ["[\(first),\n\(row),\n\(last)]", "\(first)\n\(row)\n\(last)\n"]
        for (catalogue, format) in zip(catalogues, [TextFormat.json, .jsonLines]) {
            let test = CatalogueCase(
                Bytes(catalogue), rows: ["a 1", "c 3"], complaints: ["2:\(30 + column) \(message)"])
            #expect(test.difference(from: read(test.catalogue, as: format)) == nil)
        }
    }

    @Test(arguments: [[0xFF], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80]] as [[UInt8]])
    func textsAreUTF8(_ bytes: [UInt8]) {
        let catalogue = "[{\"x\":\"" + Bytes(bytes) + "\",\"img\":\"a\",\"price\":\"1\"},{\"img\":\"b\",\"price\":\"2\"}]"
        let test = CatalogueCase(catalogue, rows: ["b 2"], complaints: ["1:8 the text is not UTF-8"])
        #expect(test.difference(from: read(catalogue, as: .json)) == nil)
    }
}
