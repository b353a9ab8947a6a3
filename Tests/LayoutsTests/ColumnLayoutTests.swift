import Layouts
import TestSupport
import Testing

/// The column layouts against `ColumnReference`, which follows the specification.
@Suite struct ColumnLayoutTests {
    static let phone = Size(width: 375, height: 667)

    @Test func masonryKeepsTheSpacingBelow() throws {
        let layout = try MKMasonry(viewport: Self.phone).appending(.pictures(heights: [300, 200, 250, 100]))
        #expect(abs(layout.frame(of: 3).y - (325.0 / 3 + 12.5)) < 1e-9)
        #expect(abs(layout.contentSize.height - (1.5 * 325 / 3 + 25)) < 1e-9)
    }

    @Test func masonryBeginsEachSectionInOrder() throws {
        let page = try PicturePage(
            widths: [1, 1, 1, 1, 1, 1, 1, 1], heights: [3, 2, 1, 1, 1, 1, 1, 9], sectionLengths: [3, 2, 0, 3])
        var layout = try MKMasonry(viewport: Self.phone).appending(page)
        let lefts = layout.frames[0..<3].map(\.x)
        // The shortest column is the third, but a full section leaves the turn at the first. A short one does not.
        #expect(layout.frames.map { lefts.firstIndex(of: $0.x) } == [0, 1, 2, 0, 1, 2, 0, 1])
        let whole = layout.answer
        layout.truncate(to: 4)
        layout.append(page[4..<8])
        #expect(layout.answer == whole)
    }

    /// As Floats the bottoms of both columns are one number, so the left column wins. As Doubles the right one is shorter.
    @Test(arguments: [
        ("lf-waterflow:columns=2,column-spacing=0,inset=0,row-spacing=1e6", 1e6),
        ("mk-masonry:columns=2,extra-height=1e6", 12.5),
    ])
    func bottomsAreReadAsFloats(_ recipe: String, _ gap: Double) throws {
        let page = try PicturePage(widths: [10_000, 10_000, 1], heights: [30_001, 30_000, 1])
        let float = try LayoutRecipe(recipe).layout(of: page, in: Self.phone)
        let double = try LayoutRecipe("\(recipe),arithmetic=double").layout(of: page, in: Self.phone)
        #expect(float.frame(of: 2).x == float.frame(of: 0).x)
        #expect(double.frame(of: 2).x == double.frame(of: 1).x)
        #expect(double.frame(of: 2).y == double.frame(of: 1).maxY + gap)
        // Masonry reads Floats only to compare.
        let bottom = float.frame(of: 0).maxY
        #expect(float.frame(of: 2).y == (recipe.hasPrefix("lf") ? Double(Float(bottom)) : bottom) + gap)
        #expect(float.columnTies() == (recipe.hasPrefix("mk") ? ColumnTies(count: 1, first: 2) : ColumnTies()))
    }

    @Test func withoutPicturesInsetsAreLeft() throws {
        let inset = Insets(top: 7, left: 1, bottom: 5, right: 1)
        let page = PicturePage.pictures(heights: [])
        #expect(try LFWaterflow(viewport: Self.phone, inset: inset).appending(page).contentSize.height == 12)
        #expect(try Waterflow(viewport: Self.phone, inset: inset).appending(page).contentSize.height == 5)
        #expect(try MKMasonry(viewport: Self.phone).appending(page).contentSize.height == 0)
    }

    @Test(arguments: [(375.0, 667.0, 3), (667, 375, 5), (500, 500, 5)])
    func orientationSetsTheColumns(_ width: Double, _ height: Double, _ columns: Int) throws {
        #expect(try LFWaterflow(viewport: Size(width: width, height: height)).guarantees.balance?.columns == columns)
    }

    @Test(arguments: ColumnReference.Kind.allCases, 1...6)
    func allSmallCasesAgree(_ kind: ColumnReference.Kind, _ columns: Int) throws {
        let reference = ColumnReference(kind: kind, columns: columns)
        let ratios: [(Int32, Int32)] = [(1, 1), (2, 3), (3, 1)]
        for count in 0...12 {
            // Every sequence of ratios while there are few, then repeated short ones.
            let sequences = count <= 6 ? Int32(pow(3, count)) : 27
            for sequence in 0..<sequences {
                var rest = sequence
                let picked = (0..<count).map { _ in
                    defer { rest = rest / 3 == 0 ? sequence : rest / 3 }
                    return ratios[Int(rest % 3)]
                }
                let page = try PicturePage(widths: picked.map { $0.0 }, heights: picked.map { $0.1 })
                let layout = try reference.layout().appending(page)
                #expect(layout.answer == reference.answer(page))
            }
        }
    }

    /// A negative zero counts as zero, although its bits compare as a large number.
    @Test(arguments: ColumnReference.Kind.allCases) func negativeZerosAreZeros(_ kind: ColumnReference.Kind) throws {
        var reference = ColumnReference(kind: kind, columns: 20, columnSpacing: 1, rowSpacing: 1, inset: Insets(0))
        let page = PicturePage.pictures(heights: (0..<60).map { 100 + $0 % 7 })
        let layout = try reference.layout().appending(page)
        reference.inset = Insets(-0.0)
        #expect(try reference.layout().appending(page).answer == layout.answer)
        #expect(layout.answer == reference.answer(page))
    }

    /// This many columns keep their items in small blocks, and the items fill some of them.
    @Test func manyColumnsOfManyItems() throws {
        let columns = 10_001
        let viewport = Size(width: Double(columns) * 10, height: 667)
        let page = PicturePage.pictures(heights: Array(repeating: 200, count: columns * 18 + 7))
        var layout = try Waterflow(
            viewport: viewport, columns: columns, columnSpacing: 0, rowSpacing: 0, inset: Insets(0))
        func rows(_ layout: Waterflow, _ rows: Range<Int>) -> [Int] {
            layout.items(
                meeting: Rect(x: 0, y: Double(rows.lowerBound) * 10, width: viewport.width, height: Double(rows.count) * 10))
        }
        layout.append(page)
        #expect(rows(layout, 15..<18) == Array(columns * 15..<columns * 18))
        #expect(rows(layout, 18..<20) == Array(columns * 18..<columns * 18 + 7))
        layout.truncate(to: columns * 16 + 5)
        #expect(rows(layout, 15..<20) == Array(columns * 15..<columns * 16 + 5))
        layout.append(page[columns * 16 + 5..<page.count])
        #expect(rows(layout, 15..<20) == Array(columns * 15..<columns * 18 + 7))
    }

    private func pow(_ base: Int, _ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * base } }

    /// The numbers of columns cover both ways to find the shortest one.
    @Test func randomLayoutsAgreeBitForBit() throws {
        var seed = Seed.announced(for: "randomLayoutsAgreeBitForBit")
        for _ in 0..<4000 {
            let reference = ColumnReference.random(&seed)
            let count = Int.random(in: 0...80, using: &seed)
            let sides = (0..<2).map { _ in (0..<count).map { _ in Int32.random(in: 0...10_000, using: &seed) } }
            let lengths = PicturePage.randomLengths(count, sections: Int.random(in: 1...6, using: &seed), &seed)
            guard !sides.joined().contains(0) else {
                // A picture without an area has no shape.
                #expect(throws: LayoutError.self) {
                    try PicturePage(widths: sides[0], heights: sides[1], sectionLengths: lengths)
                }
                continue
            }
            let page = try PicturePage(widths: sides[0], heights: sides[1], sectionLengths: lengths)
            try expect(reference, page, &seed)
        }
    }

    /// Few sizes, so that columns often have the same bottom, and a few extreme ones.
    @Test func similarPicturesAgreeBitForBit() throws {
        var seed = Seed.announced(for: "similarPicturesAgreeBitForBit")
        for _ in 0..<4000 {
            let count = Int.random(in: 0...80, using: &seed)
            var page = PicturePage.random(count, sections: Int.random(in: 1...6, using: &seed), &seed)
            if Bool.random(using: &seed) {
                let titles = (0..<count).map { _ in [0, 17, 34, 1.0 / 3].randomElement(using: &seed)! }
                page = try page.adding(extraHeights: titles)
            }
            try expect(.random(&seed), page, &seed)
        }
    }

    /// The whole, the same in two pages, and the same after a page that was undone.
    private func expect(_ reference: ColumnReference, _ page: PicturePage, _ seed: inout Seed) throws {
        let answer = reference.answer(page)
        let layout = try reference.layout().appending(page)
        #expect(layout.answer == answer, "\(reference) \(page) \(seed)")
        #expect(layout.columnTies() == reference.ties(page), "\(reference) \(page) \(seed)")
        let cut = Int.random(in: 0...page.count, using: &seed)
        var parts = try reference.layout().appending(page[0..<cut])
        let mark = parts.mark
        parts.append(.random(30, sections: 3, &seed))
        parts.truncate(to: mark)
        if cut < page.count { parts.append(page[cut..<page.count]) }
        #expect(parts.answer == answer, "cut at \(cut), \(reference) \(page) \(seed)")
        #expect(parts.columnTies() == layout.columnTies(), "cut at \(cut), \(reference) \(page) \(seed)")
    }

    @Test(arguments: ColumnReference.Kind.allCases, [1, 3, 9, 10, 12, 13, 50, 64, 1000])
    func longLayoutsAgreeBitForBit(_ kind: ColumnReference.Kind, _ columns: Int) throws {
        var seed = Seed.announced(for: "longLayoutsAgreeBitForBit")
        let page = PicturePage.random(3000, sections: 5, &seed)
        for arithmetic in ColumnArithmetic.allCases {
            let reference = ColumnReference(
                kind: kind, columns: columns, columnSpacing: 0.1, rowSpacing: 0.25, inset: Insets(3), arithmetic: arithmetic)
            #expect(try reference.layout().appending(page).answer == reference.answer(page), "\(seed)")
        }
    }

    /// Far down, items are lower than the distance between two Floats, and the bottoms of a column are out of order.
    @Test func queriesFindItemsBetweenTwoFloats() throws {
        var seed = Seed.announced(for: "queriesFindItemsBetweenTwoFloats")
        let inset = Insets(top: 1e6, left: 0, bottom: 0, right: 0)
        var layout = try LFWaterflow(viewport: Self.phone, columns: 2, columnSpacing: 0, rowSpacing: 0, inset: inset)
        let heights = (0..<400).map { _ in Int32.random(in: 1...99, using: &seed) }
        layout.append(PicturePage.pictures(width: 100_000, heights: heights))
        let frames = layout.frames
        for _ in 0..<2000 {
            let rect = Rect(
                x: 0, y: 1e6 + Double.random(in: -1...layout.contentSize.height - 1e6 + 1, using: &seed), width: 375,
                height: Double.random(in: 0...0.2, using: &seed))
            #expect(layout.items(meeting: rect) == frames.indices.filter { frames[$0].meets(rect) }, "\(rect) \(seed)")
        }
    }
}

extension ColumnReference {
    static func random(_ seed: inout Seed) -> ColumnReference {
        let spacings = [0, 5, 10, 12.5, 1.0 / 3]
        return ColumnReference(
            kind: Kind.allCases.randomElement(using: &seed)!,
            viewport: Size(
                width: Double.random(in: 400...1400, using: &seed), height: Double.random(in: 300...1400, using: &seed)),
            columns: Int.random(in: 1...20, using: &seed),
            columnSpacing: spacings.randomElement(using: &seed)!, rowSpacing: spacings.randomElement(using: &seed)!,
            inset: Insets(
                top: Double.random(in: 0...50, using: &seed), left: Double.random(in: 0...50, using: &seed),
                bottom: Double.random(in: 0...50, using: &seed), right: Double.random(in: 0...50, using: &seed)),
            extraHeight: [0, 0, 24].randomElement(using: &seed)!, arithmetic: ColumnArithmetic.allCases.randomElement(using: &seed)!)
    }
}
