import TestSupport
import Testing
import WeirRecords

/// The line that names the columns.
@Suite struct DelimitedHeaderTests {
    static let mark: Bytes = [0xEF, 0xBB, 0xBF]

    static let sound: [CatalogueCase] = [
        CatalogueCase(mark + "img,price\na,1\n", rows: ["a 1"]),
        CatalogueCase(mark + "\"img\",\"price\"\na,1\n", rows: ["a 1"]),
        CatalogueCase("x,x,img,price\n1,2,a,1\n", rows: ["a 1"]),
        CatalogueCase("img,price,Img, img\na,1,2,3\n", rows: ["a 1"]),
        CatalogueCase("sep=;\nimg;price\na,b;1\n", rows: ["a,b 1"]),
        CatalogueCase(mark + "\r\nSEP=\t\r\nimg\tprice\r\na\t1\r\n", rows: ["a 1"]),
        CatalogueCase("sep=,\nimg,price\na,1\n", rows: ["a 1"]),
    ]

    private static let returns = "its lines end with a carriage return alone: tr '\\r' '\\n' <FILE >NEW writes line feeds"

    static let failures: [CatalogueCase] = [
        CatalogueCase("", failure: "the catalogue is empty"),
        CatalogueCase(mark, failure: "the catalogue is empty"),
        CatalogueCase("\n\r\n", failure: "the catalogue is empty"),
        CatalogueCase(
            "sku,img,cost\na,b,1\n",
            failure: "1:1 there is no column price; the nearest is cost; the columns are sku, img, cost; --price-column names another"),
        CatalogueCase(
            "\nsku,price\n", failure: "2:1 there is no column img; the columns are sku, price; --img-column names another"),
        CatalogueCase(
            "img,price\na,1\n", failure: "1:1 there is no column sku; the columns are img, price; --keep names another",
            kept: ["sku"]),
        CatalogueCase("img,price,img\n", failure: "1:11 the column img stands twice"),
        CatalogueCase("img,price,\"price\"\n", failure: "1:11 the column price stands twice"),
        CatalogueCase("img,w,w,price\n", failure: "1:7 the column w stands twice"),
        CatalogueCase("img,sku,price,sku\n", failure: "1:15 the column sku stands twice", kept: ["sku"]),
        CatalogueCase("im\"g,price\n", failure: "1:3 a quote stands in a field that is not quoted"),
        CatalogueCase("\"img\"x,price\n", failure: "1:6 text stands behind the closing quote"),
        CatalogueCase("sep=a\nimg,price\n", failure: "1:1 there is no column img; the columns are sep=a; --img-column names another"),
        CatalogueCase("sep=;\n", failure: "the catalogue is empty"),
        CatalogueCase("img,\"price\na,1\n", failure: "1:5 the quote is not closed"),
        CatalogueCase(
            Bytes([0xFF, 0x1B, 0x5B]) + ",price\n",
            failure: "1:1 there is no column img; the columns are \u{FFFD}\\x1b[, price; --img-column names another"),
    ]

    /// Another separator is advised if it shows the column, or if the line is one field; of several the most frequent one.
    static let advised: [CatalogueCase] = [
        CatalogueCase("sku\n", failure: "1:1 there is no column img; the columns are sku; --img-column names another"),
        CatalogueCase(
            "sku;img|x;price\n", failure: "1:1 there is no column img; the header looks separated by \";\": give --delimiter \";\""),
        CatalogueCase(
            "sku|img;x|price|y\n", failure: "1:1 there is no column img; the header looks separated by \"|\": give --delimiter \"|\""),
        CatalogueCase(
            "sku,img|x,price|y\n", failure: "1:1 there is no column img; the header looks separated by \"|\": give --delimiter \"|\""),
        CatalogueCase(
            "sku,a|x,price|y\n", failure: "1:1 there is no column img; the columns are sku, a|x, price|y; --img-column names another"),
        CatalogueCase("<!DOCTYPE html>\n", failure: "1:1 there is no column img; the catalogue is an HTML page"),
        CatalogueCase("<HTML lang=de>\n", failure: "1:1 there is no column img; the catalogue is an HTML page"),
        CatalogueCase(
            "<plist>\n", failure: "1:1 there is no column img; the catalogue looks like a property list: give --from plist"),
        CatalogueCase("[1,2]\n", failure: "1:1 there is no column img; the catalogue looks like JSON: give --from json"),
        CatalogueCase(
            "{\"img\":\"a\"}\n",
            failure: "1:2 a quote stands in a field that is not quoted; the catalogue looks like JSON: give --from json"),
        CatalogueCase(
            "\"img\";\"price\"\n",
            failure: "1:6 text stands behind the closing quote; the header looks separated by \";\": give --delimiter \";\""),
        // Old programs end lines with a carriage return alone.
        CatalogueCase("img,price\ra,1\r", failure: "1:1 the catalogue is a single line; \(returns)"),
        CatalogueCase("\"img\"\ra\r", failure: "1:6 text stands behind the closing quote; \(returns)"),
        CatalogueCase("img;\n", failure: "1:1 there is no column img; the header looks separated by \";\": give --delimiter \";\""),
        CatalogueCase("a\tb\n", failure: "1:1 there is no column img; the header looks separated by \"\\t\": give --delimiter \"\\t\""),
    ]

    @Test(arguments: [(20, ""), (21, " and 1 more"), (22, " and 2 more")]) func namedColumns(_ count: Int, _ more: String) {
        let names = (1...count).map { "c\($0)" }
        let reading = read(Bytes(names.joined(separator: ",") + "\n"), as: .csv)
        #expect(
            reading.failure?.text
                == "there is no column img; the columns are \(names.prefix(20).joined(separator: ", "))\(more); --img-column names another")
    }

    @Test(arguments: sound + failures + advised) func headers(_ test: CatalogueCase) {
        #expect(test.difference(from: read(test.catalogue, as: .csv, columns: test.columns)) == nil)
    }

    /// The names with which a table begins; none if the line is broken or not whole.
    @Test(
        arguments: [
            ("img,price\n", ["img", "price"]), ("\u{FEFF}img,price\r\na,1\n", ["img", "price"]), ("\"a\"\"x\",b\n", ["a\"x", "b"]),
            ("sep=;\na,b;c\n", ["a,b", "c"]), ("sep=;\na;b", []), ("img,price", []), ("", []), ("im\"g\n", []), ("\"img\n", []),
        ] as [(String, [String])])
    func namesOfBeginnings(_ beginning: String, _ names: [String]) {
        #expect(RowReader.headerNames(Array(beginning.utf8), delimiter: UInt8(ascii: ",")) == names)
    }

    @Test func longNames() {
        let names = (64...65).map { String(repeating: "x", count: $0) }
        #expect(
            read(Bytes(names.joined(separator: ",") + "\n"), as: .csv).failure?.text
                == "there is no column img; the columns are \(names[0]), \(names[0])…; --img-column names another")
    }

    @Test func fewOfManyColumnsAreNamed() {
        let header = (1...1000).map { "c\($0)" }.joined(separator: ",") + "," + String(repeating: "x", count: 200)
        let reading = read(Bytes(header + "\n"), as: .csv)
        #expect(reading.failure?.text.count ?? 1000 < 250)
        #expect(reading.failure?.text.contains("c1, c2, c3, ") == true)
        #expect(reading.failure?.text.contains("c20 and 981 more; --img-column") == true)
    }

    @Test func aHeaderCanHaveManyColumns() {
        let header = (1...5000).map { "c\($0)" }.joined(separator: ",") + ",img,price\n"
        let row = String(repeating: ",", count: 5000)
        let reading = read(Bytes(header + row + "a,1\n" + row + "b,2,\n" + row + "c,3"), as: .csv)
        #expect(reading.texts == ["a 1", "c 3"])
        #expect(reading.complaints == ["3:1 5003 fields where the header has 5002"])
    }

    @Test func afterAFailureThereIsNothing() {
        var reader = RowReader(.table(delimiter: UInt8(ascii: ",")), columns: RowColumns())
        for _ in 0..<2 {
            var batch = RowBatch()
            #expect(throws: DocumentFailure.self) {
                try Bytes("sku\n").all.withUnsafeBytes { try reader.read($0, isEnd: false, into: &batch) }
            }
            #expect(batch.isEmpty)
        }
    }
}
