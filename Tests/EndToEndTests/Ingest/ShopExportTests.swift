// docs/exports.md: an export of a shop is recognized, and each product is one entry. The tests of Ingest have the exports of all shops.
import TestSupport
import Testing

@Suite struct ShopExportTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for (name, width) in [("a.jpg", 30), ("b.jpg", 4), ("c.jpg", 6), ("d.jpg", 8)] {
            try folder.add(Bytes(name), .jpeg(width: UInt16(width), height: 10))
        }
    }

    private static let shopify: Bytes = """
        Handle,Title,Variant SKU,Variant Price,Image Src,Status
        mug,Mug,M-S,9.50,a.jpg,active
        mug,,M-L,12.00,b.jpg,
        gift,Gift,G,25.00,,active
        draft,Draft,D,1.00,d.jpg,draft

        """
    private static let mug = entry(30, 10, "a.jpg", "9.50", #","handle":"mug","images":[{"w":4,"h":10,"img":"b.jpg"}]"#)
    private static let draft = entry(8, 10, "d.jpg", "1.00", #","handle":"draft""#)
    private static let left = "weir: 1 product has no picture and is left out\n"
    private static let wrote = "weir: wrote m.json; 2 rows: 2 with their true size\n"

    @Test func isRecognized() throws {
        try folder.add("c.csv", Self.shopify)
        let outcome = try ingest("c.csv", "-o", "m.json", in: folder)
        let read = "weir: c.csv is read as a product export of Shopify: a product is one row; --from csv reads plain rows\n"
        #expect(outcome.messages == read + Self.left + Self.wrote && outcome.status == .exited(0))
        #expect(folder.text(of: "m.json") == manifest(Self.mug, Self.draft))
        let planned = try ingest("c.csv", "-o", "new.json", "--dry-run", in: folder)
        #expect(planned.text.hasPrefix("2 rows\n3 distinct pictures would be measured"), "\(planned)")
    }

    /// A pipe is read as the shape that is named, and a configuration, or a file of its own, may have a shape.
    @Test func pipesAndFiles() throws {
        let piped = try ingest("-", "--from=shopify", "-o", "m.json", input: Self.shopify, in: folder)
        #expect(piped.messages == Self.left + Self.wrote && folder.text(of: "m.json") == manifest(Self.mug, Self.draft))
        try folder.add("c.csv", Self.shopify)
        let shape = #"{"like": "shopify", "only-for-sale": true}"#
        try folder.add("shape.json", Bytes(shape))
        try folder.add("weir.json", Bytes("{\"ingest\": {\"from\": \(shape)}}"))
        for option: Bytes in ["--from=shape.json", "--config=weir.json"] {
            #expect(try ingest("c.csv", option, "-o", "sale.json", in: folder).status == .exited(0))
            #expect(folder.text(of: "sale.json") == manifest(Self.mug))
        }
    }

    /// An export of which nothing is left is not empty.
    @Test func nothingIsLeft() throws {
        try folder.add("c.csv", "Handle,Image Src,Status\na,,\nb,,\n")
        let notices = "weir: 2 products have no picture and are left out\n"
        let gate = "all 2 rows of the catalogue are left out, and a manifest without entries needs --max-removed 100%\n"
        let outcome = try ingest("c.csv", "-q", "--from=shopify", "-o", "m.json", in: folder)
        #expect(outcome.messages == "weir: m.json was not written: " + gate + notices && outcome.status == .exited(1), "\(outcome)")
        let planned = try ingest("c.csv", "--from=shopify", "-o", "m.json", "--dry-run", in: folder)
        #expect(planned.text.contains("would not write m.json: " + gate), "\(planned)")
        let allowed = try ingest("c.csv", "--from=shopify", "-o", "m.json", "--max-removed=100%", in: folder)
        #expect(allowed.messages == notices + "weir: wrote m.json; all 2 rows of the catalogue are left out\n", "\(allowed)")
    }
}
