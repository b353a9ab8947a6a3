import Layouts
import TestSupport
import Testing

/// `InvariantCheck` and `OperationCheck`: all layouts pass, and every fault is found.
@Suite struct InvariantTests {
    @Test(arguments: TestedLayout.all) func allLayoutsHold(_ subject: TestedLayout) throws {
        var seed = Seed.announced(for: "allLayoutsHold")
        for round in 0..<30 {
            let page = PicturePage.random(round * 6, sections: 1 + round % 4, &seed)
            let layout = try subject.make().appending(page)
            // Frames beyond the greatest length of Chromium stand on each other.
            guard layout.contentSize.height < 0x1p25 - 1 else { continue }
            // An item longer than its line cannot be covered; see `itemsWiderThanTheContentAreReported`.
            let violations = InvariantCheck.report(of: layout, made: page).violations.filter {
                $0.invariant != .coverage || layout.guarantees.across != nil
            }
            #expect(violations == [], "\(page) \(seed)")
            let operations = try OperationCheck.report(on: layout.viewport, page) { _ throws(LayoutError) in
                guard let layout = try? subject.make() else { throw LayoutError("subject", "it cannot be made") }
                return layout
            }
            #expect(operations.violations == [], "\(page) \(seed)")
        }
    }

    @Test(arguments: ColumnReference.Kind.allCases, 1...6)
    func invariantsHoldInSmallCases(_ kind: ColumnReference.Kind, _ columns: Int) throws {
        for count in 0...12 {
            for heights in [[1], [1, 2], [3, 1, 2], [7, 1, 1, 1, 1]] as [[Int32]] {
                let page = PicturePage.pictures(width: 2, heights: (0..<count).map { heights[$0 % heights.count] })
                let layout = try ColumnReference(kind: kind, columns: columns).layout().appending(page)
                #expect(InvariantCheck.report(of: layout, made: page).violations == [])
            }
        }
    }

    /// Flutter adds the top inset to its sums, so frames end alike in columns whose sums differ by their last bit.
    @Test func tiesOfFramesAlone() throws {
        let page = PicturePage.pictures(width: 100, heights: [62, 72, 72, 62, 100, 100])
        let layout = try FlutterMasonry(viewport: Size(width: 375, height: 667), columns: 2).appending(page)
        #expect(layout.frame(of: 5).x < layout.frame(of: 4).x)
        #expect(InvariantCheck.report(of: layout, made: page).violations == [])
    }

    /// Heights that follow from entries are no deviation from a picture's shape, and a wrong one is.
    @Test func extraHeightsAreKnown() throws {
        let page = PicturePage.pictures(heights: [100, 200, 300, 100])
        let titled = try page.adding(extraHeights: [0, 20, 40, 20])
        let layout = try Waterflow(viewport: Size(width: 375, height: 667), extraHeight: 5).appending(titled)
        #expect(layout.frame(of: 1).height == 335.0 / 3 + 25)
        #expect(InvariantCheck.report(of: layout, made: titled).isClean)
        #expect(InvariantCheck.report(of: layout, made: page).counts == [.aspect: 3])
        #expect(titled[1..<3].extraHeights == [20, 40])
        #expect(titled[0..<2].joined(with: page[2..<4]).extraHeights == [0, 20, 0, 0])
        for wrong in [[], [0, 0, 0, -1], [0, 0, 0, .nan], [0, 0, 0, .infinity], [2e6, 0, 0, 0]] as [[Double]] {
            #expect(throws: LayoutError.self) { try page.adding(extraHeights: wrong) }
        }
    }

    /// In a waterfall and in masonry the gap stands in each column; pictures that nearly form lines are no violation.
    @Test func nearlyLinesKeepTheirGap() throws {
        let page = try PicturePage(
            widths: Array(repeating: 200, count: 12), heights: (0..<12).map { $0 % 3 == 1 ? 203 : 200 }, sectionLengths: [6, 6])
        for name in ["flow-waterfall:columns=3", "mk-masonry"] {
            let layout = try LayoutRecipe(name).layout(of: page, in: Size(width: 375, height: 667))
            #expect(InvariantCheck.report(of: layout, made: page).violations == [])
        }
    }

    @Test func overlapsAreFoundWherePairsOverlap() throws {
        var seed = Seed.announced(for: "overlapsAreFoundWherePairsOverlap")
        for round in 0..<1500 {
            var rects = (0..<Int.random(in: 2...8, using: &seed)).map { _ in
                Rect(
                    x: Double(Int.random(in: 0...9, using: &seed)), y: Double(Int.random(in: 0...9, using: &seed)),
                    width: Double(Int.random(in: 1...4, using: &seed)), height: Double(Int.random(in: 1...4, using: &seed)))
            }
            // Nearly lines and nearly columns, to test the proofs that nothing overlaps.
            if round % 4 > 0 { rects.sort { $0.y < $1.y } }
            for item in rects.indices where round % 4 == 2 { rects[item].x = (rects[item].x / 4).rounded() * 4 }
            for item in rects.indices where round % 4 == 3 { rects[item].y = (rects[item].y / 3).rounded() * 3 }
            let overlapping = rects.indices.filter { item in
                rects.indices.contains { $0 != item && rects[$0].meets(rects[item]) }
            }
            let page = PicturePage.pictures(heights: rects.map { _ in 1 })
            let layout = try FrameList(rects, page)
            let report = InvariantCheck.report(of: layout, made: page)
            #expect((report.counts[.overlap] != nil) == !overlapping.isEmpty, "\(rects) \(seed)")
            for violation in report.violations where violation.invariant == .overlap {
                #expect(rects[violation.items[0]].meets(rects[violation.items[1]]), "\(rects) \(seed)")
            }
        }
    }

    @Test func gapsCountWithinSections() throws {
        let page = try PicturePage(widths: [1, 1, 1, 1], heights: [1, 1, 1, 1], sectionLengths: [1, 0, 3])
        // No inset, no header: the second section begins where the first one ends.
        let layout = try FlowTests.flow { $0.item = .fixed(Size(width: 200, height: 50)) }.appending(page)
        #expect(layout.frame(of: 1).y == 50 && layout.frame(of: 2).y == 110)
        #expect(InvariantCheck.report(of: layout, made: page).isClean)
    }

    @Test func onlyRequestedInvariantsAreReported() throws {
        let page = PicturePage.pictures(heights: Array(repeating: 1, count: 5))
        let layout = try FrameList(Array(repeating: Rect(x: 0, y: 0, width: 9, height: 30), count: 5), page)
        #expect(Set(InvariantCheck.report(of: layout, made: page).counts.keys) == [.overlap, .coverage, .gap])
        #expect(InvariantCheck.report(of: layout, made: page, asking: [.overlap]).counts == [.overlap: 4])
        #expect(InvariantCheck.report(of: layout, made: page, asking: []).isClean)
    }

    @Test(arguments: TestedLayout.all) func everyFrameIsInOneChunk(_ subject: TestedLayout) throws {
        let page = PicturePage.pictures(heights: (0..<3000).map { 100 + Int32($0 % 7) })
        let layout = try subject.make().appending(page)
        #expect((0..<layout.count).chunks.flatMap { layout.frames(of: $0) } == layout.frames)
    }

    @Test func itemsWiderThanTheContentAreReported() throws {
        let page = PicturePage.pictures(heights: [1])
        let layout = try FlowTests.flow { $0.item = .fixed(Size(width: 400, height: 50)) }.appending(page)
        #expect(
            InvariantCheck.report(of: layout, made: page).violations.map(\.message) == [
                "picture 0 reaches from 0.0 to 400.0 and the content from 0 to 375.0"
            ])
    }

    @Test func listsAreBoundedAndCountsAreNot() throws {
        let page = PicturePage.pictures(heights: Array(repeating: 1, count: 50))
        let layout = try FrameList(Array(repeating: Rect(x: 0, y: 0, width: 9, height: 9), count: 50), page)
        let report = InvariantCheck.report(of: layout, made: page, limit: 3)
        #expect(report.violations.count { $0.invariant == .overlap } == 3)
        #expect(report.counts[.overlap] == 49)
    }

    @Test func manyPicturesAreChecked() throws {
        var seed = Seed.announced(for: "manyPicturesAreChecked")
        let page = PicturePage.random(100_000, &seed)
        let layout = try LFWaterflow(viewport: Size(width: 375, height: 667)).appending(page)
        #expect(InvariantCheck.report(of: layout, made: page).violations == [], "\(seed)")
    }
}
