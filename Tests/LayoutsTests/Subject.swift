import Layouts
import Testing

/// A layout to put all layouts' questions to.
struct Subject: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () throws -> any Layout

    static let all: [Subject] = columns

    private static let phone = Size(width: 375, height: 667)

    private static let columns = [
        Subject("lf-waterflow") { try LFWaterflow(viewport: phone) },
        Subject("lf-waterflow, 50 columns") { try LFWaterflow(viewport: phone, columns: 50, columnSpacing: 0) },
        Subject("waterflow") { try Waterflow(viewport: phone, columns: 4, extraHeight: 24) },
        Subject("waterflow, 1 column") { try Waterflow(viewport: phone, columns: 1) },
        Subject("mk-masonry") { try MKMasonry(viewport: phone) },
        Subject("mk-masonry, 13 columns") { try MKMasonry(viewport: phone, columns: 13, spacing: 1) },
    ]

    private init(_ name: String, _ make: @escaping @Sendable () throws -> any Layout) {
        testDescription = name
        self.make = make
    }
}
