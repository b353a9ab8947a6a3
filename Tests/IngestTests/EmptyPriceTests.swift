// docs/catalogues.md: a row with a picture becomes an entry, also without a price.
import TestSupport
import Testing

@Suite struct EmptyPriceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.add("b.jpg", .jpeg(width: 4, height: 5))
    }

    private static func plist(_ price: String) -> Bytes {
        Bytes("<plist><array><dict><key>img</key><string>a.jpg</string>\(price)</dict></array></plist>")
    }

    @Test(
        arguments: [
            ("c.csv", "img,price\na.jpg,\n"), ("c.csv", "img,price\na.jpg,\"\"\n"), ("c.csv", "img,price\na.jpg,\\N\n"),
            ("c.tsv", "img\tprice\na.jpg\t\n"), ("c.tsv", "price\timg\n\\N\ta.jpg\n"),
            ("c.json", #"[{"img":"a.jpg","price":null}]"#), ("c.json", #"[{"img":"a.jpg"}]"#), ("c.json", #"[{"img":"a.jpg","price":""}]"#),
            ("c.jsonl", #"{"img":"a.jpg","price":null}"#), ("c.jsonl", #"{"img":"a.jpg"}"#),
            ("c.plist", plist("")), ("c.plist", plist("<key>price</key><string/>")),
        ] as [(Bytes, Bytes)])
    func isAnEntry(name: Bytes, catalogue: Bytes) throws {
        try folder.add(name, catalogue)
        let outcome = try ingest(name, "-o", "m.json", in: folder)
        #expect(outcome.isWritten && outcome.summary.ok == 1, "\(outcome)")
        #expect(folder.text(of: "m.json") == manifest(entry(30, 20, "a.jpg", "")))
    }

    /// Quotes make `\N` a text.
    @Test func aQuotedNullIsAText() throws {
        try folder.add("c.csv", "img,price\na.jpg,\"\\N\"\n")
        _ = try ingest("c.csv", "-o", "m.json", in: folder)
        #expect(folder.text(of: "m.json") == manifest(entry(30, 20, "a.jpg", "\\N")))
    }

    @Test func aPictureWithoutAPriceInAFolder() throws {
        try folder.addFolder("p")
        try folder.add("p/a.jpg", .jpeg(width: 30, height: 20))
        try folder.add("p/b.jpg", .jpeg(width: 4, height: 5))
        try folder.add("p/prices.csv", "img,price\nb.jpg,2\n")
        let outcome = try ingest("p", "-o", "m.json", in: folder)
        #expect(folder.text(of: "m.json") == manifest(entry(30, 20, "a.jpg", ""), entry(4, 5, "b.jpg", "2")), "\(outcome)")
    }

    @Test(
        arguments: [
            (
                "c.json", #"[{"img":"b.jpg","price":"1"},{"img":"a.jpg","price":{"amount":1}}]"#, [],
                "price is an object, neither text nor a number; --price-column /price/amount names a key in it"
            ),
            (
                "c.json", #"[{"img":"b.jpg","cost/net":"1"},{"img":"a.jpg","cost/net":{"amount":1}}]"#, ["--price-column=cost/net"],
                "price is an object, neither text nor a number; --price-column /cost~1net/amount names a key in it"
            ),
            (
                "c.json", #"[{"img":"b.jpg","price":"1"},{"img":"a.jpg","price":[1]}]"#, [],
                "price is an array, neither text nor a number; --price-column /price/0 names its first value"
            ),
            (
                "c.jsonl", "{\"img\":\"b.jpg\",\"price\":\"1\"}\n{\"img\":\"a.jpg\",\"price\":true}", [],
                "price is true or false, neither text nor a number; --price-column names another key"
            ),
            (
                "c.plist",
                "<plist><array><dict><key>img</key><string>b.jpg</string></dict>"
                    + "<dict><key>img</key><string>a.jpg</string><key>price</key><array/></dict></array></plist>", [],
                "price is an array, neither text nor a number; --price-column names another key"
            ),
        ] as [(Bytes, Bytes, [Bytes], String)])
    func aPriceThatIsNone(name: Bytes, catalogue: Bytes, options: [Bytes], reason: String) throws {
        try folder.add(name, catalogue)
        let outcome = try ingest([name, "-o", "m.json", "--max-failures=100%"] + options, in: folder)
        #expect(outcome.lines.count == 1 && outcome.lines[0].hasSuffix("): broken-row: \(reason)"), "\(outcome)")
        #expect(folder.text(of: "m.json")?.contains("a.jpg") == false)
    }

    /// A wrong `--price-column` would empty every price, and nobody would be reported.
    @Test(
        arguments: [
            ("c.json", #"[{"img":"a.jpg","cost":1},{"img":"b.jpg","kost":2}]"#, "cots", "no row has the key cots; the nearest key is cost"),
            ("c.jsonl", "{\"img\":\"a.jpg\",\"x\":1}\n", "cost", "no row has the key cost"),
            ("c.plist", plist("<key>price</key><string>1</string>"), "cost", "no row has the key cost"),
        ] as [(Bytes, Bytes, Bytes, String)])
    func aColumnThatNoRowHas(name: Bytes, catalogue: Bytes, column: Bytes, reason: String) throws {
        try folder.add(name, catalogue)
        try folder.add("m.json", "[]")
        let outcome = try ingest(name, "-o", "m.json", "--price-column", column, in: folder)
        #expect(outcome.fault == "\(String(decoding: name.all, as: UTF8.self)): \(reason); --price-column names another")
        #expect(folder.text(of: "m.json") == "[]")
    }

    /// A shop may have no prices, so the default name stops nothing. It is reported, also by a quiet run.
    @Test(
        arguments: [
            ("c.json", #"[{"img":"a.jpg","prise":1},{"img":"b.jpg"}]"#, "; the nearest key is prise"),
            ("c.json", #"[{"img":"a.jpg","cost":{"net":1}},{"img":"b.jpg"}]"#, "; the nearest key is /cost/net"),
            ("c.jsonl", "{\"img\":\"a.jpg\"}\n{\"img\":\"b.jpg\",\"cost\":1}\n", ""),
            (
                "c.plist",
                "<plist><array><dict><key>img</key><string>a.jpg</string></dict><dict><key>img</key><string>b.jpg</string></dict></array></plist>",
                ""
            ),
        ] as [(String, Bytes, String)])
    func noRowHasAPrice(name: String, catalogue: Bytes, nearest: String) throws {
        try folder.add(Bytes(name), catalogue)
        let outcome = try ingest(Bytes(name), "-o", "m.json", in: folder)
        #expect(outcome.news == ["\(name): no row has the key price, so every price is empty\(nearest); --price-column names another"])
        #expect(outcome.isWritten && !outcome.notices[0].isUsual, "\(outcome)")
        #expect(folder.text(of: "m.json") == manifest(entry(30, 20, "a.jpg", ""), entry(4, 5, "b.jpg", "")))
        #expect(try ingest(Bytes(name), "-o", "m.json", in: folder).result.unchanged == [true])
        #expect(try preview([Bytes(name), "-o", "m.json"], in: folder).news == outcome.notices)
    }

    /// One row with the key is enough, and a null is a key.
    @Test func aColumnThatOneRowHas() throws {
        try folder.add("c.json", #"[{"img":"a.jpg"},{"img":"b.jpg","cost":null}]"#)
        let outcome = try ingest("c.json", "-o", "m.json", "--price-column=cost", in: folder)
        #expect(folder.text(of: "m.json") == manifest(entry(30, 20, "a.jpg", ""), entry(4, 5, "b.jpg", "")))
        #expect(outcome.isWritten && outcome.notices.isEmpty, "\(outcome)")
    }
}
