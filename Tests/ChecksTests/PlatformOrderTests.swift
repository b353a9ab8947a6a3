import Layouts
import Testing

@testable import Checks

@Suite struct PlatformOrderTests {
    private struct Row: Sendable {
        /// Layouts, each on a device.
        let screens: [(layout: String, device: String)]
        var apart: Double = 2
        var isTurned = false
        /// The items that are named.
        let found: [Int]
    }

    /// With squares, a screen of an iphone-se-3 (375x667) begins nearly two of them.
    private static let column = "waterflow:columns=1,inset=0,row-spacing=0"
    /// Three columns have six squares on a screen of 1280x720.
    private static let window = ("grid-lanes:inset=0", "desktop-1280")

    private static let rows = [
        Row(screens: [(column, "iphone-se-3"), window], apart: 1, found: [2, 3, 4, 5]),
        Row(screens: [(column, "iphone-se-3"), window], found: [4, 5]),
        Row(screens: [(column, "iphone-se-3"), window], apart: 3, found: []),
        Row(screens: [window, (column, "iphone-se-3")], found: [4, 5]),
        // Two layouts of one platform are not compared.
        Row(screens: [(column, "iphone-se-3"), ("waterflow", "ipad-9")], found: []),
        Row(screens: [("grid-lanes:columns=1", "iphone-se-3"), ("justified", "desktop-1280")], found: []),
        // No app of iOS runs on Android, and none of Android on iOS.
        Row(screens: [(column, "pixel-7"), window], found: []),
        Row(screens: [("staggered-grid:columns=1", "iphone-se-3"), window], found: []),
        Row(screens: [("staggered-grid:columns=1", "pixel-7"), ("compose-staggered-grid:columns=1", "pixel-7"), window], found: [5]),
        // Flutter and the web run on every device.
        Row(screens: [("flutter-masonry:columns=1,inset=0,row-spacing=0", "iphone-se-3"), window], found: [4, 5]),
        Row(screens: [("grid-lanes:columns=1,inset=0,row-spacing=0", "iphone-se-3"), ("waterflow", "ipad-9")], found: Array(4...11)),
        // In a carousel a screen is as wide as the phone.
        Row(screens: [("carousel:item-size=300x300,view-height=300", "iphone-se-3"), window], found: [3, 4, 5]),
        Row(screens: [(column, "iphone-se-3"), window], isTurned: true, found: []),
    ]

    private func found(_ row: Row) throws -> [ScreenFindings.FoundOnScreens] {
        let squares = Array(repeating: (Int32(100), Int32(100)), count: 12)
        let starts = try row.screens.compactMap { choice, device in
            let device = try Device.named(device)
            let viewport = row.isTurned ? device.landscape : device.portrait
            let screen = Screen(name: device.name, viewport: viewport, scale: device.scale, device: device)
            return PlatformOrder.Starts(try LayoutCase.of(choice, squares, on: screen))
        }
        var choices = RuleChoices([PlatformOrder.rule])
        _ = choices.set("screens", of: PlatformOrder.rule.id, to: .number(row.apart))
        return ScreenFindings.merged(PlatformOrder.findings(starts, choices), PlatformOrder.rule).found
    }

    @Test(arguments: rows) private func picturesFarFromTheFirstScreen(_ row: Row) throws {
        #expect(try found(row).compactMap(\.item) == row.found)
    }

    @Test func aFindingNamesBothScreens() throws {
        let found = try found(Self.rows[1])
        #expect(
            found.map(\.message).first == "it begins on screen 3, and on the first screen of grid-lanes:inset=0 on desktop-1280 (1280x720)")
        #expect(found.map(\.screens.first).first == "\(Self.column) on iphone-se-3 (375x667)")
    }

    /// A picture that a layout does not show is on none of its screens.
    @Test func picturesThatAreNotShown() throws {
        #expect(
            try found(
                Row(screens: [("justified:max-rows=1,row-height=700", "desktop-1280"), ("waterflow:columns=4", "iphone-se-3")], found: [])
            ).isEmpty)
    }
}
