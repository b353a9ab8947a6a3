// docs/manifest.md: the further pictures of an entry are checked, compared and passed by like its own.
import Foundation
import TestSupport
import Testing

@Suite struct GalleryCheckTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for (name, side) in [("a.jpg", 300), ("b.jpg", 400), ("c.jpg", 600)] {
            try folder.add(Bytes(name), .jpeg(width: UInt16(side), height: 300))
        }
    }

    private func answer(_ manifest: String, _ options: Bytes...) throws -> CheckAnswer {
        try folder.add("m.json", Bytes(manifest))
        let outcome = try check(["m.json", "--format", "json"] + options, in: folder)
        return try JSONDecoder().decode(CheckAnswer.self, from: Data(outcome.text.utf8))
    }

    private static func images(_ list: String) -> String { entry(300, 300, "a.jpg", "1", #","images":\#(list)"#) }
    private static let sound = images(#"[{"w":400,"h":300,"img":"b.jpg"},{"w":600,"h":300,"img":"c.jpg","format":"jpeg"}]"#)

    @Test(
        arguments: [
            (sound, []), (images("[]"), []), (images(#"["b.jpg","c.jpg"]"#), []), (images(#""b.jpg|c.jpg""#), []),
            (images(#"[{"w":"400","h":0,"img":"b.jpg"}]"#), ["size-integer /0/images/0/w b.jpg", "size-integer /0/images/0/h b.jpg"]),
            (
                images(#"[{"w":400,"h":300,"img":""},{"w":1,"h":1,"img":"c.jpg"}]"#),
                ["img-present /0/images/0/img ", "size-plausible /0/images/1/w c.jpg"]
            ),
            (
                images(#"[{"w":400,"h":300},"c.jpg",{"h":3,"img":"\u0062.jpg"}]"#),
                ["entry-images /0/images/0 ", "entry-images /0/images/1 a.jpg", "entry-images /0/images/2 b.jpg"]
            ),
            (images(#"[{"w":400,"h":300,"img":"b.svg","status":"bad"}]"#), ["entry-facts /0/images/0/status b.svg"]),
        ] as [(String, [String])])
    func rules(entry: String, findings: [String]) throws {
        let answer = try answer(manifest(entry))
        #expect(answer.findings.map { "\($0.rule) \($0.pointer) \($0.img ?? "")" }.sorted() == findings.sorted())
        #expect(answer.findings.allSatisfy { $0.entry == 0 && $0.line == 2 })
    }

    /// However many pictures an entry has, each of them is compared with all before it.
    @Test func aPictureTwice() throws {
        let names = (0..<300).map { "p\($0).jpg" } + ["p0.jpg"]
        let list = names.map { #"{"w":400,"h":300,"img":"\#($0)"}"# }.joined(separator: ",")
        #expect(try answer(manifest(Self.images("[\(list)]"))).findings.map(\.pointer) == ["/0/images/300/img"])
    }

    /// One entry has a fault in all of its pictures, which is no fault of most entries.
    @Test func aShareOfEntries() throws {
        let list = (0..<6).map { #"{"w":400,"h":300,"img":"../p\#($0).jpg"}"# }.joined(separator: ",")
        let others = (1...3).map { entry(300, 300, "q\($0).jpg", "1") }
        let found = try self.answer(manifest(of: [Self.images("[\(list)]")] + others))
        #expect(
            found.findings.count == 6 && found.findings.allSatisfy { !$0.message.contains("entries") },
            "\(found.findings.map { $0.message })")
    }

    @Test func pictures() throws {
        let wrong = Self.images(
            #"[{"w":400,"h":301,"img":"b.jpg"},{"w":300,"h":600,"img":"c.jpg"},{"w":9,"h":9,"img":"x.jpg"},{"w":9,"h":9,"img":"y.jpg","status":"placeholder"}]"#
        )
        let found = try answer(manifest(wrong, entry(400, 300, "b.jpg")), "--images").findings.filter {
            !["picture-shows", "picture-twice"].contains($0.rule)
        }
        #expect(
            found.map { "\($0.rule) \($0.pointer) \($0.img ?? "")" } == [
                "picture-size /0/images/0/h b.jpg", "picture-orientation /0/images/1/w c.jpg", "picture-exists /0/images/2/img x.jpg",
            ], "\(found.map(\.message))")
        #expect(
            try answer(manifest(Self.sound), "--images").findings.filter { !["picture-shows", "picture-twice"].contains($0.rule) }.isEmpty)
    }

    @Test(
        arguments: [
            (images(#"[{"w":400,"h":300,"img":"b.jpg"}]"#), "images: 2 further pictures", "images: 1 further picture"),
            (entry(300, 300, "a.jpg"), "images: 2 further pictures", "images: 0 further pictures"),
            (
                images(#"[{"w":400,"h":300,"img":"b.jpg"},{"w":60,"h":30,"img":"c.jpg","format":"jpeg"}]"#), "images: picture 3 600x300",
                "images: picture 3 60x30"
            ),
            (
                images(#"[{"w":400,"h":300,"img":"d.jpg"},{"w":600,"h":300,"img":"c.jpg"}]"#), "images: picture 2 b.jpg",
                "images: picture 2 d.jpg"
            ),
            (
                images(#"[{"w":400,"h":300,"img":"b.jpg"},{"w":600,"h":300,"img":"c.jpg","format":"png"}]"#), "images: 2 further pictures",
                "images: the same with other facts"
            ),
            (sound.replacing("},{", with: "}, {"), nil, nil),
        ] as [(String, String?, String?)])
    func differences(entry: String, old: String?, new: String?) throws {
        try folder.add("old.json", Bytes(manifest(Self.sound)))
        try folder.add("new.json", Bytes(manifest(entry)))
        let outcome = try Program.weir.run(["diff", "old.json", "new.json"], in: folder)
        #expect(outcome.status == .exited(old == nil ? 0 : 1))
        #expect(outcome.text.contains("1 changed") == (old != nil), "\(outcome.text)")
        for text in [old, new].compactMap({ $0 }) { #expect(outcome.text.contains(text), "\(outcome.text)") }
    }

    /// The same manifest in another format is no difference, and layouts and pages show the first pictures.
    @Test func otherCommands() throws {
        try folder.add("c.csv", "img,price\na.jpg|b.jpg,1\nc.jpg,2\n")
        for name in ["m.json", "m.jsonl", "m.plist", "m.binary.plist"] {
            #expect(try ingest("c.csv", "-o", Bytes(name), "--img-separator=|", in: folder).status == .exited(0))
            #expect(try Program.weir.run(["diff", "m.json", Bytes(name)], in: folder).status == .exited(0))
            let frames = try Program.weir.run(["layout", Bytes(name), "--layout=waterflow:columns=2"], in: folder)
            #expect(frames.status == .exited(0) && frames.messages.isEmpty, "\(frames.messages)")
        }
        let page = try Program.weir.run(["preview", "m.json", "-o", "p.html"], in: folder)
        #expect(page.status == .exited(0), "\(page.messages)")
        #expect(!page.messages.contains("images"), "\(page.messages)")
    }
}
