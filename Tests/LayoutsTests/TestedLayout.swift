import Layouts
import Testing

/// A layout for the tests that run with every layout.
struct TestedLayout: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () throws -> any Layout

    static let all: [TestedLayout] = columns + flows + waterfalls + sections + carousels + engines

    private static let phone = Size(width: 375, height: 667)

    private static let columns = [
        TestedLayout("lf-waterflow") { try LFWaterflow(viewport: phone) },
        TestedLayout("lf-waterflow, 50 columns") { try LFWaterflow(viewport: phone, columns: 50, columnSpacing: 0) },
        TestedLayout("waterflow") { try Waterflow(viewport: phone, columns: 4, extraHeight: 24) },
        TestedLayout("waterflow, 1 column") { try Waterflow(viewport: phone, columns: 1) },
        TestedLayout("lf-waterflow, double") { try LFWaterflow(viewport: phone, arithmetic: .double) },
        TestedLayout("lf-waterflow, no gaps") {
            try LFWaterflow(viewport: phone, columnSpacing: 0, rowSpacing: 0, inset: Insets(0))
        },
        TestedLayout("waterflow, narrow columns far from the left") {
            try Waterflow(
                viewport: phone, columns: 30, columnSpacing: 0, inset: Insets(top: 0, left: 300, bottom: 0, right: 0))
        },
        TestedLayout("mk-masonry") { try MKMasonry(viewport: phone) },
        TestedLayout("mk-masonry, double") { try MKMasonry(viewport: phone, arithmetic: .double) },
        TestedLayout("mk-masonry, 13 columns") { try MKMasonry(viewport: phone, columns: 13, spacing: 1) },
    ]

    private static let flows = [
        TestedLayout("flow") { try FlowTests.flow() },
        TestedLayout("flow, item width, sections") {
            try FlowTests.flow {
                $0.item = .width(80)
                $0.header = 40
                $0.footer = 20
                $0.inset = Insets(7)
            }
        },
        TestedLayout("flow, one item a line") {
            try FlowTests.flow {
                $0.item = .width(300)
                $0.header = 40
            }
        },
        TestedLayout("flow, 3 columns") { try FlowTests.flow { $0.item = .columns(3) } },
        TestedLayout("flow, horizontal") { try FlowTests.flow { $0.direction = .horizontal } },
        TestedLayout("flow, horizontal, item width, header") {
            try FlowTests.flow {
                $0.direction = .horizontal
                $0.item = .width(80)
                $0.header = 40
            }
        },
        TestedLayout("flow, horizontal, 4 rows") {
            try FlowTests.flow {
                $0.direction = .horizontal
                $0.item = .columns(4)
            }
        },
    ]

    private static let waterfalls = [ItemSizing.columns(3), .width(70), .width(300)].map { item in
        TestedLayout("flow-waterfall, \(item)") {
            var parameters = FlowWaterfall.parameters(viewport: phone)
            parameters.item = item
            return try FlowWaterfall(parameters)
        }
    }

    /// Sections with parameters of their own.
    private static let sections =
        [false, true].map { isWaterfall in
            TestedLayout(isWaterfall ? "flow-waterfall, own sections" : "flow, own sections") {
                var parameters = FlowWaterfall.parameters(viewport: phone)
                parameters.item = .columns(3)
                var (first, second, others) = (parameters, parameters, parameters)
                first.item = .fixed(Size(width: 100, height: 80))
                first.header = 0
                second.item = .columns(5)
                second.inset = Insets(top: 1, left: 20, bottom: 0, right: 3)
                second.lineSpacing = 2
                others.item = .width(70)
                others.footer = 30
                let own = ["0": first, "2": second, "*": others]
                return isWaterfall ? try FlowWaterfall(parameters, sections: own) : try Flow(parameters, sections: own)
            }
        } + [
            TestedLayout("flow, horizontal, own sections") {
                var parameters = FlowParameters(viewport: phone)
                parameters.direction = .horizontal
                parameters.item = .columns(3)
                var second = parameters
                second.item = .width(70)
                second.inset = Insets(7)
                return try Flow(parameters, sections: ["1": second])
            }
        ]

    private static let carousels = [
        TestedLayout("carousel") { try Carousel(viewport: phone) },
        TestedLayout("carousel, a strip") { try Carousel(viewport: phone, viewHeight: 160) },
        TestedLayout("carousel, 3 columns") { try Carousel(viewport: phone, item: .columns(3), interitemSpacing: 0) },
        TestedLayout("carousel, item width") { try Carousel(viewport: phone, item: .width(120), inset: Insets(10)) },
    ]

    /// The layouts of Android, Flutter and the web.
    private static let engines = [
        "staggered-grid", "staggered-grid:density=2.625,heights=rounded,item-inset=0,extra-height=17.3",
        "staggered-grid:columns=1,heights=integer", "compose-staggered-grid",
        "compose-staggered-grid:columns=7,density=2.625,row-spacing=0,extra-height=20", "flutter-masonry",
        "flutter-masonry:columns=12,row-spacing=0.1,extra-height=9", "grid-lanes", "grid-lanes:fit-tolerance=0,columns=1",
        "grid-lanes:fit-tolerance=200,columns=5,density=2.625,extra-height=20,inset=1,2,3,4", "masonry-js",
        "masonry-js:columns=5,density=3,row-spacing=0,inset=0", "masonry-js:item-width=90,extra-height=20", "justified",
        "justified:row-height=90,inset=0,row-spacing=0", "justified:row-height=60,breakout-cadence=3,widow-style=center",
        "justified:row-height=60,show-widows=false", "justified:row-height=60,max-rows=4,inset=0", "masonic",
        "masonic:item-width=50,window-width=700,extra-height=5",
        "masonic:item-width=90,row-spacing=0,extra-height=17.3", "masonic:columns=7,column-spacing=0.1,row-spacing=0.1,inset=1,2.3,3,4",
        "flash-list", "flash-list:columns=5,density=2.625,extra-height=20,inset=1,2.3,3,4",
        "flash-list:columns=1,row-spacing=0,inset=0,density=3",
    ].map { recipe in TestedLayout(recipe) { try LayoutRecipe(recipe).layout(in: phone) } }

    private init(_ name: String, _ make: @escaping @Sendable () throws -> any Layout) {
        testDescription = name
        self.make = make
    }
}
