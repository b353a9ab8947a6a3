import Layouts

/// The layouts to look at, each with the screens that it is meant for.
public struct Screens: Sendable {
    package let layouts: [PlannedLayout]
    /// The layouts and devices that were named; empty if none were.
    package let namedLayouts: [OrientedLayout]
    let devices: [Device]

    /// Combines each layout with each device, in both orientations unless one is asked for. Without layouts or devices, the
    /// phones' own layout and a phone's screen are used. Throws if a screen has no room for a layout.
    public init(layouts: [OrientedLayout], devices: [Device]) throws(ScreensFailure) {
        try self.init(layouts: layouts, devices: devices, held: nil)
    }

    package init(
        layouts: [OrientedLayout], devices: [Device], held orientation: ScreenOrientation?
    ) throws(ScreensFailure) {
        namedLayouts = layouts
        self.devices = devices
        let layouts = layouts.isEmpty ? LayoutChoice.defaults.map { OrientedLayout($0) } : layouts
        let screens =
            devices.isEmpty
            ? Screen.defaults.filter { orientation == nil || $0.orientation == orientation }
            : devices.flatMap { Screen.all(of: $0, held: orientation) }
        var planned: [PlannedLayout] = []
        for layout in layouts {
            for screen in screens where layout.suits(screen) {
                planned.append(try PlannedLayout(layout.choice, on: screen))
            }
        }
        guard !planned.isEmpty else {
            throw ScreensFailure(message: "no layout is meant for any of the screens, so nothing would be looked at")
        }
        self.layouts = planned
    }

    /// The layouts, each once.
    package var distinctLayouts: [LayoutChoice] {
        layouts.map(\.layout).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The keys of entries that layouts need besides the sizes.
    package var keys: [String] { Set((layouts.map(\.layout) + namedLayouts.map(\.choice)).flatMap(\.keys.names)).sorted() }
}

/// A layout to check on one screen.
package struct PlannedLayout: Sendable {
    package let layout: LayoutChoice
    package let screen: Screen

    /// Throws if the screen has no room for the layout.
    init(_ layout: LayoutChoice, on screen: Screen) throws(ScreensFailure) {
        do throws(LayoutError) { _ = try layout.recipe.layout(on: screen) } catch {
            throw ScreensFailure(message: "\(layout.text) on \(screen.name): \(error.parameter): \(error.message)")
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

    func suits(_ screen: Screen) -> Bool {
        orientation.map { $0 == screen.orientation } ?? true
    }
}

/// How a device is held.
package enum ScreenOrientation: String, CaseIterable, Sendable { case portrait, landscape }

extension Screen {
    /// The screens of a device as it is held, nil for both ways: upright, and turned unless the device is square. A window has one.
    package static func all(of device: Device, held orientation: ScreenOrientation? = nil) -> [Screen] {
        let isNamed = device.name != device.portrait.shown
        if device.isWindow { return [Screen(name: device.name, viewport: device.portrait, scale: device.scale, device: device)] }
        let prefix = isNamed ? "\(device.name) " : ""
        let named = isNamed ? device : nil
        let upright = Screen(
            name: "\(prefix)\(isNamed ? .portrait : device.portrait.orientation)", viewport: device.portrait, scale: device.scale,
            safeArea: device.safeArea?.portrait, device: named)
        let turned = Screen(
            name: "\(prefix)\(isNamed ? .landscape : device.landscape.orientation)", viewport: device.landscape, scale: device.scale,
            safeArea: device.safeArea?.landscape,
            device: named)
        switch orientation {
        case .portrait: return [upright]
        case .landscape: return [device.portrait.isLandscape ? upright : turned]
        case nil: return upright.viewport == turned.viewport ? [upright] : [upright, turned]
        }
    }

    package var orientation: ScreenOrientation { viewport.orientation }
}

extension Size {
    fileprivate var orientation: ScreenOrientation { isLandscape ? .landscape : .portrait }
}

extension Device {
    /// A screen of this size, as it is held first. Most phones have three pixels to a point.
    package init(size: Size) { self.init(name: size.shown, portrait: size, scale: 3, safeArea: nil) }
}

extension Size {
    /// `375x667`.
    package var shown: String { "\(width.shown)x\(height.shown)" }
}

/// The reason why a layout cannot be laid out on a screen.
public struct ScreensFailure: Error, Equatable, Sendable {
    /// One sentence without a full stop.
    public let message: String
}
