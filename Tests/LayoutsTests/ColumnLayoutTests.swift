import Layouts
import TestSupport
import Testing

/// The column layouts against the specification's examples and against `ColumnReference`.
@Suite struct ColumnLayoutTests {
    static let example = PicturePage.pictures(heights: [300, 200, 250, 100])
    static let phone = Size(width: 375, height: 667)

    private func expect(_ layout: some Layout, _ rows: [(x: Double, y: Double)], height: Double) {
        for (item, row) in rows.enumerated() {
            let frame = layout.frame(of: item)
            #expect(abs(frame.x - row.x) < 1e-9 && abs(frame.y - row.y) < 1e-9, "item \(item) at \(frame)")
        }
        #expect(abs(layout.contentSize.height - height) < 1e-9)
        #expect(layout.contentSize.width == 375)
    }

    @Test func lfWaterflowMatchesTheSpecification() throws {
        let layout = try LFWaterflow(viewport: Self.phone).appending(Self.example)
        #expect(abs(layout.frame(of: 0).width - 335.0 / 3) < 1e-9)
        expect(
            layout, [(10, 20), (10 + 365.0 / 3, 20), (10 + 730.0 / 3, 20), (10 + 365.0 / 3, 20 + 365.0 / 3)], height: 207.5)
    }

    @Test func waterflowMatchesTheSpecification() throws {
        let layout = try Waterflow(viewport: Self.phone).appending(Self.example)
        expect(
            layout, [(10, 10), (10 + 365.0 / 3, 10), (10 + 730.0 / 3, 10), (10 + 365.0 / 3, 10 + 365.0 / 3)], height: 197.5)
    }

    @Test func masonryKeepsTheSpacingBelow() throws {
        let layout = try MKMasonry(viewport: Self.phone).appending(Self.example)
        let width = 325.0 / 3
        #expect(abs(layout.frame(of: 0).width - width) < 1e-9)
        let second = 12.5 + width + 12.5
        expect(
            layout, [(12.5, 0), (second, 0), (second + width + 12.5, 0), (second, width + 12.5)], height: 1.5 * width + 25)
    }

    @Test func masonryBeginsEachSectionInOrder() throws {
        let page = try PicturePage(
            widths: [1, 1, 1, 1, 1], heights: [3, 2, 1, 1, 1], sectionLengths: [3, 2])
        let layout = try MKMasonry(viewport: Self.phone).appending(page)
        // The shortest column is the third, but a section begins on the left.
        #expect(layout.frame(of: 3).x == layout.frame(of: 0).x)
        #expect(layout.frame(of: 4).x == layout.frame(of: 1).x)
    }

    @Test func withoutPicturesInsetsAreLeft() throws {
        let inset = Insets(top: 7, left: 1, bottom: 5, right: 1)
        let page = PicturePage.pictures(heights: [])
        #expect(try LFWaterflow(viewport: Self.phone, inset: inset).appending(page).contentSize.height == 12)
        #expect(try Waterflow(viewport: Self.phone, inset: inset).appending(page).contentSize.height == 5)
        #expect(try MKMasonry(viewport: Self.phone).appending(page).contentSize.height == 0)
    }

    @Test(arguments: [(375.0, 667.0, 3), (667, 375, 5), (500, 500, 3)])
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
        for _ in 0..<10_000 {
            let reference = ColumnReference.random(&seed)
            let page = PicturePage.random(
                Int.random(in: 0...40, using: &seed), sections: Int.random(in: 1...4, using: &seed), &seed)
            let layout = try reference.layout().appending(page)
            #expect(layout.answer == reference.answer(page), "\(reference) \(page) \(seed)")
        }
    }

    @Test(arguments: ColumnReference.Kind.allCases, [1, 3, 12, 13, 50, 64, 1000])
    func longLayoutsAgreeBitForBit(_ kind: ColumnReference.Kind, _ columns: Int) throws {
        var seed = Seed.announced(for: "longLayoutsAgreeBitForBit")
        let reference = ColumnReference(
            kind: kind, columns: columns, columnSpacing: 0.1, rowSpacing: 0.25, inset: Insets(3))
        let page = PicturePage.random(3000, sections: 5, &seed)
        #expect(try reference.layout().appending(page).answer == reference.answer(page), "\(seed)")
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
            extraHeight: [0, 0, 24].randomElement(using: &seed)!)
    }
}
