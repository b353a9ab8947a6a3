import TestSupport
import Testing
import WeirRecords

/// Valid and broken rows of a binary property list.
@Suite struct BinaryPlistRowTests {
    struct Case: CustomStringConvertible, Sendable {
        let description: String
        let pairs: [(BinaryValue, BinaryValue)]
        let expected: CatalogueReading.Row?
        let fault: String?
        var kept: [String] = []

        static func row(
            _ description: String, _ pairs: [(BinaryValue, BinaryValue)], img: String = "a.jpg", price: String = "1",
            w: Int? = nil, h: Int? = nil, kept: KeyValuePairs<String, String?> = [:]
        ) -> Case {
            Case(
                description: description, pairs: pairs,
                expected: CatalogueReading.Row(img: img, price: price, w: w, h: h, kept: kept.map(\.value)), fault: nil,
                kept: kept.map(\.key))
        }

        static func broken(
            _ description: String, _ pairs: [(BinaryValue, BinaryValue)], _ fault: String, kept: [String] = []
        ) -> Case {
            Case(description: description, pairs: pairs, expected: nil, fault: fault, kept: kept)
        }
    }

    private typealias Pairs = [(BinaryValue, BinaryValue)]
    private static let good: Pairs = [("img", "a.jpg"), ("price", "1")]
    private static func priced(_ price: BinaryValue) -> Pairs { [("img", "a.jpg"), ("price", price)] }
    private static func pictured(_ img: BinaryValue) -> Pairs { [("img", img), ("price", "1")] }
    private static func kept(_ value: BinaryValue) -> Pairs { good + [("more", value)] }

    static let texts: [Case] = [
        .row("ASCII", good),
        .row("the other way round", good.reversed()),
        .row("UTF-16", priced(.utf16("¥ 169 😀")), price: "¥ 169 😀"),
        .row("ASCII in UTF-16", [(.utf16("img"), .utf16("b.jpg")), (.utf16("price"), "1")], img: "b.jpg"),
        .row("white space", priced("169 "), price: "169 "),
        .row("an empty price", priced(""), price: ""),
        .row("a long text", pictured(.ascii(String(repeating: "x", count: 300))), img: String(repeating: "x", count: 300)),
        .row("a long text in UTF-16", pictured(.utf16(String(repeating: "é", count: 300))), img: String(repeating: "é", count: 300)),
        .broken("an empty picture", pictured(""), "the row has no picture (img)"),
        .broken("no picture", [("price", "1")], "the row has no picture (img)"),
        .row("no price", [("img", "a.jpg")], price: ""),
        .broken("nothing", [], "the row has no picture (img)"),
        .broken("a high surrogate", priced(.utf16([0x31, 0xD83D])), "a UTF-16 text with half of a surrogate pair"),
        .broken("a low surrogate", priced(.utf16([0xDE00, 0x31])), "a UTF-16 text with half of a surrogate pair"),
        .broken("Latin-1", priced(.raw([0x51, 0xE9])), "an ASCII text that is none"),
        .broken("the first byte behind ASCII", priced(.raw([0x51, 0x80])), "an ASCII text that is none"),
        .broken("UTF-8", priced(.raw([0x52, 0xC3, 0xA9])), "an ASCII text that is none"),
        .broken("U+FFFF", priced(.utf16([0xFFFF])), "price holds U+FFFE or U+FFFF, which XML cannot"),
        .broken("a control character", priced("\u{1B}"), "price holds a control character"),
    ]

    static let numbers: [Case] = [
        .row("1 byte", priced(.integer(UInt8(255))), price: "255"),
        .row("2 bytes", priced(.integer(UInt16(65535))), price: "65535"),
        .row("4 bytes", priced(.integer(UInt32.max)), price: "4294967295"),
        .row("8 bytes", priced(.integer(Int64.min)), price: "-9223372036854775808"),
        .row("8 bytes, positive", priced(.integer(Int64(1299))), price: "1299"),
        .row("16 bytes", priced(.integer(Int128(UInt64.max))), price: "18446744073709551615"),
        .row("16 bytes, negative", priced(.integer(Int128.min)), price: "-170141183460469231731687303715884105728"),
        .row("a real", priced(.real(1299)), price: "1299.0"),
        .row("0.1", priced(.real(0.1)), price: "0.1"),
        .row("-0.005", priced(.real(-0.005)), price: "-0.005"),
        .row("a large real", priced(.real(1e300)), price: "1e+300"),
        .row("the smallest real", priced(.real(.leastNonzeroMagnitude)), price: "5e-324"),
        .row("a float", priced(.float(0.1)), price: "0.1"),
        .broken("not a number", priced(.real(.nan)), "price is not a number"),
        .broken("infinity", priced(.float(-.infinity)), "price is not a number"),
        .broken("32 bytes", priced(.raw([0x15] + Bytes(zeros: 32))), "an object of an unknown kind (21)"),
        .broken("a real of 2 bytes", priced(.raw([0x21, 0, 0])), "an object of an unknown kind (33)"),
    ]

    static let kinds: [Case] = [
        .broken("a flag", priced(.yes), "price is true or false, neither text nor a number; --price-column names another key"),
        .row("null", priced(.null), price: ""),
        .broken("a date", priced(.date(0)), "price is a date, neither text nor a number; --price-column names another key"),
        .broken("data", priced(.data([1, 2])), "price is data, neither text nor a number; --price-column names another key"),
        .broken("an array", priced(.array(["1"])), "price is an array, neither text nor a number; --price-column names another key"),
        .broken(
            "a dictionary", priced(.dictionary([("eur", "1")])),
            "price is a dictionary, neither text nor a number; --price-column names another key"),
        .broken("img a number", pictured(.integer(UInt8(5))), "img is a number, not text"),
        .broken("img a flag", pictured(.no), "img is true or false, not text"),
        .broken("img a date", pictured(.date(0)), "img is a date, not text"),
        .broken("img data", pictured(.data(Bytes(zeros: 20))), "img is data, not text"),
        .broken("img a UID", pictured(.uid(1)), "img is a reference of an archive (UID), not text"),
        .broken("img null", pictured(.null), "the row has no picture (img)"),
        .broken("img a set", pictured(.raw([0xC0])), "img is a set, not text"),
        .broken(
            "img an array", pictured(.array([])), "img is an array, not text; arrays are read of JSON, which plutil -convert json makes"),
        .broken("img a fill byte", pictured(.raw([0x0F])), "an object of an unknown kind (15)"),
        .broken("img UTF-8 of a later version", pictured(.raw([0x71, 0x61])), "an object of an unknown kind (113)"),
    ]

    static let sizes: [Case] = [
        .row("integers", good + [("w", .integer(UInt8(200))), ("h", .integer(Int64(275)))], w: 200, h: 275),
        .row("texts", good + [("w", "200"), ("h", .utf16("275"))], w: 200, h: 275),
        .row("reals", good + [("w", .real(200)), ("h", .float(275))], w: 200, h: 275),
        .row("zero and less", good + [("w", .integer(UInt8(0))), ("h", .integer(Int64(-5)))]),
        .row("fractions", good + [("w", .real(200.5)), ("h", "275.0")]),
        .row("too large", good + [("w", .integer(Int128(100_000))), ("h", .integer(Int128(1) << 64))], w: 100_000),
        .row("others", good + [("w", .data([1])), ("h", .array([]))]),
        .row("words", good + [("w", "wide"), ("h", "")]),
    ]

    static let keptColumns: [Case] = [
        .row("text", kept("Mug"), kept: ["more": "Mug", "none": nil]),
        .row("a number", kept(.integer(UInt16(300))), kept: ["more": "300"]),
        .row("true", kept(.yes), kept: ["more": "true"]),
        .row("false", kept(.no), kept: ["more": "false"]),
        .row("the reference date", kept(.date(0)), kept: ["more": "2001-01-01T00:00:00Z"]),
        .row("just before it", kept(.date(-0.25)), kept: ["more": "2000-12-31T23:59:59Z"]),
        .row("a leap day", kept(.date(478_483_199.9)), kept: ["more": "2016-02-29T23:59:59Z"]),
        .row("the day behind it", kept(.date(478_483_200)), kept: ["more": "2016-03-01T00:00:00Z"]),
        .row("the first year", kept(.date(-63_113_904_000)), kept: ["more": "0001-01-01T00:00:00Z"]),
        .row("the last year", kept(.date(252_423_993_599)), kept: ["more": "9999-12-31T23:59:59Z"]),
        .row("a size", good + [("w", .integer(UInt8(7)))], w: 7, kept: ["w": "7", "img": "a.jpg"]),
        .broken("before the first year", kept(.date(-63_113_904_001)), "a date beyond the calendar", kept: ["more"]),
        .broken("behind the last year", kept(.date(252_423_993_600)), "a date beyond the calendar", kept: ["more"]),
        .broken("no date", kept(.date(.nan)), "a date beyond the calendar", kept: ["more"]),
        .broken("the end of time", kept(.date(-.infinity)), "a date beyond the calendar", kept: ["more"]),
        .broken("data", kept(.data([1])), "more is data, which cannot be kept", kept: ["more"]),
        .broken("an array", kept(.array([])), "more is an array, which cannot be kept", kept: ["more"]),
        .broken("a UID", kept(.uid(9)), "more is a reference of an archive (UID), which cannot be kept", kept: ["more"]),
    ]

    static let keys: [Case] = [
        .row("unused values of any kind", good + [("a", .null), ("b", .uid(1)), ("c", .array([.array([])])), ("d", .raw([0xFF]))]),
        .row("unused keys twice", good + [("a", "1"), ("a", "2"), ("", "3"), (.utf16([0xD800]), "4")]),
        .row("keys like those that are used", good + [("IMG", "b"), ("imgs", "c"), ("im", "d"), (.utf16("imh"), "e")]),
        .broken("a price twice", good + [("price", "2")], "the key price stands twice"),
        .broken("a price in two encodings", good + [(.utf16("price"), "2")], "the key price stands twice"),
        .broken("a width twice", good + [("w", .null), ("w", .null)], "the key w stands twice"),
        .broken("a number as key", good + [(.integer(UInt8(1)), "2")], "a key that is not text"),
        .broken("an array as key", good + [(.array([]), "2")], "a key that is not text"),
    ]

    /// Each row lies between two good rows, which must be read; references have every size.
    @Test(arguments: [texts, numbers, kinds, sizes, keptColumns, keys].flatMap { $0 })
    func row(_ example: Case) {
        let top = BinaryValue.array([.dictionary(Self.good), .dictionary(example.pairs), .dictionary(Self.good)])
        for size in 1...8 {
            let list = BinaryList(top, referenceBytes: size, offsetBytes: max(2, 9 - size))
            let reading = readBinaryPlist(list.bytes, columns: RowColumns(kept: example.kept))
            #expect(reading.failure == nil)
            #expect(reading.broken.map(\.text) == (example.fault.map { [$0] } ?? []))
            #expect(reading.numbers == (example.fault == nil ? [1, 2, 3] : [1, 3]))
            if let expected = example.expected { #expect(reading.rows.dropFirst().first == expected) }
        }
    }

    @Test func renamedColumns() {
        let pairs: Pairs = [("url", "a.jpg"), (.utf16("价格"), .utf16("¥169")), ("img", .array([]))]
        let list = BinaryList(.array([.dictionary(pairs)]))
        let reading = readBinaryPlist(list.bytes, columns: RowColumns(img: "url", price: "价格"))
        #expect(reading.rows == [CatalogueReading.Row(img: "a.jpg", price: "¥169")])
    }

    /// A price that only the last of many rows has is there.
    @Test func latePrice() {
        let rows = (0..<600).map { BinaryValue.dictionary([("img", .ascii("\($0)"))]) }
        let list = BinaryList(.array(rows + [.dictionary([("img", "a"), ("cost", "1")])]), referenceBytes: 2)
        let reading = readBinaryPlist(list.bytes, columns: RowColumns(price: "cost"))
        #expect(reading.rows.count == 601 && reading.failure == nil)
        let without = readBinaryPlist(BinaryList(.array(rows), referenceBytes: 2).bytes, columns: RowColumns(price: "cost"))
        #expect(without.failure?.text == "no row has the key cost; --price-column names another")
    }
}
