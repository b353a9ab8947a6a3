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
                "img,price\na,\"1", failure: "2:3 the catalogue ends inside a quoted field")
        ),
        (.csv, CatalogueCase("img,price\na,\"1\nb,2\n", failure: "2:3 the catalogue ends inside a quoted field")),
        (.tsv, CatalogueCase("img\tprice\na\t1\nb\t\"2\nc\t3\n", rows: ["a 1"], failure: "3:3 the catalogue ends inside a quoted field")),
        (.csv, CatalogueCase("img,price\na,1\nb," + [0xE2, 0x82], rows: ["a 1"], failure: "3:5 the catalogue ends inside a character")),
        (.tsv, CatalogueCase("img\tprice\na\t1\nb\t" + [0xC3], rows: ["a 1"], failure: "3:4 the catalogue ends inside a character")),
        (.csv, CatalogueCase("img,price\na,é\nb," + [0x80, 0x80, 0x80], rows: ["a é"], complaints: ["3:3 price is not UTF-8"])),
        (.csv, CatalogueCase("img,price\na,1\nb," + [0xC0], rows: ["a 1"], failure: "3:4 the catalogue ends inside a character")),
        (.csv, CatalogueCase("img,price\na,1\nb," + [0xE0, 0xA4], rows: ["a 1"], failure: "3:5 the catalogue ends inside a character")),
        (
            .csv,
            CatalogueCase(
                "img,price\na,1\nb," + [0xF0, 0x9F, 0x98], rows: ["a 1"], failure: "3:6 the catalogue ends inside a character")
        ),
        (
            .csv,
            CatalogueCase(
                "img,price\na,1\n\"", rows: ["a 1"],
                failure: "3:1 the catalogue ends inside a quoted field")
        ),
        (
            .csv,
            CatalogueCase(
                "img,price\na,\"1\nof\ntwo", failure: "2:3 the catalogue ends inside a quoted field")
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

    /// A catalogue of three rows, cut behind each of its bytes, has the rows before the cut and nothing else, or is refused. The end of a
    /// table's last field cannot be seen, but that its line end is missing.
    @Test func everyCut() {
        var seed = Seed.announced(for: "catalogue cuts")
        let words = ["a.jpg", "\u{E9}\u{20AC}.png", "1.50", "\u{1F600}", "x y"]
        for _ in 0..<200 {
            let rows = (0..<3).map { _ in [words.randomElement(using: &seed) ?? "", words.randomElement(using: &seed) ?? ""] }
            for format in [TextFormat.csv, .tsv, .copy, .json, .jsonLines] {
                let whole = Self.written(rows, format, isQuoted: Bool.random(using: &seed))
                let full = read(Bytes(whole), as: format)
                #expect(full.failure == nil && full.rows.count == 3, "\(whole)")
                let bytes = Array(whole.utf8)
                for end in (bytes.count * 2 / 3)..<bytes.count {
                    let (reading, lacksLineEnd) = readEnd(Bytes(Array(bytes[..<end])), as: format)
                    guard reading.failure == nil else { continue }
                    #expect(reading.complaints == [], "\(whole.debugDescription) \(end) \(seed)")
                    let isWhole = zip(reading.texts, full.texts).allSatisfy { $0 == $1 }
                    #expect(isWhole || lacksLineEnd, "\(whole.debugDescription) \(end): \(reading.texts) \(seed)")
                }
            }
        }
    }

    /// Whether a line end follows the last row of a table.
    @Test(arguments: [
        ("img,price\na,1", true), ("img,price\na,1\n", false), ("img,price\na,1\r", false), ("img,price\na,1\nb,\"2\"", true),
        ("img,price\r\na,1\r\n", false), ("img,price\n", false), ("img,price\na,", true),
    ])
    func lastLineEnd(catalogue: String, isLacking: Bool) {
        let (reading, lacksLineEnd) = readEnd(Bytes(catalogue), as: .csv)
        #expect(reading.failure == nil && lacksLineEnd == isLacking)
    }

    private static func written(_ rows: [[String]], _ format: TextFormat, isQuoted: Bool) -> String {
        func line(_ separator: String) -> String {
            rows.map { row in row.map { isQuoted ? "\"\($0)\"" : $0 }.joined(separator: separator) + "\n" }.joined()
        }
        let objects = rows.map { "{\"img\":\"\($0[0])\",\"price\":\"\($0[1])\"}" }
        return switch format {
        case .csv: "img,price\n" + line(",")
        case .tsv: "img\tprice\n" + line("\t")
        case .copy: "img\tprice\n" + rows.map { $0.joined(separator: "\t") + "\n" }.joined()
        case .jsonLines: objects.map { $0 + "\n" }.joined()
        case .json, .nested: "[" + objects.joined(separator: ",") + "]"
        }
    }

    private func readEnd(_ catalogue: Bytes, as format: TextFormat) -> (CatalogueReading, lacksLineEnd: Bool) {
        var reader = format.reader(RowColumns())
        var reading = CatalogueReading()
        var batch = RowBatch()
        catalogue.all.withUnsafeBytes { bytes in
            do throws(DocumentFailure) { try reader.read(bytes, isEnd: true, into: &batch) } catch { reading.failure = error }
        }
        reading.append(batch, kept: 0)
        return (reading, reader.lacksLineEnd)
    }

    /// A text whose first character beyond ASCII is not UTF-8 has another encoding, wherever it stands. Behind one that is, the row is at
    /// fault.
    @Test(
        arguments: [
            (.csv, "img,price\n" + Bytes(repeating: "a,1\n", count: 5000) + "b," + [0x80] + "\n", 5000, "5002:3"),
            (.tsv, "img\tprice\nb" + [0xE9] + "\t1\n", 0, "2:1"), (.csv, "img,price\n" + [0xE9] + ",1\n\"b", 0, "2:1"),
            (.copy, "img\tprice\nb\t" + [0xA4] + "\n", 0, "2:3"),
            (.csv, "img,price,x\na,1," + [0xE9] + "\nb,\u{20AC},1\nc," + [0xE9] + ",1\n", 2, nil),
        ] as [(TextFormat, Bytes, Int, String?)])
    func foreignEncoding(format: TextFormat, catalogue: Bytes, rows: Int, position: String?) {
        let reading = read(catalogue, as: format)
        #expect(reading.rows.count == rows)
        #expect(reading.failure?.message == position.map { _ in "the catalogue looks like WINDOWS-1252" })
        #expect(reading.complaints.count == 1)
    }

    /// Names as people and shop systems write them.
    @Test func names() {
        let catalogue: Bytes = "img,price\n a.jpg ,1\n\"\t//img.shop.example/b.jpg\r\n\",2\n///c.jpg,3\n//,4\n \t,5\na b.jpg, 6 \n"
        let reading = read(catalogue, as: .csv)
        #expect(reading.texts == ["a.jpg 1", "https://img.shop.example/b.jpg 2", "///c.jpg 3", "// 4", "a b.jpg  6 "])
        #expect(reading.complaints == ["7:1 the row has no picture (img)"])
    }
}
