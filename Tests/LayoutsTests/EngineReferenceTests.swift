import Layouts
import TestSupport
import Testing

/// The column layouts of Android, Flutter and the web beside slow and obvious implementations of their rules, which keep
/// whole numbers where the engines do.
@Suite struct EngineReferenceTests {
    enum Kind: String, CaseIterable {
        case staggeredGrid = "staggered-grid"
        case compose = "compose-staggered-grid"
        case flutter = "flutter-masonry"
        case gridLanes = "grid-lanes"
    }

    /// Frames as the engine has them: pixels, 64ths of a pixel, or points.
    private static func frames(_ kind: Kind, _ one: EngineCase) -> (frames: [[Double]], height: Double) {
        switch kind {
        case .staggeredGrid: staggeredGrid(one)
        case .compose: compose(one)
        case .flutter: flutter(one)
        case .gridLanes: gridLanes(one)
        }
    }

    private static func staggeredGrid(_ one: EngineCase) -> (frames: [[Double]], height: Double) {
        func pixels(_ dp: Double) -> Int { dp == 0 ? 0 : max(1, Int((Float(dp) * Float(one.density) + 0.5).rounded(.down))) }
        let inset = (pixels(one.inset.top), pixels(one.inset.left), pixels(one.inset.bottom), pixels(one.inset.right))
        let (across, along) = (pixels(one.columnSpacing), pixels(one.rowSpacing))
        let size = (Int((one.viewport.width * one.density).rounded()) - inset.1 - inset.3) / one.columns
        var ends = Array(repeating: inset.0, count: one.columns)
        var frames: [[Double]] = []
        for item in 0..<one.page.count {
            let span = ends.firstIndex(of: ends.min()!)!
            let width = size - across
            let (w, h) = (one.page.widths[item], one.page.heights[item])
            let picture = width == Int(w) ? Int(h) : Int((Float(width) / (Float(w) / Float(h))).rounded(.towardZero))
            let height = picture + pixels(one.extraHeight)
            frames.append([inset.1 + span * size, ends[span] + along, width, height].map(Double.init))
            ends[span] += along + height
        }
        return (frames, Double(ends.max()! + inset.2))
    }

    private static func compose(_ one: EngineCase) -> (frames: [[Double]], height: Double) {
        func pixels(_ dp: Float) -> Int { Int((Double(dp * Float(one.density)) + 0.5).rounded(.down)) }
        let (space, gap) = (pixels(Float(one.columnSpacing)), pixels(Float(one.rowSpacing)))
        let grid = Int((one.viewport.width * one.density).rounded()) - pixels(Float(one.inset.left) + Float(one.inset.right))
        let room = grid - space * (one.columns - 1)
        let widths = (0..<one.columns).map { room / one.columns + ($0 < room % one.columns ? 1 : 0) }
        let (left, top) = (pixels(Float(one.inset.left)), pixels(Float(one.inset.top)))
        var ends = Array(repeating: 0, count: one.columns)
        var frames: [[Double]] = []
        for item in 0..<one.page.count {
            let lane = item < one.columns ? item : ends.firstIndex(of: ends.min()!)!
            let ratio = Float(one.page.widths[item]) / Float(one.page.heights[item])
            let height = Int((Double(Float(widths[lane]) / ratio) + 0.5).rounded(.down)) + pixels(Float(one.extraHeight))
            let x = left + widths[..<lane].reduce(0, +) + lane * space
            frames.append([x, top + ends[lane], widths[lane], height].map(Double.init))
            ends[lane] += height + gap
        }
        let end = one.page.count > 0 ? ends.max()! - gap : 0
        return (frames, Double(top + end + pixels(Float(one.inset.bottom))))
    }

    private static func flutter(_ one: EngineCase) -> (frames: [[Double]], height: Double) {
        let extent = one.viewport.width - (one.inset.left + one.inset.right)
        let stride = (extent + one.columnSpacing) / Double(one.columns)
        let width = stride - one.columnSpacing
        var ends = Array(repeating: 0.0, count: one.columns)
        var frames: [[Double]] = []
        for item in 0..<one.page.count {
            let column = ends.firstIndex(of: ends.min()!)!
            let height = width / (Double(one.page.widths[item]) / Double(one.page.heights[item])) + one.extraHeight
            frames.append([one.inset.left + Double(column) * stride, one.inset.top + ends[column], width, height])
            ends[column] = ends[column] + height + one.rowSpacing
        }
        let end = one.page.count > 0 ? ends.max()! - one.rowSpacing : 0
        return (frames, one.inset.top + end + one.inset.bottom)
    }

    private static func gridLanes(_ one: EngineCase) -> (frames: [[Double]], height: Double) {
        func units(_ length: Double) -> Int { Int((Float(length * one.density) * 64).rounded(.towardZero)) }
        let room = units(one.viewport.width) - units(one.inset.left) - units(one.inset.right)
        let (space, gap) = (units(one.columnSpacing), units(one.rowSpacing))
        let share = Float(room - space * (one.columns - 1)) / Float(one.columns)
        var widths: [Int] = []
        var rest: Float = 0
        for _ in 0..<one.columns {
            widths.append(Int((share + rest).rounded(.towardZero)))
            rest = share + rest - Float(widths.last!)
        }
        var ends = Array(repeating: 0, count: one.columns)
        var cursor = 0
        var frames: [[Double]] = []
        for item in 0..<one.page.count {
            let limit = one.fitTolerance == "infinite" ? Int.max : ends.min()! + units(Double(one.fitTolerance) ?? one.fontSize)
            let order = (0..<one.columns).map { (cursor + $0) % one.columns }
            let column = order.first { ends[$0] <= limit }!
            let height = widths[column] * Int(one.page.heights[item]) / Int(one.page.widths[item]) + units(one.extraHeight)
            let x = units(one.inset.left) + widths[..<column].reduce(0, +) + column * space
            frames.append([x, units(one.inset.top) + ends[column], widths[column], height].map(Double.init))
            ends[column] += height + gap
            cursor = (column + 1) % one.columns
        }
        let end = one.page.count > 0 ? ends.max()! - gap : 0
        return (frames, Double(end + units(one.inset.top) + units(one.inset.bottom)))
    }

    private func layout(_ kind: Kind, _ one: EngineCase) throws -> any Layout {
        let recipe =
            switch kind {
            case .staggeredGrid:
                // The gaps stand left of an item and above it.
                try LayoutRecipe(
                    "staggered-grid:columns=\(one.columns),item-inset=\(one.rowSpacing),0,0,\(one.columnSpacing),"
                        + "inset=\(one.inset.top),\(one.inset.left),\(one.inset.bottom),\(one.inset.right),"
                        + "extra-height=\(one.extraHeight),density=\(one.density)")
            case .compose: try one.recipe(kind.rawValue, ",density=\(one.density)")
            case .flutter: try one.recipe(kind.rawValue)
            case .gridLanes:
                try one.recipe(kind.rawValue, ",fit-tolerance=\(one.fitTolerance),font-size=\(one.fontSize),density=\(one.density)")
            }
        return try recipe.layout(of: one.page, in: one.viewport)
    }

    private func expect(_ kind: Kind, _ one: EngineCase, _ seed: Seed? = nil) throws {
        let layout = try layout(kind, one)
        let wanted = Self.frames(kind, one)
        let units = kind == .flutter ? nil : kind == .gridLanes ? 64 * one.density : one.density
        func inUnits(_ length: Double) -> Double { units.map { (length * $0).rounded() } ?? length }
        let found = layout.frames.map { [$0.x, $0.y, $0.width, $0.height].map(inUnits) }
        let item = zip(found, wanted.frames).enumerated().first { $0.element.0 != $0.element.1 }
        #expect(found.count == wanted.frames.count && item == nil, "\(String(describing: item)) \(one) \(String(describing: seed))")
        #expect(inUnits(layout.contentSize.height) == wanted.height, "\(one) \(String(describing: seed))")
    }

    @Test(arguments: Kind.allCases, [1, 1.5, 2, 2.625, 3]) func drawnLayoutsAgree(_ kind: Kind, _ density: Double) throws {
        var seed = Seed.announced(for: "drawnLayoutsAgree")
        for number in 0..<max(200, EngineCase.count) {
            let one = EngineCase.drawn(density: density, number: number, maxCount: 300, &seed)
            try expect(kind, one, seed)
        }
    }

    /// Every sequence of three shapes, so that columns tie wherever they can.
    @Test(arguments: Kind.allCases, 1...6) func allSmallCasesAgree(_ kind: Kind, _ columns: Int) throws {
        let shapes: [(Int32, Int32)] = [(1, 1), (2, 3), (300, 1)]
        for count in 0...6 {
            for sequence in 0..<(0..<count).reduce(1, { power, _ in power * 3 }) {
                var rest = sequence
                let picked = (0..<count).map { _ in
                    defer { rest /= 3 }
                    return shapes[rest % 3]
                }
                let page = try PicturePage(widths: picked.map(\.0), heights: picked.map(\.1))
                for gap in [0, 10.0] {
                    let one = EngineCase(
                        columns: columns, columnSpacing: gap, rowSpacing: gap, inset: Insets(gap), density: 2.625, page: page)
                    try expect(kind, one)
                }
            }
        }
    }
}
