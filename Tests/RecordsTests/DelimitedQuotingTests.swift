import TestSupport
import Testing
import WeirRecords

/// Quotes (RFC 4180, 2, rules 5 to 7), and the messages for misplaced quotes.
@Suite struct DelimitedQuotingTests {
    static let sound: [CatalogueCase] = [
        CatalogueCase("img,price\n\"a,b\",\"1\"\n", rows: ["a,b 1"]),
        CatalogueCase("img,price\n\"a\"\"b\"\"\",\"\"\"1\"\n", rows: ["a\"b\" \"1"]),
        CatalogueCase("img,price\n\"\"\"\",\"\"\"\"\"\"\n", rows: ["\" \"\""]),
        CatalogueCase("img,price\r\n\"a\r\nb\",\"1\n\"\r\n", rows: ["a\r\nb 1\n"]),
        CatalogueCase("img,price\n\"a\",\"1\"", rows: ["a 1"]),
        CatalogueCase("img,price\na,\"1\"\nb,2\n", rows: ["a 1", "b 2"]),
    ]

    static let broken: [CatalogueCase] = [
        CatalogueCase(
            "img,price\na\"b,1\nc,2\n", rows: ["c 2"], complaints: ["2:2 a quote stands in a field that is not quoted"]),
        CatalogueCase(
            "img,price\na, \"1\"\nc,2\n", rows: ["c 2"], complaints: ["2:4 a quote stands in a field that is not quoted"]),
        CatalogueCase(
            "img,price\n\"a\" ,1\nc,2\n", rows: ["c 2"], complaints: ["2:4 text stands behind the closing quote"]),
        CatalogueCase(
            "img,price\n\"x\ny\"z,1\nc,2\n", rows: ["c 2"], complaints: ["3:3 text stands behind the closing quote"]),
        CatalogueCase(
            "img,price\n\"a\"\rb,1\nc,2\n", rows: ["c 2"], complaints: ["2:4 text stands behind the closing quote"]),
        CatalogueCase(
            "img,price\n\"a\"\r\r\nc,2\n", rows: ["c 2"], complaints: ["2:4 text stands behind the closing quote"]),
        // The reader leaves the quoted text at a fault, so the next line is a row.
        CatalogueCase(
            "img,price\na\"b,\"1\nc,2\n", rows: ["c 2"], complaints: ["2:2 a quote stands in a field that is not quoted"]),
        CatalogueCase("img,price\na\"b", complaints: ["2:2 a quote stands in a field that is not quoted"]),
        // An open quote breaks only its own line.
        CatalogueCase(
            "img,price\na,\"1\nb,2\nc,3\n", failure: "2:3 the catalogue ends inside a quoted field"),
        CatalogueCase(
            "img,price\n\"a\nb\",\"1\nc,3\n", failure: "3:4 the catalogue ends inside a quoted field"),
        CatalogueCase(
            "img,price\n\"a,1\nb,2\n\"c,3\nd,4\n", rows: ["d 4"], complaints: ["4:2 text stands behind the closing quote"]),
    ]

    @Test(arguments: sound + broken) func quotes(_ test: CatalogueCase) {
        #expect(test.difference(from: read(test.catalogue, as: .csv)) == nil)
    }

    @Test(arguments: sound + broken) func quotesMeanTheSameBetweenTabs(_ test: CatalogueCase) {
        let swap: (UInt8) -> UInt8 = { $0 == UInt8(ascii: ",") ? UInt8(ascii: "\t") : $0 }
        var expected = test
        expected.catalogue = Bytes(test.catalogue.all.map(swap))
        expected.rows = test.rows.map { $0.replacing(",", with: "\t") }
        #expect(expected.difference(from: read(expected.catalogue, as: .tsv)) == nil)
    }
}
