import Layouts
import TestSupport
import Testing

@Suite struct PicturePageTests {
    private static let sized: [(count: Int, size: Int, filled: Int, lengths: [Int], continues: Bool)] = [
        (0, 3, 0, [0], false), (0, 3, 2, [], true), (7, 3, 0, [3, 3, 1], false), (7, 3, 2, [1, 3, 3], true),
        (7, 3, 3, [3, 3, 1], false), (2, 5, 1, [2], true), (6, 3, 0, [3, 3], false),
    ]

    @Test(arguments: sized.indices) func sectionsOfOneSizeContinue(_ row: Int) throws {
        let row = Self.sized[row]
        let sides = Array(repeating: Int32(1), count: row.count)
        let page = try PicturePage(widths: sides, heights: sides, sectionSize: row.size, filled: row.filled)
        #expect(page.sectionLengths == row.lengths && page.continuesSection == row.continues)
    }

    private static let bad: [(widths: [Int32], heights: [Int32], lengths: [Int]?, parameter: String)] = [
        ([1], [], nil, "heights"), ([1, 0], [1, 1], nil, "picture 1"), ([1], [-5], nil, "picture 0"),
        ([1], [1], [2], "sections"), ([1], [1], [-1, 2], "sections"), ([1], [1], [], "sections"), ([1], [1], [.max, .max], "sections"),
    ]

    @Test(arguments: bad.indices) func badPagesAreRefused(_ row: Int) {
        let row = Self.bad[row]
        #expect { try PicturePage(widths: row.widths, heights: row.heights, sectionLengths: row.lengths) } throws: {
            ($0 as? LayoutError)?.parameter == row.parameter
        }
        #expect(throws: LayoutError.self) { try PicturePage(widths: [], heights: [], sectionSize: 0) }
        #expect(throws: LayoutError.self) { try PicturePage(widths: [1], heights: [1], sectionNames: ["a", "b"]) }
        #expect(throws: LayoutError.self) { try PicturePage(widths: [1], heights: [1], namedAfter: []) }
    }

    /// An empty section belongs to the part in which it begins, and at the end to the last one.
    @Test(
        arguments: [
            (0..<2, [2], false), (2..<5, [0, 3], false), (2..<3, [0, 1], false), (3..<5, [2], true), (4..<6, [1, 1, 0], true),
            (5..<6, [1, 0], false), (0..<6, [2, 0, 3, 1, 0], false), (1..<2, [1], true), (0..<0, [], false), (1..<3, [1, 0, 1], true),
        ] as [(Range<Int>, [Int], Bool)])
    func sectionsOfParts(_ range: Range<Int>, _ lengths: [Int], _ continues: Bool) throws {
        let names = ["a", "b", "c", "d", "e"]
        let page = try PicturePage(
            widths: [1, 2, 3, 4, 5, 6], heights: [6, 5, 4, 3, 2, 1], sectionLengths: [2, 0, 3, 1, 0], sectionNames: names)
        let part = page[range]
        #expect(part.sectionLengths == lengths && part.continuesSection == continues)
        #expect(part.widths == Array(page.widths[range]) && part.heights == Array(page.heights[range]))
        #expect(part.sectionNames.count == lengths.count)
    }

    @Test(
        arguments: [
            ([], nil, [], [], false), ([], "a", [], [], false), (["a", "a", "b", "a"], nil, [2, 1, 1], ["a", "b", "a"], false),
            (["a", "b"], "a", [1, 1], ["a", "b"], true), (["a", "b"], "b", [1, 1], ["a", "b"], false),
        ] as [([String], String?, [Int], [String], Bool)])
    func sectionsOfNames(_ pictures: [String], _ last: String?, _ lengths: [Int], _ names: [String], _ continues: Bool) throws {
        let sides = pictures.map { _ in Int32(1) }
        let page = try PicturePage(widths: sides, heights: sides, namedAfter: pictures, behind: last)
        #expect(page.sectionLengths == lengths && page.sectionNames == names && page.continuesSection == continues)
    }

    @Test func cutsJoinAgain() throws {
        var seed = Seed.announced(for: "cutsJoinAgain")
        for _ in 0..<500 {
            let page = PicturePage.random(Int.random(in: 1...30, using: &seed), sections: Int.random(in: 1...6, using: &seed), &seed)
            let cut = Int.random(in: 1...page.count, using: &seed)
            #expect(page[0..<cut].joined(with: page[cut..<page.count]) == page, "\(cut) \(page.sectionLengths) \(seed)")
        }
    }
}
