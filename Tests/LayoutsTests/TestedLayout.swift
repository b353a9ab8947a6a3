import Layouts
import Testing

/// A layout for the tests that run with every layout.
struct TestedLayout: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () throws -> any Layout

    static let all: [TestedLayout] = columns + flows + waterfalls + sections + carousels

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
    private static let sections = [false, true].map { isWaterfall in
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

    private init(_ name: String, _ make: @escaping @Sendable () throws -> any Layout) {
        testDescription = name
        self.make = make
    }
}
