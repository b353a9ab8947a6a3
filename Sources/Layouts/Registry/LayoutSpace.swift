/// A screen, and what a content inset leaves of it to a layout.
struct LayoutSpace {
    /// The whole screen, which is in portrait or in landscape.
    let screen: Size
    /// The screen less the content inset across the scrolling direction.
    let viewport: Size
    private let inset: Insets

    init(_ screen: Size, insetBy inset: Insets, scrollsHorizontally: Bool) throws(LayoutError) {
        try ParameterLimits.check(viewport: screen)
        let width = try Self.rest(of: screen.width, inset.left, inset.right, "screen")
        let height = try Self.rest(of: screen.height, inset.top, inset.bottom, "screen")
        self.screen = screen
        self.inset = inset
        viewport = scrollsHorizontally ? Size(width: screen.width, height: height) : Size(width: width, height: screen.height)
    }

    /// The height that the inset leaves of a view; it is as high as the screen if it has no height of its own.
    func viewHeight(_ own: Double?) throws(LayoutError) -> Double {
        guard let height = own else { return viewport.height }
        try ParameterLimits.check(screenSide: height, "view-height")
        return try Self.rest(of: height, inset.top, inset.bottom, "view-height")
    }

    private static func rest(
        of side: Double, _ start: Double, _ end: Double, _ name: String
    ) throws(LayoutError) -> Double {
        let rest = side - start - end
        guard rest >= ParameterLimits.minScreenSide else {
            throw LayoutError("content-inset", "the insets leave nothing of the \(name)")
        }
        return rest
    }
}
