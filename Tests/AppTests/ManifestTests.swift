import Foundation
import Layouts
import Testing
import WeirApp

@Suite struct ManifestTests {
    private static func entry(_ name: Int, _ width: Int = 200) -> String {
        "{\"w\":\(width),\"h\":300,\"img\":\"\(name).jpg\",\"price\":\"¥1\"}"
    }

    private static func entries(_ names: Range<Int>) throws -> [Entry] {
        try JSONDecoder().decode([Entry].self, from: Data("[\(names.map { entry($0) }.joined(separator: ","))]".utf8))
    }

    private static func index(_ pages: [(hash: String, count: Int)]) throws -> Manifest {
        let listed = pages.enumerated().map { "{\"file\":\"\($0 + 1).json\",\"count\":\($1.count),\"sha256\":\"\($1.hash)\"}" }
        return try JSONDecoder().decode(Manifest.self, from: Data("{\"count\":0,\"pages\":[\(listed.joined(separator: ","))]}".utf8))
    }

    @Test func aFileIsOnePage() throws {
        let text = """
            [{"w":600,"h":400,"img":"a.jpg","price":"","status":"ok","dominantColor":"#102030","kept":1,
              "images":[{"w":30,"h":40,"img":"back.jpg"}]}, \(Self.entry(1))]
            """
        let manifest = try JSONDecoder().decode(Manifest.self, from: Data(text.utf8))
        #expect((manifest.count, manifest.entries.count) == (2, 2) && manifest.nextPage == nil)
        #expect(manifest.entries[0].placeholder?.pixels == [0x10, 0x20, 0x30, 255])
        #expect(manifest.entry(named: "back.jpg").map { [$0.width, $0.height] } == [30, 40])
        #expect(manifest.entry(named: "back.jpg")?.price == nil && manifest.entry(named: "2.jpg") == nil)
        #expect(try JSONDecoder().decode(Manifest.self, from: JSONEncoder().encode(manifest)).entries == manifest.entries)
    }

    @Test func pagesComeInOrderAndOnce() throws {
        var manifest = try Self.index([("a", 3), ("b", 2)])
        #expect(manifest.count == 5 && manifest.entries.isEmpty)
        let pages = manifest.pages
        manifest.load(try Self.entries(3..<5), of: pages[1])
        #expect(manifest.entries.isEmpty && manifest.nextPage?.file == "1.json" && manifest.entry(named: "4.jpg") != nil)
        manifest.load(try Self.entries(0..<3), of: pages[0])
        #expect(manifest.entries.map(\.img) == (0..<5).map { "\($0).jpg" } && manifest.nextPage == nil)
    }

    @Test func aNewIndexKeepsWhatHasNotChanged() throws {
        var manifest = try Self.index([("a", 3), ("b", 2)])
        let old = manifest.pages
        manifest.load(try Self.entries(0..<3), of: old[0])
        #expect(manifest.update(to: try Self.index([("a", 3), ("c", 2)])) == 3)
        manifest.load(try Self.entries(3..<5), of: old[1])
        #expect(manifest.entries.count == 3 && manifest.nextPage?.sha256 == "c")
        #expect(manifest.update(to: try Self.index([("d", 3)])) == 0)
        #expect(manifest.entries.isEmpty && manifest.entry(named: "0.jpg") == nil)
    }

    /// A layout that follows a manifest has the frames of one that is made anew.
    @Test func aLayoutFollows() throws {
        var manifest = try Self.index([("a", 3), ("b", 2)])
        manifest.load(try Self.entries(0..<3), of: manifest.pages[0])
        manifest.load(try Self.entries(3..<5), of: manifest.pages[1])
        var layout = try Waterflow(viewport: Size(width: 390, height: 844), columns: 2)
        layout.append(try PicturePage(manifest.entries))
        layout.truncate(to: manifest.update(to: try Self.index([("a", 3), ("c", 4)])))
        manifest.load(try Self.entries(10..<14), of: manifest.pages[1])
        layout.append(try PicturePage(manifest.entries[layout.count...]))
        var fresh = try Waterflow(viewport: Size(width: 390, height: 844), columns: 2)
        fresh.append(try PicturePage(manifest.entries))
        #expect(layout.frames(of: 0..<7) == fresh.frames(of: 0..<7) && fresh.count == 7)
    }

    @Test(arguments: [0, -1, Int.max, Int(Int32.max) + 1]) func impossibleSizesAreRefused(_ side: Int) throws {
        let entries = [Entry(width: 1, height: 1, img: "a", price: ""), Entry(width: side, height: 1, img: "b", price: "")]
        #expect { try PicturePage(entries) } throws: { ($0 as? LayoutError)?.parameter == "picture 1" }
    }

    @Test(arguments: ["{}", "[{}]", "[{\"w\":\"1\",\"h\":1,\"img\":\"a\"}]", "{\"pages\":[{\"file\":\"1.json\"}]}", "3", ""])
    func otherDocumentsAreRefused(_ text: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(Manifest.self, from: Data(text.utf8)) }
    }

    @Test(arguments: ["", "####", "cnkG", "1QcSHQRnh493V4dIh4eXh1h4kJU?", "é"]) func otherTextsAreNoPlaceholder(_ text: String) {
        #expect(Placeholder(thumbhash: text) == nil && Placeholder(color: text) == nil)
    }

    /// PixelsTests compare the pixels with those of the reference decoder.
    @Test func aThumbHashIsAPicture() throws {
        let picture = try #require(Placeholder(thumbhash: "2nwLLJSAioZ4eIiIiHeAiPiIiA=="))
        #expect(max(picture.width, picture.height) == 32 && picture.pixels.count == 4 * picture.width * picture.height)
    }
}
