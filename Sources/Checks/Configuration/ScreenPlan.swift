import Layouts

/// The layouts that are looked at, each on the screens that it is meant for.
public struct ScreenPlan: Sendable {
    public struct Row: Sendable {
        public let layout: LayoutChoice
        public let screen: LayoutCase.Screen
    }

    public let rows: [Row]

    /// Each layout on each device, upright and turned. Where nothing is named, the phones' own layout
    /// and a phone. Refuses a layout that a screen has no room for.
    public init(layouts: [OrientedLayout], devices: [Device]) throws(ScreenPlanFailure) {
        let layouts = layouts.isEmpty ? LayoutChoice.standard.map { OrientedLayout($0) } : layouts
        let screens = devices.isEmpty ? LayoutCase.Screen.standard : devices.flatMap(LayoutCase.Screen.both)
        var rows: [Row] = []
        for layout in layouts {
            for screen in screens where layout.suits(screen) {
                do throws(LayoutError) { _ = try layout.choice.recipe.layout(in: screen.viewport) } catch {
                    throw ScreenPlanFailure(message: "\(layout.choice.text) on \(screen.name): \(error.parameter): \(error.message)")
                }
                rows.append(Row(layout: layout.choice, screen: screen))
            }
        }
        guard !rows.isEmpty else {
            throw ScreenPlanFailure(message: "no layout is meant for any of the screens, so nothing would be checked")
        }
        self.rows = rows
    }
}

/// A layout to check, and the way of holding a device that it is meant for.
public struct OrientedLayout: Equatable, Sendable {
    public enum Orientation: String, CaseIterable, Sendable { case portrait, landscape }

    public let choice: LayoutChoice
    /// Nil for both.
    public let orientation: Orientation?

    public init(_ choice: LayoutChoice, orientation: Orientation? = nil) {
        self.choice = choice
        self.orientation = orientation
    }

    func suits(_ screen: LayoutCase.Screen) -> Bool {
        orientation.map { ($0 == .landscape) == screen.viewport.isLandscape } ?? true
    }
}

extension LayoutCase.Screen {
    /// A device as it is held upright, and turned.
    static func both(_ device: Device) -> [LayoutCase.Screen] {
        [
            LayoutCase.Screen(name: "\(device.name) portrait", viewport: device.portrait),
            LayoutCase.Screen(name: "\(device.name) landscape", viewport: device.landscape),
        ]
    }
}

/// Why a layout cannot be looked at on a screen.
public struct ScreenPlanFailure: Error, Equatable, Sendable {
    /// One sentence without a full stop.
    public let message: String
}
