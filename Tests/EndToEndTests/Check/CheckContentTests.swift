// docs/checks.md: near copies and pictures that show nothing, by what ingest has written and by the pictures.
import TestSupport
import Testing

@Suite struct CheckContentTests {
    private let folder: TemporaryFolder

    /// One picture in three sizes, another one, and a black one.
    init() throws {
        folder = try TemporaryFolder()
        for (name, side) in [("a.svg", 400), ("b.svg", 800), ("c.svg", 300)] {
            let shapes =
                #"<rect width="40" height="40" fill="white"/><path d="M3 9 L30 4 L22 35 Z" fill="navy"/><circle cx="9" cy="28" r="6" fill="red"/>"#
            try folder.add(
                Bytes(name),
                Bytes(#"<svg xmlns="http://www.w3.org/2000/svg" width="\#(side)" height="\#(side)" viewBox="0 0 40 40">\#(shapes)</svg>"#))
        }
        try folder.add("mug.jpg", Bytes(try Fixtures.bytes(of: Samples.path + "/pictures/mug.jpg")))
        try folder.add("black.bmp", .bitmap(width: 300, height: 200))
    }

    private func ingest(prices: [Int], _ facts: Bytes = "--with=phash,content") throws {
        let names = ["a.svg", "mug.jpg", "b.svg", "black.bmp", "c.svg"]
        try folder.add("c.csv", Bytes("img,price\n" + zip(names, prices).map { "\($0),\($1)\n" }.joined()))
        let outcome = try EndToEndTests.ingest("c.csv", "-o", "m.json", facts, in: folder)
        try #require(outcome.status == .exited(0), "\(outcome.messages)")
    }

    private func findings(_ options: Bytes...) throws -> [String] {
        let answer = try check(["m.json", "--format=json"] + options, in: folder).checked()
        return answer.findings.filter { $0.rule.hasPrefix("picture-") }.map { "\($0.rule) \($0.img ?? ""): \($0.message)" }
    }

    private static let blank = "picture-shows black.bmp: the picture is of one color"
    private static let copies = "picture-twice b.svg: the picture is that of another address in entry 0, line 2, and in 3 entries in all"

    @Test func statedAndMeasured() throws {
        try ingest(prices: [1, 2, 3, 4, 5])
        let entries = try #require(try json(folder.content(of: "m.json")) as? [[String: Any]])
        #expect(entries.map { ($0["phash"] as? String)?.count } == [16, 16, 16, nil, 16])
        #expect(entries.map { $0["content"] as? String } == [nil, nil, nil, "blank", nil])
        #expect(try findings() == [Self.copies, Self.blank])
        #expect(try findings("--images") == [Self.copies, Self.blank])
        #expect(try findings("--images", "--journal=.weir-journal") == [Self.copies, Self.blank])
        // The journal has the facts, so the next manifest has the same.
        let before = folder.content(of: "m.json")
        try ingest(prices: [1, 2, 3, 4, 5])
        #expect(folder.content(of: "m.json") == before)
        #expect(try Program.weir.run(["journal", "check"], in: folder).text == ".weir-journal is whole: 5 pictures\n")
        #expect(try Program.weir.run(["journal", "export"], in: folder).text.contains("\"content\":\"blank\""))
        // Without these facts only the pictures say it.
        try ingest(prices: [1, 2, 3, 4, 5], "--with=status")
        #expect(try findings() == [] && findings("--images") == [Self.copies, Self.blank])
    }

    /// Pictures with one price may be one product in several colors.
    @Test func oneProduct() throws {
        try ingest(prices: [1, 1, 1, 1, 1])
        #expect(try findings() == [Self.blank] && findings("--images") == [Self.blank])
    }

    /// The same bytes under several names, for the sizes of one product.
    @Test func variants() throws {
        try folder.add("d.svg", Bytes(try #require(folder.text(of: "a.svg"))))
        func entry(_ img: String, _ price: Int, _ group: String) -> String {
            #"{"w":400,"h":300,"img":"\#(img)","price":"€\#(price)","item_group_id":"\#(group)"}"#
        }
        for (group, twice) in [("hat", 0), ("cap", 1)] {
            try folder.add("m.json", Bytes("[\(entry("a.svg", 1, "hat")),\(entry("d.svg", 2, group))]"))
            #expect(try findings("--images").count { $0.hasPrefix("picture-twice d.svg") } == twice, "\(group)")
        }
    }

    private static let generated =
        #"<metadata xmlns:e="e" e:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"/>"#

    private func picture(_ metadata: String) -> Bytes {
        Bytes(
            #"<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">\#(metadata)"#
                + #"<path d="M3 9 L300 4 L220 250 Z" fill="navy"/></svg>"#
        )
    }

    /// A generated picture that lost its metadata on the way to the shop is reported, for the source that its entry had before.
    @Test func generatedPictures() throws {
        try folder.add("a.svg", picture(Self.generated))
        for _ in 0..<2 {
            try ingest(prices: [1, 2, 3, 4, 5], "--with=source")
            let entries = try #require(try json(folder.content(of: "m.json")) as? [[String: Any]])
            #expect(entries.map { $0["source"] as? String } == ["trainedAlgorithmicMedia", nil, nil, nil, nil])
        }
        #expect(try findings("--images").filter { $0.contains("source") } == [])
        try folder.add("a.svg", picture(""))
        #expect(
            try findings("--images").filter { $0.contains("source") } == [
                "picture-source a.svg: the picture's metadata have no digital source type, and source is trainedAlgorithmicMedia"
            ])
    }

    /// An HDR picture that became a usual one is reported, though its pixels were never decoded.
    @Test func hdrPictures() throws {
        func fixture(_ path: String) throws -> Bytes { Bytes(try #require(Fixtures.made.first { $0.path == path }).bytes()) }
        try folder.add("a.svg", try fixture("png/ffmpeg-pq.png"))
        for _ in 0..<2 {
            try ingest(prices: [1, 2, 3, 4, 5], "--with=thumbhash,range")
            let entries = try #require(try json(folder.content(of: "m.json")) as? [[String: Any]])
            #expect(entries.map { $0["range"] as? String } == ["hdr", nil, nil, nil, nil])
            #expect(entries.map { $0["thumbhash"] != nil } == [false, true, true, true, true])
        }
        #expect(try Program.weir.run(["journal", "export"], in: folder).text.contains("\"range\":\"hdr\""))
        #expect(try findings("--images").filter { $0.contains("range") } == [])
        try folder.add("a.svg", try fixture("png/pillow-rgb.png"))
        #expect(
            try findings("--images").filter { $0.contains("range") } == ["picture-range a.svg: the picture is not HDR, and range is hdr"])
        // Nobody looks for it in other formats.
        try folder.add("a.svg", try fixture("webp/cwebp-640x480.webp"))
        #expect(try findings("--images").filter { $0.contains("range") } == [])
    }

    /// A generated picture whose entry does not say so is reported, if the rule is asked for.
    @Test func entriesOfGeneratedPictures() throws {
        try folder.add("a.svg", picture(Self.generated))
        try ingest(prices: [1, 2, 3, 4, 5])
        #expect(try findings("--images").filter { $0.contains("source") } == [])
        #expect(
            try findings("--images", "--rule=picture-generated") == [
                "picture-generated a.svg: the picture's metadata say trainedAlgorithmicMedia, and the entry has no source"
            ])
        try ingest(prices: [1, 2, 3, 4, 5], "--with=source")
        #expect(try findings("--images", "--rule=picture-generated") == [])
    }

    /// A team names its own pictures that stand for none.
    @Test func listedPictures() throws {
        try ingest(prices: [1, 2, 1, 4, 1], "--with=phash,content,thumbhash")
        let probed = try Program.weir.run(["probe", "--with=thumbhash", "--format=json", "mug.jpg"], in: folder)
        let hash = try #require(probed.text.firstMatch(of: /"thumbhash":"([^"]+)"/)?.1)
        try folder.add("weir.json", Bytes(#"{"rules":{"picture-shows":{"empty-pictures":["\#(hash)"]}}}"#))
        #expect(try findings() == ["picture-shows mug.jpg: the picture is one of empty-pictures", Self.blank])
        try folder.add("weir.json", #"{"rules":{"picture-shows":{"empty-pictures":["mug.jpg"]}}}"#)
        let outcome = try check("m.json", in: folder)
        #expect(outcome.status == .exited(2) && outcome.messages.contains("a ThumbHash in Base64"), "\(outcome.messages)")
    }
}
