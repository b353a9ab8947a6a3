// docs/exports.md: an export of a shop is recognized, and each product is one entry, as a person would expect it.
import TestSupport
import Testing

@Suite struct ShopExportTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name: Bytes in [
            "media", "media/catalog", "media/catalog/product", "media/catalog/product/m", "media/catalog/product/m/b",
        ] {
            try folder.addFolder(name)
        }
        for place in ["", "media/catalog/product/", "media/catalog/product/m/b/"] {
            for (name, width) in [("a.jpg", 30), ("b.jpg", 4), ("c.jpg", 6), ("d.jpg", 8)] {
                try folder.add(Bytes(place + name), .jpeg(width: UInt16(width), height: 10))
            }
        }
    }

    /// A table of these columns. Each row has the values of some.
    private static func csv(_ columns: String, _ rows: [String: String]...) -> Bytes {
        let names = columns.split(separator: ",").map(String.init)
        func quoted(_ text: String) -> String {
            text.contains { "\",\n".contains($0) } ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
        }
        let lines = rows.map { row in
            precondition(row.keys.allSatisfy(names.contains), "\(row)")
            return names.map { quoted(row[$0] ?? "") }.joined(separator: ",")
        }
        return Bytes(([columns] + lines).joined(separator: "\n") + "\n")
    }

    private static func images(_ names: String...) -> String {
        let widths = ["a": 30, "b": 4, "c": 6, "d": 8]
        let objects = names.map { name in "{\"w\":\(widths[String(name.suffix(5).prefix(1))] ?? 0),\"h\":10,\"img\":\"\(name)\"}" }
        return ",\"images\":[\(objects.joined(separator: ","))]"
    }

    private static func read(_ title: String) -> [String] {
        ["c.csv is read as a product export of \(title): a product is one row; --from csv reads plain rows"]
    }

    // The mug has the price of its first row. Its pictures come by their positions, each once, and then the variant's. The gift has no
    // picture. The mug goes on behind the cup.
    private static let shopify = csv(
        "Handle,Title,Body (HTML),Published,Variant SKU,Variant price,Variant Compare At Price,Price / International,Image Src,Image position,Variant Image,Status",
        [
            "Handle": "mug", "Title": "Mug", "Body (HTML)": "<p class=\"x\">One, two\nlines</p>", "Published": "TRUE", "Variant SKU": "M-S",
            "Variant price": "9.50", "Variant Compare At Price": "11", "Price / International": "99", "Image Src": "b.jpg",
            "Image position": "2",
            "Status": "Active",
        ],
        [
            "Handle": "mug", "Variant SKU": "M-L", "Variant price": "12.00", "Image Src": "a.jpg", "Image position": "1",
            "Variant Image": "c.jpg",
        ],
        ["Handle": "mug", "Image Src": "b.jpg", "Image position": "3"],
        ["Handle": "gift", "Title": "Gift", "Published": "TRUE", "Variant SKU": "G", "Variant price": "25.00", "Status": "active"],
        [
            "Handle": "draft", "Title": "Draft", "Published": "FALSE", "Variant SKU": "D", "Variant price": "1.00", "Image Src": "d.jpg",
            "Status": "draft",
        ],
        [
            "Handle": "cup", "Title": "Cup", "Published": "TRUE", "Variant SKU": "C", "Variant price": "3", "Image Src": "a.jpg",
            "Status": "active",
        ],
        ["Handle": "mug", "Image Src": "d.jpg", "Image position": "4"])
    private static let mug = entry(30, 10, "a.jpg", "9.50", #","handle":"mug""# + images("b.jpg", "d.jpg", "c.jpg"))
    private static let draft = entry(8, 10, "d.jpg", "1.00", #","handle":"draft""#)
    private static let cup = entry(30, 10, "a.jpg", "3", #","handle":"cup""#)

    private static let shopifyOf2025 = csv(
        "Title,URL handle,Description,Published on online store,Status,SKU,Price,Compare-at price,Product image URL,Image position,Variant image URL",
        [
            "Title": "Mug", "URL handle": "mug", "Published on online store": "TRUE", "Status": "Active", "SKU": "M-S", "Price": "9.50",
            "Product image URL": "a.jpg", "Image position": "1",
        ],
        ["URL handle": "mug", "SKU": "M-L", "Price": "12", "Variant image URL": "c.jpg"],
        ["URL handle": "mug", "Product image URL": "b.jpg", "Image position": "2"],
        ["Title": "No handle", "SKU": "N", "Price": "7", "Product image URL": "d.jpg"])

    // The variable product has its own picture first, the price of its first variation, and stands where its first row does. A sale that is
    // over does not count. Rows with one ID are one product, not those with one SKU. A row without any id, and of an unknown type, is one
    // too.
    private static let woocommerce = csv(
        "ID,Type,SKU,Name,Published,Visibility in catalog,Sale price,Date sale price ends,Regular price,Images,Parent",
        [
            "ID": "10", "Type": "simple", "SKU": "s1", "Published": "1", "Sale price": "4", "Regular price": "5",
            "Images": "a.jpg, b.jpg, a.jpg",
        ],
        ["ID": "12", "Type": "variation", "Published": "1", "Regular price": "7", "Images": "c.jpg", "Parent": "id:11"],
        ["ID": "11", "Type": "variable", "SKU": "v", "Published": "1", "Visibility in catalog": "visible", "Images": "b.jpg"],
        ["ID": "13", "Type": "variation, virtual", "SKU": "v-2", "Published": "1", "Regular price": "8", "Parent": "v"],
        ["ID": "14", "Type": "grouped", "SKU": "g", "Published": "-1", "Images": "d.jpg"],
        ["Type": "gizmo", "Regular price": "1", "Images": "d.jpg"],
        [
            "ID": "15", "Type": "simple", "SKU": "o", "Published": "1", "Visibility in catalog": "hidden", "Sale price": "1",
            "Date sale price ends": "2020-01-31 23:59:59", "Regular price": "2", "Images": "a.jpg",
        ],
        ["ID": "16", "Type": "simple", "SKU": "s1", "Published": "1", "Regular price": "6", "Images": "d.jpg"],
        ["ID": "10", "Images": "c.jpg"])
    private static let simple = entry(30, 10, "a.jpg", "4", #","sku":"s1","id":"10""# + images("b.jpg", "c.jpg"))
    private static let twin = entry(8, 10, "d.jpg", "6", #","sku":"s1","id":"16""#)
    private static let variable = entry(4, 10, "b.jpg", "7", #","sku":"v","id":"11""# + images("c.jpg"))
    private static let grouped = entry(8, 10, "d.jpg", "", #","sku":"g","id":"14""#)
    private static let gizmo = entry(8, 10, "d.jpg", "1")
    private static let old = entry(30, 10, "a.jpg", "2", #","sku":"o","id":"15""#)

    // A store view fills blanks only. The hidden picture and the base image among the additional ones are left out.
    private static let magento = csv(
        "sku,store_view_code,product_type,price,special_price,special_price_from_date,special_price_to_date,product_online,base_image,small_image,additional_images,hide_from_product_page",
        [
            "sku": "bag", "product_type": "simple", "price": "34.00", "product_online": "1", "base_image": "/m/b/a.jpg",
            "small_image": "/x.jpg",
            "additional_images": "/m/b/a.jpg,/m/b/b.jpg, /m/b/c.jpg", "hide_from_product_page": "/m/b/c.jpg",
        ],
        ["sku": "bag", "store_view_code": "de", "base_image": "/m/b/d.jpg", "price": "30"],
        ["sku": "none", "price": "1", "base_image": "no_selection"],
        ["sku": "cap", "store_view_code": "pl", "price": "5", "base_image": "/m/b/d.jpg"],
        ["sku": "cap", "store_view_code": "uk", "price": "6", "base_image": "/m/b/a.jpg"],
        [
            "sku": "hat", "price": "9", "special_price": "7", "special_price_from_date": "1/1/20", "special_price_to_date": "12/31/99",
            "base_image": "/m/b/b.jpg",
        ],
        [
            "sku": "off", "price": "9", "special_price": "7", "special_price_to_date": "2019-05-01 00:00:00", "product_online": "2",
            "base_image": "a.jpg",
        ])
    private static let below = "media/catalog/product/"
    private static let bag = entry(30, 10, below + "m/b/a.jpg", "34.00", #","sku":"bag""# + images(below + "m/b/b.jpg"))
    private static let cap = entry(8, 10, below + "m/b/d.jpg", "5", #","sku":"cap""#)
    private static let hat = entry(4, 10, below + "m/b/b.jpg", "7", #","sku":"hat""#)
    private static let off = entry(30, 10, below + "a.jpg", "9", #","sku":"off""#)

    private static func left(_ count: Int) -> [String] {
        [count == 1 ? "1 product has no picture and is left out" : "\(count) products have no picture and are left out"]
    }

    static let exports: [(String, Bytes, [Bytes], String, [String])] = [
        ("Shopify", shopify, [], manifest(mug, draft, cup), read("Shopify") + left(1)),
        ("Shopify, UTF-16", utf16(shopify), [], manifest(mug, draft, cup), read("Shopify") + left(1)),
        (
            "Shopify since 2025", shopifyOf2025, [],
            manifest(
                entry(30, 10, "a.jpg", "9.50", #","handle":"mug""# + images("b.jpg", "c.jpg")), entry(8, 10, "d.jpg", "7")),
            read("Shopify")
        ),
        (
            "Shopify, for sale", shopify, ["--from", #"{"like": "shopify", "only-for-sale": true}"#], manifest(mug, cup),
            left(1) + ["1 product is not for sale and is left out"]
        ),
        (
            "Shopify, variants", shopify, ["--from", #"{"like": "shopify", "rows": "variants"}"#],
            manifest(
                entry(30, 10, "a.jpg", "9.50", #","handle":"mug","sku":"M-S""#),
                entry(6, 10, "c.jpg", "12.00", #","handle":"mug","sku":"M-L""#),
                entry(8, 10, "d.jpg", "1.00", #","handle":"draft","sku":"D""#), entry(30, 10, "a.jpg", "3", #","handle":"cup","sku":"C""#)),
            ["1 variant has no picture and is left out"]
        ),
        (
            "Shopify, variants that lack something",
            csv(
                "Handle,Image Src,Variant SKU,Variant Price",
                ["Handle": "x", "Image Src": "a.jpg", "Variant SKU": "S1", "Variant Price": "5"],
                ["Handle": "x", "Variant SKU": "S2"], ["Handle": "x", "Variant Price": "6"]),
            ["--from", #"{"like": "shopify", "rows": "variants"}"#],
            manifest(
                entry(30, 10, "a.jpg", "5", #","handle":"x","sku":"S1""#), entry(30, 10, "a.jpg", "", #","handle":"x","sku":"S2""#),
                entry(30, 10, "a.jpg", "6", #","handle":"x""#)), []
        ),
        (
            "Shopify, variants without pictures",
            csv(
                "Handle,Image Src,Variant SKU,Variant Price",
                ["Handle": "x", "Image Src": "a.jpg", "Variant SKU": "S", "Variant Price": "5"],
                ["Handle": "y", "Variant SKU": "Y1"], ["Handle": "y", "Variant SKU": "Y2"], ["Handle": "z"]),
            ["--from", #"{"like": "shopify", "rows": "variants"}"#],
            manifest(entry(30, 10, "a.jpg", "5", #","handle":"x","sku":"S""#)),
            left(1) + ["2 variants have no picture and are left out"]
        ),
        (
            "Magento, the base image is hidden among the others",
            csv(
                "sku,price,base_image,additional_images,hide_from_product_page",
                ["sku": "A", "price": "1", "base_image": "a.jpg", "additional_images": "a.jpg,b.jpg", "hide_from_product_page": "a.jpg"]),
            [], manifest(entry(30, 10, below + "a.jpg", "1", #","sku":"A""# + images(below + "b.jpg"))),
            read("Magento 2")
        ),
        (
            "Shopify, columns of options", shopify,
            ["--price-column=Variant Compare At Price", "--keep=Title", "--img-column=Variant Image"],
            manifest(entry(6, 10, "c.jpg", "11", #","handle":"mug","Title":"Mug""#)),
            read("Shopify") + left(3)
        ),
        (
            "Shopify, each image", shopifyOf2025, ["--each-image"],
            manifest(
                entry(30, 10, "a.jpg", "9.50", #","handle":"mug""#), entry(4, 10, "b.jpg", "9.50", #","handle":"mug""#),
                entry(6, 10, "c.jpg", "9.50", #","handle":"mug""#), entry(8, 10, "d.jpg", "7")),
            read("Shopify")
        ),
        ("WooCommerce", woocommerce, [], manifest(simple, variable, grouped, gizmo, old, twin), read("WooCommerce")),
        (
            "WooCommerce, for sale", woocommerce, ["--from", #"{"like": "woocommerce", "only-for-sale": true}"#],
            manifest(simple, variable, gizmo, twin), ["2 products are not for sale and are left out"]
        ),
        (
            "WooCommerce, variants", woocommerce, ["--from", #"{"like": "woocommerce", "rows": "variants"}"#],
            manifest(
                simple, entry(6, 10, "c.jpg", "7", #","sku":"v","id":"12""#), entry(4, 10, "b.jpg", "8", #","sku":"v-2","id":"13""#),
                grouped,
                gizmo, old, twin), []
        ),
        ("Magento", magento, [], manifest(bag, cap, hat, off), read("Magento 2") + left(1)),
        (
            "Magento, for sale", magento, ["--from", #"{"like": "magento", "only-for-sale": true}"#], manifest(bag, cap, hat),
            left(1) + ["1 product is not for sale and is left out"]
        ),
        (
            "translated names",
            csv(
                "ID,Typ,Artikelnummer,Regulärer Preis,Angebotspreis,Bilder,Übergeordnetes Produkt",
                ["ID": "1", "Artikelnummer": "x", "Bilder": "a.jpg, b.jpg"],
                [
                    "ID": "2", "Artikelnummer": "y", "Regulärer Preis": "5", "Angebotspreis": "4", "Übergeordnetes Produkt": "id:1",
                    "Bilder": "c.jpg",
                ]),
            ["--from", Bytes(german)],
            manifest(entry(30, 10, "a.jpg", "4", #","sku":"x","id":"1""# + images("b.jpg", "c.jpg"))),
            []
        ),
        (
            "WooCommerce without ids",
            csv(
                "Type,Name,Published,Regular price,Images", ["Name": "Mug", "Regular price": "5", "Images": "a.jpg, b.jpg"],
                ["Name": "Mug", "Regular price": "6", "Images": "a.jpg"]),
            [], manifest(entry(30, 10, "a.jpg", "5", images("b.jpg")), entry(30, 10, "a.jpg", "6")), read("WooCommerce")
        ),
        (
            "columns of which one is there",
            csv("id,photo,preis", ["id": "1", "photo": "a.jpg", "preis": "5"]),
            ["--from", #"{"like": "woocommerce", "img": "photo", "price": ["Preis", "preis"], "keep": {"id": ["sku", "id"]}}"#],
            manifest(entry(30, 10, "a.jpg", "5", #","id":"1""#)), []
        ),
        (
            "no rows belong together",
            csv("photo,sale,price", ["photo": "a.jpg", "sale": "1", "price": "2"], ["photo": "b.jpg", "price": "2"], [:]),
            ["--from", #"{"img": "photo", "price": ["sale", "price"]}"#], manifest(entry(30, 10, "a.jpg", "1"), entry(4, 10, "b.jpg", "2")),
            left(1)
        ),
    ]

    /// Exports that were joined have the header again, perhaps behind a byte order mark. A row that only begins like it is a product.
    @Test(
        arguments: [
            ("Shopify", "Handle,Image Src,Variant Price", "handle", ""), ("WooCommerce", "ID,Images,Regular price", "id", ""),
            ("Magento 2", "sku,base_image,price", "sku", below),
        ])
    func headerAgain(title: String, header: String, key: String, base: String) throws {
        let (mark, line): (Bytes, Bytes) = ([0xEF, 0xBB, 0xBF], Bytes(header))
        try folder.add("c.csv", mark + line + "\r\n1,a.jpg,1\r\n" + mark + line + "\r\n2,b.jpg,2\r\n" + line + "+\r\n" + line)
        let outcome = try ingest("c.csv", "-o", "m.json", "--max-failures=100%", in: folder)
        #expect(outcome.news == Self.read(title) + ["c.csv:3:1: 2 lines are the header again and are left out"], "\(outcome)")
        #expect(outcome.notices.allSatisfy { $0.isUsual })
        let names = header.split(separator: ",")
        let entries = [
            entry(30, 10, base + "a.jpg", "1", ",\"\(key)\":\"1\""), entry(4, 10, base + "b.jpg", "2", ",\"\(key)\":\"2\""),
            entry(300, 300, base + names[1], names[2] + "+", ",\"\(key)\":\"\(names[0])\""),
        ]
        #expect(folder.text(of: "m.json") == manifest(of: entries))
        let columns = ["--img-column", "--price-column"].enumerated().flatMap { [Bytes($1), Bytes(String(names[$0 + 1]))] }
        #expect(try preview(["c.csv", "--from=csv", "-o", "p.json"] + columns, in: folder).0.summary.rows == 5)
    }

    private static func utf16(_ text: Bytes) -> Bytes {
        Bytes(("\u{FEFF}" + String(decoding: text.all, as: UTF8.self)).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    }

    private static let german = """
        {"like": "woocommerce", "key": [{"column": "ID", "prefix": "id:"}, "Artikelnummer"], "parent": "Übergeordnetes Produkt", "img": "Bilder",
         "price": ["Angebotspreis", "Regulärer Preis"], "keep": {"sku": "Artikelnummer", "id": "ID"}}
        """

    @Test(arguments: exports) func isRead(title: String, export: Bytes, options: [Bytes], expected: String, news: [String]) throws {
        try folder.add("c.csv", export)
        for state in [false, true] {
            let outcome = try ingest(["c.csv", "-o", "m.json"] + options, in: folder)
            #expect(folder.text(of: "m.json") == expected, "\(outcome)")
            #expect(outcome.news == news && outcome.summary.ok == outcome.summary.rows, "\(outcome)")
            #expect(outcome.notices.allSatisfy { $0.isUsual })
            #expect(outcome.summary.leftOut == news.compactMap { Int($0.prefix { $0 != " " }) }.reduce(0, +))
            // The second night has the same bytes.
            #expect(outcome.result.unchanged == [state])
        }
        let planned = try preview(["c.csv", "-o", "m.json"] + options, in: folder)
        #expect(planned.0.gates.isEmpty && planned.0.summary.change?.removed == 0)
    }

    /// A column that an option names must be there.
    @Test(arguments: ["--price-column=Prise", "--keep=Prise", "--images-column=Prise", "--version-column=Prise"] as [Bytes])
    func namesOfNoColumn(option: Bytes) throws {
        try folder.add("c.csv", Self.shopify)
        let outcome = try ingest("c.csv", option, "-o", "m.json", in: folder)
        #expect(outcome.fault.contains("there is no column Prise; the columns are "), "\(outcome)")
    }

    /// A misspelt name in a user's own shape would be a column that is always blank.
    @Test(
        arguments: [
            (#"{"img": "phot"}"#, "phot; the nearest is photo"), (#"{"img": "photo", "key": "nr"}"#, "nr"),
            (#"{"img": "photo", "price": "prise"}"#, "prise"),
            (#"{"img": "photo", "price": ["prise", "pris"]}"#, "prise or pris; the nearest is preis"),
            (#"{"img": "photo", "parent": "off"}"#, "off"), (#"{"img": "photo", "keep": {"a": "id", "b": "nope"}}"#, "nope"),
            (#"{"img": "photo", "price": {"column": "preis", "until": "ende"}}"#, "ende"),
            (#"{"img": "photo", "price": {"column": "preis", "from": "ende"}}"#, "ende"),
            (#"{"img": "photo", "for-sale": {"Status": "1"}, "only-for-sale": true}"#, "Status"),
            (#"{"img": "photo", "rows": "variants", "variant": "of", "variant-img": "foto"}"#, "foto"),
        ])
    func misspeltNamesOfShapes(shape: String, message: String) throws {
        try folder.add("c.csv", "id,photo,preis,of\n1,a.jpg,5,\n")
        let advice = "the columns are id, photo, preis, of; --from csv reads plain rows"
        #expect(
            try ingest("c.csv", "--from", Bytes(shape), "-o", "m.json", in: folder).fault
                == "c.csv:1:1: there is no column \(message); \(advice)")
    }

    /// A key of JSON may be rare, so one that no row has is reported. Without the price that is named the rows are refused.
    @Test(
        arguments: [
            (#""keep": {"a": "nope"}"#, ["no row has the key nope"], ""),
            (#""parent": "off", "price": "preis""#, ["no row has the key off"], ""),
            (#""price": "prise""#, [], "no row has the key prise; those of the first row are photo, preis"),
            (#""price": {"column": "preis", "until": "end"}"#, ["no row has the key end"], ""),
            (#""keep": {"a": "of"}, "price": ["prise", "preis"]"#, [], ""),
            (#""img": "phot""#, [], "no row has the key phot; those of the first row are photo, preis"),
        ])
    func misspeltNamesOfShapesOfJSON(members: String, news: [String], fault: String) throws {
        try folder.add("c.jsonl", "{\"photo\":\"a.jpg\",\"preis\":5}\n{\"photo\":\"b.jpg\",\"of\":\"1\"}\n")
        let shape = "{\"format\": \"jsonl\", \(members.contains("img") ? "" : "\"img\": \"photo\", ")\(members)}"
        let outcome = try ingest("c.jsonl", "--from", Bytes(shape), "-o", "m.json", in: folder)
        #expect(outcome.news == news.map { "c.jsonl: \($0)" } && outcome.fault == (fault.isEmpty ? "" : "c.jsonl: \(fault)"), "\(outcome)")
        #expect(outcome.isWritten == fault.isEmpty)
    }

    /// An export of which nothing is left is not empty.
    @Test(
        arguments: [
            (["Handle": "a"], ["Handle": "b"], #"{"like": "shopify"}"#, left(2), 2),
            (["Handle": "a"], ["Handle": "a"], #"{"like": "shopify"}"#, left(1), 1),
            (
                ["Handle": "a", "Image Src": "a.jpg", "Status": "draft"], ["Handle": "b"], #"{"like": "shopify", "only-for-sale": true}"#,
                left(1) + ["1 product is not for sale and is left out"], 2
            ),
        ])
    func nothingIsLeft(first: [String: String], second: [String: String], shape: String, news: [String], leftOut: Int) throws {
        try folder.add("c.csv", Self.csv("Handle,Image Src,Status", first, second))
        let words: [Bytes] = ["c.csv", "--from", Bytes(shape), "-o", "m.json"]
        let outcome = try ingest(words, in: folder)
        #expect(outcome.ending == .gated([.empty]) && outcome.news == news && outcome.summary.leftOut == leftOut, "\(outcome)")
        #expect(!outcome.notices.contains { $0.isUsual })
        let planned = try preview(words, in: folder)
        #expect(planned.0.gates == [.empty] && planned.0.summary.leftOut == leftOut)
        #expect(try ingest(words + ["--max-removed=100%"], in: folder).isWritten)
        #expect(folder.text(of: "m.json") == manifest())
    }

    /// JSON that only mentions Shopify is read as its user says.
    @Test func jsonWithAPictureThatIsNamed() throws {
        try folder.add("c.jsonl", #"{"id":"gid://shopify/Product/1","picture":"a.jpg","price":"1"}"# + "\n")
        let outcome = try ingest("c.jsonl", "--img-column=picture", "-o", "m.json", in: folder)
        #expect(folder.text(of: "m.json") == manifest(entry(30, 10, "a.jpg", "1")), "\(outcome)")
    }

    @Test func plainRows() throws {
        try folder.add("c.csv", Self.shopify)
        let outcome = try ingest(
            "c.csv", "--from=csv", "-o", "m.json", "--img-column=Image Src", "--price-column=Variant price", in: folder)
        #expect((outcome.summary.rows, outcome.summary.ok, outcome.summary.broken) == (7, 6, 1), "\(outcome)")
        let planned = try preview(["c.csv", "-o", "m.json"], in: folder).0.summary
        #expect((planned.rows, planned.pictures, planned.leftOut) == (3, 4, 1))
    }

    /// Lines in any order, and of any depth: children before their product, a picture of two products, a video, a fact that nobody asks
    /// for.
    @Test(arguments: [false, true]) func bulkQuery(isReversed: Bool) throws {
        func id(_ kind: String, _ number: Int) -> String { "gid://shopify/\(kind)/\(number)" }
        func image(_ name: String, _ number: Int, of product: Int, _ width: Int = 99) -> String {
            "{\"id\":\"\(id("MediaImage", number))\",\"image\":{\"url\":\"\(name)\",\"width\":\(width),\"height\":66},\"__parentId\":\"\(id("Product", product))\"}"
        }
        let lines = [
            #"{"id":"gid:\/\/shopify\/Product\/1","handle":"mug","status":"ACTIVE"}"#,
            "{\"id\":\"\(id("ProductVariant", 11))\",\"price\":\"9.50\",\"sku\":\"S\",\"image\":null,\"__parentId\":\"\(id("Product", 1))\"}",
            "{\"id\":\"\(id("Product", 2))\",\"handle\":\"cup\",\"status\":\"DRAFT\"}",
            "{\"namespace\":\"n\",\"key\":\"k\",\"value\":\"v\",\"__parentId\":\"\(id("Product", 1))\"}", image("a.jpg", 12, of: 1),
            "{\"id\":\"\(id("Video", 13))\",\"__parentId\":\"\(id("Product", 1))\"}", "",
            "{\"id\":\"\(id("MediaImage", 14))\",\"image\":null,\"__parentId\":\"\(id("Product", 1))\"}",
            "{\"originalSrc\":\"b.jpg\",\"__parentId\":\"\(id("ProductVariant", 11))\"}", image("a.jpg", 12, of: 2),
            "{\"id\":\"\(id("ProductVariant", 21))\",\"price\":\"3\",\"image\":{\"url\":\"c.jpg\"},\"__parentId\":\"\(id("Product", 2))\"}",
            image("d.jpg", 22, of: 2), image("gone.jpg", 31, of: 3, 77), "{\"id\":\"\(id("Product", 3))\",\"handle\":\"late\"}",
            "{\"id\":\"\(id("Product", 4))\",\"handle\":\"bare\"}",
        ]
        try folder.add("c.jsonl", Bytes((isReversed ? lines.reversed() : lines).joined(separator: "\n") + "\n"))
        let outcome = try ingest("c.jsonl", "-o", "m.json", "--max-failures=100%", in: folder)
        let title = "c.jsonl is read as a bulk query of Shopify: a product is one row; --from jsonl reads plain rows"
        #expect(outcome.news == [title] + Self.left(1), "\(outcome)")
        func more(_ number: Int, _ handle: String) -> String { ",\"id\":\"\(id("Product", number))\",\"handle\":\"\(handle)\"" }
        // The size that the export states is a placeholder's.
        let products = [
            isReversed
                ? entry(4, 10, "b.jpg", "9.50", more(1, "mug") + Self.images("a.jpg"))
                : entry(30, 10, "a.jpg", "9.50", more(1, "mug") + Self.images("b.jpg")),
            isReversed
                ? entry(8, 10, "d.jpg", "3", more(2, "cup") + Self.images("a.jpg", "c.jpg"))
                : entry(30, 10, "a.jpg", "3", more(2, "cup") + Self.images("d.jpg", "c.jpg")),
            entry(77, 66, "gone.jpg", "", more(3, "late")),
        ]
        #expect(folder.text(of: "m.json") == manifest(of: isReversed ? [products[2], products[1], products[0]] : products))
    }

    /// A product of two collections is one entry, and a collection is none. The status of a picture is not that of its product.
    @Test func bulkQueryOfCollections() throws {
        func line(_ kind: String, _ number: Int, _ more: String, below collection: Int? = nil) -> String {
            let parent = collection.map { ",\"__parentId\":\"gid://shopify/Collection/\($0)\"" } ?? ""
            return "{\"id\":\"gid://shopify/\(kind)/\(number)\"\(more)\(parent)}"
        }
        let cup = #","status":"ACTIVE","featuredImage":{"url":"b.jpg"},"price":"2""#
        let lines = [
            line("Collection", 1, #","title":"All","image":{"url":"d.jpg"}"#),
            #"{"id":"gid://shopify/MediaImage/9","status":"READY","image":{"url":"c.jpg"},"__parentId":"gid://shopify/Product/1"}"#,
            line("Product", 1, #","status":"ACTIVE","featuredImage":{"url":"a.jpg"},"price":"1""#, below: 1),
            line("Product", 2, cup, below: 1),
            line("Product", 2, cup, below: 2), line("Collection", 2, #","title":"New""#),
            line("Collection", 3, #","title":"Empty","image":{"url":"d.jpg"}"#),
            line("MediaImage", 8, #","image":{"url":"c.jpg"}"#, below: 3),
            line("Product", 3, #","featuredImage":{"url":"d.jpg"},"price":"3""#),
        ]
        try folder.add("c.jsonl", Bytes(lines.joined(separator: "\n") + "\n"))
        let outcome = try ingest("c.jsonl", "-o", "m.json", "--from", #"{"like": "shopify-bulk", "only-for-sale": true}"#, in: folder)
        #expect(outcome.news == ["4 rows belong to no product and are left out"] && outcome.summary.leftOut == 4, "\(outcome)")
        #expect(
            folder.text(of: "m.json")
                == manifest(
                    entry(30, 10, "a.jpg", "1", #","id":"gid://shopify/Product/1""# + Self.images("c.jpg")),
                    entry(4, 10, "b.jpg", "2", #","id":"gid://shopify/Product/2""#),
                    entry(8, 10, "d.jpg", "3", #","id":"gid://shopify/Product/3""#)))
    }

    /// A product that is sold with another one stands below it, and is a product too.
    @Test(arguments: [false, true]) func bulkQueryOfBundles(isReversed: Bool) throws {
        let lines = [
            #"{"id":"gid://shopify/Product/1","featuredImage":{"url":"a.jpg"},"price":"1"}"#,
            #"{"id":"gid://shopify/Product/2","featuredImage":{"url":"b.jpg"},"price":"2","__parentId":"gid://shopify/Product/1"}"#,
        ]
        try folder.add("c.jsonl", Bytes((isReversed ? lines.reversed() : lines).joined(separator: "\n") + "\n"))
        #expect(try ingest("c.jsonl", "-o", "m.json", in: folder).isWritten)
        let entries = [
            entry(30, 10, "a.jpg", "1", #","id":"gid://shopify/Product/1""#),
            entry(4, 10, "b.jpg", "2", #","id":"gid://shopify/Product/2""#),
        ]
        #expect(folder.text(of: "m.json") == manifest(of: isReversed ? entries.reversed() : entries))
    }

    /// A collection is left out wherever it stands, with all above it. A variant with a product below it belongs to its own product.
    @Test(arguments: [false, true]) func bulkQueryOfLevels(isReversed: Bool) throws {
        func line(_ id: String, _ more: String, below parent: String?) -> String {
            "{\"id\":\"gid://shopify/\(id)\"\(more)\(parent.map { ",\"__parentId\":\"gid://shopify/\($0)\"" } ?? "")}"
        }
        let lines = [
            line("Publication/1", #","image":{"url":"d.jpg"}"#, below: nil),
            line("Collection/1", #","image":{"url":"c.jpg"}"#, below: "Publication/1"),
            line("Product/1", #","featuredImage":{"url":"a.jpg"}"#, below: "Collection/1"),
            line("ProductVariant/11", #","price":"5""#, below: "Product/1"),
            line("Product/2", #","featuredImage":{"url":"b.jpg"},"price":"2""#, below: "ProductVariant/11"),
        ]
        try folder.add("c.jsonl", Bytes((isReversed ? lines.reversed() : lines).joined(separator: "\n") + "\n"))
        let outcome = try ingest("c.jsonl", "--from=shopify-bulk", "-o", "m.json", in: folder)
        #expect(outcome.news == ["2 rows belong to no product and are left out"] && outcome.summary.leftOut == 2, "\(outcome)")
        let entries = [
            entry(30, 10, "a.jpg", "5", #","id":"gid://shopify/Product/1""#),
            entry(4, 10, "b.jpg", "2", #","id":"gid://shopify/Product/2""#),
        ]
        #expect(folder.text(of: "m.json") == manifest(of: isReversed ? entries.reversed() : entries))
    }

    /// The beginnings of products' keys are those with their prefixes.
    @Test func prefixesOfProducts() throws {
        try folder.add(
            "c.csv",
            Self.csv(
                "id,of,photo", ["id": "1", "photo": "a.jpg"], ["id": "2", "of": "1", "photo": "b.jpg"], ["of": "2", "photo": "c.jpg"]))
        let shape = #"{"key": {"column": "id", "prefix": "p"}, "parent": {"column": "of", "prefix": "p"}, "products": "p", "img": "photo"}"#
        let outcome = try ingest("c.csv", "--from", Bytes(shape), "-o", "m.json", in: folder)
        #expect(outcome.notices.isEmpty, "\(outcome)")
        #expect(folder.text(of: "m.json") == manifest(entry(30, 10, "a.jpg", ""), entry(4, 10, "b.jpg", "", Self.images("c.jpg"))))
    }

    /// Each is refused, with what to do.
    @Test(
        arguments: [
            (
                "c.json", #"{"data":{"products":{"edges":[{"node":{"id":"gid://shopify/Product/1"}}]}}}"#, [], true,
                "the first row are /data/products/edges/0/node/id; --rows /data/products/edges reads the array in it"
            ),
            (
                "c.csv", "Handle,Image Src,Title\nx,a.jpg,\u{1}\n", ["--keep=Title"], true,
                "iconv -f WINDOWS-1252 -t UTF-8 FILE | weir ingest --from shopify - reads it"
            ),
            (
                "c.csv", "Handle,Image Src,Title\nx,a.jpg,\u{1}\n", ["--keep=Title", "--from", #"{"like": "shopify"}"#], true,
                "iconv -f WINDOWS-1252 -t UTF-8 FILE | weir ingest --from SHAPE - reads it"
            ),
            (
                "c.csv", "Handle,Image Src,Title\nx,a.jpg,\u{1}\n",
                ["--keep=Title", "--from", #"{"name": "shopify", "img": "Image Src", "key": "Handle"}"#], true,
                "iconv -f WINDOWS-1252 -t UTF-8 FILE | weir ingest --from SHAPE - reads it"
            ),
            (
                "c.tsv", "Handle\tImage Src\tTitle\nx\ta.jpg\t\u{1}\n", ["--keep=Title"], true,
                #"| weir ingest --from '{"like": "shopify", "format": "tsv"}' - reads it"#
            ),
            (
                "c.csv", "PK\u{3}\u{4}[Content_Types].xml", ["--from=woocommerce"], true,
                "xlsx2csv FILE >NEW.csv writes one that can be read"
            ),
            (
                "c.csv", "Type,Name,Images,Parent\nvariable,Mug,a.jpg,\nvariation,,b.jpg,id:1\n", [], true,
                "c.csv: rows name parents in Parent, but no row has a text in ID or SKU; choose ID or SKU when exporting; "
                    + "--from csv reads plain rows"
            ),
            (
                "c.tsv", "Typ\tBilder\tNr\tVon\nvariable\ta.jpg\t \t\nvariation\tb.jpg\t\tv\n",
                ["--from", #"{"like": "woocommerce", "format": "tsv", "img": "Bilder", "key": "Nr", "parent": "Von"}"#], true,
                "c.tsv: rows name parents in Von, but no row has a text in Nr; choose Nr when exporting; --from tsv reads plain rows"
            ),
            (
                "c.csv", "sku,name,url_key,price\n", [], true,
                "there is no column img; the columns are sku, name, url_key, price; --img-column names another"
            ),
            (
                "c.csv", "sku,small_image,thumbnail_image,url_key\n", ["--from=magento"], true,
                "there is no column base_image; the columns are sku, small_image, thumbnail_image, url_key; --from csv reads plain rows"
            ),
            (
                "c.csv", "Handle,Image Src,Variant Price,Status\nmug,a.jpg,1,active\nmug,b.jpg,2", ["--max-failures=100%"], false,
                "row 2 (line 3, column 1): broken-row: 3 fields where the header has 4"
            ),
            (
                "c.json", #"{"data":{"0":{"sku":"x","id":"gid://shopify/Product/1"}}}"#, [], true,
                "the first row are /data/0/sku, /data/0/id"
            ),
            (
                "c.json", #"{"data":{"id":"gid://shopify/Product/1","media":[{"id":"7","url":"a.jpg"}]}}"#, [], true,
                "the first row are /data/id, /data/media/0/id, /data/media/0/url"
            ),
            (
                "c.jsonl", #"{"id":"gid://shopify/Product/1","url":{"src":"a.jpg"}}"#, ["--max-failures=100%", "--max-removed=100%"], false,
                "row 1 (line 1, column 1): broken-row: url is an object, not text"
            ),
        ] as [(String, String, [Bytes], Bool, String)])
    func refusals(name: String, export: String, options: [Bytes], isRefused: Bool, message: String) throws {
        // The control character stands for one that is not UTF-8.
        try folder.add(Bytes(name), Bytes(Array((export + "\n").utf8).map { $0 == 1 ? 0xE4 : $0 }))
        let outcome = try ingest([Bytes(name), "-o", "m.json"] + options, in: folder)
        let text = isRefused ? outcome.fault : outcome.lines.first ?? ""
        #expect(text.hasSuffix(message), "\(outcome)")
    }

    /// Names below a base that is a URL. Nothing is asked, since planned runs read only the catalogue.
    @Test func baseThatIsAURL() throws {
        try folder.add("c.csv", Self.csv("sku,base_image,price", ["sku": "1", "base_image": "/m/b/a b.jpg", "price": "1"]))
        try folder.add("m.json", Bytes(manifest(entry(1, 1, "https://shop.example/media/m/b/a%20b.jpg"))))
        let shape = #"{"like": "magento", "base": "https://shop.example/media/"}"#
        let planned = try preview(["c.csv", "-o", "m.json", "--from", Bytes(shape)], in: folder).0
        #expect(planned.remote == 1 && planned.summary.change?.removed == 0 && planned.summary.change?.added == 0)
    }

    /// A shape that does not fit, and shapes that are none.
    @Test(
        arguments: [
            (
                "--from=shopify",
                "c.csv:1:1: there is no column Handle or URL handle; the columns are sku, name; --from csv reads plain rows"
            ),
            ("--from=magento", "c.csv:1:1: there is no column base_image; the columns are sku, name; --from csv reads plain rows"),
        ] as [(Bytes, String)])
    func otherColumns(option: Bytes, fault: String) throws {
        try folder.add("c.csv", "sku,name\n1,x\n")
        #expect(try ingest("c.csv", option, "-o", "m.json", in: folder).fault == fault)
    }
}
