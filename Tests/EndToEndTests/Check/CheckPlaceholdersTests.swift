// docs/rules.md: with --images, placeholders are those of their pictures.
import Foundation
import TestSupport
import Testing

@Suite struct CheckPlaceholdersTests {
    private let folder: TemporaryFolder
    private static let facts: Bytes = "--with=thumbhash,blurhash,color,blurDataURL"

    init() throws {
        folder = try TemporaryFolder()
        for (name, path) in [
            ("a.jpg", "jpeg/cjpeg-640x480.jpg"), ("a.png", "png/pillow-640x480.png"), ("a.webp", "webp/cwebp-640x480.webp"),
        ] {
            try folder.add(Bytes(name), Mirroring.picture(path))
        }
        for name in ["mug.jpg", "teapot.jpg", "camera.png"] {
            let path = name == "teapot.jpg" ? "kitchen/teapot.jpg" : name
            try folder.add(Bytes(name), Bytes(try Fixtures.bytes(of: Samples.path + "/pictures/" + path)))
        }
        try folder.addCatalogue(["a.jpg", "a.png", "a.webp", "mug.jpg", "teapot.jpg", "camera.png"])
        let outcome = try ingest("c.csv", "-o", "m.json", Self.facts, "--journal=none", in: folder)
        try #require(outcome.status == .exited(0), "\(outcome.messages)")
    }

    private func findings(_ options: Bytes...) throws -> [String] {
        let answer = try EndToEndTests.check(["m.json", "--format=json"] + options, in: folder).checked()
        return answer.findings.filter { $0.rule.contains("placeholder") || $0.rule == "unknown-key" }.map { "\($0.rule) \($0.pointer)" }
    }

    private func change(_ change: (inout [[String: Any]]) -> Void) throws {
        var entries = try #require(try json(folder.content(of: "m.json")) as? [[String: Any]])
        change(&entries)
        try folder.add("m.json", Bytes(Array(try JSONSerialization.data(withJSONObject: entries))))
    }

    @Test func ofTheirPictures() throws {
        #expect(try findings() == [] && findings("--images") == [])
        // A journal that knows the placeholders decodes nothing.
        #expect(try findings("--images", "--journal=j") == [] && findings("--images", "--journal=j") == [])
    }

    /// Each kind of another picture is reported. Those of the same picture in another format are not.
    @Test func ofOtherPictures() throws {
        try change { entries in
            for key in ["thumbhash", "blurhash", "meanColor", "blurDataURL", "dominantColor"] {
                (entries[0][key], entries[2][key]) = (entries[2][key], entries[0][key])
            }
            entries[3]["thumbhash"] = entries[5]["thumbhash"]
            entries[4]["blurhash"] = entries[5]["blurhash"]
            entries[5]["blurDataURL"] = entries[4]["blurDataURL"]
        }
        #expect(try findings() == [])
        #expect(
            try findings("--images") == [
                "picture-placeholders /3/thumbhash", "picture-placeholders /4/blurhash", "picture-placeholders /5/blurDataURL",
            ])
    }
}
