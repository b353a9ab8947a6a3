// docs/catalogues.md: the way of an engineer who exports a shop from PostgreSQL.
import TestSupport
import Testing

@Suite(.needs(.time)) struct JourneyExportTests {
    private let folder: TemporaryFolder
    private static let pictures = 1...10

    init() throws {
        folder = try TemporaryFolder()
        for number in Self.pictures { try folder.add(Bytes("\(number).jpg"), .jpeg(width: UInt16(number), height: 20)) }
    }

    /// The manifest of these pictures and prices.
    private func manifest(_ prices: [(Int, String)]) -> String {
        TestSupport.manifest(of: prices.map { entry($0.0, 20, "\($0.0).jpg", $0.1) }).replacing("\t", with: "\\t")
    }

    private func step(
        _ arguments: [Bytes], is status: Int32, _ messages: [String], leaves manifest: String?, location: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try Program.weir.run(["ingest"] + arguments + ["-o", "m.json", "--journal=none"], in: folder)
        let reported = outcome.messages.replacing("weir ingest: ", with: "weir: ").replacing("Try 'weir ingest --help'.\n", with: "")
        #expect(reported == messages.map { "weir: \($0)\n" }.joined(), sourceLocation: location)
        #expect(outcome.text == "", sourceLocation: location)
        #expect(outcome.status == .exited(status), sourceLocation: location)
        #expect(folder.text(of: "m.json") == manifest, sourceLocation: location)
        // No step leaves anything half written beside the manifest.
        #expect(try folder.names().filter { $0.hasPrefix(".") } == [], sourceLocation: location)
    }

    /// The text that COPY writes: `\N` for NULL, escapes behind backslashes, and a row whose picture is NULL.
    @Test func copy() throws {
        let prices: [(Int, String)] = [(1, ""), (2, "1\t2\\"), (3, "€ 9"), (4, "")] + (5...10).map { ($0, "1.50") }
        let rows = ["1.jpg\t\\N", "2.jpg\t1\\t2\\\\", "\\x33.jpg\t€ 9", "4.jpg\t"] + (5...10).map { "\($0).jpg\t1.50" }
        try folder.add("shop.txt", Bytes((["img\tprice"] + rows + ["\\N\t7", "\\.", ""]).joined(separator: "\n")))
        // The name does not tell the format, so the first step is a question.
        try step(
            ["shop.txt"], is: 2,
            [
                "the name shop.txt does not end in .csv, .tsv, .json, .jsonl, .plist, .xml, .copy, nor in one of these and .gz; --from says what it is"
            ], leaves: nil)
        let broken = "row 11 (line 12, column 1): broken-row: the row has no picture (img)"
        let counts = "11 rows: 10 with their true size, 1 broken"
        try step(["shop.txt", "--from=copy"], is: 0, [broken, "wrote m.json; \(counts)"], leaves: manifest(prices))
        try step(
            ["shop.txt", "--from=copy", "--max-failures=0"], is: 1,
            [
                broken,
                "m.json stays as it was: 1 row without a true size is more than --max-failures 0 allows; \(counts); against the previous manifest: 0 added, 0 removed, 0 resized",
            ],
            leaves: manifest(prices))
        try step(
            ["shop.txt", "--from=copy", "--img-column=imgs"], is: 2,
            ["shop.txt:1:1: there is no column imgs; the nearest is img; the columns are img, price; --img-column names another"],
            leaves: manifest(prices))
    }

    /// A table with semicolons, then exports that have lost their rows.
    @Test func table() throws {
        let header = "\"img\";\"price\"\n"
        let rows = Self.pictures.map { "\($0).jpg;\($0),50\n" }
        let whole = manifest(Self.pictures.map { ($0, "\($0),50") })
        try folder.add("shop.csv", Bytes(header + rows.joined()))
        try folder.add("zero.csv", Bytes(header))
        try folder.add("tenth.csv", Bytes(header + rows[0]))
        try folder.add("empty.csv")
        let semicolon: Bytes = "--delimiter=;"

        try step(
            ["shop.csv"], is: 2,
            [#"shop.csv:1:6: text stands behind the closing quote; the header looks separated by ";": give --delimiter ";""#], leaves: nil)
        try step(["shop.csv", semicolon], is: 0, ["wrote m.json; 10 rows: 10 with their true size"], leaves: whole)
        try step(
            ["zero.csv", semicolon], is: 1,
            [
                "m.json stays as it was: the catalogue has no rows, and a manifest without entries needs --max-removed 100%; "
                    + "10 of the 10 entries of the previous manifest are missing, which is more than --max-removed 20% allows; "
                    + "the catalogue has no rows; against the previous manifest: 0 added, 10 removed, 0 resized"
            ],
            leaves: whole)
        try step(["empty.csv", semicolon], is: 2, ["empty.csv: the catalogue is empty"], leaves: whole)
        let lost = "1 row: 1 with its true size; against the previous manifest: 0 added, 9 removed, 0 resized"
        try step(
            ["tenth.csv", semicolon], is: 1,
            [
                "m.json stays as it was: 9 of the 10 entries of the previous manifest are missing, which is more than --max-removed 20% allows; "
                    + lost
            ],
            leaves: whole)
        try step(
            ["shop.csv", semicolon, "--price-column=cost"], is: 2,
            [
                "shop.csv:1:1: there is no column cost; the nearest is price; the columns are img, price; --price-column names another"
            ], leaves: whole)
        // The shop has really become smaller, and the engineer says so.
        try step(
            ["tenth.csv", semicolon, "--max-removed=90%"], is: 0, ["wrote m.json; \(lost); --max-removed 90% let 9 of 10 entries go"],
            leaves: manifest([(1, "1,50")]))
    }

    /// The document that a program exports as JSON. Each message names the option that leads to the next step.
    @Test func json() throws {
        let products = Self.pictures.map { #"{"image":{"src":"\#($0).jpg"},"price":\#($0 == 1 ? "null" : "\"2.00\"")}"# }
        try folder.add("shop.json", Bytes("{\"products\":[\n\(products.joined(separator: ",\n"))\n],\"next\":null}\n"))
        let whole = manifest(Self.pictures.map { ($0, $0 == 1 ? "" : "2.00") })
        let gate =
            "m.json was not written: 10 rows without a true size are more than --max-failures 20% allows; "
            + "no row became an entry, and a manifest without entries needs --max-removed 100%; 10 rows: 0 with their true size, 10 broken"
        func each(_ column: Int, _ message: String) -> [String] {
            Self.pictures.map { "row \($0) (line \($0 + 1), column \(column)): broken-row: \(message)" } + [gate]
        }

        try step(
            ["shop.json"], is: 2,
            ["shop.json:1:1: the catalogue is an object, not an array of rows; --rows /products reads the array in it"],
            leaves: nil)
        try step(
            ["shop.json", "--rows=/items"], is: 2, ["shop.json: there is no value at /items; --rows can be /products"], leaves: nil)
        let rows: Bytes = "--rows=/products"
        try step(
            ["shop.json", rows], is: 1, each(1, "the row has no picture (img); the nearest key is /image/src, which --img-column can name"),
            leaves: nil)
        try step(
            ["shop.json", rows, "--img-column=image"], is: 1,
            each(10, "image is an object, not text; --img-column /image/src names a key in it"), leaves: nil)
        try step(["shop.json", rows, "--img-column=/image/src"], is: 0, ["wrote m.json; 10 rows: 10 with their true size"], leaves: whole)
        try step(
            ["shop.json", rows, "--img-column=/image/src", "--price-column=cost"], is: 2,
            ["shop.json: no row has the key cost; the nearest key is price; --price-column names another"], leaves: whole)
        // An export that was cut off leaves the good manifest too.
        try folder.add("shop.json", Bytes("{\"products\":[\n\(products.joined(separator: ",\n"))"))
        let outcome = try ingest("shop.json", rows, "--img-column=/image/src", "-o", "m.json", "--journal=none", in: folder)
        #expect(outcome.messages == "weir: shop.json:11:42: the catalogue ends before its array does\n", "\(outcome.messages)")
        #expect(outcome.status == .exited(2))
        #expect(folder.text(of: "m.json") == whole)
    }
}
