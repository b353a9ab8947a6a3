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
