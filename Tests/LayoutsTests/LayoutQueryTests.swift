import Layouts
import TestSupport
import Testing

/// Rect queries, appended pages and undone pages, with every layout.
@Suite struct LayoutQueryTests {
    @Test(arguments: TestedLayout.all) func queriesAgreeWithEveryFrame(_ subject: TestedLayout) throws {
        var seed = Seed.announced(for: "queriesAgreeWithEveryFrame")
        for round in 0..<30 {
            let page = PicturePage.random(round * 10, sections: 1 + round % 4, &seed)
            let layout = try subject.make().appending(page)
            let frames = layout.frames
            for _ in 0..<20 {
                let rect = Rect.random(in: layout.contentSize, &seed)
                let expected = frames.indices.filter { frames[$0].meets(rect) }
                #expect(layout.items(meeting: rect) == expected, "\(rect) \(seed)")
            }
            // Rects that end exactly where frames do.
            for frame in frames.prefix(30) {
                for rect in [
                    frame, Rect(x: 0, y: frame.maxY, width: layout.contentSize.width, height: 10),
                    Rect(x: frame.maxX, y: 0, width: 10, height: layout.contentSize.height),
                ] {
                    let expected = frames.indices.filter { frames[$0].meets(rect) }
                    #expect(layout.items(meeting: rect) == expected, "\(rect) \(seed)")
                }
            }
        }
    }

    /// Rects that share an area with one from 0 to 10, and those that do not.
    @Test(
        arguments: [
            (Rect(x: 9, y: 9, width: 5, height: 5), true), (Rect(x: -5, y: -5, width: 6, height: 6), true),
            (Rect(x: 2, y: 2, width: 1, height: 1), true), (Rect(x: -1, y: -1, width: .infinity, height: .infinity), true),
            (Rect(x: 10, y: 0, width: 5, height: 10), false), (Rect(x: 0, y: 10, width: 10, height: 5), false),
            (Rect(x: 20, y: 0, width: 5, height: 10), false), (Rect(x: 0, y: 20, width: 10, height: 5), false),
            (Rect(x: 5, y: 5, width: 0, height: 5), false), (Rect(x: 5, y: 5, width: 5, height: 0), false),
            (Rect(x: 8, y: 5, width: -4, height: 5), false), (Rect(x: 5, y: 8, width: 5, height: -4), false),
            (Rect(x: .nan, y: 5, width: 5, height: 5), false), (Rect(x: 5, y: .nan, width: 5, height: 5), false),
            (Rect(x: 5, y: 5, width: .nan, height: 5), false), (Rect(x: 5, y: 5, width: 5, height: .nan), false),
            (Rect(x: -.infinity, y: 5, width: .infinity, height: 5), false),
            (Rect(x: 5, y: -.infinity, width: 5, height: .infinity), false),
        ])
    func rectsThatMeet(_ rect: Rect, _ meets: Bool) {
        let other = Rect(x: 0, y: 0, width: 10, height: 10)
        #expect(rect.meets(other) == meets && other.meets(rect) == meets)
    }

    @Test(arguments: TestedLayout.all) func oddRectsMeetNothing(_ subject: TestedLayout) throws {
        var seed = Seed.announced(for: "oddRectsMeetNothing")
        let layout = try subject.make().appending(PicturePage.random(100, &seed))
        let frame = layout.frame(of: 50)
        let odd = [
            Rect(x: frame.midX, y: frame.y, width: 0, height: 1e9), Rect(x: 0, y: frame.y, width: 1e9, height: 0),
            Rect(x: 1e9, y: frame.y, width: -2e9, height: 10), Rect(x: .nan, y: 0, width: 10, height: 10),
            Rect(x: 0, y: 0, width: .nan, height: 10), Rect(x: 0, y: .nan, width: 10, height: 10),
            Rect(x: 0, y: 0, width: 10, height: .nan), Rect(x: -.infinity, y: 0, width: .infinity, height: 10),
        ]
        for rect in odd { #expect(layout.items(meeting: rect) == [], "\(rect) \(seed)") }
        // Whole pixels leave some pictures no height.
        let all = (0..<100).filter { layout.frame(of: $0).width > 0 && layout.frame(of: $0).height > 0 }
        #expect(layout.items(meeting: Rect(x: -1e9, y: -1e9, width: .infinity, height: .infinity)) == all, "\(seed)")
    }

    @Test(arguments: TestedLayout.all) func pagesGiveTheBitsOfTheWhole(_ subject: TestedLayout) throws {
        var seed = Seed.announced(for: "pagesGiveTheBitsOfTheWhole")
        for round in 0..<30 {
            let page = PicturePage.random(round * 7, sections: 1 + round % 5, &seed)
            let whole = try subject.make().appending(page)
            var parts = try subject.make()
            let drawn = Set((0..<5).map { _ in Int.random(in: 0...page.count, using: &seed) })
            let cuts = drawn.subtracting([0, page.count]).sorted()
            for (start, end) in zip([0] + cuts, cuts + [page.count]) { parts.append(page[start..<end]) }
            #expect(parts.sections == whole.sections, "\(page.sectionLengths) \(cuts) \(seed)")
            #expect(parts.answer == whole.answer, "\(page) \(cuts) \(seed)")
            let rect = Rect.random(in: whole.contentSize, &seed)
            #expect(parts.items(meeting: rect) == whole.items(meeting: rect), "\(seed)")
        }
    }

    @Test(arguments: TestedLayout.all) func anEmptyPageMovesNothing(_ subject: TestedLayout) throws {
        let page = PicturePage.pictures(heights: [300, 200, 250])
        var layout = try subject.make().appending(page)
        let frames = layout.frames
        for sections in [[], [0]] {
            layout.append(try PicturePage(widths: [], heights: [], sectionLengths: sections))
            #expect(layout.frames == frames)
        }
        // A cut behind the last picture keeps the empty sections there.
        let whole = layout.answer
        let sections = layout.sections
        layout.truncate(to: layout.count)
        #expect(layout.answer == whole && layout.sections == sections)
    }

    @Test(arguments: TestedLayout.all) func anUndoneAppendLeavesNoTrace(_ subject: TestedLayout) throws {
        var seed = Seed.announced(for: "anUndoneAppendLeavesNoTrace")
        for round in 0..<30 {
            let first = PicturePage.random(round * 5, sections: 1 + round % 3, &seed)
            let second = PicturePage.random(Int.random(in: 0...300, using: &seed), sections: 1 + round % 4, &seed)
            var layout = try subject.make().appending(first)
            let before = layout.answer
            let mark = layout.mark
            layout.append(second)
            let after = layout.answer
            layout.truncate(to: mark)
            #expect(layout.answer == before, "\(seed)")
            layout.append(second)
            #expect(layout.answer == after, "\(seed)")
            // Truncate in the middle of a page.
            let count = Int.random(in: 0...layout.count, using: &seed)
            let whole = first.joined(with: second)
            layout.truncate(to: count)
            let scratch = try subject.make().appending(whole[0..<count])
            if count < whole.count { #expect(layout.answer == scratch.answer, "\(count) \(seed)") }
            layout.append(whole[count..<whole.count])
            #expect(layout.answer == after, "\(count) \(seed)")
        }
    }
}
