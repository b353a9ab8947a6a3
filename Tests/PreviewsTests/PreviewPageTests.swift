import Checks
import Foundation
import Layouts
import Manifests
import Previews
import Testing
import WeirBase

@Suite struct PreviewPageTests {
    private static func manifest(_ text: String) throws -> ManifestDocument {
        try Array(text.utf8).withUnsafeBytes { try ManifestDocument($0, facts: PreviewEntries.facts) }
    }

    private static func list(_ name: String, _ manifest: ManifestDocument) -> PreviewEntries.List {
        PreviewEntries.List(name: name, manifest: manifest, total: manifest.count)
    }

    private static func text(_ write: (inout ByteBuffer) throws -> Void) rethrows -> String {
        var buffer = ByteBuffer()
        try write(&buffer)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    private static func page(_ lists: [PreviewEntries.List], title: String = "m", number: Int? = nil) -> PreviewPage {
        PreviewPage(
            title: title, version: "1", entries: PreviewEntries(lists), pictures: "p/", number: number,
            findings: [PreviewFinding(rule: "r", severity: "error", message: "a < b", entry: 1, screen: nil)])
    }

    /// The text of an element with that id.
    private static func element(_ id: String, of page: String) throws -> String {
        let start = try #require(page.range(of: "id=\"\(id)\">")).upperBound
        return String(page[start..<(try #require(page.range(of: "</script>", range: start..<page.endIndex))).lowerBound])
    }

    /// No browser asks for a picture with a password.
    @Test func textsCannotEndTheirElement() throws {
        let entry = #"[{"w":1,"h":2,"img":"</script><!--","price":"\u2028<b>&"},{"w":3,"h":4,"img":"http://u:p@h/a.jpg","price":""}]"#
        let lists = [Self.list("<l>", try Self.manifest(entry))]
        let text = Self.text { Self.page(lists, title: "<t>&").begin(to: &$0) }
        let data = try Self.element("page", of: text)
        #expect(!data.contains("<"))
        let value = try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
        let entries = try #require(value["entries"] as? [String: Any])
        #expect(entries["img"] as? [String] == ["</script><!--", "http://h/a.jpg"])
        #expect(entries["price"] as? [String] == ["\u{2028}<b>&", ""])
        #expect(entries["size"] as? [Int] == [1, 2, 3, 4])
        #expect(text.contains("<title>&lt;t&gt;&amp; · weir preview</title>"))
    }

    @Test(arguments: [false, true])
    func thePolicyAllowsPicturesAlone(isServed: Bool) throws {
        let text = try Self.text { Self.page([Self.list("l", try Self.manifest("[]"))], number: isServed ? 7 : nil).begin(to: &$0) }
        let policy = try #require(text.split(separator: "\"").first { $0.hasPrefix("default-src") })
        #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
        #expect(policy.contains(isServed ? "connect-src 'self';" : "connect-src 'none';"))
        #expect(!policy.contains("unsafe"))
    }

    /// As written, the frames after a turn are those of a layout that has been on the turned screen.
    @Test(arguments: [false, true]) func aTurnKeepsWhatTheCodeKeeps(isAsWritten: Bool) throws {
        let choice = try LayoutChoice("lf-waterflow:as-written=\(isAsWritten)")
        let screen = Screen(name: "phone portrait", viewport: Size(width: 375, height: 667))
        let pictures = try PicturePage(widths: [1, 2, 7, 3, 9, 5], heights: [3, 1, 5, 3, 2, 8])
        let chain = PreviewScreen.Chain(name: "plain", state: PreviewScreen.State(lists: [0], pages: [pictures]), begins: 1)
        var page = Self.page([])
        let text = try Self.text { try page.append(PreviewScreen(choice, on: screen, [chain]), to: &$0) }
        guard isAsWritten else { return #expect(!text.contains("turned")) }
        var turned = try choice.recipe.layout(in: screen.viewport.turned)
        turned.append(pictures)
        var layout = try choice.recipe.layout(on: screen)
        layout.inherit(from: turned)
        layout.append(pictures)
        #expect(
            try Self.frames("frames-0-plain-turned-0", of: text) == layout.frames(of: 0..<6).flatMap { [$0.x, $0.y, $0.width, $0.height] })
        #expect(layout.frame(of: 4).x > 375)
    }

    /// The numbers of an element.
    private static func frames(_ id: String, of text: String) throws -> [Double] {
        let bytes = try #require(base64Decoded(Array(try element(id, of: text).utf8)))
        return stride(from: 0, to: bytes.count, by: 8).map { offset in
            Double(bitPattern: bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
        }
    }

    /// A state has only the frames that the state before has not, and all are the layout's, bit for bit.
    @Test(arguments: LayoutKind.all.map(\.name))
    func statesHaveTheFramesOfTheirLayouts(_ name: String) throws {
        let choice = try LayoutChoice(name)
        let screen = Screen(name: "phone portrait", viewport: Size(width: 375, height: 667), scale: 3)
        let pages = try [[(1, 3), (2, 1), (7, 5)], [(3, 3)], [(9, 2), (5, 8)]].map { sizes in
            try PicturePage(widths: sizes.map { Int32($0.0) }, heights: sizes.map { Int32($0.1) })
        }
        let chain = PreviewScreen.Chain(name: "plain", state: PreviewScreen.State(lists: [0, 1, 2], pages: pages), begins: 1)
        var page = Self.page([])
        let text = try Self.text { try page.append(PreviewScreen(choice, on: screen, [chain]), to: &$0) }
        let head = try Self.element("screen-0", of: text)
        let value = try #require(try JSONSerialization.jsonObject(with: Data(head.utf8)) as? [String: Any])
        let states = try #require((value["chains"] as? [String: Any])?["plain"] as? [[String: Any]])
        var known: [Double] = []
        var layout = try choice.recipe.layout(on: screen)
        for (step, state) in states.enumerated() {
            layout.append(pages[step])
            let added = try Self.frames("frames-0-plain-\(step)", of: text)
            known = Array(known.prefix(4 * (try #require(state["from"] as? Int)))) + added
            #expect(known == layout.frames(of: 0..<layout.count).flatMap { [$0.x, $0.y, $0.width, $0.height] })
            // Foundation reads the last digit of some numbers otherwise.
            let height = try #require(state["height"] as? Double)
            #expect((height - layout.contentSize.height).magnitude < 1e-9)
        }
        #expect(states.count == 3)
        let keepsFrames = layout.guarantees.keepsEarlierFrames
        if keepsFrames { #expect(states.map { $0["from"] as? Int } == [0, 3, 4]) }
    }
}
