import Layouts
import Testing

/// A layout to put all layouts' questions to.
struct Subject: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () throws -> any Layout

    static let all: [Subject] = columns + flows + waterfalls + carousels

    private static let phone = Size(width: 375, height: 667)

    private static let columns = [
        Subject("lf-waterflow") { try LFWaterflow(viewport: phone) },
        Subject("lf-waterflow, 50 columns") { try LFWaterflow(viewport: phone, columns: 50, columnSpacing: 0) },
        Subject("waterflow") { try Waterflow(viewport: phone, columns: 4, extraHeight: 24) },
        Subject("waterflow, 1 column") { try Waterflow(viewport: phone, columns: 1) },
        Subject("mk-masonry") { try MKMasonry(viewport: phone) },
        Subject("mk-masonry, 13 columns") { try MKMasonry(viewport: phone, columns: 13, spacing: 1) },
    ]

    private static let flows = [
        Subject("flow") { try FlowTests.flow() },
        Subject("flow, item width, sections") {
            try FlowTests.flow {
                $0.item = .width(80)
                $0.header = 40
                $0.footer = 20
                $0.inset = Insets(7)
            }
        },
        Subject("flow, one item a line") {
            try FlowTests.flow {
                $0.item = .width(300)
                $0.header = 40
            }
        },
        Subject("flow, 3 columns") { try FlowTests.flow { $0.item = .columns(3) } },
        Subject("flow, horizontal") { try FlowTests.flow { $0.direction = .horizontal } },
        Subject("flow, horizontal, item width, header") {
            try FlowTests.flow {
                $0.direction = .horizontal
                $0.item = .width(80)
                $0.header = 40
            }
        },
        Subject("flow, horizontal, 4 rows") {
            try FlowTests.flow {
                $0.direction = .horizontal
                $0.item = .columns(4)
            }
        },
    ]

    private static let waterfalls = [ItemSizing.columns(3), .width(70), .width(300)].map { item in
        Subject("flow-waterfall, \(item)") {
            var parameters = FlowWaterfall.parameters(viewport: phone)
            parameters.item = item
            return try FlowWaterfall(parameters)
        }
    }

    private static let carousels = [
        Subject("carousel") { try Carousel(viewport: phone) },
        Subject("carousel, item width") { try Carousel(viewport: phone, item: .width(120), inset: Insets(10)) },
    ]

    private init(_ name: String, _ make: @escaping @Sendable () throws -> any Layout) {
        testDescription = name
        self.make = make
    }
}
