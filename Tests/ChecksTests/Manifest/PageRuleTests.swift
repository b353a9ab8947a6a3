import Checks
import Testing
import WeirBase

/// The rules about a folder of pages.
@Suite struct PageRuleTests {
    static let rules = ["page-count", "page-order", "page-hash", "page-weight"]

    /// A page: its name, how many entries it has, and its row in the index.
    struct Page: Sendable {
        var file: String
        var entries = 2
        var reported: Int?
        var hash: String?
        var isThere = true
        var height = 3
        /// The `bytes` of each entry.
        var bytes: Int?
    }

    @Test(
        arguments: [
            ([], [], ["entries-present f/index.json - "]),
            ([], ["1.json", "1.plist"], ["entries-present f/index.json - ", "page-order f/index.json - /pages"]),
            ([Page(file: "1.json", entries: 0)], [], ["entries-present f/index.json - "]),
            ([Page(file: "1.json"), Page(file: "2.json"), Page(file: "3.json", entries: 1)], [], []),
            ([Page(file: "1.json"), Page(file: "2.json", reported: 1)], [], ["page-count f/index.json 3:9+8 /pages/1/count"]),
            (
                [Page(file: "1.json"), Page(file: "2.json", isThere: false)], [],
                ["page-count f/index.json 3:9+8 /pages/1/file"]
            ),
            ([Page(file: "1.json", isThere: false)], [], ["page-count f/index.json 2:9+8 /pages/0/file"]),
            (
                [Page(file: "2.json"), Page(file: "1.json")], [],
                ["page-order f/index.json 2:9+8 /pages/0/file", "page-order f/index.json 3:9+8 /pages/1/file"]
            ),
            (
                [Page(file: "1.json"), Page(file: "2.json", entries: 1), Page(file: "3.json")], [],
                ["page-order f/index.json 3:9+8 /pages/1/count"]
            ),
            (
                [Page(file: "1.json"), Page(file: "2.json", entries: 3)], [],
                ["page-order f/index.json 3:9+8 /pages/1/count"]
            ),
            (
                [Page(file: "1.json")], ["2.json", "x.json", "index.json", "1.json", "2.jsonl"],
                ["page-order f/index.json - /pages"]
            ),
            (
                [Page(file: "1.json", hash: String(repeating: "a", count: 64)), Page(file: "2.json")], [],
                ["page-hash f/index.json 2:9+8 /pages/0/sha256"]
            ),
            (
                [Page(file: "1.json"), Page(file: "2.json", height: 10), Page(file: "3.json")], [],
                ["page-weight f/index.json 3:9+8 /pages/1/file"]
            ),
            ([Page(file: "1.json"), Page(file: "2.json", height: 9), Page(file: "3.json")], [], []),
            ([Page(file: "1.json", bytes: 0), Page(file: "2.json", bytes: 0), Page(file: "3.json", bytes: 5)], [], []),
            ([Page(file: "1.json"), Page(file: "2.json", height: 10)], [], []),
            (
                [Page(file: "1.json", bytes: 31), Page(file: "2.json", height: 10, bytes: 10), Page(file: "3.json", bytes: 10)], [],
                ["page-weight f/index.json 2:9+8 /pages/0/file"]
            ),
        ] as [([Page], [String], [String])])
    func pages(pages: [Page], others: [String], expected: [String]) {
        var check = ManifestCheck(RuleChoices.ofSmallPictures)
        check.take(check.check(folder: "f", index: index(of: pages), others: others) { contents(of: $0, in: pages) })
        #expect(
            check.result.files.flatMap(\.findings).map { "\($0.rule) \($0.file) " + $0.reported.split(separator: " ", maxSplits: 1)[1] }
                == expected)
        #expect(check.result.files.map(\.name) == ["f/index.json"] + pages.filter(\.isThere).map { "f/" + $0.file })
    }

    /// Findings about entries name their page, and duplicate pictures are found across pages.
    @Test func entriesOfPages() throws {
        let page = #"[{"w":2,"h":3,"img":"a","price":""}]"#
        let pages = [Page(file: "1.json", entries: 1), Page(file: "2.json", entries: 1)]
        var choices = RuleChoices.ofSmallPictures
        let isSet = choices.setSeverity(of: "page-hash", to: nil)
        #expect(isSet)
        var check = ManifestCheck(choices)
        let manifest = check.check(folder: "f/", index: index(of: pages), others: []) { _ in Array(page.utf8) }
        #expect(manifest.widths == [2, 2])
        #expect(manifest.pageLengths == [1, 1])
        check.take(manifest)
        let finding = try #require(check.result.files.flatMap(\.findings).first)
        #expect(finding.file == "f/2.json")
        #expect(finding.rule == "duplicate-img")
        #expect(finding.message == "the picture stands already in f/1.json, entry 0, line 1")
    }

    /// The message about a heavy page has its weight and that of the others.
    @Test(
        arguments: [
            (nil, "the pictures of f/2.json have 72 pixels together, 6 times as many"),
            (500, "the pictures of f/2.json have 1000 bytes together, 5 times as many"),
        ] as [(Int?, String)])
    func heavyPage(bytes: Int?, start: String) {
        let pages = [1, 2, 3].map { number in
            Page(file: "\(number).json", height: number == 2 ? 18 : 3, bytes: bytes.map { number == 2 ? $0 : 100 })
        }
        var check = ManifestCheck(RuleChoices.ofSmallPictures)
        check.take(check.check(folder: "f", index: index(of: pages), others: []) { contents(of: $0, in: pages) })
        #expect(
            check.result.files.flatMap(\.findings).map(\.message) == ["\(start) as those of the page in the middle; 3 times is the most"])
    }

    /// The findings of a rule about pages whose entries have these letters as their pictures.
    private func found(_ rule: String, _ pages: [(file: String, imgs: String)]) -> [String] {
        let rows = pages.map { #"{"file":"\#($0.file)","count":\#($0.imgs.count),"sha256":"\#(String(repeating: "a", count: 64))"}"# }
        let index = "{\"count\":\(pages.reduce(0) { $0 + $1.imgs.count }),\"pages\":[\n\(rows.joined(separator: ",\n"))\n]}"
        var check = ManifestCheck(RuleChoices.ofSmallPictures)
        check.take(
            check.check(folder: "f", index: Array(index.utf8), others: []) { file in
                let entries = pages.first { $0.file == file }?.imgs.map { #"{"w":2,"h":3,"img":"\#($0)","price":"1"}"# }
                return entries.map { Array("[\($0.joined(separator: ","))]".utf8) }
            })
        return check.result.files.flatMap(\.findings).filter { $0.rule == rule }.map { "\($0.file) \($0.pointer) \($0.message)" }
    }

    /// Pages with the same entries in the same order, which are no duplicates besides. One entry alone makes no copy.
    @Test(
        arguments: [
            (["ab", "ab"], ["2 1"], 0), (["ab", "ba"], [], 2), (["ab", "cd", "ab", "ab"], ["3 1", "4 1"], 0), (["ab", "abc"], [], 2),
            (["a", "a"], [], 1), (["cd", "ab", "ab", "cd"], ["3 2", "4 1"], 0), (["", ""], [], 0),
        ] as [([String], [String], Int)])
    func copies(_ pages: [String], _ copies: [String], duplicates: Int) {
        let pages = pages.enumerated().map { ("\($0 + 1).json", $1) }
        let messages = copies.map { copy in
            let (page, original) = (copy.prefix(1), copy.suffix(1))
            return "f/index.json /pages/\((Int(page) ?? 0) - 1)/file f/\(page).json has the same 2 pictures as f/\(original).json"
        }
        #expect(found("page-copy", pages) == messages)
        #expect(found("duplicate-img", pages).count == duplicates)
    }

    /// The name of a page has its number, and perhaps the first digits of its hash.
    @Test(
        arguments: [
            (["1.json", "2.json"], []), (["1-aaaaaaaaaaaaaaaa.json", "2-aaaaaaaaaaaaaaaa.json"], []), (["2-aaaaaaaaaaaaaaaa.json"], [1]),
            (["0-aaaaaaaaaaaaaaaa.json"], [1]), (["1-aaaaaaaaaaaaaaab.json", "2.json"], [1]), (["0.json", "1.json"], [1, 2]),
        ] as [([String], [Int])])
    func names(_ names: [String], wrong: [Int]) {
        #expect(
            found("page-order", names.enumerated().map { ($1, "\($0)") })
                == wrong.map { "f/index.json /pages/\($0 - 1)/file page \($0) of the index is \(names[$0 - 1]), and should be \($0).json" })
    }

    @Test func brokenIndex() throws {
        var check = ManifestCheck(RuleChoices.ofSmallPictures)
        check.take(check.check(folder: "f", index: Array("{".utf8), others: []) { _ in nil })
        let finding = try #require(check.result.files.flatMap(\.findings).first)
        #expect(finding.rule == "parses")
        #expect(finding.file == "f/index.json")
        #expect(finding.message.hasPrefix("line 1, column 2"))
    }

    /// The index is JSON as the pages are, and must not begin with a byte order mark either.
    @Test func markedIndex() {
        var check = ManifestCheck(RuleChoices.ofSmallPictures)
        let pages = [Page(file: "1.json")]
        let marked = [0xEF, 0xBB, 0xBF] + index(of: pages)
        check.take(check.check(folder: "f", index: marked, others: []) { contents(of: $0, in: pages) })
        #expect(check.result.files.flatMap(\.findings).map(\.reported) == ["parses 1:1+1 "])
    }

    private func contents(of file: String, in pages: [Page]) -> [UInt8]? {
        pages.first { $0.file == file && $0.isThere }.map { contents(of: $0) }
    }

    private func contents(of page: Page) -> [UInt8] {
        let bytes = page.bytes.map { ",\"bytes\":\($0)" } ?? ""
        let entries = (0..<page.entries).map { #"{"w":2,"h":\#(page.height),"img":"\#(page.file)\#($0)","price":""\#(bytes)}"# }
        return Array("[\(entries.joined(separator: ","))]".utf8)
    }

    private func index(of pages: [Page]) -> [UInt8] {
        let lines = pages.map { page in
            var hash = SHA256()
            contents(of: page).withUnsafeBytes { hash.append($0) }
            return #"{"file":"\#(page.file)","count":\#(page.reported ?? page.entries),"sha256":"\#(page.hash ?? hash.hexDigest)"}"#
        }
        let count = pages.reduce(0) { $0 + ($1.reported ?? $1.entries) }
        return Array("{\"count\":\(count),\"pages\":[\n\(lines.joined(separator: ",\n"))\n]}\n".utf8)
    }
}
