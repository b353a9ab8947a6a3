import TestSupport
import Testing

@testable import Layouts

/// Layouts that are compared to the last bit, and content that covers its frames.
@Suite struct LayoutComparisonTests {
    private static let page = PicturePage.pictures(heights: [100, 200, 300, 100, 50])

    private func layout() throws -> any Layout { try Waterflow(viewport: Size(width: 375, height: 667)).appending(Self.page) }

    /// Each difference: the item, the number that was found, the right one, and the message.
    private func differences(_ one: any Layout, _ other: any Layout) -> [String] {
        var notes: [String] = []
        LayoutComparison.compareAll(one, with: other, "then") { item, found, wanted, message in
            notes.append("\(item ?? -1) \(found) \(wanted) \(message())")
        }
        return notes
    }

    @Test func differencesAreNoted() throws {
        let whole = try layout()
        #expect(differences(whole, try layout()) == [])
        let last = whole.frame(of: 4)
        let below = Rect(x: last.x, y: last.y + 1, width: last.width, height: last.height)
        #expect(
            differences(NudgedLayout(sound: whole, items: 4..., x: 0, y: 1), whole) == [
                "4 \(below.y) \(last.y) picture 4 has the frame \(below.text) then, and otherwise \(last.text)"
            ])
        let aside = differences(NudgedLayout(sound: whole, items: 3..., x: 2, y: 0), whole)
        #expect(aside.map { $0.prefix(2) } == ["3 ", "4 "] && aside[1].hasPrefix("4 \(last.x + 2) \(last.x) "))
        let part = whole.contentSize
        let longer = try Waterflow(viewport: whole.viewport).appending(Self.page.joined(with: .pictures(heights: [900])))
        #expect(
            differences(whole, longer) == [
                "-1 5.0 6.0 there are 5 frames then, and otherwise 6",
                "-1 \(part.height) \(longer.contentSize.height) the content is 375.0 by \(part.height) then, and otherwise 375.0 by \(longer.contentSize.height)",
            ])
    }

    /// Of a longer layout only the first pictures are compared, and of one that is as long, all.
    @Test func longLayoutsAreComparedWhole() throws {
        let page = PicturePage.pictures(heights: (0..<65_537).map { 100 + Int32($0 % 7) })
        let whole = try Justified(viewport: Size(width: 1280, height: 800)).appending(page)
        let final = LayoutComparison.finalCount(of: whole, from: 0)
        let nudged = NudgedLayout(sound: whole, items: final..., x: 1, y: 0)
        #expect(final < page.count && differences(nudged, whole).count == page.count - final)
        #expect(differences(nudged, whole.appending(.pictures(heights: [100]))) == [])
    }

    /// No append moves the frames that are final.
    @Test(arguments: TestedLayout.all) func finalFramesStay(_ subject: TestedLayout) throws {
        var seed = Seed.announced(for: "finalFramesStay")
        for round in 1..<20 {
            let page = PicturePage.random(round * 9, sections: 1 + round % 4, &seed)
            let cut = page.count / 2
            var layout = try subject.make().appending(page[0..<cut])
            let (frames, count) = (layout.frames, LayoutComparison.finalCount(of: layout, from: 0))
            #expect(count == cut || !layout.guarantees.keepsEarlierFrames)
            layout.append(page[cut..<page.count])
            #expect(layout.frames.prefix(count) == frames.prefix(count), "\(page) \(seed)")
        }
    }

    /// Frames that reach out of the content, across and along, at its start and at its end.
    @Test func contentThatDoesNotCover() throws {
        let whole = try layout()
        let size = whole.contentSize
        for (x, y, edge, extent) in [
            (0, 0, nil, 0), (-400, 0, \.x, size.width), (400, 0, \.maxX, size.width), (0, -900, \.y, size.height),
            (0, 900, \.maxY, size.height),
        ] as [(Double, Double, KeyPath<Rect, Double>?, Double)] {
            let nudged = NudgedLayout(sound: whole, items: 4..., x: x, y: y)
            var notes: [String] = []
            ContentCover(of: nudged).check(0..<5, nudged.frames, BoundingBox(of: nudged.frames)) { item, found, wanted, _ in
                notes.append("\(item ?? -1) \(found) \(wanted)")
            }
            #expect(notes == (edge.map { ["4 \(nudged.frame(of: 4)[keyPath: $0]) \(extent)"] } ?? []))
        }
    }

    @Test(arguments: [
        (Rect(x: 0, y: -5, width: 1, height: 0), true), (Rect(x: .nan, y: 0, width: 1, height: 1), false),
        (Rect(x: 0, y: .infinity, width: 1, height: 1), false), (Rect(x: 0, y: 0, width: -1, height: 1), false),
        (Rect(x: 0, y: 0, width: 1, height: -1), false), (Rect(x: 0, y: 0, width: .infinity, height: 1), false),
    ])
    func soundFrames(_ frame: Rect, _ isSound: Bool) {
        let other = Rect(x: 1, y: 2, width: 3, height: 4)
        #expect(BoundingBox(of: [other, frame, other]).isSound == isSound)
    }
}
