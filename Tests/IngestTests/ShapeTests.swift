// docs/exports.md: what a shape may say, and what its columns mean.
import TestSupport
import Testing
import WeirBase
import WeirRecords
import WeirSystem

@testable import Ingest

@Suite struct ShapeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for (name, width) in [("a", 30), ("b", 4), ("c", 6), ("d", 8), ("e", 9)] {
            try folder.add(Bytes("\(name).jpg"), .jpeg(width: UInt16(width), height: 10))
        }
    }

    @Test(
        arguments: [
            ("[]", "a shape is an object"), (#"{"like": "shop"}"#, "like: this must be one of shopify, shopify-bulk, woocommerce, magento"),
            (#"{"like": 7}"#, "like: this must be one of shopify, shopify-bulk, woocommerce, magento"),
            (#"{"like": "shopify", "imges": "x"}"#, "a shape has no imges; the nearest is images"),
            (#"{"zzzzzz": 1}"#, "a shape has no zzzzzz"),
            (#"{"price": "x"}"#, "img: no column has the picture"), (#"{"img": ""}"#, "img: this must be text"),
            (#"{"img": 7}"#, "img: this must be text"), (#"{"img": ["x", null]}"#, "img: this must be text"),
            (#"{"img": "/images/*/src"}"#, "img: /images/*/src names several values; an array is named without *"),
            (#"{"img": {"prefix": "x"}}"#, "img: an object names its column"),
            (#"{"img": {"column": "x", "suffix": "y"}}"#, "img: a column has no suffix; it has column, prefix, from and until"),
            (#"{"img": {"column": "x", "prefix": 7}}"#, "img: this must be text"),
            (#"{"img": "x", "title": 7}"#, "title: this must be text"),
            (#"{"img": "x", "format": "xlsx"}"#, "format: this must be one of csv, tsv, json, jsonl, plist, xml, copy"),
            (#"{"img": "x", "recognized": "y"}"#, "recognized: this must be an array of arrays of columns"),
            (#"{"img": "x", "recognized": [[7]]}"#, "recognized: this must be text"),
            (#"{"img": "x", "separator": "ab"}"#, "separator: this must be one character such as , or |"),
            (#"{"img": "x", "separator": "é"}"#, "separator: this must be one character such as , or |"),
            (#"{"img": "x", "for-sale": ["y"]}"#, "for-sale: this must be an object"),
            (#"{"img": "x", "for-sale": {"y": [7]}}"#, "for-sale.y: this must be text"),
            (#"{"img": "x", "only-for-sale": "yes"}"#, "only-for-sale: this must be true or false"),
            (#"{"img": "x", "rows": "pictures"}"#, "rows: this must be products or variants"),
            (#"{"img": "x", "rows": true}"#, "rows: this must be products or variants"),
            (#"{"img": "x", "keep": "y"}"#, "keep: this must be an object"),
            (#"{"img": "x", "keep": {"a": 7}}"#, "keep.a: this must be text"),
        ])
    func faults(shape: String, message: String) throws {
        let document = try Array(shape.utf8).withUnsafeBytes { try JSONValue($0) }
        #expect(throws: Objection(message)) { try CatalogueShape(document) }
    }

    /// The words that force a shape, and the shape that a header shows.
    @Test func words() throws {
        #expect(CatalogueShape.known.map(\.name) == ["shopify", "shopify-bulk", "woocommerce", "magento"])
        let shopify = try #require(CatalogueShape.named("shopify"))
        #expect(shopify.word(for: .csv) == "shopify" && shopify.word(for: .tsv) == #"'{"like": "shopify", "format": "tsv"}'"#)
        let own = try CatalogueShape(.object([.init(name: "img", value: .string("x"))]))
        #expect(own.word(for: .csv) == "SHAPE" && own.word(for: .tsv) == "SHAPE" && own.title == "rows of a shape")
    }

    @Test(
        arguments: [
            ("c.csv", "Handle,Image Src\n", "shopify"), ("c.csv", "Handle,Image Src", nil),
            ("c.csv", " handle , IMAGE SRC \r\n", "shopify"), ("c.csv", "Handle,Image\n", nil),
            ("c.csv", "URL handle,Product image URL\n", "shopify"), ("c.tsv", "sku\tbase_image\n", "magento"),
            ("c.tsv", "sku,base_image\n", nil),
            ("c.csv", "img,sku,base_image\n", nil), ("c.csv", "Images,Regular price\n", "woocommerce"),
            ("c.csv", "Type,Images,Parent\n", "woocommerce"),
            ("c.copy", "sku\tbase_image\n", nil), ("c.jsonl", #"{"__parentId":"x"}"#, "shopify-bulk"),
            ("c.json", #"[{"id":"gid:\/\/shopify\/Product\/1"}]"#, "shopify-bulk"), ("c.jsonl", #"{"__parentId":"x","img":"a"}"#, nil),
            ("c.plist", "gid://shopify/", nil), ("c.jsonl", "{}", nil), ("c.csv", "\u{FEFF}sku,base_image\n", "magento"),
        ] as [(String, Bytes, String?)])
    func recognized(name: String, text: Bytes, shape: String?) throws {
        try folder.add(Bytes(name), text)
        let form = try #require(IngestPlan.CatalogueForm(rawValue: String(name.dropFirst(2))))
        #expect(CatalogueShape.recognized(folder.path(of: Bytes(name)).all, form, delimiter: nil)?.name == shape)
        #expect(CatalogueShape.recognized(Array("\(folder.path)/gone.csv".utf8), .csv, delimiter: nil) == nil)
    }

    /// Of two prices the first counts on its days.
    @Test(
        arguments: [
            ("", "", true), ("2000-01-01", "", true), ("2999-01-01", "", false), ("", "2999-12-31", true), ("", "2000-12-31", false),
            ("1/31/2000", "12/31/2999", true), ("31.1.2000", "", true), ("31.1.2999", "", false), ("31/1/2999", "", false),
            ("1/31/20", "", true),
            ("", "1/31/99", true), ("", "1/31/20", false), ("1999-12-31 23:59:59", "2999-01-01T00:00:00Z", true), ("soon", "", false),
            ("", "soon", false), ("2000-13-01", "", false), ("2000-00-01", "", false), ("2000-01-32", "", false), ("2000-01-00", "", false),
            ("999-01-01", "", false), ("2000-1", "", false), (" ", " ", true), ("10000-01-01", "", false),
            ("2000-12-31", "2999-01-01", true),
            ("0/10/2000", "", false), ("12/12/2000", "", true), ("13/12/2000", "", true), ("13/13/2000", "", false),
            ("1000-01-01", "", true), ("", "1/1/100", false),
        ])
    func days(from: String, until: String, counts: Bool) throws {
        try folder.add("c.csv", Bytes("photo,sale,price,from,until\na.jpg,7,9,\(from),\(until)\n"))
        let shape: Bytes = #"{"img": "photo", "price": [{"column": "sale", "from": "from", "until": "until"}, "price"]}"#
        _ = try ingest("c.csv", "--from", shape, "-o", "m.json", in: folder)
        #expect(folder.text(of: "m.json") == manifest(entry(30, 10, "a.jpg", counts ? "7" : "9")))
    }

    /// The same on the 28th of November 2026. Days in the neighbourhood count or not, in whatever form they are written.
    @Test(
        arguments: [
            ("2026-11-28", "2026-11-28", true), ("2026-11-29", "", false), ("2026-12-01", "", false), ("2027-01-01", "", false),
            ("2026-11-27", "2026-11-29", true), ("", "2026-11-27", false), ("", "2026-10-31", false), ("", "2025-12-31", false),
            ("2026-10-31", "2026-12-01", true), ("2025-12-31", "2027-01-01", true), ("11/28/26", "11/28/2026", true),
            ("12/1/26", "", false), ("1.12.2026", "", false), ("", "10.11.2026", false), ("", "28.11.26", true), ("", "12.1.2026", false),
        ])
    func daysAroundOne(from: String, until: String, counts: Bool) throws {
        let document = #"{"img": "photo", "price": {"column": "sale", "from": "from", "until": "until"}}"#
        let shape = try CatalogueShape(Array(document.utf8).withUnsafeBytes { try JSONValue($0) })
        let columns = PartColumns(shape)
        let content = Array("photo,sale,from,until\na.jpg,7,\(from),\(until)\n".utf8)
        var rows = try DecompressedInput(InputFile(content: content, name: "c.csv")).entries(of: .csv, columns.columns(of: shape))
        let parts = try #require(try rows.next())
        var (bytes, products) = ([UInt8](), RowBatch())
        parts.withTexts { PartText.append(parts.rows[0], $0, columns: columns.names.count, isOfOther: false, to: &bytes) }
        var builder = ProductBuilder(shape, columns, today: 2026_11_28)
        bytes.withUnsafeBufferPointer { builder.append($0, [0], hasTooMany: nil, to: &products) }
        let price = products.withTexts { String(decoding: $0[products.rows[0].price], as: UTF8.self) }
        #expect(price == (counts ? "7" : ""))
    }

    /// Rows of a product with these columns, and its pictures in their order.
    @Test(
        arguments: [
            ("each once, by the number of its position", ["1,,a.jpg,2", "1,,b.jpg,1", "1,,a.jpg,3"], "b a"),
            ("a position that is no number stands behind", ["1,,a.jpg,x", "1,,b.jpg,7", "1,,c.jpg,1000000000"], "b a c"),
            (
                "positions of several digits", ["1,,a.jpg,x", "1,,b.jpg,999999999", "1,,c.jpg,10", "1,,d.jpg,9", "1,,e.jpg,02"],
                "e d c b a"
            ),
            ("as they stand without positions", ["1,,c.jpg,", "1,,a.jpg,", "1,,b.jpg,"], "c a b"),
            ("several names in a text", ["1,,c.jpg|a.jpg| |b.jpg,"], "c a b"), ("a text that names none", ["1,,none,", "1,,a.jpg,"], "a"),
            ("another view only fills what is blank", ["1,de,b.jpg,1", "1,,a.jpg,2"], "a"),
            ("views alone", ["1,de,b.jpg,", "1,fr,a.jpg,"], "b"),
            ("a view with the pictures", ["1,,,", "1,de,b.jpg,", "1,fr,c.jpg,"], "b c"),
        ])
    func pictures(title: String, rows: [String], expected: String) throws {
        try folder.add("c.csv", Bytes("id,view,photo,at\n" + rows.map { $0 + "\n" }.joined()))
        let shape: Bytes = #"{"key": "id", "view": "view", "img": "photo", "position": "at", "separator": "|", "none": "none"}"#
        let outcome = try ingest("c.csv", "--from", shape, "-o", "m.json", "--each-image", in: folder)
        let widths = ["a": 30, "b": 4, "c": 6, "d": 8, "e": 9]
        let entries = expected.split(separator: " ").map { entry(widths[String($0)] ?? 0, 10, "\($0).jpg", "") }
        #expect(folder.text(of: "m.json") == manifest(of: entries), "\(title): \(outcome)")
    }

    /// A column whose picture the product has already is still the one that counts, and one whose text names no picture is not.
    @Test func firstOfColumns() throws {
        try folder.add("c.csv", "id,photo,thumb\n1,a.jpg,\n1,a.jpg,b.jpg\n1,,c.jpg\n1,none,d.jpg\n")
        let shape: Bytes = #"{"key": "id", "img": ["photo", "thumb"], "none": "none"}"#
        _ = try ingest("c.csv", "--from", shape, "-o", "m.json", "--each-image", in: folder)
        #expect(
            folder.text(of: "m.json") == manifest(entry(30, 10, "a.jpg", ""), entry(6, 10, "c.jpg", ""), entry(8, 10, "d.jpg", "")))
    }

    /// Of the further pictures all columns count, and of those of a variant the first. The names may stand in arrays.
    @Test(
        arguments: [
            (#""images": ["i", "j"]"#, "1,a.jpg,b.jpg,c.jpg,", "a b c"),
            (#""images": ["i", "j"], "hidden": "x""#, "1,a.jpg,b.jpg,c.jpg,c.jpg", "a b"),
            (#""images": ["i", "j"], "hidden": "x""#, "1,a.jpg,b.jpg,\"{d.jpg,c.jpg}\",\"{c.jpg,e.jpg}\"", "a b d"),
            (#""rows": "variants", "variant": "x", "variant-img": ["i", "j"]"#, "1,a.jpg,b.jpg,c.jpg,S", "b"),
            (#""rows": "variants", "variant": "x", "variant-img": ["i", "j"]"#, "1,a.jpg,,c.jpg,S", "c"),
            (#""rows": "variants", "variant": "x", "variant-img": ["i", "j"]"#, "1,a.jpg,,,S\n1,d.jpg,,,T", "a a"),
        ])
    func severalColumns(members: String, rows: String, expected: String) throws {
        try folder.add("c.csv", Bytes("id,photo,i,j,x\n\(rows)\n"))
        let shape = Bytes("{\"key\": \"id\", \"img\": \"photo\", \(members)}")
        let outcome = try ingest("c.csv", "--from", shape, "-o", "m.json", "--each-image", in: folder)
        let widths = ["a": 30, "b": 4, "c": 6, "d": 8]
        let entries = expected.split(separator: " ").map { entry(widths[String($0)] ?? 0, 10, "\($0).jpg", "") }
        #expect(folder.text(of: "m.json") == manifest(of: entries), "\(outcome)")
    }

    /// In JSON names may stand in an array. An element that looks like an array is a name, below whatever base.
    @Test(arguments: [("", "{gone.jpg}"), ("{p", "gone.jpg}")]) func arraysOfJSON(base: String, name: String) throws {
        try folder.addFolder("{p")
        for file: Bytes in ["a.jpg", "b.jpg"] { try folder.add("{p/" + file, .jpeg(width: 7, height: 10)) }
        try folder.add("c.jsonl", Bytes("{\"photo\":[\"\(name)\",\"a.jpg\"],\"k\":{\"x\":[1]},\"t\":\"T\"}\n"))
        let more = base.isEmpty ? "" : ", \"base\": \"\(base)\""
        let shape = Bytes("{\"format\": \"jsonl\", \"img\": \"photo\", \"keep\": {\"k\": \"k\", \"t\": \"t\"}\(more)}")
        let outcome = try ingest("c.jsonl", "--from", shape, "-o", "m.json", "--max-failures=100%", in: folder)
        let start = base.isEmpty ? "" : base + "/"
        let image = "{\"w\":\(base.isEmpty ? 30 : 7),\"h\":10,\"img\":\"\(start)a.jpg\"}"
        #expect(
            folder.text(of: "m.json")
                == manifest(entry(300, 300, start + name, "", #","k":{"x":[1]},"t":"T","images":[\#(image)]"#)), "\(outcome)")
    }

    /// The sizes of a row are those of the part that has the first picture.
    @Test func sizes() throws {
        try folder.add(
            "c.csv",
            """
            id,photo,more,w,h
            1,,,5,6
            1,gone.jpg,,7,8
            2,gone.jpg,,7,x
            3,gone.jpg,,,8
            4,,,5,6
            4,,gone.jpg,7,9
            5,gone.jpg,,4,3
            5,,gone.jpg,1,2

            """)
        let shape: Bytes = #"{"key": "id", "img": "photo", "images": "more", "w": "w", "h": "h"}"#
        _ = try ingest("c.csv", "--from", shape, "-o", "m.json", "--max-failures=100%", in: folder)
        let sizes = [(7, 8), (300, 300), (300, 300), (7, 9), (4, 3)]
        #expect(folder.text(of: "m.json") == manifest(of: sizes.map { entry($0.0, $0.1, "gone.jpg", "") }))
    }

    /// Rows that name their product need no key, and no row of the product itself. What they say of it is kept, also without a picture.
    /// A version is no text of an entry.
    @Test(
        arguments: [
            (#""parent": "of""#, ",1,a.jpg,\n,1,b.jpg,", #"a b"#), (#""parent": "of", "keep": {"x": "text"}"#, "1,,a.jpg,\n,1,,T", "a:T"),
            (#""version": "of", "keep": {"x": "text"}"#, "1,7,a.jpg,T\n2,8,b.jpg,", "a:T b"),
        ])
    func parts(members: String, rows: String, expected: String) throws {
        try folder.add("c.csv", Bytes("id,of,photo,text\n\(rows)\n"))
        let shape = Bytes("{\"key\": \"id\", \"img\": \"photo\", \(members)}")
        let outcome = try ingest("c.csv", "--from", shape, "-o", "m.json", "--each-image", in: folder)
        let widths = ["a": 30, "b": 4]
        let entries = expected.split(separator: " ").map { word in
            entry(widths[String(word.prefix(1))] ?? 0, 10, "\(word.prefix(1)).jpg", "", word.hasSuffix(":T") ? #","x":"T""# : "")
        }
        #expect(folder.text(of: "m.json") == manifest(of: entries), "\(outcome)")
    }

    /// A product is for sale if each column that it has says so. What belongs to it has a status of its own.
    @Test(
        arguments: [
            (["1,,a.jpg,Active,1"], true), (["1,,a.jpg,,"], true), (["1,,a.jpg,draft,1"], false), (["1,,a.jpg,active,2"], false),
            (["1,,a.jpg,active,1", ",1,b.jpg,draft,1"], true), (["1,,a.jpg,draft,1", ",1,b.jpg,active,1"], false),
            (["1,,a.jpg,,1", "1,,b.jpg,draft,1"], false), ([",1,b.jpg,draft,1"], false),
        ])
    func sale(rows: [String], isForSale: Bool) throws {
        try folder.add("c.csv", Bytes("id,of,photo,status,online\n" + rows.map { $0 + "\n" }.joined() + "9,,c.jpg,,\n"))
        let shape: Bytes =
            #"{"key": "id", "parent": "of", "img": "photo", "for-sale": {"status": ["active", "live"], "online": "1"}, "only-for-sale": true}"#
        let outcome = try ingest("c.csv", "--from", shape, "-o", "m.json", in: folder)
        #expect(outcome.summary.rows == (isForSale ? 2 : 1) && outcome.summary.leftOut == (isForSale ? 0 : 1), "\(outcome)")
        #expect(outcome.news == (isForSale ? [] : ["1 product is not for sale and is left out"]))
    }

    /// A relative name is below the base, an address is not.
    @Test(arguments: ["p", "p/", "/p"]) func base(base: String) throws {
        try folder.addFolder("p")
        try folder.add("p/a.jpg", .jpeg(width: 7, height: 7))
        try folder.add("c.csv", Bytes("photo\na.jpg\n/a.jpg\n\"\(DrawnPictures.names[8].text)\"\n"))
        let outcome = try ingest(
            "c.csv", "--from", Bytes(#"{"img": "photo", "base": "\#(base)"}"#), "-o", "m.json", "--max-failures=100%", in: folder)
        let start = base.hasSuffix("/") ? base : base + "/"
        let names =
            outcome.summary.rows == 3
            ? folder.text(of: "m.json")?.split(separator: "\"img\":\"").dropFirst().map { $0.prefix { $0 != "\"" } } : nil
        #expect(names?.map(String.init) == [start + "a.jpg", start + "a.jpg", DrawnPictures.names[8].text], "\(outcome)")
    }

    /// The last rows of a product come long after its first ones, and a product with too much text is one broken row.
    @Test func farAndLarge() throws {
        let text = String(repeating: "x", count: 900_000)
        let rows = (0..<3000).map { "\($0),a.jpg,\n" }.joined() + "0,b.jpg,\n" + (0..<12).map { _ in "big,a.jpg,\(text)\n" }.joined()
        try folder.add("c.csv", Bytes("id,photo,text\n" + rows))
        let shape: Bytes = #"{"key": "id", "img": "photo", "keep": {"id": "id", "text": "text"}}"#
        let outcome = try ingest("c.csv", "--from", shape, "-o", "m.jsonl", in: folder)
        #expect((outcome.summary.rows, outcome.summary.ok, outcome.summary.broken) == (3001, 3000, 1), "\(outcome.ending)")
        #expect(outcome.lines == ["row 3001 (line 3003, column 1): broken-row: the 12 rows of the product have more than 8 MiB"])
        let lines = folder.text(of: "m.jsonl")?.split(separator: "\n") ?? []
        #expect(lines.first?.hasSuffix(#""images":[{"w":4,"h":10,"img":"b.jpg"}]}"#) == true)
        #expect(lines.enumerated().allSatisfy { $1.contains("\"id\":\"\($0)\"") })
    }
}
