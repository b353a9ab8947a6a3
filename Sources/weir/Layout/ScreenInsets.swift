import Drawings
import Layouts

/// The space between the edges of a screen and the content: the device's safe area, and what the options add.
struct ScreenInsets: Sendable {
    let usesSafeArea: Bool
    let own: Insets

    func total(on screen: LayoutScreen) -> Insets {
        guard usesSafeArea, let area = screen.device?.safeArea else { return own }
        return Insets(
            top: own.top + area.top, left: own.left + area.left, bottom: own.bottom + area.bottom,
            right: own.right + area.right)
    }

    /// The viewport of the layout: the screen without the insets across the scrolling direction.
    func viewport(of screen: LayoutScreen, isHorizontal: Bool) throws(LayoutError) -> Size {
        if usesSafeArea, screen.device?.safeArea == nil {
            throw LayoutError(
                "safe-area", "the maker publishes none for this device; --content-inset says what its bars cover")
        }
        let total = total(on: screen)
        let (width, height) = (screen.size.width - total.left - total.right, screen.size.height - total.top - total.bottom)
        // A screen that is wrong by itself is refused by the layout.
        guard total == Insets(0) || (width >= 1 && height >= 1) else {
            throw LayoutError("content-inset", "the insets leave nothing of the screen")
        }
        return isHorizontal ? Size(width: screen.size.width, height: height) : Size(width: width, height: screen.size.height)
    }
}
