import Layouts
import Testing

/// Where a row of justified-layout ends: rows of 400 points that aim at a height of 100, so at a ratio of 4, from 3 to 5.
@Suite struct JustifiedRowTests {
    static let cases: [(ratios: [Double], cadence: Int?, counts: [Int], heights: [Double])] = [
        // The least ratio ends a row, and so does anything above it.
        ([1.5, 1.5, 1], nil, [2, 1], [400 / 3, 400 / 3]),
        ([1.5, 1.49, 1], nil, [3], [400 / 3.99]),
        // The picture that leads too far is taken if the row comes as close to 4 with it as without it.
        ([2.5, 3, 1], nil, [2, 1], [400 / 5.5, 400 / 5.5]),
        ([2.5, 3.1, 1], nil, [1, 1, 1], [160, 400 / 3.1, 400 / 3.1]),
        ([2.5, 2.5, 1], nil, [2, 1], [80, 80]),
        // A row alone is at most twice as high, and at least half.
        ([9, 9], nil, [1, 1], [50, 50]),
        ([1], nil, [1], [100]),
        // A wide picture stands alone in each row of the cadence, a high one does not.
        ([1, 1, 1, 1], 1, [1, 1, 1, 1], [200, 200, 200, 200]),
        ([0.99, 2.01, 1, 3], 1, [2, 1, 1], [400 / 3, 200, 400 / 3]),
        ([1.5, 1.5, 1, 1, 1, 1], 2, [2, 1, 3], [400 / 3, 200, 400 / 3]),
    ]

    @Test(arguments: cases.indices) func rows(_ number: Int) throws {
        let row = Self.cases[number]
        var parameters = JustifiedParameters()
        parameters.inset = Insets(0)
        (parameters.columnSpacing, parameters.rowSpacing, parameters.rowHeight) = (0, 0, 100)
        parameters.breakoutCadence = row.cadence
        let page = try PicturePage(widths: row.ratios.map { Int32(($0 * 100).rounded()) }, heights: row.ratios.map { _ in 100 })
        let frames = try Justified(viewport: Size(width: 400, height: 800), parameters).appending(page).frames
        let tops = Set(frames.map(\.y)).sorted()
        #expect(tops.map { top in frames.count { $0.y == top } } == row.counts)
        let heights = tops.map { top in frames.first { $0.y == top }?.height ?? 0 }
        #expect(zip(heights, row.heights).allSatisfy { ($0 - $1).magnitude < 1e-9 }, "\(heights)")
    }

    @Test(arguments: [
        ("tolerance", 0.0, true), ("tolerance", 0.999, true), ("tolerance", 1, false), ("row-height", 0, false),
        ("row-height", 1_000_000, true),
        ("row-height", 1_000_001, false), ("max-rows", 1, true), ("max-rows", 0, false), ("breakout-cadence", 1, true),
        ("breakout-cadence", 0, false), ("inset", 199, true), ("inset", 200, false), ("column-spacing", 0, true),
        ("row-spacing", 1_000_001, false),
    ])
    func limits(_ name: String, _ value: Double, _ isSound: Bool) throws {
        let recipe = try LayoutRecipe("justified:\(name)=\(value == value.rounded() ? "\(Int(value))" : "\(value)")")
        let viewport = Size(width: 400, height: 800)
        var refused: String?
        do { _ = try recipe.layout(in: viewport) } catch { refused = error.parameter }
        #expect(refused == (isSound ? nil : name))
    }
}
