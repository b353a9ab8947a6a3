import TestSupport
import Testing
import WeirRecords

/// Valid and invalid rows of a table.
@Suite struct DelimitedRowTests {
    static let sound: [CatalogueCase] = [
        CatalogueCase("img,price\na.jpg,1\nb.jpg,2\n", rows: ["a.jpg 1", "b.jpg 2"]),
        CatalogueCase("img,price\r\na.jpg,1\r\nb.jpg,2\r\n", rows: ["a.jpg 1", "b.jpg 2"]),
        CatalogueCase("img,price\na.jpg,1\r\nb.jpg,2", rows: ["a.jpg 1", "b.jpg 2"]),
        CatalogueCase("img,price\na.jpg,1\r", rows: ["a.jpg 1"]),
        CatalogueCase("img,price\n\"a.jpg\",\"1\"\r", rows: ["a.jpg 1"]),
        CatalogueCase("img,price\n", rows: []),
        CatalogueCase("img,price,w,h\na,1,1:,2\nb,1,9,/\n", rows: ["a 1 0x2", "b 1 9x0"]),
        CatalogueCase("img,price", rows: []),
        CatalogueCase("\n\r\nimg,price\n\n\r\na.jpg,1\n\n", rows: ["a.jpg 1"]),
        CatalogueCase("price,sku,img\n¥169,7,a.jpg\n", rows: ["a.jpg ¥169"]),
        CatalogueCase("h,img,w,price\n275,a.jpg,200,1299.00\n", rows: ["a.jpg 1299.00 200x275"]),
        CatalogueCase("img,price\na\rb,1\r\r\n", rows: ["a\rb 1\r"]),
        CatalogueCase("img,price\n a.jpg , 1 \n", rows: ["a.jpg  1 "]),
    ]

    static let sizes: [CatalogueCase] = [
        ("200", "200"), ("0200", "200"), ("2147483647", "2147483647"), ("0", "0"), ("-5", "0"), ("+5", "0"), ("2.0", "0"),
        (" 2", "0"), ("", "0"), ("1e3", "0"), ("2147483648", "0"), ("99999999999999999999", "0"), ("\"200\"", "200"),
    ].map { CatalogueCase(Bytes("img,price,w,h\na,1,\($0),7\n"), rows: ["a 1 \($1)x7"]) }

    static let kept: [CatalogueCase] = [
        CatalogueCase("img,price,sku\na,1,\"x,\"\"y\"\"\"\nb,2,\n", rows: ["a 1 x,\"y\"", "b 2 "], kept: ["sku"]),
        CatalogueCase(
            "img,price,w\na,1,200\n\"b\"\"\",2,no\n", rows: ["a 1 200x0 200 a 200", "b\" 2 no b\" no"],
            kept: ["w", "img", "w"]),
        CatalogueCase(
            "img,price,sku\na,1,\u{1}\n", complaints: ["2:5 a kept column holds a control character"], kept: ["sku"]),
    ]

    static let broken: [CatalogueCase] = [
        CatalogueCase(
            "img,price\na,1,2\nb,1\nc\n,\n", rows: ["b 1"],
            complaints: [
                "2:1 3 fields where the header has 2", "4:1 1 field where the header has 2",
                "5:1 the row has no picture (img)",
            ]),
        CatalogueCase(
            "img,price\na,\nb,\"\"\n\"\",1\n,1\nc,\\N\nd,\"\\N\"\n", rows: ["a ", "b ", "c ", "d \\N"],
            complaints: [
                "4:1 the row has no picture (img)",
                "5:1 the row has no picture (img)",
            ]),
        CatalogueCase("img,price\na,\0\n", complaints: ["2:3 price holds a control character"]),
        CatalogueCase(
            Bytes("img,price\n\u{E9},0\n\"x\n") + [0xFF] + "\",1\na,1\n", rows: ["\u{E9} 0", "a 1"], complaints: ["3:1 img is not UTF-8"]),
        CatalogueCase(
            "img,sku,price\na,\"1\n2\",\u{FFFF}\n",
            complaints: ["3:4 price holds U+FFFE or U+FFFF, which XML cannot"]),
        CatalogueCase(
            Bytes("img,price\n\u{E9},0\n") + [0xED, 0xA0, 0x80] + ",1\n" + [0xC0, 0x80] + ",1\n" + [0xE2, 0x82] + ",1\n",
            rows: ["\u{E9} 0"], complaints: ["3:1 img is not UTF-8", "4:1 img is not UTF-8", "5:1 img is not UTF-8"]),
        CatalogueCase("img,price\n   \n", complaints: ["2:1 1 field where the header has 2"]),
    ]

    @Test(arguments: sound + sizes + kept + broken) func rows(_ test: CatalogueCase) {
        #expect(test.difference(from: read(test.catalogue, as: .csv, columns: test.columns)) == nil)
    }

    @Test func rowsAreNumberedAndHaveLines() {
        let reading = read("img,price\n\na,1\n\"b\nb\",2\nbroken\nc,3\n", as: .csv)
        #expect(reading.numbers == [1, 2, 4])
        #expect(reading.lines == [3, 4, 7])
        #expect(reading.broken.map(\.number) == [3])
    }

    @Test func otherColumnsCanBeMeant() {
        let columns = RowColumns(img: "Bild, groß", price: "Preis \"netto\"")
        let reading = read("\"Bild, groß\",img,\"Preis \"\"netto\"\"\"\na,b,3\n", as: .csv, columns: columns)
        #expect(reading.texts == ["a 3"])
    }

    @Test func tabsSeparateLikeCommas() {
        let reading = read("price\timg\n\"1,5\"\ta,b\n\"2\t5\"\t\"c\"\"\"\n3\n", as: .tsv)
        #expect(reading.texts == ["a,b 1,5", "c\" 2\t5"])
        #expect(reading.complaints == ["4:1 1 field where the header has 2"])
    }
}
