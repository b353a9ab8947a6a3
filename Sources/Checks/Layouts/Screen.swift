import Layouts

/// A screen and its name, such as `portrait` or `iphone-15 landscape`.
package struct Screen: Equatable, Sendable {
    package let name: String
    package let viewport: Size
    /// Pixels to a point; nil if it is unknown.
    package let scale: Double?
    /// The edges that the device covers; nil if they are unknown.
    package let safeArea: Insets?
    /// The device whose screen it is; nil if none was named.
    package let device: Device?

    package init(name: String, viewport: Size, scale: Double? = nil, safeArea: Insets? = nil, device: Device? = nil) {
        self.device = device
        self.name = name
        self.viewport = viewport
        self.scale = scale
        self.safeArea = safeArea
    }

    /// The name and the size, such as `portrait (375x667)`.
    package var title: String { "\(name) (\(viewport.shown))" }

    /// The screens that are checked if no device is named. Most phones have three pixels to a point.
    package static let defaults = [
        Screen(name: "portrait", viewport: Size(width: 375, height: 667), scale: 3),
        Screen(name: "landscape", viewport: Size(width: 667, height: 375), scale: 3),
    ]
}

extension LayoutRecipe {
    /// A layout that has no pictures yet.
    package func layout(on screen: Screen) throws(LayoutError) -> any Layout {
        try atDensity(of: screen.scale ?? 1).layout(in: screen.viewport)
    }
}
