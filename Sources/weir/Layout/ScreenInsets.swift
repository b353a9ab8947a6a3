import Drawings
import Layouts

/// The space between the edges of a screen and the content: the device's safe area, and what the options add.
struct ScreenInsets: Sendable {
    let usesSafeArea: Bool
    let own: Insets

    /// A device of which no safe area is known has the options' insets alone.
    func total(on screen: LayoutScreen) -> Insets {
        guard usesSafeArea, let area = screen.device?.safeArea else { return own }
        return Insets(
            top: own.top + area.top, left: own.left + area.left, bottom: own.bottom + area.bottom,
            right: own.right + area.right)
    }

    /// A layout on the screen that has no pictures yet. Turned screens have no insets.
    func layout(_ recipe: LayoutRecipe, on screen: LayoutScreen, turns: Bool) throws(LayoutError) -> any Layout {
        let recipe = recipe.atDensity(of: screen.density)
        return try turns ? recipe.turnedLayout(in: screen.size) : recipe.layout(in: screen.size, insetBy: total(on: screen))
    }
}
