// docs/catalogues.md: several pictures of a row are one entry, or with --each-image an entry for each.
import Foundation
import TestSupport
import Testing

@Suite struct IngestGalleryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for (name, side) in [("a.jpg", 30), ("b.jpg", 4), ("c.jpg", 6)] {
            try folder.add(Bytes(name), .jpeg(width: UInt16(side), height: 10))
        }
    }

    /// The member of further pictures, each named like `4x10 b.jpg`, perhaps with more members behind a space.
    private static func images(_ pictures: String...) -> String {
        let objects = pictures.map { picture in
            let parts = picture.split(separator: " ", maxSplits: 2)
            let sides = parts[0].split(separator: "x")
            return "{\"w\":\(sides[0]),\"h\":\(sides[1]),\"img\":\"\(parts[1])\"\(parts.count > 2 ? "," + parts[2] : "")}"
        }
        return ",\"images\":[\(objects.joined(separator: ","))]"
    }

    private static let three = manifest(entry(30, 10, "a.jpg", "1", images("4x10 b.jpg", "6x10 c.jpg")), entry(4, 10, "b.jpg", ""))
    private static let each = manifest(entry(30, 10, "a.jpg"), entry(4, 10, "b.jpg"), entry(6, 10, "c.jpg"), entry(4, 10, "b.jpg", ""))

    private static let feed = """
        <rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:image_link>a.jpg</g:image_link><g:price>1</g:price>
        <g:additional_image_link>b.jpg</g:additional_image_link><g:additional_image_link>c.jpg</g:additional_image_link></item>
        <item><g:image_link>b.jpg</g:image_link></item></channel></rss>
        """

    static let forms: [(Bytes, Bytes, [Bytes])] = [
        ("c.json", #"[{"img":["a.jpg","b.jpg","c.jpg"],"price":1},{"img":"b.jpg"}]"#, []),
        (
            "c.json", #"[{"img":"a.jpg","images":["b.jpg","a.jpg","c.jpg"],"price":1},{"img":"b.jpg","images":[]}]"#,
            ["--images-column", "images"]
        ),
        (
            "c.json", #"{"p":[{"images":[{"src":"a.jpg"},{"src":"b.jpg"},{"src":"c.jpg"}],"price":1},{"images":[{"src":"b.jpg"}]}]}"#,
            ["--rows=/p", "--img-column=/images/0/src", "--images-column=/images/*/src"]
        ),
        ("c.jsonl", "{\"img\":\"a.jpg|b.jpg|c.jpg\",\"price\":1}\n{\"img\":\"b.jpg\"}\n", ["--img-separator=|"]),
        ("c.csv", "img,price\n\"{a.jpg,\"\"b.jpg\"\",c.jpg}\",1\n{b.jpg},\n", []),
        ("c.csv", "img,images,images,price\na.jpg,b.jpg,c.jpg,1\nb.jpg,,,\n", ["--images-column=images"]),
        ("c.csv", "img,price\n\"a.jpg, b.jpg, c.jpg\",1\nb.jpg,\n", ["--img-separator", ","]),
        ("c.copy", "img\tmore\tprice\na.jpg\t{b.jpg,NULL,c.jpg}\t1\nb.jpg\t\\N\t\\N\n", ["--images-column", "more"]),
        (
            "c.tsv", "image link\tadditional image link\tprice\na.jpg\tb.jpg,c.jpg\t1\nb.jpg\t\t\n",
            ["--img-column=image_link", "--images-column=additional_image_link"]
        ),
        ("c.xml", Bytes(feed), ["--images-column=additional_image_link"]),
        // A previous manifest is a catalogue too.
        ("c.json", Bytes(three), ["--images-column=/images/*/img"]),
    ]

    @Test(arguments: forms) func isRead(name: Bytes, catalogue: Bytes, options: [Bytes]) throws {
        try folder.add(name, catalogue)
        let outcome = try Program.weir.run(["ingest", name, "-o", "m.json"] + options, in: folder)
        #expect(outcome.messages == "weir: wrote m.json; 2 rows: 2 with their true size\n")
        #expect(folder.text(of: "m.json") == Self.three)
        let each = try Program.weir.run(["ingest", name, "-o", "e.json", "--each-image"] + options, in: folder)
        #expect(each.messages == "weir: wrote e.json; 2 rows: 2 with their true size\n")
        #expect(folder.text(of: "e.json") == Self.each)
    }

    @Test(.needs(.postgres), arguments: ["text", "csv"]) func arraysOfPostgreSQL(format: String) throws {
        try folder.add("a,{\"\\ é.jpg", .jpeg(width: 7, height: 10))
        try folder.add(
            "export.sql",
            Bytes(
                #"""
                CREATE TABLE products (id int, img text[], price text);
                INSERT INTO products VALUES (1, ARRAY['a.jpg', 'b.jpg', NULL, 'c.jpg'], '1'), (2, ARRAY['a,{"\ é.jpg', 'b.jpg'], '2'), (3, '{}', '3');
                \copy (SELECT * FROM products ORDER BY id) TO 'c.copy' WITH (FORMAT \#(format), HEADER)

                """#))
        let server = try PostgresServer()
        defer { server.stop() }
        let exported = try #require(Program.named("psql")).run(
            ["-XqAt", "-h", Bytes(server.folder.path), "-U", "postgres", "-v", "ON_ERROR_STOP=1", "-f", "export.sql"], in: folder)
        #expect(exported.status == .exited(0), "\(exported.messages)")
        let outcome = try ingest(
            "--from", format == "csv" ? "csv" : "copy", "c.copy", "-o", "m.json", "--keep=id", "--max-failures=1", in: folder)
        #expect(outcome.messages.contains("row 3"), "\(outcome.messages)")
        #expect(
            folder.text(of: "m.json")
                == manifest(
                    entry(30, 10, "a.jpg", "1", #","id":"1""# + Self.images("4x10 b.jpg", "6x10 c.jpg")),
                    entry(7, 10, "a,{\"\\ é.jpg", "2", #","id":"2""# + Self.images("4x10 b.jpg"))))
    }

    private static let lost = "img,price\na.jpg|x.jpg|b.jpg,1\nx.jpg|a.jpg,2\nb.jpg,3\n"
    private static let ok = #""status":"ok""#, failed = #""status":"placeholder""#

    /// A row counts by the worst of its pictures, and each failure is named.
    @Test(
        arguments: [
            (
                [], "3 rows: 1 with its true size, 2 with a placeholder",
                manifest(
                    entry(30, 10, "a.jpg", "1", ",\(ok)" + images("9x9 x.jpg \(failed)", "4x10 b.jpg \(ok)")),
                    entry(9, 9, "x.jpg", "2", ",\(failed)" + images("30x10 a.jpg \(ok)")), entry(4, 10, "b.jpg", "3", ",\(ok)"))
            ),
            (
                ["--on-failure=omit"], "3 rows: 1 with its true size, 2 omitted",
                manifest(
                    entry(30, 10, "a.jpg", "1", ",\(ok)" + images("4x10 b.jpg \(ok)")), entry(4, 10, "b.jpg", "3", ",\(ok)"))
            ),
            (
                ["--each-image"], "3 rows: 1 with its true size, 2 with a placeholder",
                manifest(
                    entry(30, 10, "a.jpg", "1", ",\(ok)"), entry(9, 9, "x.jpg", "1", ",\(failed)"), entry(4, 10, "b.jpg", "1", ",\(ok)"),
                    entry(9, 9, "x.jpg", "2", ",\(failed)"), entry(30, 10, "a.jpg", "2", ",\(ok)"), entry(4, 10, "b.jpg", "3", ",\(ok)"))
            ),
            (
                ["--each-image", "--on-failure=omit"], "3 rows: 1 with its true size, 2 omitted",
                manifest(
                    entry(30, 10, "a.jpg", "1", ",\(ok)"), entry(4, 10, "b.jpg", "1", ",\(ok)"), entry(30, 10, "a.jpg", "2", ",\(ok)"),
                    entry(4, 10, "b.jpg", "3", ",\(ok)"))
            ),
        ] as [([Bytes], String, String)])
    func failures(options: [Bytes], counts: String, expected: String) throws {
        try folder.add("c.csv", Bytes(Self.lost))
        let outcome = try Program.weir.run(
            [
                "ingest", "c.csv", "-o", "m.json", "--img-separator=|", "--with=status", "--placeholder=9x9", "--max-failures=100%",
                "--report=r.json",
            ]
                + options, in: folder)
        #expect(outcome.messages.contains("wrote m.json; " + counts), "\(outcome.messages)")
        #expect(folder.text(of: "m.json") == expected)
        let report = try #require(try json(folder.content(of: "r.json")) as? [String: Any])
        let failures = try #require(report["failures"] as? [[String: Any]])
        #expect(failures.map { $0["row"] as? Int } == [1, 2])
        #expect(failures.map { $0["img"] as? String } == ["x.jpg", "x.jpg"])
        // The gate counts rows.
        let gated = try Program.weir.run(
            ["ingest", "c.csv", "-o", "n.json", "--img-separator=|", "--max-failures=1"] + options, in: folder)
        #expect(gated.messages.contains("2 rows without a true size are more than --max-failures 1 allows"), "\(gated.messages)")
        #expect(gated.status == .exited(1))
    }

    /// The catalogue's own size is that of the first picture.
    @Test func sizesOfTheCatalogue() throws {
        try folder.add("c.csv", "img,price,w,h\nx.jpg|y.jpg,1,7,8\n")
        let options: [Bytes] = ["ingest", "c.csv", "--img-separator=|", "--placeholder=9x9", "--max-failures=100%"]
        #expect(try Program.weir.run(options + ["-o", "m.json"], in: folder).status == .exited(0))
        #expect(folder.text(of: "m.json") == manifest(entry(7, 8, "x.jpg", "1", Self.images("9x9 y.jpg"))))
        #expect(try Program.weir.run(options + ["-o", "e.json", "--each-image"], in: folder).status == .exited(0))
        #expect(folder.text(of: "e.json") == manifest(entry(7, 8, "x.jpg"), entry(9, 9, "y.jpg")))
    }

    /// A separator splits a text, and no element of an array.
    @Test(
        arguments: [
            (#"[{"img":["a.jpg","x|y.jpg"]}]"#, []), (#"[{"v":[{"s":"a.jpg"},{"s":"x|y.jpg"}]}]"#, ["--img-column=/v/*/s"]),
        ] as [(Bytes, [Bytes])])
    func aSeparatorInAnElement(catalogue: Bytes, options: [Bytes]) throws {
        try folder.add("x|y.jpg", .jpeg(width: 8, height: 10))
        try folder.add("c.json", catalogue)
        #expect(try Program.weir.run(["ingest", "c.json", "-o", "m.json", "--img-separator=|"] + options, in: folder).status == .exited(0))
        #expect(folder.text(of: "m.json") == manifest(entry(30, 10, "a.jpg", "", Self.images("8x10 x|y.jpg"))))
    }

    /// A catalogue is not replaced by its manifest if that would lose pictures.
    @Test(
        arguments: [
            ("c.json", []), ("c.json", ["--images-column=images"]), ("c.json", ["--images-column=/images/*/img", "--each-image"]),
            ("c.json", ["--images-column=/images/0/img"]), ("c.plist", []), ("c.binary.plist", []),
        ] as [(String, [Bytes])])
    func theCatalogueItself(name: String, options: [Bytes]) throws {
        try folder.add("first.json", #"[{"img":["a.jpg","b.jpg","c.jpg"],"price":1}]"#)
        #expect(try ingest("first.json", "-o", Bytes(name), in: folder).status == .exited(0))
        let catalogue = try #require(folder.content(of: name))
        let outcome = try Program.weir.run(["ingest", Bytes(name), "-o", Bytes(name), "--max-removed=100%"] + options, in: folder)
        #expect(outcome.messages.contains("\(name) is the catalogue"), "\(outcome.messages)")
        #expect(outcome.status == .exited(2))
        #expect(folder.content(of: name) == catalogue)
    }

    @Test func theCatalogueKeepsItsPictures() throws {
        try folder.add("c.json", Bytes(Self.three))
        #expect(try ingest("c.json", "-o", "c.json", "--images-column=/images/*/img", in: folder).status == .exited(0))
        #expect(folder.text(of: "c.json") == Self.three)
    }

    /// The share of rows is one of the entries of the night before.
    @Test func expectedRows() throws {
        try folder.add("c.json", #"[{"img":["a.jpg","b.jpg","c.jpg"]}]"#)
        for _ in 1...2 {
            let outcome = try ingest("c.json", "-o", "m.json", "--each-image", "--expect-rows=99%", in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.messages)")
        }
    }

    /// Several failures of one row are all named.
    @Test func severalFailuresOfARow() throws {
        try folder.add("c.csv", "img,price\nx.jpg|y.jpg|z.jpg|y.jpg,1\na.jpg|y.jpg,2\n")
        let outcome = try ingest("c.csv", "-o", "m.json", "--img-separator=|", "--max-failures=100%", "--verbose", in: folder)
        for name in ["x.jpg", "y.jpg", "z.jpg"] {
            #expect(outcome.messages.contains("row 1 (line 2): \(name): not-found"), "\(outcome.messages)")
        }
        #expect(outcome.messages.contains("row 2 (line 3): y.jpg: not-found"), "\(outcome.messages)")
        let stopped = try ingest("c.csv", "-o", "n.json", "--img-separator=|", "--on-failure=stop", in: folder)
        #expect(stopped.messages.contains("stopped at the first failure"), "\(stopped.messages)")
        #expect(stopped.status == .exited(1))
        #expect(folder.content(of: "n.json") == nil)
    }

    /// All names get the base URL, and pages count entries. A run without changes touches nothing.
    @Test func pagesAndBaseURL() throws {
        try folder.add("c.csv", "img,price\na.jpg|b.jpg,1\nb.jpg|c.jpg,2\nc.jpg,3\n")
        let arguments: [Bytes] = [
            "ingest", "c.csv", "-o", "p", "--img-separator=|", "--base-url=https://i.example", "--page-size=2", "--with=bytes",
        ]
        #expect(try Program.weir.run(arguments, in: folder).status == .exited(0))
        let page = try #require(folder.text(of: "p/1.json"))
        #expect(
            page.contains(#""img":"https://i.example/b.jpg","bytes":"#)
                && page.contains(#","images":[{"w":6,"h":10,"img":"https://i.example/c.jpg","bytes":"#), "\(page)")
        #expect(folder.text(of: "p/2.json")?.contains("images") == false)
        func inode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: folder.path + "/p/1.json")[.systemFileNumber] as? Int
        }
        let before = try inode()
        let again = try Program.weir.run(arguments, in: folder)
        #expect(again.messages.contains("0 added, 0 removed, 0 resized"), "\(again.messages)")
        #expect(try inode() == before)
    }

    /// Property lists have arrays of dictionaries, and tables JSON in a column.
    @Test(arguments: ["plist", "binary.plist"]) func propertyLists(ending: String) throws {
        try folder.add("c.csv", "img,price\na.jpg|é<.jpg,1\nb.jpg,2\n")
        try folder.add("é<.jpg", .jpeg(width: 300, height: 10))
        #expect(
            try ingest("c.csv", "-o", Bytes("m.\(ending)"), "--img-separator=|", "--with=animated,bytes", in: folder).status == .exited(0))
        let list = try #require(
            try PropertyListSerialization.propertyList(from: Data(folder.content(of: "m.\(ending)") ?? []), format: nil) as? [[String: Any]]
        )
        let images = try #require(list[0]["images"] as? [[String: Any]])
        #expect(images.map { $0["img"] as? String } == ["é<.jpg"])
        #expect(images.map { $0["w"] as? Int } == [300])
        #expect(list[1]["images"] == nil)
        #expect(try Program.weir.run(["check", Bytes("m.\(ending)"), "--rule=entry-images"], in: folder).status == .exited(0))
    }

    @Test func tables() throws {
        try folder.add("c.csv", "img,price\n\"{a.jpg,b.jpg}\",1\n{c.jpg},2\n")
        let lossy = try ingest("c.csv", "-o", "s.csv", in: folder)
        let fault =
            "row 1 (line 2) names 2 pictures, and the table has no column for them: --images-column img adds one, and --each-image makes an entry of each"
        #expect(lossy.messages.contains(fault), "\(lossy.messages)")
        #expect(lossy.status == .exited(2))
        #expect(try ingest("c.csv", "-o", "s.csv", "--dry-run", in: folder).messages.contains(fault))
        #expect(try ingest("c.csv", "-o", "s.csv", "--images-column=img", in: folder).status == .exited(0))
        #expect(
            folder.text(of: "s.csv")
                == "w,h,img,price,images\n30,10,a.jpg,1,\"[{\"\"w\"\":4,\"\"h\"\":10,\"\"img\"\":\"\"b.jpg\"\"}]\"\n6,10,c.jpg,2,\n")
        #expect(try ingest("c.csv", "-o", "e.csv", "--each-image", in: folder).status == .exited(0))
        #expect(folder.text(of: "e.csv") == "w,h,img,price\n30,10,a.jpg,1\n4,10,b.jpg,1\n6,10,c.jpg,2\n")
    }

    @Test(
        arguments: [
            (["c.csv", "--images-column=more", "--keep=images"], "--keep: images stands in each entry already"),
            (["c.json", "--images-column=/a~"], "/a~ is not a JSON pointer"),
            ([".", "--each-image"], "each row of a folder has one"),
            (["c.csv", "--img-separator=ab"], "ab is not one character"),
            (["c.csv", "--images-column=more"], "there is no column more"),
            (["c.csv", "--keep=images"], "the kept column images has the key of the further ones"),
            (["c.csv", "--images-column=more", "--keep=more"], "--keep and --images-column both name more"),
            (["c.json", "--price-column=/v/*/price"], "/v/*/price names several values"),
            (["c.json", "--keep=/v/*/sku"], "/v/*/sku names several values"),
        ] as [([Bytes], String)])
    func refusals(arguments: [Bytes], fault: String) throws {
        try folder.add("c.csv", "img,price,images\n\"{a.jpg,b.jpg}\",1,x\n")
        let outcome = try Program.weir.run(["ingest", "-o", "m.json"] + arguments, in: folder)
        #expect(outcome.messages.contains(fault), "\(outcome.messages)")
        #expect(outcome.status == .exited(2) || outcome.status == .exited(64), "\(outcome.status)")
    }
}
