import TestSupport
import Testing
import WeirRecords

/// The content of a row, at any offset in the document.
@Suite struct JSONRowTests {
    static let sound: [CatalogueCase] = [
        CatalogueCase(#"[{"img":"a","price":"1"},{"price":"2","img":"b"}]"#, rows: ["a 1", "b 2"]),
        CatalogueCase(
            " [ \n{ \"img\" :\t\"a\" , \"price\" : \"1\" } \r\n, {\"img\":\"b\",\"price\":\"2\"}\n ] \n",
            rows: ["a 1", "b 2"]),
        CatalogueCase("[]"),
        CatalogueCase("[\n]\n"),
        CatalogueCase(#"{"img":"a","price":"1"}"#, rows: ["a 1"]),
        CatalogueCase("{\"img\":\"a\",\"price\":\"1\"}\n{\"img\":\"b\",\"price\":\"2\"}\n", rows: ["a 1", "b 2"]),
        CatalogueCase("{\"img\":\"a\",\"price\":\"1\"}\r\n\r\n{\"img\":\"b\",\"price\":\"2\"}", rows: ["a 1", "b 2"]),
        CatalogueCase(
            #"{"img":"a","price":"1"}{"img":"b","price":"2"} {"img":"c","price":"3"}"#, rows: ["a 1", "b 2", "c 3"]),
        CatalogueCase(
            "{\n  \"img\": \"a\",\n  \"price\": \"1\"\n}\n{\n  \"img\": \"b\",\n  \"price\": \"2\"\n}\n",
            rows: ["a 1", "b 2"]),
        CatalogueCase(Bytes([0xEF, 0xBB, 0xBF]) + "[{\"img\":\"a\",\"price\":\"1\"}]", rows: ["a 1"]),
        CatalogueCase(#"[{"img":"a","price":""}]"#, rows: ["a "]),
        CatalogueCase(#"[{"x":[{"img":"b"},[],{}],"img":"a","y":{"price":"2"},"price":"1","z":null}]"#, rows: ["a 1"]),
        CatalogueCase(#"[{"x":1,"img":"a","x":2,"price":"1","x":3}]"#, rows: ["a 1"]),
    ]

    /// Prices in JSON, and their texts.
    static let prices: [CatalogueCase] = [
        ("1299.00", "1299.00"), ("1e3", "1e3"), ("-0", "-0"), ("0.10", "0.10"), ("-1.5E+07", "-1.5E+07"),
        ("1234567890123456789012345678901234567890", "1234567890123456789012345678901234567890"),
        ("1e999999", "1e999999"), ("0", "0"), ("123456789", "123456789"), ("12 ", "12"),
        (#""\u00a5169""#, "¥169"), (#""\u00A5\u0031""#, "¥1"), (#""\ud83d\ude00""#, "😀"),
        (#""a\"b\\c\/d""#, "a\"b\\c/d"), (#""\n\t\r""#, "\n\t\r"), (#""¥169 – 50 % 😀""#, "¥169 – 50 % 😀"),
        (#""  ""#, "  "), (#""a long text without any escape""#, "a long text without any escape"),
        (#""a long text and then an escape: \u00e9""#, "a long text and then an escape: é"),
        (#""}],{[:,""#, "}],{[:,"), (#""\\""#, "\\"), (#""\\\"}""#, "\\\"}"),
    ].map { CatalogueCase(Bytes("[{\"img\":\"a\",\"price\":\($0)}]"), rows: ["a \($1)"]) }

    static let sizes: [CatalogueCase] = [
        ("200", 200), ("\"200\"", 200), ("2147483647", 2_147_483_647), ("\"0200\"", 200), ("\"\\u0032\"", 2), ("0", 0),
        ("-5", 0), ("200.0", 0), ("2e2", 0), ("2147483648", 0), ("\"2147483648\"", 0), ("99999999999", 0), ("\" 2\"", 0),
        ("null", 0), ("true", 0), ("[200]", 0), ("{}", 0), ("\"\"", 0),
    ].map { CatalogueCase(Bytes("[{\"img\":\"a\",\"price\":\"1\",\"h\":7,\"w\":\($0)}]"), rows: ["a 1 \($1)x7"]) }

    static let keptValues: [CatalogueCase] = [
        ("\"x\"", "x"), ("\"\\u00e9\"", "é"), ("1.50", "1.50"), ("true", "true"), ("false", "false"), ("null", "-"),
        ("\"\"", ""),
    ].map {
        let catalogue = Bytes("[{\"img\":\"a\",\"sku\":\($0),\"price\":\"1\"}]")
        return CatalogueCase(catalogue, rows: ["a 1 \($1) -"], kept: ["sku", "none"])
    }

    static let kept: [CatalogueCase] =
        keptValues + [
            CatalogueCase(#"[{"img":"a","price":1.0,"w":200}]"#, rows: ["a 1.0 200x0 200 1.0"], kept: ["w", "price"]),
            CatalogueCase(
                #"[{"img":"a","price":1,"x":[]}, {"img":"a","price":1,"x":{"x":1}}]"#,
                rows: [#"a 1 []"#, #"a 1 {"x":1}"#],
                kept: ["x"]),
        ]

    static let broken: [CatalogueCase] = [
        (#"{}"#, "1:2 the row has no picture (img)"),
        (#"{"price":"1"}"#, "1:2 the row has no picture (img)"),
        (#"{"img":null,"price":"1"}"#, "1:2 the row has no picture (img)"),
        (#"{"img":"","price":"1"}"#, "1:9 the row has no picture (img)"),
        (#"{"img":5,"price":"1"}"#, "1:9 img is not text"),
        (#"{"img":["a",1],"price":"1"}"#, "1:14 element 2 of img is a number, not text"),
        (#"{"img":{"src":"a"},"price":"1"}"#, "1:9 img is an object, not text; --img-column /img/src names a key in it"),
        (
            #"{"img":{"alt":"x","w":[{"y":1},2],"big":{"url":"a"}},"price":"1"}"#,
            "1:9 img is an object, not text; --img-column /img/big/url names a key in it"
        ),
        (
            #"{"img":[{"a/b":"a"},{"src":"b"}],"price":"1"}"#,
            "1:10 element 1 of img is an object, not text; --img-column /img/*/a~1b names a key in each"
        ),
        (#"{"img":[[],{}],"price":"1"}"#, "1:10 element 1 of img is an array, not text"),
        (#"{"img":true,"price":"1"}"#, "1:9 img is not text"),
        (#"{"img":"a","price":true}"#, "1:21 price is true or false, neither text nor a number; --price-column names another key"),
        (#"{"img":"a","price":false}"#, "1:21 price is true or false, neither text nor a number; --price-column names another key"),
        (#"{"img":"a","price":{}}"#, "1:21 price is an object, neither text nor a number; --price-column names another key"),
        (
            #"{"img":"a","price":{"currency":"EUR","value":1}}"#,
            "1:21 price is an object, neither text nor a number; --price-column /price/value names a key in it"
        ),
        (#"{"img":"a","price":[1]}"#, "1:21 price is an array, neither text nor a number; --price-column /price/0 names its first value"),
        (#"{"img":"a","price":"1","price":"2"}"#, "1:33 the key price stands twice"),
        (#"{"img":"a","price":"1","\u0070rice":"1"}"#, "1:38 the key price stands twice"),
        (#"{"img":"a","price":"1","w":1,"w":2}"#, "1:35 the key w stands twice"),
        (#"{"img":"a","price":"1\u0000"}"#, "1:21 price holds a control character"),
        (#"{"img":"a\u001f","price":"1"}"#, "1:9 img holds a control character"),
        (#"{"img":"a","price":"\uffff"}"#, "1:21 price holds U+FFFE or U+FFFF, which XML cannot"),
        ("{\"img\":\"\u{FFFE}\",\"price\":\"1\"}", "1:9 img holds U+FFFE or U+FFFF, which XML cannot"),
    ].map {
        CatalogueCase(Bytes("[\($0),\n{\"img\":\"b\",\"price\":\"2\"}]"), rows: ["b 2"], complaints: [$1])
    }

    @Test(arguments: sound + prices + sizes + kept + broken) func rows(_ test: CatalogueCase) {
        #expect(test.difference(from: read(test.catalogue, as: .json, columns: test.columns)) == nil)
    }

    @Test func rowsAreNumberedAndHaveLines() {
        let reading = read("[\n\n{\"img\":\"a\",\"price\":\n1},{},\n\n  {\"img\":\"b\",\"price\":1}]", as: .json)
        #expect(reading.numbers == [1, 3])
        #expect(reading.lines == [3, 6])
        #expect(reading.broken.map(\.number) == [2])
        #expect(reading.complaints == ["4:4 the row has no picture (img)"])
    }

    static let strangeNames = ["Bild", "das Bild des Artikels", "", "a\"b", "a\\", "prix €", "\u{1}", "img\""]

    @Test(arguments: strangeNames) func otherKeysCanBeMeant(_ name: String) {
        let columns = RowColumns(img: name, price: name + "!")
        let escaped = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\u{1}", with: "\\u0001")
        let row = "{\"Bil\":0,\"img\":0,\"price\":0,\"\(escaped)\":\"a\",\"Bilder\":0,\"\(escaped)!\":\"1\"}"
        for catalogue in ["[\(row),\(row)]", "\(row)\n\(row)"] {
            let reading = read(Bytes(catalogue), as: .json, columns: columns)
            #expect(reading.texts == (name == "img" || name == "price" ? [] : ["a 1", "a 1"]))
        }
    }
}
