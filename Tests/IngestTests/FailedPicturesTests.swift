// docs/failures.md: the entries of failed pictures, and the limits beyond which the previous manifest stays.
import TestSupport
import Testing

@testable import Ingest

@Suite struct FailedPicturesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.add("placeholder.png", .jpeg(width: 120, height: 160))
        try folder.add("m.json", "[]")
    }

    private static let allowing: Bytes = "--max-failures=100%"

    /// A failed picture gets the catalogue's size if both sides are given, else the placeholder's, else the fallback.
    @Test(
        arguments: [
            ([], "400x500 300x300 300x300"),
            (["--placeholder=16x9"], "400x500 16x9 16x9"),
            (["--placeholder=placeholder.png"], "400x500 120x160 120x160"),
            (["--placeholder=placeholder.png", "--placeholder=16x9"], "400x500 120x160 120x160"),
        ] as [([Bytes], String)])
    func sizesOfLastResort(options: [Bytes], sizes: String) throws {
        try folder.add("c.csv", "img,price,w,h\nx.jpg,1,400,500\ny.jpg,1,400,\nz.jpg,1,,\n")
        try folder.add(
            "c.json", #"[{"img":"x.jpg","price":1,"w":400,"h":500},{"img":"y.jpg","price":1,"w":400},{"img":"z.jpg","price":1}]"#)
        let entries = zip(["x.jpg", "y.jpg", "z.jpg"], sizes.split(separator: " ")).map { img, size in
            let sides = size.split(separator: "x").map { Int($0)! }
            return entry(sides[0], sides[1], img)
        }
        for catalogue: Bytes in ["c.csv", "c.json"] {
            #expect(try ingest([catalogue, "-o", "m.json", Self.allowing] + options, in: folder).isWritten)
            #expect(folder.text(of: "m.json") == manifest(of: entries))
        }
    }

    /// A name that is a list of pictures is reported from a file that is missing.
    @Test(
        arguments: [
            ("a.jpg|b.jpg", "a list of pictures, which --img-separator '|' splits"),
            ("a.jpg, b.jpg", "a list of pictures, which --img-separator ',' splits"),
            ("a.jpg;b.jpg;c.webp", "a list of pictures, which --img-separator ';' splits"), ("a.jpg\nb.jpg", "a list of pictures"),
            ("[a.jpg]", "an array of pictures, and the catalogue's format has no such array"), ("b.jpg", nil), ("Hat, blue.jpg", nil),
            ("[1].jpg", nil), ("w_20,h_30/b.jpg", nil), ("b.jpg,", nil), ("a.jpg,.jpg", nil), ("a.b,c.d", nil), ("a.j-g,c.jpg", nil),
        ] as [(String, String?)])
    func listsOfPictures(name: String, likeness: String?) throws {
        try folder.add("c.csv", Bytes("img,price\n\"\(name.replacing("\"", with: "\"\""))\",1\n"))
        let outcome = try ingest("c.csv", "-o", "m.json", Self.allowing, in: folder)
        let advice = likeness.map { "; the name looks like \($0)" } ?? ""
        #expect(outcome.lines.count == 1 && outcome.lines[0].hasSuffix(": not-found: there is no such file\(advice)"), "\(outcome)")
    }

    /// An invalid size in the catalogue is ignored.
    @Test(arguments: ["0,5", "-3,5", "3.5,5", "abc,5", "99999999999999999999,5", "4294967297,5"])
    func sizesThatAreNone(size: String) throws {
        try folder.add("c.csv", Bytes("img,price,w,h\nx.jpg,1,\(size)\n"))
        #expect(try ingest("c.csv", "-o", "m.json", Self.allowing, in: folder).isWritten)
        #expect(folder.text(of: "m.json") == manifest(entry(300, 300, "x.jpg")))
    }

    @Test(arguments: [
        ("gone.png", "not-found: there is no such file"),
        ("note.txt", "not-an-image: the content is text"),
        (".", "unreadable: it is a folder"),
    ])
    func aPlaceholderThatIsNone(name: String, reason: String) throws {
        try folder.addCatalogue(["a.jpg"])
        try folder.add("note.txt", "just a note\n")
        #expect(try ingest("c.csv", "-o", "m.json", "--placeholder", Bytes(name), in: folder).fault == "the placeholder \(name): \(reason)")
    }

    /// A fault of the catalogue behind the failure does not hide it, although the reader may have come to it.
    @Test(
        arguments: [
            ("c.json", #"[{"img":"gone.jpg","price":"1"},{"img":"a.jpg""#),
            ("c.plist", "<plist><array><dict><key>img</key><string>gone.jpg</string><key>price</key><string>1</string></dict></array>"),
        ] as [(Bytes, Bytes)])
    func stopsBeforeAFault(catalogue: Bytes, text: Bytes) throws {
        try folder.add(catalogue, text)
        let outcome = try ingest(catalogue, "-o", "m.json", "--on-failure=stop", in: folder)
        #expect(outcome.ending == .stoppedAtFailure && folder.text(of: "m.json") == "[]", "\(outcome)")
    }

    /// The first failure and the first broken row end such a run, and are the only ones that are reported.
    @Test(
        arguments: [
            (
                "a.jpg,1\ngone.jpg,1\nlost.jpg,1\n", IngestEnding.stoppedAtFailure,
                "row 2 (line 3): gone.jpg: not-found: there is no such file"
            ),
            ("a.jpg,1\n,1\na.jpg,1\n", .stoppedAtBrokenRow, "row 2 (line 3, column 1): broken-row: the row has no picture (img)"),
            ("a.jpg,1\n,1\ngone.jpg,1\n", .stoppedAtBrokenRow, "row 2 (line 3, column 1): broken-row: the row has no picture (img)"),
            ("a.jpg,1\ngone.jpg,1\n", .stoppedAtFailure, "row 2 (line 3): gone.jpg: not-found: there is no such file"),
            ("a.jpg,1\n,1\n", .stoppedAtBrokenRow, "row 2 (line 3, column 1): broken-row: the row has no picture (img)"),
        ] as [(Bytes, IngestEnding, String)])
    func stop(rows: Bytes, ending: IngestEnding, line: String) throws {
        try folder.add("c.csv", "img,price\n" + rows)
        let outcome = try ingest("c.csv", "-o", "m.json", "--on-failure=stop", in: folder)
        #expect(outcome.ending == ending && outcome.lines == [line], "\(outcome)")
        #expect(folder.text(of: "m.json") == "[]")
    }

    /// Without the option, one row in five may fail.
    @Test(arguments: [(4, true), (3, false)])
    func maxFailuresUnlessToldOtherwise(good: Int, isAllowed: Bool) throws {
        try folder.addCatalogue([String](repeating: "a.jpg", count: good) + ["gone.jpg"])
        #expect(try ingest("c.csv", "-o", "m.json", in: folder).ending == (isAllowed ? .written : .gated([.failures])))
        #expect((folder.text(of: "m.json") == "[]") == !isAllowed)
    }

    @Test(arguments: ["json", "jsonl", "plist", "binary.plist", "json.gz", "jsonl.gz"])
    func noRows(kind: String) throws {
        try folder.addCatalogue([])
        let name = Bytes("first.\(kind)")
        #expect(try ingest("c.csv", "-o", name, in: folder).ending == .gated([.empty]))
        #expect(folder.content(of: "first.\(kind)") == nil)
        #expect(try ingest("c.csv", "-o", name, "--max-removed=100%", in: folder).isWritten)
        // An empty manifest is an empty catalogue.
        #expect(try ingest(name, "-o", "m.json", "--max-removed=100%", in: folder).summary.change == ManifestChange())
        #expect(folder.text(of: "m.json") == manifest())
    }
}
