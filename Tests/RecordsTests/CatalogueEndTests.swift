import TestSupport
import Testing
import WeirRecords

/// A catalogue that was cut is refused, since its other rows may be lost.
@Suite struct CatalogueEndTests {
    static let cuts: [(TextFormat, CatalogueCase)] = [
        (.csv, CatalogueCase("img,price,k\na,1,x\nb,2", rows: ["a 1"], failure: "3:1 the catalogue ends inside the row")),
        (.csv, CatalogueCase("img,price\na,1\nb", rows: ["a 1"], failure: "3:1 the catalogue ends inside the row")),
        (
            .csv,
            CatalogueCase(
                "img,price\na,\"1", complaints: ["2:3 the quote is not closed"], failure: "2:3 the catalogue ends inside a quoted field")
        ),
        (
            .csv,
            CatalogueCase(
                "img,price\na,1\n\"", rows: ["a 1"], complaints: ["3:1 the quote is not closed"],
                failure: "3:1 the catalogue ends inside a quoted field")
        ),
        (
            .csv,
            CatalogueCase(
                "img,price\na,\"1\nof\ntwo",
                complaints: [
                    "2:3 the quote is not closed", "3:1 1 field where the header has 2", "4:1 1 field where the header has 2",
                ], failure: "2:3 the catalogue ends inside a quoted field")
        ),
        (.tsv, CatalogueCase("img\tprice\na\t1\nb", rows: ["a 1"], failure: "3:1 the catalogue ends inside the row")),
        (.copy, CatalogueCase("img\tprice\na\t1\nb\t2", rows: ["a 1", "b 2"], failure: "3:1 the catalogue ends inside the row")),
        (.copy, CatalogueCase("img\tprice\na\t1\nb\t2\\", rows: ["a 1", "b 2\\"], failure: "3:1 the catalogue ends inside the row")),
        (.jsonLines, CatalogueCase("{\"img\":\"a\"}\n{\"img\":\"b\"", rows: ["a "], failure: "2:1 the catalogue ends inside the row")),
    ]

    /// A table's last row may lack its line end, and COPY may end with its mark.
    static let whole: [(TextFormat, CatalogueCase)] = [
        (.csv, CatalogueCase("img,price\na,1\nb,2", rows: ["a 1", "b 2"])),
        (.csv, CatalogueCase("img,price\na,1\nb,2,3", rows: ["a 1"], complaints: ["3:1 3 fields where the header has 2"])),
        (.csv, CatalogueCase("img,price\na,1\nb\n", rows: ["a 1"], complaints: ["3:1 1 field where the header has 2"])),
        (.csv, CatalogueCase("img,price\na,\"1\nb,2\n", rows: ["b 2"], complaints: ["2:3 the quote is not closed"])),
        (.copy, CatalogueCase("img\tprice\na\t1\n\\.", rows: ["a 1"])),
        (.copy, CatalogueCase("img\tprice\na\t1\n\\.\nb", rows: ["a 1"])),
        (
            .jsonLines,
            CatalogueCase(
                "{\"img\":\"a\"}\n{\"img\":\n{\"img\":\"b\"}\n", rows: ["a ", "b "], complaints: ["2:1 the catalogue ends inside the row"])
        ),
        (.jsonLines, CatalogueCase("{\"img\":\"a\"}\n{\"img\":\"b\"}", rows: ["a ", "b "])),
    ]

    @Test(arguments: cuts + whole) func ends(format: TextFormat, test: CatalogueCase) {
        #expect(test.difference(from: read(test.catalogue, as: format)) == nil)
        for cut in 1..<test.catalogue.count {
            #expect(test.difference(from: read(test.catalogue, as: format, cutAt: [cut])) == nil, "cut at \(cut)")
        }
    }

    /// Names as people and shop systems write them.
    @Test func names() {
        let catalogue: Bytes = "img,price\n a.jpg ,1\n\"\t//img.shop.example/b.jpg\r\n\",2\n///c.jpg,3\n//,4\n \t,5\na b.jpg, 6 \n"
        let reading = read(catalogue, as: .csv)
        #expect(reading.texts == ["a.jpg 1", "https://img.shop.example/b.jpg 2", "///c.jpg 3", "// 4", "a b.jpg  6 "])
        #expect(reading.complaints == ["7:1 the row has no picture (img)"])
    }
}
