import Layouts
import TestSupport
import Testing

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
