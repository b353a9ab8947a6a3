import Layouts
import TestSupport

/// Pictures whose sizes are wrong, and the way in which they arrive.
struct ShiftCase {
    let name: String
    let empty: any Layout
    let columns: Int
    let declared: PicturePage
    let truth: PicturePage
    let moments: [ArrivalMoment]
    /// Whether the browser waits between moments that are a second or more apart.
    var waits = false

    static let inset = 10.0
    static let gap = 10.0

    /// Sizes of real pictures, and a banner and a bookmark.
    private static let sizes: [(Int32, Int32)] = [
        (200, 300), (300, 200), (240, 240), (400, 500), (600, 400), (150, 320), (500, 120), (128, 512), (360, 361), (210, 297),
    ]

    enum Declaration { case square, otherPictures, nearlyMissing }

    init(_ name: String, columns: Int, isTurned: Bool, _ declaration: Declaration, count: Int = 14, _ seed: inout Seed) throws {
        self.name = name
        self.columns = columns
        let phone = Size(width: 375, height: 667)
        empty = try Waterflow(
            viewport: isTurned ? phone.turned : phone, columns: columns, columnSpacing: Self.gap, rowSpacing: Self.gap,
            inset: Insets(Self.inset))
        let pictures = (0..<count).map { _ in Self.sizes.randomElement(using: &seed)! }
        let others = (0..<count).map { _ in Self.sizes.randomElement(using: &seed)! }
        truth = try PicturePage(widths: pictures.map(\.0), heights: pictures.map(\.1))
        declared =
            switch declaration {
            case .square: try PicturePage(widths: pictures.map { _ in 300 }, heights: pictures.map { _ in 300 })
            case .otherPictures: try PicturePage(widths: others.map(\.0), heights: others.map(\.1))
            // The first of two is too thin to be seen.
            case .nearlyMissing: try PicturePage(widths: (0..<count).map { $0 % 2 == 0 ? 1000 : 100 }, heights: pictures.map { _ in 1 })
            }
        moments = []
    }

    private init(_ other: ShiftCase, _ moments: [ArrivalMoment], waits: Bool) {
        (name, empty, columns) = (other.name, other.empty, other.columns)
        (declared, truth) = (other.declared, other.truth)
        (self.moments, self.waits) = (moments, waits)
    }

    func arriving(_ moments: some Sequence<ArrivalMoment>, waiting waits: Bool = false) -> ShiftCase {
        ShiftCase(self, Array(moments), waits: waits)
    }

    var score: ShiftScore { ShiftScore(declared: declared, true: truth, in: empty, arriving: moments) }

    /// The paths of the pictures, which have their true sizes.
    var paths: [String] { (0..<truth.count).map { Self.path(truth.widths[$0], truth.heights[$0]) } }

    private static func path(_ width: Int32, _ height: Int32) -> String { "/\(width)x\(height).bmp" }

    static var pictures: [String: [Exchange]] {
        Dictionary(
            uniqueKeysWithValues: sizes.map { width, height in
                (path(width, height), [Exchange(.header("Content-Type", "image/bmp"), .body(.bitmap(width: width, height: height)))])
            })
    }

    var json: String {
        let sizes = (0..<declared.count).map { "[\(declared.widths[$0]),\(declared.heights[$0])]" }
        let moments = moments.map { "{\"frame\":\($0.frame),\"items\":\($0.items)}" }
        return """
            {"name":"\(name)","width":\(empty.viewport.width),"height":\(empty.viewport.height),"columns":\(columns),\
            "inset":\(Self.inset),"gap":\(Self.gap),"waits":\(waits),"pictures":\(paths),\
            "declared":[\(sizes.joined(separator: ","))],"moments":[\(moments.joined(separator: ","))]}
            """
    }
}
