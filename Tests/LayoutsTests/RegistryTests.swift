import TestSupport
import Testing

@testable import Layouts

/// Layouts by name: the table, its defaults, and the recipes that are refused.
@Suite struct RegistryTests {
    static let phone = Size(width: 375, height: 667)

    @Test func allLayoutsAreInTheTable() {
        #expect(
            LayoutKind.all.map(\.name) == [
                "lf-waterflow", "waterflow", "mk-masonry", "flow", "flow-waterfall", "carousel", "staggered-grid",
                "compose-staggered-grid", "flutter-masonry", "grid-lanes", "masonry-js", "justified", "masonic",
                "flash-list",
            ])
        for kind in LayoutKind.all {
            #expect(!kind.about.isEmpty && kind.parameters.allSatisfy { !$0.about.isEmpty && !$0.defaultText.isEmpty })
            #expect(Set(kind.parameters.map(\.name)).count == kind.parameters.count)
        }
    }

    private static let made: [(name: String, make: @Sendable (Size) throws -> any Layout)] = [
        ("lf-waterflow", { try LFWaterflow(viewport: $0) }), ("waterflow", { try Waterflow(viewport: $0) }),
        ("mk-masonry", { try MKMasonry(viewport: $0) }), ("flow", { try Flow(FlowParameters(viewport: $0)) }),
        ("flow-waterfall", { try FlowWaterfall(FlowWaterfall.parameters(viewport: $0)) }),
        ("carousel", { try Carousel(viewport: $0) }), ("staggered-grid", { try StaggeredGrid(viewport: $0) }),
        ("compose-staggered-grid", { try ComposeStaggeredGrid(viewport: $0) }),
        ("flutter-masonry", { try FlutterMasonry(viewport: $0) }), ("grid-lanes", { try GridLanes(viewport: $0) }),
        ("masonry-js", { try MasonryJS(viewport: $0) }), ("justified", { try Justified(viewport: $0) }),
        ("masonic", { try Masonic(viewport: $0) }), ("flash-list", { try FlashList(viewport: $0) }),
    ]

    /// A printed default gives the same layout as no value, in the table and in Swift.
    @Test(arguments: 0..<LayoutKind.all.count) func defaultsAreWhatIsPrinted(_ row: Int) throws {
        var seed = Seed.announced(for: "defaultsAreWhatIsPrinted")
        let kind = LayoutKind.all[row]
        #expect(kind.name == Self.made[row].name, "\(seed)")
        let page = PicturePage.random(50, sections: 3, &seed)
        for viewport in [Self.phone, Self.phone.turned] {
            let unset = try LayoutRecipe(kind).layout(of: page, in: viewport)
            #expect(unset.answer == (try Self.made[row].make(viewport).appending(page)).answer, "\(seed)")
            // Two of the defects show after a turn.
            var (turned, back) = (try Self.made[row].make(viewport.turned), try Self.made[row].make(viewport))
            turned.inherit(from: try Self.made[row].make(viewport))
            back.inherit(from: turned)
            #expect(back.appending(page).answer == unset.answer, "\(seed)")
            for parameter in kind.parameters where parameter.defaultValue != nil {
                let recipe = try LayoutRecipe("\(kind.name):\(parameter.name)=\(parameter.defaultText)")
                #expect(try recipe.layout(of: page, in: viewport).answer == unset.answer, "\(parameter.name) \(seed)")
            }
        }
    }

    /// Every parameter changes the layout, but for as-written of a carousel, whose defect is that of an offset.
    @Test(
        arguments: LayoutKind.all.flatMap { kind in kind.parameters.map { (kind.name, $0.name) } }
            .filter { $0 != ("carousel", "as-written") })
    func noParameterIsIdle(_ kind: String, _ parameter: String) throws {
        var seed = Seed.announced(for: "noParameterIsIdle")
        let other =
            [
                "columns": "2", "inset": "1,2,3,4", "item-size": "70x80", "direction": "horizontal", "item-width": "61",
                "interitem-spacing": "100", "view-height": "200", "arithmetic": "double", "as-written": "true",
                "item-inset": "1,2,3,4", "heights": "rounded", "density": "2.625", "tolerance": "0.05", "max-rows": "1",
                "breakout-cadence": "2", "show-widows": "false", "widow-style": "center",
            ][parameter] ?? "33"
        // So far down, Floats are so far apart that columns of different heights tie.
        let isArithmetic = parameter == "arithmetic"
        // Rows of several pictures.
        let isInRows = kind == "justified" && parameter != "row-height"
        let depth = isArithmetic ? "columns=2,extra-height=1e6," : isInRows ? "row-height=60," : ""
        // Not every list has pictures that come to other places by a tolerance or the shape of a row.
        let pages =
            isArithmetic
            ? [PicturePage.pictures(width: 10_000, heights: [30_001, 30_000, 1])] : (0..<8).map { _ in .random(50, sections: 3, &seed) }
        // Two of the defects show after a turn.
        func answers(_ text: String) throws -> [Reference] {
            let recipe = try LayoutRecipe(text)
            let layout = try parameter == "as-written" ? recipe.turnedLayout(in: Self.phone) : recipe.layout(in: Self.phone)
            return pages.map { layout.appending($0).answer }
        }
        let isIdle =
            try answers("\(kind)\(depth.isEmpty ? "" : ":\(depth.dropLast())")") == answers("\(kind):\(depth)\(parameter)=\(other)")
        #expect(!isIdle, "\(seed)")
    }

    @Test func insetsMayHaveCommas() throws {
        let recipe = try LayoutRecipe("lf-waterflow:inset=1,2,3,4,columns=2,row-spacing=5")
        let page = PicturePage.pictures(heights: [200])
        #expect(try recipe.layout(of: page, in: Self.phone).frame(of: 0).x == 2)
        #expect(try recipe.layout(of: page, in: Self.phone).frame(of: 0).y == 6)
        #expect(try LayoutRecipe("lf-waterflow:inset=4").layout(of: page, in: Self.phone).frame(of: 0).x == 4)
    }

    @Test func aFormerNameIsAccepted() throws {
        #expect(try LayoutRecipe("grid-lanes:flow-tolerance=5") == LayoutRecipe("grid-lanes:fit-tolerance=5"))
    }

    private static let refused = [
        ("masonry", "layout"), ("", "layout"), ("flow:columns", "columns"), ("flow:gap=3", "gap"), ("flow:", "layout"),
        ("flow:columns=3,columns=4", "columns"), ("waterflow:columns=3.5", "columns"), ("waterflow:columns=", "columns"),
        ("waterflow:row-spacing=ten", "row-spacing"), ("waterflow:inset=1,2", "inset"), ("waterflow:inset=1,,2,3", "inset"),
        ("waterflow:inset=1,,2,3,4", "inset"), ("waterflow:inset=1,2,3,4,", "inset"), ("waterflow:row-spacing=5,columns=", "columns"),
        ("flow:item-size=x5x5", "item-size"), ("flow:item-size=5xx5", "item-size"), ("flow:item-size=5x5x", "item-size"),
        ("flow:item-size=50", "item-size"), ("flow:item-size=5x5x5", "item-size"), ("flow:direction=up", "direction"),
        ("lf-waterflow:arithmetic=Float", "arithmetic"), ("mk-masonry:arithmetic=", "arithmetic"),
        ("waterflow:arithmetic=double", "arithmetic"), ("flow:arithmetic=double", "arithmetic"),
        ("flow-waterfall:arithmetic=float", "arithmetic"), ("carousel:arithmetic=double", "arithmetic"),
        ("lf-waterflow:as-written=yes", "as-written"), ("lf-waterflow:as-written=1", "as-written"),
        ("mk-masonry:as-written=true", "as-written"), ("flow:as-written=true", "as-written"),
        ("carousel:view-height=high", "view-height"), ("flow:view-height=100", "view-height"),
        ("staggered-grid:heights=image", "heights"), ("staggered-grid:row-spacing=1", "row-spacing"),
        ("flutter-masonry:density=2", "density"), ("waterflow:density=2", "density"), ("justified:columns=3", "columns"),
        ("justified:widow-style=right", "widow-style"), ("grid-lanes:fit-tolerance=5%", "fit-tolerance"),
        ("grid-lanes:fit-tolerance=1,flow-tolerance=1", "flow-tolerance"), ("justified:show-widows=1", "show-widows"),
    ]

    @Test(arguments: refused) func unreadableRecipesAreRefused(_ recipe: String, _ parameter: String) {
        #expect { try LayoutRecipe(recipe) } throws: { ($0 as? LayoutError)?.parameter == parameter }
    }

    private static let badParameters: [(String, String)] = {
        var rows = [
            ("waterflow:columns=0", "columns"), ("waterflow:columns=-1", "columns"), ("waterflow:columns=65536", "columns"),
            ("waterflow:columns=10000", "columns"), ("lf-waterflow:columns=9223372036854775807", "columns"),
            ("mk-masonry:columns=0", "columns"), ("mk-masonry:columns=10000", "columns"),
            ("flow:columns=0", "columns"), ("flow:columns=10000", "columns"), ("carousel:columns=10000", "columns"),
            ("waterflow:inset=200", "columns"), ("flow:inset=200", "inset"), ("flow-waterfall:inset=200", "inset"),
            ("carousel:inset=400", "inset"), ("carousel:view-height=0", "view-height"),
            ("carousel:view-height=0.5", "view-height"), ("carousel:view-height=20,inset=10", "inset"),
            ("flow:direction=horizontal,inset=400", "inset"),
            ("flow:item-size=0x50", "item-size"), ("flow:item-size=50x0", "item-size"), ("flow:item-size=nanx50", "item-size"),
            ("flow:item-size=0.001x1,interitem-spacing=0", "item-size"),
            ("flow:item-size=50x50,columns=3", "columns"), ("carousel:item-width=0", "item-width"),
            ("flow-waterfall:direction=horizontal,item-width=50", "direction"),
            ("masonry-js:columns=3,item-width=50", "item-width"), ("masonry-js:item-width=0", "item-width"),
            ("masonic:columns=3,item-width=50", "item-width"), ("masonic:item-width=0", "item-width"),
            ("masonic:item-width=0.001,column-spacing=0", "item-width"), ("masonic:window-width=0", "window-width"),
            ("masonic:window-width=12", "columns"),
            // Nothing is left, to the last point.
            ("waterflow:columns=1,inset=187.5", "columns"), ("mk-masonry:columns=1,spacing=187.5", "columns"),
            ("flow:inset=187.5", "inset"), ("justified:inset=187.5", "inset"), ("flutter-masonry:columns=1,inset=187.5", "columns"),
            ("masonic:columns=1,inset=187.5", "columns"), ("flow:columns=376,interitem-spacing=0", "columns"),
            ("justified:tolerance=1", "tolerance"), ("justified:tolerance=-0.1", "tolerance"), ("justified:max-rows=0", "max-rows"),
            ("justified:breakout-cadence=0", "breakout-cadence"), ("justified:inset=200", "inset"),
            ("justified:row-height=0", "row-height"),
        ]
        for name in [
            "staggered-grid", "compose-staggered-grid", "flutter-masonry", "grid-lanes", "masonry-js", "masonic", "flash-list",
        ] {
            for columns in [0, 10_000, 65_536] { rows.append(("\(name):columns=\(columns)", "columns")) }
            if !["flutter-masonry", "masonic"].contains(name) {
                for density in ["0", "-1", "nan", "65"] { rows.append(("\(name):density=\(density)", "density")) }
            }
        }
        let lengths = [
            "waterflow": ["column-spacing", "row-spacing", "inset", "extra-height"], "mk-masonry": ["spacing", "extra-height"],
            "flow": ["line-spacing", "interitem-spacing", "inset", "header", "footer", "item-width"],
            "carousel": ["line-spacing", "interitem-spacing", "inset", "item-width", "view-height"],
            "staggered-grid": ["inset", "item-inset", "extra-height"], "justified": ["column-spacing", "row-spacing", "inset"],
            "compose-staggered-grid": ["column-spacing", "row-spacing", "inset", "extra-height"],
            "flutter-masonry": ["column-spacing", "row-spacing", "inset", "extra-height"],
            "grid-lanes": ["column-spacing", "row-spacing", "inset", "extra-height", "fit-tolerance", "font-size"],
            "masonry-js": ["column-spacing", "row-spacing", "inset", "extra-height"],
            "masonic": ["column-spacing", "row-spacing", "inset", "extra-height"],
            "flash-list": ["column-spacing", "row-spacing", "inset", "extra-height"],
        ]
        for (name, parameters) in lengths.sorted(by: { $0.key < $1.key }) {
            for parameter in parameters {
                for value in ["-1", "nan", "inf", "-inf", "1e300"] { rows.append(("\(name):\(parameter)=\(value)", parameter)) }
            }
        }
        return rows
    }()

    @Test(arguments: badParameters) func badParametersAreRefused(_ recipe: String, _ parameter: String) throws {
        let recipe = try LayoutRecipe(recipe)
        #expect { try recipe.layout(in: Self.phone) } throws: { error in
            let error = error as? LayoutError
            return error?.parameter == parameter && error?.message.isEmpty == false
        }
    }

    /// The last value that is allowed, and the first that is not.
    @Test(
        arguments: [
            ("flow:item-size=1x1,interitem-spacing=0", 65_535, nil), ("flow:item-size=1x1,interitem-spacing=0", 65_536, "item-size"),
            ("staggered-grid:density=64", 375, nil), ("staggered-grid:density=64.1", 375, "density"),
            ("waterflow:columns=1", 1_000_000, nil), ("waterflow:columns=1", 1_000_000.5, "width"), ("waterflow", 0.5, "width"),
            ("masonic:item-width=1,column-spacing=0,inset=0", 65_535, nil),
            ("masonic:item-width=1,column-spacing=0,inset=0", 65_536, "item-width"),
            ("carousel:item-width=1000000", 375, nil), ("carousel:item-width=1000000.5", 375, "item-width"),
            // 2^31 units of 64ths of a device pixel.
            ("grid-lanes:extra-height=524288,density=64", 375, nil),
            ("waterflow:extra-height=1000000", 375, nil), ("waterflow:extra-height=1000000.5", 375, "extra-height"),
        ] as [(String, Double, String?)])
    func limitsAreAllowed(_ recipe: String, _ width: Double, _ parameter: String?) throws {
        let recipe = try LayoutRecipe(recipe)
        var refused: String?
        do { _ = try recipe.layout(in: Size(width: width, height: 667)) } catch { refused = error.parameter }
        #expect(refused == parameter)
    }

    /// A content inset must leave a point of each side of a screen.
    @Test(
        arguments: [
            ("waterflow:columns=1,inset=0", Insets(top: 600, left: 100, bottom: 66, right: 274), Size(width: 1, height: 667)),
            ("waterflow:columns=1,inset=0", Insets(top: 600, left: 100, bottom: 66, right: 274.5), nil),
            ("waterflow:columns=1,inset=0", Insets(top: 600, left: 100, bottom: 66.5, right: 0), nil),
            ("carousel:item-width=1,inset=0", Insets(top: 600, left: 100, bottom: 66, right: 274), Size(width: 375, height: 1)),
        ] as [(String, Insets, Size?)])
    func insetsLeaveAPoint(_ recipe: String, _ inset: Insets, _ rest: Size?) throws {
        let recipe = try LayoutRecipe(recipe)
        guard let rest else {
            #expect { try recipe.layout(in: Self.phone, insetBy: inset) } throws: { ($0 as? LayoutError)?.parameter == "content-inset" }
            return
        }
        #expect(try recipe.layout(in: Self.phone, insetBy: inset).viewport == rest)
    }

    @Test(arguments: [("flow", false), ("flow:direction=horizontal", true), ("carousel", true), ("waterflow", false)])
    func someScrollSideways(_ recipe: String, _ isSideways: Bool) throws {
        #expect(try LayoutRecipe(recipe).scrollsHorizontally == isSideways)
    }

    @Test(arguments: [
        ("staggered-grid", "staggered-grid:density=2.625"), ("staggered-grid:density=3", "staggered-grid:density=3"),
        ("waterflow", "waterflow"),
    ])
    func aDensityIsThatOfTheScreen(_ recipe: String, _ wanted: String) throws {
        #expect(try LayoutRecipe(recipe).atDensity(of: 2.625) == LayoutRecipe(wanted))
    }

    /// A section has what the layout has, but for its own, and no size of items beside its own.
    @Test(arguments: [
        ("line-spacing=9", "line-spacing=9,columns=4"), ("item-size=50x60", "line-spacing=5,item-size=50x60"),
        ("columns=2", "line-spacing=5,columns=2"),
    ])
    func sectionsInherit(_ own: String, _ wanted: String) throws {
        func pairs(_ text: String) -> [(name: String, text: String)] {
            text.split(separator: ",").map { ("\($0.prefix { $0 != "=" })", "\($0.drop { $0 != "=" }.dropFirst())") }
        }
        let page = try PicturePage(widths: [9, 9, 9, 9, 9, 9], heights: [9, 9, 9, 9, 9, 9], sectionLengths: [6])
        func frames(_ text: String, _ section: String?) throws -> [Rect] {
            var parameters = LayoutParameters(try LayoutKind.named("flow").parameters)
            for (name, text) in pairs(text) { try parameters.set(name, to: text) }
            if let section { try parameters.set(pairs(section), ofSection: LayoutParameters.otherSections) }
            return try LayoutKind.named("flow").make(LayoutSpace(Self.phone, insetBy: Insets(0), scrollsHorizontally: false), parameters)
                .appending(page).frames
        }
        #expect(try frames("line-spacing=5,columns=4", own) == frames(wanted, nil))
    }

    @Test func someKeepTheGapBetweenLines() throws {
        let kinds = try LayoutKind.all.filter { try LayoutRecipe($0).layout(in: Self.phone).guarantees.formsLines }
        #expect(kinds.map(\.name) == ["flow", "carousel", "justified"])
    }

    /// What `weir layouts` lists and pages have.
    @Test(arguments: [
        ("waterflow:extra-height-by=a", "adding(extraHeights:)"), ("mk-masonry:section-by=a", "namedAfter"),
        ("flow:section-size=5", "sectionSize"),
    ])
    func parametersOfPagesAreRefused(_ recipe: String, _ maker: String) {
        #expect { try LayoutRecipe(recipe) } throws: { ($0 as? LayoutError)?.message.contains(maker) == true }
    }

    @Test(arguments: LayoutKind.all.map(\.name), [0, -1, .nan, .infinity, 1e300])
    func badViewportsAreRefused(_ kind: String, _ side: Double) throws {
        let recipe = try LayoutRecipe(kind)
        #expect { try recipe.layout(in: Size(width: side, height: 667)) } throws: { ($0 as? LayoutError)?.parameter == "width" }
        #expect { try recipe.layout(in: Size(width: 375, height: side)) } throws: { ($0 as? LayoutError)?.parameter == "height" }
    }

    /// Extreme shapes and many columns give sound frames, or the recipe is refused.
    @Test(arguments: LayoutKind.all.map(\.name), ["", ":columns=1", ":columns=37", ":item-width=375", ":item-size=1x1"])
    func extremesAreCorrect(_ kind: String, _ parameters: String) throws {
        let empty: any Layout
        do {
            empty = try LayoutRecipe(kind + parameters).layout(in: Self.phone)
        } catch {
            #expect(!parameters.isEmpty, "\(error)")
            return
        }
        // Pixels and 64ths of them have 32 bits, so that longer pictures have other shapes there.
        let isWhole = try LayoutKind.named(kind).parameters.contains { $0.name == "density" }
        let (long, longest): (Int32, Int32) = isWhole ? (2000, 5000) : (65535, .max)
        let sides: [Int32] = [1, long, long, 1, 1, longest, longest, 1, 200]
        let page = try PicturePage(widths: sides, heights: sides.reversed())
        let layout = empty.appending(page)
        let broken = BrokenGuarantee.all(of: layout, made: page)
        #expect(broken.subtracting(layout.guarantees.across == nil ? [.coverage] : []) == [])
    }

    @Test(
        arguments: [
            (.ios, "iphone-15", true), (.ios, "pixel-9", false), (.android, "pixel-9", true), (.android, "iphone-15", false),
            (.ios, nil, true), (.android, nil, true), (.flutter, "iphone-15", true), (.web, "pixel-9", true), (.reactNative, nil, true),
        ] as [(Platform, String?, Bool)])
    func appsRunOnDevices(_ platform: Platform, _ device: String?, _ runs: Bool) throws {
        #expect(try platform.runs(on: device.map(Device.named)) == runs)
    }

    @Test func aSquareIsUpright() {
        #expect(!Size(width: 5, height: 5).isLandscape && Size(width: 6, height: 5).isLandscape)
    }

    @Test func devicesAreKnownByName() throws {
        #expect(try Device.named("iphone-15").portrait == Size(width: 393, height: 852))
        #expect(try Device.named("iphone-se-3").landscape == Size(width: 667, height: 375))
        #expect(throws: LayoutError.self) { try Device.named("nokia-3310") }
        #expect(Set(Device.all.map(\.name)).count == Device.all.count)
        for device in Device.all {
            #expect(device.portrait.isLandscape == device.isWindow && device.scale >= 1)
            #expect(device.landscape == (device.isWindow ? device.portrait : device.portrait.turned))
            // The sides of a screen are whole numbers of pixels.
            let pixels = device.portrait.width * device.scale
            #expect((pixels - pixels.rounded()).magnitude < 1e-9, "\(device.name)")
            for kind in LayoutKind.all { _ = try LayoutRecipe(kind).layout(in: device.portrait) }
        }
    }
}
