import Layouts
import Testing
import WeirBase

@testable import Checks

/// For each rule about sizes and parameters an input that violates it, and one that just does not.
@Suite struct LayoutRuleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let rule: String
        let layout: String
        let sizes: [[Int32]]
        let screen: Screen
        let found: [String]
        var testDescription: String { "\(rule), \(layout), \(sizes.count) pictures, \(found.count) findings" }

        init(
            _ rule: String, _ layout: String, _ sizes: [[Int32]], isLandscape: Bool = false, on screen: Screen? = nil,
            _ found: [String]
        ) {
            self.rule = rule
            self.layout = layout
            self.sizes = sizes
            self.screen = screen ?? Screen.defaults[isLandscape ? 1 : 0]
            self.found = found
        }
    }

    static let square: [Int32] = [100, 100]
    /// An iPhone 15 turned to its side, with the camera at the left or at the right.
    static let turnedPhone = Screen.all(of: Device.all.first { $0.name == "iphone-15" }!)[1]

    private static func tied(_ item: Int, _ pictures: String) -> String {
        "\(item) phones may show it in another column: \(pictures) placed below others where several columns are equally short and "
            + "the published code leaves open which one is taken, and this is the first"
    }

    static let rows: [Row] = [
        Row(
            "aspect-bounds", "waterflow", [square, [2000, 280]],
            ["1 its cell is 15.63 points high, 16 is the least"]),
        Row("aspect-bounds", "waterflow", [square, [2000, 287]], []),
        Row(
            "aspect-bounds", "waterflow:columns=1,inset=0", [[375, 2002]],
            ["0 its cell is 2002 points high, 2001 is the most"]),
        Row("aspect-bounds", "waterflow:columns=1,inset=0,extra-height=40", [[375, 2001]], []),
        Row("aspect-bounds", "waterflow:columns=1,inset=0", [[375, 16], [375, 2001]], []),
        Row("aspect-bounds", "flow:item-size=100x10", [square], []),
        Row(
            "taller-than-screen", "waterflow:columns=1,inset=0", [[375, 668]],
            ["0 its cell is 668 points high, the screen 667"]),
        Row("taller-than-screen", "waterflow:columns=1,inset=0", [[375, 667]], []),
        Row("taller-than-screen", "waterflow:columns=2", [[3, 4], [2, 3], [9, 16]], isLandscape: true, []),
        Row(
            "taller-than-screen", "waterflow:columns=1,inset=0", [[667, 667], [667, 668]], isLandscape: true,
            ["1 its cell is 668 points high, the screen 667"]),
        Row(
            "taller-than-screen", "carousel:item-size=376x90", [square],
            ["0 its cell is 376 points wide, the screen 375"]),
        Row(
            "pixel-budget", "waterflow", [square, [3000, 4125]],
            ["1 it has 3000x4125 pixels, 80.2 times the 335x461 that it is shown with at scale 3; 50 times is the most"]),
        Row(
            "pixel-budget", "waterflow:extra-height=300", [[3000, 4125]],
            ["0 it has 3000x4125 pixels, 80.2 times the 335x461 that it is shown with at scale 3; 50 times is the most"]),
        Row("pixel-budget", "waterflow", [[2368, 3256]], []),
        Row("pixel-budget", "waterflow", [[3000, 4125]], on: LayoutCase.portrait, []),
        // The cell of 111.67 points shows 335 pixels. Half of them are enough, and less than a quarter is an error.
        Row(
            "pixel-shortage", "waterflow", [[168, 100], [167, 100], [84, 100], [83, 100]],
            [
                "1 it is 167 pixels wide, and its cell of 111.67 points shows 335 at scale 3; it will be blurred",
                "2 it is 84 pixels wide, and its cell of 111.67 points shows 335 at scale 3; it will be blurred",
                "3 it is 83 pixels wide, and its cell of 111.67 points shows 335 at scale 3; that is a thumbnail",
            ]),
        Row("pixel-shortage", "waterflow", [[20, 20]], on: LayoutCase.portrait, []),
        // A cropped picture needs the pixels of its longer side.
        Row("pixel-budget", "flow:item-size=100x100", [[2000, 3000], [2000, 6000]], []),
        Row(
            "pixel-budget", "flow:item-size=100x100", [[2122, 3000]],
            ["0 it has 2122x3000 pixels, 50.03 times the 300x424 that it is shown with at scale 3; 50 times is the most"]),
        Row(
            "safe-area", "waterflow", [square, square], on: turnedPhone,
            ["0 its cell is 10 points from the left edge, of which the device covers 59"]),
        Row(
            "safe-area", "waterflow:columns=2,inset=10,58,10,59", [square, square], on: turnedPhone,
            ["0 its cell is 58 points from the left edge, of which the device covers 59"]),
        Row(
            "safe-area", "waterflow:columns=2,inset=10,59,10,58", [square, square], on: turnedPhone,
            ["1 its cell is 58 points from the right edge, of which the device covers 59"]),
        Row(
            "safe-area", "waterflow:inset=10,59,10,59", [square, square, square, square, square, square],
            on: turnedPhone, []),
        Row("safe-area", "carousel:view-height=160", [square, square], on: turnedPhone, []),
        Row("safe-area", "waterflow", [square], isLandscape: true, []),
        Row(
            "column-balance", "waterflow:columns=3,inset=0,column-spacing=0", [square, square, [125, 793]],
            ["2 its column ends 668 points below the shortest one, at 793; 667 is the most"]),
        Row("column-balance", "waterflow:columns=3,inset=0,column-spacing=0", [square, square, [125, 792]], []),
        Row(
            "dead-space", "flow-waterfall:columns=2,inset=0,interitem-spacing=0,line-spacing=0,header=0",
            [
                [187, 401], square, square, [187, 401],
            ], ["3 section 0 ends in 214 points of blank space behind it, 200 is the most"]),
        Row(
            "dead-space", "flow-waterfall:columns=2,inset=0,interitem-spacing=0,line-spacing=0,header=0",
            [
                [187, 387], square, square, [187, 387],
            ], []),
        Row(
            "exact-fit", "flow:item-width=111.66666666666667,inset=10", [square],
            [
                "- 3 items of 111.66666666666667 points and their gaps fill the line of 355 to the last bit, and 2 stand on it when it is filled by subtracting; 111 points fit always"
            ]),
        Row(
            "exact-fit", "flow:item-width=111.7,inset=10", [square],
            ["- 3 items of 111.7 points are 0.1 points wider than their line of 355, so 2 stand on it; 111 fit"]),
        Row("exact-fit", "flow:item-width=111.66,inset=10", [square], []),
        Row("exact-fit", "flow:item-width=112.5,inset=10", [square], []),
        Row("exact-fit", "flow:columns=3,inset=10", [square], []),
        Row("exact-fit", "flow-waterfall:item-size=105x100", [square], []),
        Row(
            "carousel-reachable", "carousel:view-height=160,inset=0,107,0,107.5", [square, square, square],
            ["0 it can be brought no nearer to the middle than 0.5 points; insets of 107.5 let it get there"]),
        Row("carousel-reachable", "carousel:view-height=160,inset=0,107.5,0,107.5", [square, square, square], []),
        Row(
            "carousel-scale", "carousel:item-size=450x200,inset=0,350,0,350", [square],
            ["0 it is on screen with a scale of -0.03 when the carousel rests at 0"]),
        Row("carousel-scale", "carousel:item-size=450x200,inset=0,300,0,300", [square], []),
        Row(
            "carousel-rows", "carousel", [square, square, square, square],
            ["1 it stands below picture 0: a view of 667 points holds up to 3 rows; set view-height to that of the carousel's own view"]),
        Row(
            "carousel-rows", "carousel:view-height=330", [square, square],
            ["1 it stands below picture 0: a view of 330 points holds up to 2 rows; set view-height to that of the carousel's own view"]),
        Row("carousel-rows", "carousel:view-height=329", [square, square], []),
        Row(
            "carousel-jump", "carousel:inset=0,400,0,400", [square],
            [
                "0 at offsets from 0 to 25 nothing is on screen, and a carousel that would stop there jumps to its end",
                "0 at offsets from 560 to 585 nothing is on screen, and a carousel that would stop there jumps to its end",
            ]),
        Row("carousel-jump", "carousel:inset=0,374,0,374", [square], []),
        // Two of three columns are empty when the second picture comes; that alone is no finding.
        Row("column-ties", "lf-waterflow", [square, square, square], []),
        Row(
            "column-ties", "mk-masonry:columns=2", [square, square, square],
            [tied(2, "1 picture is")]),
        Row(
            "column-ties", "lf-waterflow", [square, square, square, square, square, square],
            [tied(4, "1 picture is")]),
        Row("column-ties", "lf-waterflow:columns=2", [square, square, square, square], []),
        Row(
            "column-ties", "mk-masonry", [square, square, square, square, square],
            [tied(3, "2 pictures are")]),
        Row("column-ties", "mk-masonry", [square, [100, 101], [100, 102], square], []),
        Row("column-ties", "waterflow", [square, square, square, square], []),
    ]

    @Test(arguments: rows) func rulesFindViolations(_ row: Row) throws {
        let layout = try LayoutCase.of(row.layout, row.sizes.map { ($0[0], $0[1]) }, on: row.screen)
        let found = layout.found(row.rule).map { "\($0.item.map(String.init) ?? "-") \($0.message)" }
        #expect(found == row.found)
    }

    // MARK: Rules that need true sizes or the previous manifest

    struct Arrival: Sendable {
        let rule: String
        let declared: [[Int32]]
        let trueSizes: [[Int32]]
        let found: [String]
        init(_ rule: String, _ declared: [[Int32]], _ trueSizes: [[Int32]], _ found: [String]) {
            self.rule = rule
            self.declared = declared
            self.trueSizes = trueSizes
            self.found = found
        }
    }

    static let arrivals: [Arrival] = [
        Arrival(
            "placeholder-frames", [[300, 300], [125, 100]], [[200, 275], [125, 101]],
            ["0 its cell is 125 by 125 for 300x300 as declared, and 125 by 171.88 for the 200x275 that the picture has"]),
        Arrival("placeholder-frames", [[300, 300], [125, 100]], [[600, 600], [125, 101]], []),
        // No cell changes by more than a point, but what five of them in a column add up to does.
        Arrival(
            "placeholder-frames", Array(repeating: [125, 100], count: 15), Array(repeating: [125, 101], count: 15),
            [
                "12 it moves by 4 points with all pictures there, though no cell changes by more than 1",
                "8 it moves by 250 points with every other picture there, though no cell changes by more than 1",
            ]),
        // All but the first row go from three columns to two: 150,000 of 250,125 points move, picture 6 by 250 of 667.
        Arrival(
            "shift-score", Array(repeating: [125, 100], count: 12), [[125, 800]] + Array(repeating: [125, 100], count: 11),
            [
                "0 the screen jumps by a score of 0.225 when it comes in as 125x800 and not as 125x100; all pictures together have a cumulative layout shift of 0.225, and 0.1 is the most"
            ]),
        // Picture 3 moves from 0, 100 to 125, 125: 2 x 15,625 of 250,125 points, and 125 of 667.
        Arrival("shift-score", [[125, 100], square, square, square], [[125, 300], square, square, square], []),
        Arrival("shift-score", [square, square, square, square], [[125, 127], square, square, square], []),
        Arrival("shift-score", [square], [square], []),
    ]

    @Test(arguments: arrivals) func wrongSizesAreFound(_ row: Arrival) throws {
        let pictures = try PictureSet(
            .of(row.declared.map { ($0[0], $0[1]) }), trueSizes: .of(row.trueSizes.map { ($0[0], $0[1]) }))
        let layout = try LayoutCase(
            LayoutChoice("waterflow:columns=3,inset=0,column-spacing=0,row-spacing=0"), on: LayoutCase.portrait, pictures)
        let found = layout.found(row.rule).map { "\($0.item.map(String.init) ?? "-") \($0.message)" }
        #expect(found == row.found)
    }

    /// Cells of a single column that become higher by a point move the last one by their sum. Where a cell changes by more, the sum is
    /// no finding of its own.
    @Test(
        arguments: [
            ([129, 129, 129], []), ([128, 129, 129, 129], []),
            ([129, 129, 129, 128], ["3 it moves by 3 points with all pictures there, though no cell changes by more than 1"]),
            ([127, 127, 127, 127], ["3 it moves by 3 points with all pictures there, though no cell changes by more than 1"]),
            (
                [130, 129, 129, 128],
                ["0 its cell is 512 by 128 for 512x128 as declared, and 512 by 130 for the 512x130 that the picture has"]
            ),
        ] as [([Int32], [String])])
    func smallChanges(_ heights: [Int32], _ expected: [String]) throws {
        let screen = Screen(name: "portrait", viewport: Size(width: 512, height: 667))
        let pictures = try PictureSet(PicturePage.of(heights.map { _ in (512, 128) }), trueSizes: PicturePage.of(heights.map { (512, $0) }))
        let layout = try LayoutCase(LayoutChoice("waterflow:columns=1,inset=0,row-spacing=0"), on: screen, pictures)
        #expect(layout.found("placeholder-frames").map { "\($0.item ?? -1) \($0.message)" } == expected)
    }

    /// A cell of a horizontal flow is as high as its view, and its width changes by one point or by more.
    @Test(arguments: [(668, false), (669, true), (666, false), (665, true)] as [(Int32, Bool)])
    func widthsThatChange(_ width: Int32, _ isFound: Bool) throws {
        let pictures = try PictureSet(.of([(667, 667)]), trueSizes: PicturePage.of([(width, 667)]))
        let layout = try LayoutCase(LayoutChoice("flow:direction=horizontal,columns=1"), on: LayoutCase.portrait, pictures)
        let message = "its cell is 667 by 667 for 667x667 as declared, and \(width) by 667 for the \(width)x667 that the picture has"
        #expect(layout.found("placeholder-frames").map(\.message) == (isFound ? [message] : []))
    }

    /// Sections of which only one has a side that follows from the picture, from the first item on and from a later one.
    @Test func boundsOfSections() throws {
        var recipe = try LayoutRecipe("flow:columns=1")
        try recipe.setSections(JSONValue(#"{"1":{"columns":2,"inset":5},"2":{"item-size":"20x10"}}"#), areNamed: false)
        let (widths, heights) = (Array(repeating: Int32(100), count: 9), Array(repeating: Int32(3), count: 9))
        let page = try PicturePage(widths: widths, heights: heights, sectionLengths: [3, 4, 2])
        let layout = try LayoutCase(LayoutChoice(recipe, "flow"), on: LayoutCase.portrait, PictureSet(page))
        let rule = try #require(AspectBounds(layout, RuleParameters(AspectBounds.rule.parameters)))
        for items in [0..<9, 0..<2, 1..<5, 4..<6, 5..<9, 7..<9] {
            var findings = ScreenFindings("")
            rule.look(at: items, layout.layout.frames(of: items), &findings)
            let found = findings.rules.flatMap(\.found)
            #expect(found.map(\.item) == items.filter { $0 < 7 }.map { $0 })
            #expect(
                found.map(\.message)
                    == items.filter { $0 < 7 }.map { "its cell is \($0 < 3 ? 12 : 6) points high, 16 is the least" }, "\(items)")
        }
    }

    struct Change: Sendable {
        let rule: String
        let old: [[Int32]]
        let new: [[Int32]]
        let currentItems: [Int32]
        let found: [String]
        init(_ rule: String, from old: [[Int32]], to new: [[Int32]], _ currentItems: [Int32], _ found: [String]) {
            self.rule = rule
            self.old = old
            self.new = new
            self.currentItems = currentItems
            self.found = found
        }
    }

    private static func shifted(_ item: Int, of count: Int, down: Int, across: Int, otherwise: Int, by points: Int) -> String {
        "\(item) the first of \(count) pictures that were there moves by \(down) points down and \(across) across, "
            + "and \(otherwise) of them otherwise; this one by \(points) points more or less"
    }

    static let changes: [Change] = [
        Change(
            "previous-frames", from: [square, square], to: [square, [100, 120], square], [0, 1],
            ["1 its cell was 125 by 125 and is 125 by 150; what stands behind it on phones moves"]),
        Change("previous-frames", from: [square, square], to: [square, square, square], [0, 1], []),
        Change(
            "previous-frames", from: [square, square, square], to: [square, square], [0, -1, 1],
            ["- picture 1 of the previous manifest is gone, and one behind it moves up"]),
        Change(
            "previous-frames", from: [square, square], to: [square], [-1, -1],
            ["- no picture of the previous manifest is left"]),
        Change(
            "previous-frames", from: [square, square, square], to: [square], [0, -1, -1],
            ["- picture 1 of the previous manifest is gone, and all behind it"]),
        Change(
            "previous-frames", from: [square, square], to: [square], [0, -1],
            ["- the last picture of the previous manifest is gone"]),
        Change(
            "previous-frames", from: [square, square, square, square], to: [square, square], [-1, 0, -1, 1],
            ["- picture 0 of the previous manifest is gone, and 2 behind it move up"]),
        Change(
            "previous-frames", from: [square, square], to: [square, square, square], [0, 2],
            ["2 it was picture 1 and is picture 2"]),
        Change(
            "refresh-order", from: [square, square, square], to: [square, square, square, square], [2, 1, 3],
            ["1 it stood behind picture 0 of the previous manifest, which is now picture 2 and behind it"]),
        Change("refresh-order", from: [square, square, square], to: [square, square, square], [1, -1, 2], []),
        Change(
            "refresh-shift", from: [square, square], to: [square, square, square, square], [2, 3],
            [shifted(3, of: 2, down: 0, across: 250, otherwise: 1, by: 375)]),
        Change("refresh-shift", from: [square, square], to: [square, square, square], [1, 2], []),
        Change("refresh-shift", from: [square, square], to: [square, square, square, square, square], [3, 4], []),
        // Of equal differences the first is named.
        Change(
            "refresh-shift", from: Array(repeating: square, count: 6), to: Array(repeating: square, count: 7), [1, 2, 3, 4, 5, 6],
            [shifted(3, of: 6, down: 0, across: 125, otherwise: 2, by: 375)]),
        // Pictures of another column move down by 3 points more, and by 2.
        Change(
            "refresh-shift", from: [square, square], to: [[125, 100], [125, 103], [125, 200], square, square], [3, 4],
            [shifted(4, of: 2, down: 100, across: 0, otherwise: 1, by: 3)]),
        Change("refresh-shift", from: [square, square], to: [[125, 100], [125, 102], [125, 200], square, square], [3, 4], []),
        // A larger difference behind a smaller one is named, and a picture that is gone counts for nothing.
        Change(
            "refresh-shift", from: [square, square, square], to: [[125, 100], [125, 103], [125, 109], square, square, square], [3, 4, 5],
            [shifted(5, of: 3, down: 100, across: 0, otherwise: 2, by: 9)]),
        Change(
            "refresh-shift", from: [square, square, square], to: [[125, 100], [125, 103], [125, 109], square, square], [3, 4, -1],
            [shifted(4, of: 2, down: 100, across: 0, otherwise: 1, by: 3)]),
        // Loading more is not a refresh.
        Change("refresh-order", from: [square, square], to: [square, square], [0, 1], []),
    ]

    @Test(arguments: changes) func changesOfThePreviousManifestAreFound(_ row: Change) throws {
        let previous = try PreviousPictures(.of(row.old.map { ($0[0], $0[1]) }), currentItems: row.currentItems)
        let pictures = try PictureSet(.of(row.new.map { ($0[0], $0[1]) }), previous: previous)
        let layout = try LayoutCase(
            LayoutChoice("waterflow:columns=3,inset=0,column-spacing=0,row-spacing=0"), on: LayoutCase.portrait, pictures)
        let found = layout.found(row.rule).map { "\($0.item.map(String.init) ?? "-") \($0.message)" }
        #expect(found == row.found)
    }

    /// Invariants that parameters of a sound layout can break. `layout` does, and `sound` does not.
    private static let parameters = [
        (rule: "frame-coverage", layout: "flow:item-size=400x50", sound: "flow:item-size=300x50"),
        (rule: "rotation", layout: "lf-waterflow:as-written=true", sound: "lf-waterflow"),
    ]

    @Test(arguments: parameters) func parametersThatBreakInvariants(rule: String, layout: String, sound: String) throws {
        let sizes = (0..<20).map { (Int32(200), [300, 200, 250, 200][$0 % 4] as Int32) }
        #expect(try LayoutCase.of(layout, sizes).found(rule).isEmpty == false)
        #expect(try LayoutCase.of(sound, sizes).found(rule).isEmpty)
    }

    // MARK: All rules

    @Test func everyRuleIsTested() {
        var broken = Set(Self.rows.filter { !$0.found.isEmpty }.map(\.rule))
        broken.formUnion(Self.arrivals.filter { !$0.found.isEmpty }.map(\.rule))
        broken.formUnion(Self.changes.filter { !$0.found.isEmpty }.map(\.rule))
        broken.formUnion(Self.parameters.map(\.rule))
        // Their tests have several screens, an app, or whole manifests.
        let others = [LayoutInput.rule, PlatformOrder.rule, FramesMatch.rule].map(\.id)
        #expect(broken.union(others) == Set(LayoutRules.all.map(\.id)))
    }

    @Test func listsAreBoundedAndCountsAreNot() throws {
        let layout = try LayoutCase.of("waterflow", Array(repeating: (2000, 100), count: 50))
        let found = ScreenFindings(of: layout, limit: 3) { RuleParameters($0.parameters) }
        let result = try #require(found.rules.first { $0.rule.id == "aspect-bounds" })
        #expect(result.found.count == 3 && result.others.count == 47)
    }

    @Test(arguments: [
        ("aspect-bounds", "least", 28.0, 1), ("aspect-bounds", "least", 27, 0),
        ("aspect-bounds", "most-screens", 0.04, 1),
        ("column-balance", "most-screens", 0.04, 1), ("column-balance", "most-screens", 0.05, 0),
    ])
    func parametersSetTheLimit(_ rule: String, _ parameter: String, _ value: Double, _ count: Int) throws {
        // One cell of 27.92 points.
        let layout = try LayoutCase.of("waterflow", [(200, 50)])
        let found = ScreenFindings(of: layout) {
            var parameters = RuleParameters($0.parameters)
            return $0.id == rule && parameters.set(parameter, to: .number(value)) ? parameters : nil
        }
        #expect(found.rules.reduce(0) { $0 + $1.found.count } == count)
    }

    @Test func pagesAreThoseOfTheManifest() throws {
        let whole = PicturePage.of((1...50).map { (Int32($0), 7) })
        let one = try PictureSet(whole)
        #expect(Array(one.pages(of: 20)).map(\.count) == [20, 20, 10])
        let many = try PictureSet(whole, pageLengths: [30, 0, 20])
        #expect(Array(many.pages(of: 20)).map(\.count) == [30, 0, 20])
        #expect(Array(many.pages(of: 20)).flatMap(\.widths) == whole.widths)
        #expect(Array(try PictureSet(.of([])).pages(of: 20)).map(\.count) == [0])
    }

    @Test func rulesThatAreOffFindNothing() throws {
        let layout = try LayoutCase.of("waterflow", [(2000, 100)])
        #expect(layout.broken { $0.id != "aspect-bounds" } == [])
        #expect(ScreenFindings(of: layout) { _ in nil }.rules.isEmpty)
    }

    @Test func titlesNameLayoutAndScreen() throws {
        #expect(try LayoutCase.of("waterflow:columns=2", [], on: Screen.defaults[1]).title == "waterflow:columns=2 on landscape (667x375)")
        #expect(LayoutChoice.defaults.map(\.text) == ["lf-waterflow"])
        let layout = try LayoutCase(LayoutChoice.defaults[0], on: Screen.defaults[1], PictureSet(.of([])))
        #expect(layout.layout.guarantees.balance?.columns == 5)
    }

    @Test func picturesThatDoNotBelongTogetherAreRefused() {
        #expect(throws: LayoutError.self) { try PictureSet(.of([]), trueSizes: .of([(1, 1)])) }
        #expect(throws: LayoutError.self) { try PictureSet(.of([(1, 1)]), pageLengths: [1, 1]) }
        #expect(throws: LayoutError.self) { try PictureSet(.of([(1, 1)]), pageLengths: [2, -1]) }
        #expect(throws: LayoutError.self) { try PreviousPictures(.of([]), currentItems: [0]) }
        #expect(throws: LayoutError.self) {
            try PictureSet(.of([]), previous: PreviousPictures(.of([(1, 1)]), currentItems: [0]))
        }
    }
}
