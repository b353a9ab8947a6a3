import Checks
import Layouts
import Manifests
import Testing
import WeirBase

@testable import WeirReports

@Suite struct DifferenceMarkdownTests {
    private func entries(_ rows: [String]) throws -> ManifestDocument {
        let text = "[\(rows.joined(separator: ","))]"
        return try Array(text.utf8).withUnsafeBytes { try ManifestDocument($0) }
    }

    private func markdown(imgs: [String], price: String, screens: Int, layout: String = "waterflow") throws -> String {
        let old = try entries(imgs.map { #"{"w":1,"h":1,"img":"\#($0)","price":"1"}"# } + [#"{"w":1,"h":1,"img":"-","price":""}"#])
        let new = try entries(
            imgs.reversed().map { #"{"w":1,"h":2,"img":"\#($0)","price":"\#(price)"}"# }
                + imgs.map { #"{"w":1,"h":2,"img":"\#($0)n","price":"\#(price)"}"# })
        let difference = ManifestDifference(from: old, to: new)
        let empty = try LayoutRecipe("waterflow").layout(in: Size(width: 375, height: 667))
        let nothing = ScreenDifference(ManifestDifference(from: try entries([]), to: try entries([])), from: [], to: [], in: empty)
        let name = String(repeating: "|", count: 5000)
        let report = DifferenceReport(
            old: ComparedManifest(name: name, entries: old), new: ComparedManifest(name: name, entries: new),
            difference: difference,
            screens: (0..<screens).map {
                ComparedScreen(
                    layout: layout, name: "\($0)", viewport: Size(width: 375, height: 667), difference: nothing)
            })
        var output = ByteBuffer()
        DifferenceMarkdown().write(report, to: &output)
        return output.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// A comment stays within the limit with names of any length and any number of entries.
    @Test(arguments: [
        "|", "a", "靴", "&", "e" + String(repeating: "\u{301}", count: 9), "\u{202E}", "😀",
    ])
    func bounded(text: String) throws {
        for (length, count, screens) in [(1, 3, 1), (5000, 3, 1), (2000, 40, 700), (3000, 1, 1000), (1, 200, 0)] {
            let long = String(repeating: text, count: length)
            let markdown = try markdown(
                imgs: (0..<count).map { "\(long)\($0)" }, price: long, screens: screens, layout: long)
            #expect(markdown.utf8.count <= 65_536)
            for change in ["added", "removed", "resized", "repriced"] { #expect(markdown.contains(" \(change)</summary>")) }
            #expect(markdown.split(separator: "<details>").count == markdown.split(separator: "</details>").count)
            #expect(screens < 700 || markdown.contains(" more screens\n"))
            let rows = markdown.split(separator: "\n").filter { $0.hasPrefix("| <code>") }
            #expect(rows.allSatisfy { [4, 7].contains($0.count { $0 == "|" }) && $0.hasSuffix(" |") })
            if count == 3, length == 1 { #expect(!markdown.contains(" more\n")) }
        }
    }

    /// Omitted entries are counted.
    @Test func leftOut() throws {
        let markdown = try markdown(imgs: (0..<200).map { "\($0)" }, price: "2", screens: 2)
        #expect(markdown.contains("<details><summary>200 added</summary>") && markdown.contains("\nand 175 more\n"))
        #expect(!markdown.contains("more screens"))
    }
}
