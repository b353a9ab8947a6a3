// docs/catalogues.md: several pictures of a row are one entry, or with --each-image an entry for each.
import Foundation
import TestSupport
import Testing
import WeirSystem

@Suite struct GalleryTests {
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
        let outcome = try ingest([name, "-o", "m.json"] + options, in: folder)
        #expect(folder.text(of: "m.json") == Self.three, "\(outcome)")
        #expect(outcome.summary.ok == 2 && outcome.notices.isEmpty, "\(outcome)")
        let each = try ingest([name, "-o", "e.json", "--each-image"] + options, in: folder)
        #expect(folder.text(of: "e.json") == Self.each, "\(each)")
        #expect(each.summary.ok == 2 && each.notices.isEmpty, "\(each)")
    }

    /// An entry has the further pictures that did not fail, if there are some, and there is none without the first.
    @Test(arguments: [("{a.jpg,gone.jpg}", [""]), ("{a.jpg,gone.jpg,b.jpg}", [images("4x10 b.jpg")]), ("{gone.jpg,a.jpg}", [])])
    func omittedPictures(names: String, more: [String]) throws {
        try folder.add("c.csv", Bytes("img,price\n\"\(names)\",1\nb.jpg,1\n"))
        let outcome = try ingest("c.csv", "-o", "m.json", "--on-failure=omit", "--max-failures=1", in: folder)
        #expect(folder.text(of: "m.json") == manifest(of: more.map { entry(30, 10, "a.jpg", "1", $0) } + [entry(4, 10, "b.jpg")]))
        #expect((outcome.summary.ok, outcome.summary.omitted) == (1, 1), "\(outcome)")
    }

    /// A separator splits a text, and no element of an array.
    @Test(
        arguments: [
            (#"[{"img":["a.jpg","x|y.jpg"]}]"#, []), (#"[{"v":[{"s":"a.jpg"},{"s":"x|y.jpg"}]}]"#, ["--img-column=/v/*/s"]),
        ] as [(Bytes, [Bytes])])
    func aSeparatorInAnElement(catalogue: Bytes, options: [Bytes]) throws {
        try folder.add("x|y.jpg", .jpeg(width: 8, height: 10))
        try folder.add("c.json", catalogue)
        #expect(try ingest(["c.json", "-o", "m.json", "--img-separator=|"] + options, in: folder).isWritten)
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
        #expect(try ingest("first.json", "-o", Bytes(name), in: folder).isWritten)
        let catalogue = try #require(folder.content(of: name))
        let outcome = try ingest([Bytes(name), "-o", Bytes(name), "--max-removed=100%"] + options, in: folder)
        #expect(outcome.fault.hasPrefix("\(name) is the catalogue"), "\(outcome)")
        #expect(folder.content(of: name) == catalogue)
    }

    @Test func theCatalogueKeepsItsPictures() throws {
        try folder.add("c.json", Bytes(Self.three))
        #expect(try ingest("c.json", "-o", "c.json", "--images-column=/images/*/img", in: folder).isWritten)
        #expect(folder.text(of: "c.json") == Self.three)
    }

    /// Property lists have arrays of dictionaries, and tables JSON in a column.
    @Test(arguments: ["plist", "binary.plist"]) func propertyLists(ending: String) throws {
        try folder.add("c.csv", "img,price\na.jpg|é<.jpg,1\nb.jpg,2\n")
        try folder.add("é<.jpg", .jpeg(width: 300, height: 10))
        #expect(
            try ingest("c.csv", "-o", Bytes("m.\(ending)"), "--img-separator=|", "--with=animated,bytes", in: folder).isWritten)
        let list = try #require(
            try PropertyListSerialization.propertyList(from: Data(folder.content(of: "m.\(ending)") ?? []), format: nil) as? [[String: Any]]
        )
        let images = try #require(list[0]["images"] as? [[String: Any]])
        #expect(images.map { $0["img"] as? String } == ["é<.jpg"])
        #expect(images.map { $0["w"] as? Int } == [300])
        #expect(list[1]["images"] == nil)
    }

    @Test func tables() throws {
        try folder.add("c.csv", "img,price\n{c.jpg},2\n\"{a.jpg,b.jpg}\",1\n{c.jpg},2\n")
        let fault =
            "row 2 (line 3) names 2 pictures, and the table has no column for them: --images-column img adds one, and --each-image makes an entry of each"
        #expect(try ingest("c.csv", "-o", "s.csv", in: folder).fault == fault)
        #expect(throws: MachineFailure.self) { try preview(["c.csv", "-o", "s.csv"], in: folder) }
        #expect(try ingest("c.csv", "-o", "s.csv", "--images-column=img", in: folder).isWritten)
        #expect(
            folder.text(of: "s.csv")
                == "w,h,img,price,images\n6,10,c.jpg,2,\n30,10,a.jpg,1,\"[{\"\"w\"\":4,\"\"h\"\":10,\"\"img\"\":\"\"b.jpg\"\"}]\"\n6,10,c.jpg,2,\n"
        )
        #expect(try ingest("c.csv", "-o", "e.csv", "--each-image", in: folder).isWritten)
        #expect(folder.text(of: "e.csv") == "w,h,img,price\n6,10,c.jpg,2\n30,10,a.jpg,1\n4,10,b.jpg,1\n6,10,c.jpg,2\n")
    }

    @Test(
        arguments: [
            (
                ["c.csv", "--images-column=more"],
                "c.csv:1:1: there is no column more; the nearest is img; the columns are img, price, images; --images-column names another"
            ),
            (
                ["c.csv", "--keep=images"],
                "row 1 (line 2) names 2 pictures, and the kept column images has the key of the further ones: --each-image makes an entry of each"
            ),
        ] as [([Bytes], String)])
    func refusals(words: [Bytes], fault: String) throws {
        try folder.add("c.csv", "img,price,images\n\"{a.jpg,b.jpg}\",1,x\n")
        let outcome = try ingest(["-o", "m.json"] + words, in: folder)
        #expect(outcome.fault == fault)
    }
}
