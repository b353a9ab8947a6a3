import TestSupport
import Testing
import WeirRecords

/// The text of PostgreSQL's COPY.
@Suite struct CopyTests {
    static let rows: [CatalogueCase] = [
        CatalogueCase("img\tprice\na\t1\nb\t\nc\t\\N\n", rows: ["a 1", "b ", "c "]),
        CatalogueCase("price\timg\r\n1\ta\r\n\\.\r\nrest", rows: ["a 1"]),
        CatalogueCase("img\tprice\na\t\\b\\f\\v\n", complaints: ["2:3 price holds a control character"]),
        CatalogueCase("img\tprice\na\t\\t\\n\\r\\\\\\.\\q\\\"\"\n", rows: ["a \t\n\r\\.q\"\""]),
        CatalogueCase("img\tprice\na\t\\101\\1012\\x42\\x43D\\xZ\\8\\608\n", rows: ["a AA2BCDxZ808"]),
        CatalogueCase("img\tprice\na\tx\\\ny\nb\t2\n", rows: ["a x\ny", "b 2"]),
        CatalogueCase("img\tprice\na\tx\\\r\nb\t2\r\n", rows: ["a x\r", "b 2"]),
        CatalogueCase(
            "i\\x6dg\tprice\n\\N\t1\n\\\\N\t2\na\\N\t3\n", rows: ["\\N 2", "aN 3"], complaints: ["2:1 the row has no picture (img)"]),
        CatalogueCase(
            "img\tprice\tk\na\t1\t\\N\nb\t1\t\nc\t1\n\nd\t1\te\tf\n", rows: ["a 1 -", "b 1 "],
            complaints: ["4:1 2 fields where the header has 3", "6:1 4 fields where the header has 3"], kept: ["k"]),
        CatalogueCase([0xEF, 0xBB, 0xBF] + "img\tprice\na\t\"1\"\n", rows: ["a \"1\""]),
        CatalogueCase("img\tprice\nb\t\\303\\251\\\n\na\t\\xFF\n", rows: ["b é\n"], complaints: ["4:3 price is not UTF-8"]),
    ]

    static let failures: [CatalogueCase] = [
        CatalogueCase("", failure: "the catalogue is empty"),
        CatalogueCase("\\.\n", failure: "the catalogue is empty"),
        CatalogueCase(
            "img,price\na,1\n", failure: "1:1 there is no column img; the header looks separated by \",\": give --delimiter \",\""),
        CatalogueCase(
            "img\tcost\n",
            failure: "1:1 there is no column price; the nearest is cost; the columns are img, cost; --price-column names another"),
        CatalogueCase("img\timg\tprice\n", failure: "1:5 the column img stands twice"),
    ]

    @Test(arguments: rows + failures) func isRead(_ test: CatalogueCase) {
        let difference = test.difference(from: read(test.catalogue, as: .copy, columns: test.columns))
        #expect(difference == nil)
    }

    /// Lines of the largest length and one byte more, whole and in pieces. A piece may end with the line.
    @Test func theLimitIsExact() {
        let (header, limit) = ("img\tprice\na\t1\n" as Bytes, RecordLimits.recordBytes)
        for excess in 0...1 {
            let catalogue = header + "b\t" + Bytes(repeating: "1", count: limit - 2 + excess) + "\nc\t3\n"
            for cuts in [[], [header.count + limit], [header.count + limit + 1], [4, header.count + 5]] {
                let reading = read(catalogue, as: .copy, cutAt: cuts)
                #expect(reading.rows.map(\.img) == (excess == 0 ? ["a", "b", "c"] : ["a", "c"]), "\(cuts)")
                #expect(reading.complaints == (excess == 0 ? [] : ["3:1 the row is longer than \(limit) bytes"]), "\(cuts)")
            }
        }
    }

    /// A line that is too long is broken, also if it is escaped again and again, and the next one is read.
    @Test func aLongLine() {
        for filler in ["x", "\\\n", "\\\\"] {
            let long = Bytes(repeating: Bytes(filler), count: RecordLimits.recordBytes)
            let catalogue = "img\tprice\na\t1\nb\t" + long + "\nc\t3\n"
            let reading = read(catalogue, as: .copy, cutAt: [100, RecordLimits.recordBytes + 7])
            #expect(reading.texts == ["a 1", "c 3"])
            #expect(reading.complaints == ["3:1 the row is longer than \(RecordLimits.recordBytes) bytes"])
        }
    }
}
