// docs/manifest.md: the options that change entries.
import TestSupport
import Testing

@Suite struct EntryOptionsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.add("turned.jpg", EntryOptionsTests.turned)
        try folder.add("b.avif", EntryOptionsTests.avif)
    }

    private static let turned = [0xFF, 0xD8] + Bytes.segment(0xE1, "Exif\0\0" + .exif(orientation: 6)) + .frame(width: 30, height: 20)
    private static let avif = Bytes.avif(width: 4, height: 5)

    private func written(_ words: Bytes...) throws -> String? {
        let outcome = try ingest(words + ["-o", "m.json"], in: folder)
        #expect(outcome.isWritten, "\(outcome)")
        return folder.text(of: "m.json")
    }

    @Test func columnsMayHaveOtherNames() throws {
        try folder.add("c.csv", "sku,cost,file name\n1,$5,a.jpg\n")
        try folder.add("c.json", #"[{"sku": "1", "cost": "$5", "file name": "a.jpg"}]"#)
        for catalogue: Bytes in ["c.csv", "c.json"] {
            #expect(try written(catalogue, "--img-column", "file name", "--price-column=cost") == manifest(entry(30, 20, "a.jpg", "$5")))
        }
    }

    @Test(arguments: [
        ("status", #","status":"ok""#, #","status":"ok""#, #","status":"placeholder""#),
        ("format", #","format":"jpeg""#, #","format":"avif""#, ""),
        ("bytes", ",\"bytes\":\(turned.count)", ",\"bytes\":\(avif.count)", ""),
        ("orientation", #","orientation":6"#, #","orientation":1"#, ""),
        ("mime", #","mime":"image/jpeg""#, #","mime":"image/avif""#, ""),
        (
            "colorModel,depth,alpha,animated,sizeFrom", #","colorModel":"gray","depth":8,"alpha":false,"animated":false"#,
            #","alpha":false,"animated":false"#, ""
        ),
        ("orientation,status", #","orientation":6,"status":"ok""#, #","orientation":1,"status":"ok""#, #","status":"placeholder""#),
    ])
    func facts(option: String, turned: String, upright: String, failed: String) throws {
        try folder.addCatalogue(["turned.jpg", "b.avif", "gone.jpg"])
        #expect(
            try written("c.csv", "--with", Bytes(option), "--max-failures=1")
                == manifest(
                    entry(20, 30, "turned.jpg", "1", turned), entry(4, 5, "b.avif", "1", upright),
                    entry(300, 300, "gone.jpg", "1", failed)))
    }

    /// Local pictures get URLs below the base. URLs stay the same; those of this test are refused before anything is asked.
    @Test(arguments: ["https://127.0.0.1/p", "https://127.0.0.1/p/"])
    func baseURL(base: String) throws {
        let names = ["a b.jpg", "é.jpg", "what?.jpg", "n#1.jpg", "50%.jpg", "%41.jpg", "sub/a.jpg", "a+b&c=d.jpg"]
        try folder.addFolder("sub")
        for name in names { try folder.add(Bytes(name), .jpeg(width: 3, height: 2)) }
        let remote = "https://127.0.0.1/a b.jpg?x=%20#y"
        try folder.addCatalogue(names + [folder.path + "/sub/a.jpg", "file://\(folder.path)/a%20b.jpg", remote])
        let encoded = [
            "a%20b.jpg", "%C3%A9.jpg", "what%3F.jpg", "n%231.jpg", "50%25.jpg", "%2541.jpg", "sub/a.jpg", "a+b&c=d.jpg",
            "sub/a.jpg", "a%20b.jpg",
        ]
        let local = encoded.map { entry(3, 2, "https://127.0.0.1/p/" + $0) }
        #expect(
            try written("c.csv", "--base-url", Bytes(base)) == manifest(of: local + [entry(300, 300, remote)]))
        #expect(try written("m.json", "--base-url", Bytes(base), "--max-failures=100%")?.contains("/p/https") == false)
    }

    /// A picture outside the root gets no URL below the base.
    @Test(arguments: ["../x.jpg", "/etc/x.jpg", "sub/../../x.jpg", "file:///etc/x.jpg", "ftp://example/x.jpg"])
    func baseURLOutsideTheRoot(img: String) throws {
        try folder.addFolder("sub")
        try folder.addCatalogue([img])
        #expect(
            try written("c.csv", "--base-url=https://img.example", "--max-failures=1")
                == manifest(entry(300, 300, img)))
    }

    /// Without the option, `img` is the same as in the catalogue.
    @Test func noBaseURL() throws {
        let names = ["./a.jpg", folder.path + "/a.jpg", "file://\(folder.path)/%61.jpg"]
        try folder.addCatalogue(names)
        #expect(try written("c.csv") == manifest(of: names.map { entry(30, 20, $0) }))
    }

    @Test(arguments: [("100000", false), ("600", false), ("599", true)] as [(Bytes, Bool)])
    func maxPixels(limit: Bytes, isTooLarge: Bool) throws {
        try folder.addCatalogue(["a.jpg"])
        let outcome = try ingest("c.csv", "-o", "m.json", "--max-pixels", limit, "--max-failures=1", in: folder)
        #expect(outcome.isWritten && outcome.failures.map(\.code) == (isTooLarge ? [.tooLarge] : []), "\(outcome)")
    }

    /// Relative paths start at the root, in any spelling, or else at the catalogue's folder.
    @Test func root() throws {
        try folder.addFolder("shop")
        try folder.addFolder("pictures")
        try folder.add("pictures/p.jpg", .jpeg(width: 7, height: 8))
        try folder.addCatalogue(["p.jpg"], as: "shop/c.csv")
        let expected = manifest(entry(7, 8, "p.jpg"))
        for root: Bytes in ["pictures", "pictures/", "./shop/../pictures", folder.path(of: "pictures")] {
            #expect(try written("shop/c.csv", "--root", root) == expected)
        }
        try folder.add("shop/p.jpg", .jpeg(width: 1, height: 2))
        #expect(try written("shop/c.csv") == manifest(entry(1, 2, "p.jpg")))
    }

    @Test(arguments: [("gone", "no such file or directory"), ("a.jpg", "not a directory")])
    func aRootThatIsNone(root: String, reason: String) throws {
        try folder.addCatalogue(["a.jpg"])
        #expect(try ingest("c.csv", "-o", "m.json", "--root", Bytes(root), in: folder).fault == "the root \(root): \(reason)")
        #expect(folder.content(of: "m.json") == nil)
    }
}
