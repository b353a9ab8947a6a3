import Layouts

/// The layouts to check, each with the screens that it is meant for.
public struct ScreenPlan: Sendable {
    package let layouts: [PlannedLayout]
    /// The layouts and devices that were named; empty if none were.
    package let namedLayouts: [OrientedLayout]
    let devices: [Device]

    /// Combines each layout with each device in both orientations. Without layouts or devices, the phones'
    /// own layout and a phone's screen are used. Throws if a screen has no room for a layout.
    public init(layouts: [OrientedLayout], devices: [Device]) throws(ScreenPlanFailure) {
        namedLayouts = layouts
        self.devices = devices
        let layouts = layouts.isEmpty ? LayoutChoice.defaults.map { OrientedLayout($0) } : layouts
        let screens = devices.isEmpty ? NamedScreen.defaults : devices.flatMap(NamedScreen.all(of:))
        var planned: [PlannedLayout] = []
        for layout in layouts {
            for screen in screens where layout.suits(screen) {
                planned.append(try PlannedLayout(layout.choice, on: screen))
            }
        }
        guard !planned.isEmpty else {
            throw ScreenPlanFailure(message: "no layout is meant for any of the screens, so nothing would be checked")
        }
        self.layouts = planned
    }

    /// The layouts, each once.
    package var distinctLayouts: [LayoutChoice] {
        layouts.map(\.layout).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The screens, each once.
    package var distinctScreens: [NamedScreen] {
        layouts.map(\.screen).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The keys of entries that layouts need besides the sizes.
    package var keys: [String] { Set((layouts.map(\.layout) + namedLayouts.map(\.choice)).flatMap(\.keys.names)).sorted() }
}

/// A layout to check on one screen.
package struct PlannedLayout: Sendable {
    package let layout: LayoutChoice
    package let screen: NamedScreen

    /// Throws if the screen has no room for the layout.
    init(_ layout: LayoutChoice, on screen: NamedScreen) throws(ScreenPlanFailure) {
        do throws(LayoutError) { _ = try layout.recipe.layout(on: screen) } catch {
            throw ScreenPlanFailure(message: "\(layout.text) on \(screen.name): \(error.parameter): \(error.message)")
        }
        self.layout = layout
        self.screen = screen
    }
}

/// A layout to check, and the orientation that it is meant for.
public struct OrientedLayout: Equatable, Sendable {
    package let choice: LayoutChoice
    /// Nil means both.
    package let orientation: ScreenOrientation?

    package init(_ choice: LayoutChoice, orientation: ScreenOrientation? = nil) {
        self.choice = choice
        self.orientation = orientation
    }

    func suits(_ screen: NamedScreen) -> Bool {
        orientation.map { ($0 == .landscape) == screen.viewport.isLandscape } ?? true
    }
}

/// How a device is held.
package enum ScreenOrientation: String, CaseIterable, Sendable { case portrait, landscape }

extension NamedScreen {
    /// The screens of a device: in portrait, and in landscape unless the device is square. A window has one.
    static func all(of device: Device) -> [NamedScreen] {
        if device.isWindow { return [NamedScreen(name: device.name, viewport: device.portrait, scale: device.scale)] }
        let portrait = NamedScreen(
            name: "\(device.name) portrait", viewport: device.portrait, scale: device.scale,
            safeArea: device.safeArea?.portrait)
        let landscape = NamedScreen(
            name: "\(device.name) landscape", viewport: device.landscape, scale: device.scale,
            safeArea: device.safeArea?.landscape)
        return portrait.viewport == landscape.viewport ? [portrait] : [portrait, landscape]
    }
}

/// The reason why a layout cannot be checked on a screen.
public struct ScreenPlanFailure: Error, Equatable, Sendable {
    /// One sentence without a full stop.
    public let message: String
}
