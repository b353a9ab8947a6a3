import Foundation
import Layouts
import TestSupport

/// A drawn layout for the engines of Android and the web: parameters that they have in common, and pictures.
struct EngineCase {
    var viewport = Size(width: 375, height: 667)
    var columns = 3
    var columnSpacing = 10.0
    var rowSpacing = 10.0
    var inset = Insets(10)
    var extraHeight = 0.0
    /// For grid-lanes.
    var fitTolerance = "normal"
    var fontSize = 16.0
    /// Device pixels to a point.
    var density = 1.0
    var page: PicturePage

    /// How many are drawn; `WEIR_LAYOUTS` sets the number for a long run.
    static let count = ProcessInfo.processInfo.environment["WEIR_LAYOUTS"].flatMap { Int($0) } ?? 40

    /// Widths of the device table and odd ones, one to eight columns, ordinary pictures and extreme ones.
    static func drawn(density: Double, number: Int, maxCount: Int = 1000, _ seed: inout Seed) -> EngineCase {
        let gaps = [0, 1, 4, 8, 10, 12.5, 16, 20, 40, 1.0 / 3, 7.3]
        func gap(_ seed: inout Seed) -> Double { gaps.randomElement(using: &seed)! }
        let count = number % 20 == 0 ? Int.random(in: 0...maxCount, using: &seed) : Int.random(in: 0...80, using: &seed)
        let sizes = (0..<count).map { _ -> (Int32, Int32) in
            switch Int.random(in: 0..<30, using: &seed) {
            case 0: (Int32.random(in: 1...9, using: &seed), Int32.random(in: 100...400, using: &seed))
            case 1: (Int32.random(in: 100...5000, using: &seed), 1)
            case 2..<15: [(200, 300), (300, 200), (240, 240), (400, 500), (600, 400), (1, 1)].randomElement(using: &seed)!
            default: (Int32.random(in: 50...4000, using: &seed), Int32.random(in: 50...4000, using: &seed))
            }
        }
        let page = try! PicturePage(widths: sizes.map(\.0), heights: sizes.map(\.1))
        let devices = Device.all.map(\.portrait.width) + Device.all.map(\.landscape.width)
        let width =
            Bool.random(using: &seed)
            ? devices.randomElement(using: &seed)! : (Double.random(in: 320...1400, using: &seed) * 8).rounded() / 8
        let inset =
            number % 3 == 0
            ? Insets(top: gap(&seed), left: gap(&seed), bottom: gap(&seed), right: gap(&seed)) : Insets(gap(&seed))
        let columnSpacing = gap(&seed)
        // As many as have room.
        let most = Int((width - inset.left - inset.right) / (columnSpacing + 8))
        return EngineCase(
            viewport: Size(width: width, height: 667), columns: min(most, Int.random(in: 1...8, using: &seed)),
            columnSpacing: columnSpacing, rowSpacing: gap(&seed), inset: inset,
            extraHeight: number % 4 == 0 ? [17, 24, 33.3].randomElement(using: &seed)! : 0,
            fitTolerance: ["0", "5", "100", "1e6", "infinite", "normal", "normal"].randomElement(using: &seed)!,
            fontSize: [16, 16, 20, 33.3].randomElement(using: &seed)!, density: density, page: page)
    }

    /// The parameters as a recipe has them.
    func recipe(_ name: String, _ others: String = "") throws -> LayoutRecipe {
        let insets = "\(inset.top),\(inset.left),\(inset.bottom),\(inset.right)"
        return try LayoutRecipe(
            "\(name):columns=\(columns),column-spacing=\(columnSpacing),row-spacing=\(rowSpacing),inset=\(insets),extra-height=\(extraHeight)\(others)"
        )
    }

    /// All frames and the height of the content, in 64ths of a device pixel.
    static func units(_ layout: some Layout, _ density: Double) -> (frames: [[Int]], height: Int) {
        func units(_ length: Double) -> Int { Int((length * density * 64).rounded()) }
        return (
            layout.frames.map { [units($0.x), units($0.y), units($0.width), units($0.height)] },
            units(layout.contentSize.height)
        )
    }
}
