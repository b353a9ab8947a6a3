// docs/catalogues.md: a broken row is reported with its position and counted, and the good rows around it are kept.
import TestSupport
import Testing

@Suite struct BrokenRowsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.add("b.jpg", .jpeg(width: 4, height: 5))
    }

    /// A catalogue whose second row is broken, and the position of the fault.
    struct Broken: CustomTestStringConvertible {
        let format: String
        let rows: Bytes
        let line: Int
        let column: Int
        let reason: String
        var testDescription: String { "\(format): \(reason)" }
    }

    private static let jsonlFirst = #"{"img":"a.jpg","price":"1"}"# + "\n"
    private static let jsonlLast = "\n" + #"{"img":"b.jpg","price":"2"}"# + "\n"
    private static func csv(_ row: Bytes) -> Bytes { "img,price\na.jpg,1\n" + row + "\nb.jpg,2\n" }
    private static func tsv(_ row: Bytes) -> Bytes { "img\tprice\na.jpg\t1\n" + row + "\nb.jpg\t2\n" }
    private static func jsonl(_ row: Bytes) -> Bytes { Bytes(jsonlFirst) + row + Bytes(jsonlLast) }
    private static func json(_ row: Bytes) -> Bytes {
        "[\n" + Bytes(#"{"img":"a.jpg","price":"1"},"#) + "\n" + row + ",\n" + Bytes(#"{"img":"b.jpg","price":"2"}"#) + "\n]\n"
    }
    private static func plist(_ row: Bytes) -> Bytes {
        func dict(_ img: Bytes, _ price: Bytes) -> Bytes {
            "<dict><key>img</key><string>" + img + "</string><key>price</key><string>" + price + "</string></dict>\n"
        }
        return "<plist version=\"1.0\">\n<array>\n" + dict("a.jpg", "1") + row + "\n" + dict("b.jpg", "2") + "</array>\n</plist>\n"
    }

    private static let rows: [Broken] = [
        Broken(format: "csv", rows: csv(",1"), line: 3, column: 1, reason: "the row has no picture (img)"),
        Broken(format: "csv", rows: csv("x.jpg,\u{1B}[2J"), line: 3, column: 7, reason: "price holds a control character"),
        Broken(format: "tsv", rows: tsv("\t1"), line: 3, column: 1, reason: "the row has no picture (img)"),
        Broken(format: "jsonl", rows: jsonl(#"{"price":"1"}"#), line: 2, column: 1, reason: "the row has no picture (img)"),
        Broken(format: "json", rows: json(#"  {"price":"1"}"#), line: 3, column: 3, reason: "the row has no picture (img)"),
        Broken(format: "plist", rows: plist(" <dict/>"), line: 4, column: 2, reason: "the row has no picture (img)"),
    ]

    @Test(arguments: rows)
    func isNamed(row: Broken) throws {
        try folder.add("c." + Bytes(row.format), row.rows)
        let outcome = try ingest("c." + Bytes(row.format), "-o", "m.json", "--max-failures=1", in: folder)
        #expect(outcome.lines == ["row 2 (line \(row.line), column \(row.column)): broken-row: \(row.reason)"])
        #expect(outcome.isWritten && (outcome.summary.ok, outcome.summary.broken) == (2, 1), "\(outcome)")
        #expect(folder.text(of: "m.json") == manifest(entry(30, 20, "a.jpg"), entry(4, 5, "b.jpg", "2")))
    }

    /// Broken rows whose messages differ between formats.
    @Test(
        arguments: [
            ("csv", csv("a\"b.jpg,1"), 3), ("csv", csv("\"a.jpg\"b,1"), 3), ("tsv", tsv("\"x\"y\t1"), 3),
            ("jsonl", jsonl(#"{"img":"x.jpg","price":}"#), 2), ("jsonl", jsonl("[]"), 2), ("jsonl", jsonl("7"), 2),
            ("jsonl", jsonl(#"{"img":7,"price":"1"}"#), 2),
            ("jsonl", jsonl(#"{"img":"x.jpg","price":{}}"#), 2), ("json", json("[]"), 3), ("json", json("null"), 3),
            ("json", json(#"{"img":[7],"price":"1"}"#), 3), ("plist", plist("<string>x</string>"), 4),
            ("plist", plist("<dict><key>img</key><array/><key>price</key><string>1</string></dict>"), 4),
        ] as [(String, Bytes, Int)])
    func isNamedSomehow(format: String, catalogue: Bytes, line: Int) throws {
        try folder.add("c." + Bytes(format), catalogue)
        let outcome = try ingest("c." + Bytes(format), "-o", "m.json", "--max-failures=1", in: folder)
        #expect(outcome.lines.count == 1 && outcome.lines[0].hasPrefix("row 2 (line \(line), column "), "\(outcome)")
        #expect(folder.text(of: "m.json") == manifest(entry(30, 20, "a.jpg"), entry(4, 5, "b.jpg", "2")))
    }

    /// Broken rows and failures are reported in the order of the rows.
    @Test func amongFailures() throws {
        try folder.add("c.csv", "img,price\n,1\ngone.jpg,1\n,1\na.jpg,1\nlost.jpg,1\n,1\n")
        let outcome = try ingest("c.csv", "-o", "m.json", "--max-failures=100%", in: folder)
        #expect(outcome.failures.map(\.row) == [1, 2, 3, 5, 6], "\(outcome)")
    }

    /// Broken rows at the start, at the end, and in the middle, by the thousand. They count in the numbers of rows.
    @Test(arguments: ["csv", "jsonl"])
    func manyOfThem(format: String) throws {
        let isBroken = { (number: Int) in number % 3 != 2 || number > 9000 }
        let rows = (1...9999).map { number in
            let img = isBroken(number) ? "" : number % 2 == 0 ? "a.jpg" : "b.jpg"
            return format == "csv" ? "\(img),\(number)" : "{\"img\":\"\(img)\",\"price\":\(number)}"
        }
        try folder.add("c." + Bytes(format), Bytes(((format == "csv" ? ["img,price"] : []) + rows).joined(separator: "\n") + "\n"))
        let outcome = try ingest("c." + Bytes(format), "-o", "m.json", "--max-failures=100%", in: folder)
        let good = (1...9999).filter { !isBroken($0) }
        #expect(
            folder.text(of: "m.json")
                == manifest(of: good.map { $0 % 2 == 0 ? entry(30, 20, "a.jpg", "\($0)") : entry(4, 5, "b.jpg", "\($0)") }))
        #expect(outcome.failures.map(\.row) == (1...9999).filter(isBroken))
        #expect(outcome.failures.allSatisfy { $0.line == $0.row + (format == "csv" ? 1 : 0) })
    }
}
