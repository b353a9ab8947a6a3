import Layouts
import TestSupport
import Testing

/// The guarantees of layouts, and the heights that entries and parameters add.
@Suite struct GuaranteeTests {
    static let phone = Size(width: 375, height: 667)

    /// The recipe, the stretch across, the width of a column, the gap, and the number of columns that the shortest one is chosen of.
    static let rows: [(recipe: String, across: ClosedRange<Double>?, width: Double?, gap: Double, balanced: Int?)] = [
        ("waterflow", 10...365, 335.0 / 3, 10, 3),
        ("waterflow:columns=2,inset=1,2,3,4,row-spacing=7,column-spacing=9", 2...371, 180, 7, 2),
        ("flow:item-width=355,inset=10", 10...365, 355, 10, nil),
        ("flow:item-width=356,inset=10", nil, 356, 10, nil),
        ("staggered-grid", 10...363, 111, 10, 3),
        ("staggered-grid:columns=4,inset=0,item-inset=0", 0...372, 93, 0, 4),
        ("staggered-grid:columns=2,inset=1,2,3,4,item-inset=5,6,7,8", 8...362, 170, 12, 2),
        ("compose-staggered-grid", 10...365, nil, 10, 3),
        ("compose-staggered-grid:columns=5,column-spacing=5", 10...365, 67, 10, 5),
        ("compose-staggered-grid:row-spacing=0", 10...365, nil, 0, nil),
        ("flutter-masonry", 10...365, 335.0 / 3, 10, 3),
        ("flutter-masonry:inset=0,column-spacing=0", 0...375, 125, 10, 3),
        ("grid-lanes", 10...365, nil, 10, nil),
        ("grid-lanes:columns=1", 10...365, 355, 10, nil),
        ("masonry-js:item-width=100", 10...330, 100, 10, nil),
        ("justified", nil, nil, 10, nil),
        ("justified:show-widows=false", nil, nil, 0, nil),
        ("justified:max-rows=3,row-spacing=7", nil, nil, 0, nil),
        ("justified:row-spacing=7", nil, nil, 7, nil),
    ]

    @Test(arguments: rows.indices) func guarantees(_ number: Int) throws {
        let row = Self.rows[number]
        let guarantees = try LayoutRecipe(row.recipe).layout(in: Self.phone).guarantees
        #expect((guarantees.across == nil) == (row.across == nil))
        if let across = row.across, let found = guarantees.across {
            #expect((found.lowerBound - across.lowerBound).magnitude < 0.02 && (found.upperBound - across.upperBound).magnitude < 0.02)
        }
        #expect((guarantees.width == nil) == (row.width == nil))
        if let width = row.width, let found = guarantees.width { #expect((found - width).magnitude < 0.02) }
        #expect(guarantees.gap == row.gap)
        #expect(guarantees.balance?.columns == row.balanced)
        // Rows of justified-layout and columns of grid lanes are filled anew when a page is added.
        #expect(guarantees.keepsEarlierFrames == !(row.recipe.hasPrefix("justified") || row.recipe.hasPrefix("flow:")))
    }

    /// Items of further sections of mk-masonry are dealt out, and do not go to the shortest column.
    @Test(arguments: [([], true), ([2], true), ([1, 1], false)] as [([Int], Bool)])
    func balanceOfSections(_ lengths: [Int], _ isBalanced: Bool) throws {
        let sides = Array(repeating: Int32(1), count: lengths.reduce(0, +))
        let page = try PicturePage(widths: sides, heights: sides, sectionLengths: lengths)
        #expect((try MKMasonry(viewport: Self.phone).appending(page).guarantees.balance != nil) == isBalanced)
    }

    /// Whether frames show that two columns end alike. Sums of Doubles with an inset may round to one.
    @Test(arguments: [
        ("waterflow", true), ("staggered-grid", true), ("compose-staggered-grid", true), ("flutter-masonry", false),
        ("flutter-masonry:inset=0", true), ("flash-list", false), ("flash-list:inset=0", false), ("flash-list:row-spacing=0", false),
        ("flash-list:inset=0,row-spacing=0", true),
    ])
    func tiesAreShown(_ recipe: String, _ areShown: Bool) throws {
        #expect(try LayoutRecipe(recipe).layout(in: Self.phone).guarantees.balance?.showsTies == areShown)
    }

    /// The layouts that add a height, and those that know densities also at one that is no whole number.
    private static let kindsWithExtraHeight = LayoutKind.all.flatMap { kind in
        let names = kind.parameters.map(\.name)
        guard names.contains("extra-height") else { return [String]() }
        return ["\(kind.name):"] + (names.contains("density") ? ["\(kind.name):density=2.625,"] : [])
    }

    /// The height that entries add is added to that of the parameter.
    @Test(arguments: kindsWithExtraHeight) func heightsOfEntriesAreAdded(_ kind: String) throws {
        var seed = Seed.announced(for: "heightsOfEntriesAreAdded")
        let page = PicturePage.random(80, sections: 3, &seed)
        func layout(_ extraHeight: Int, _ page: PicturePage) throws -> any Layout {
            try LayoutRecipe("\(kind)extra-height=\(extraHeight)").layout(
                of: page, in: Self.phone)
        }
        let both = try layout(17, try page.adding(extraHeights: Array(repeating: 24, count: 80)))
        #expect(both.answer == (try layout(41, page)).answer, "\(seed)")
        #expect(both.guarantees.extraHeight == (try layout(17, page)).guarantees.extraHeight)
    }

    /// Sections of different parameters guarantee what all of them do.
    @Test func guaranteesOfSections() throws {
        func guarantees(_ first: (inout FlowParameters) -> Void, _ second: (inout FlowParameters) -> Void) throws -> LayoutGuarantees {
            var plain = FlowParameters(viewport: Self.phone)
            plain.item = .columns(3)
            plain.inset = Insets(10)
            var (one, other) = (plain, plain)
            first(&one)
            second(&other)
            let page = try PicturePage(widths: [1, 1], heights: [1, 1], sectionLengths: [1, 1])
            return try FlowWaterfall(plain, sections: ["0": one, "1": other]).appending(page).guarantees
        }
        var own = FlowParameters(viewport: Self.phone)
        own.item = .columns(2)
        #expect(try FlowWaterfall(own, sections: ["0": FlowWaterfall.parameters(viewport: Self.phone)]).guarantees.width == 182)
        let same = try guarantees({ $0.footer = 1 }, { $0.footer = 2 })
        #expect(same.width == 111 && same.across == 10...365 && same.gap == 10 && same.sideFromPicture == .height)
        let widths = try guarantees({ $0.item = .columns(2) }, { _ in })
        #expect(widths.width == nil && widths.sideFromPicture == .height && widths.across == 10...365)
        let gaps = try guarantees({ $0.lineSpacing = 3 }, { $0.lineSpacing = 8 })
        #expect(gaps.gap == 3)
        let insets = try guarantees({ $0.inset.left = 30 }, { $0.inset.right = 5 })
        #expect(insets.across == 10...370)
        let sides = try guarantees({ $0.item = .fixed(Size(width: 111, height: 5)) }, { _ in })
        #expect(sides.sideFromPicture == nil && sides.width == 111)
    }

    /// Insets of a carousel's two sides both take room from its columns.
    @Test(
        arguments: [
            (Insets(0), 182.0), (Insets(top: 0, left: 30, bottom: 0, right: 0), 167), (Insets(top: 0, left: 0, bottom: 0, right: 40), 162),
        ] as [(Insets, Double)])
    func columnsOfACarousel(_ inset: Insets, _ width: Double) throws {
        let carousel = try Carousel(viewport: Self.phone, item: .columns(2), inset: inset)
        #expect(carousel.appending(.pictures(heights: [100])).frame(of: 0).width == width)
    }
}
