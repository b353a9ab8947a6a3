import Layouts
import WeirBase

/// The pictures of a manifest in one layout on one screen, for the rules about frames.
package struct LayoutCase: Sendable {
    package let choice: LayoutChoice
    package let screen: Screen
    package let pictures: PictureSet
    /// The layout with all pictures.
    package let layout: any Layout
    /// The frames that an app has on this screen, and the name of their file; nil if there are none to compare with.
    var dump: (name: String, screen: DumpedScreen)?
    /// Makes the layout without pictures, for this screen or another one.
    let make: @Sendable (Size) throws(LayoutError) -> any Layout

    /// The case's name in findings, such as `waterflow on portrait (375x667)`.
    package var title: String {
        "\(choice.text) on \(screen.title)"
    }

    /// Lays the pictures out. Cases are independent, so each may be made on another thread.
    package init(_ choice: LayoutChoice, on screen: Screen, _ pictures: PictureSet) throws(LayoutError) {
        let recipe = choice.recipe.atDensity(of: screen.scale ?? 1)
        try self.init(choice, on: screen, pictures) { viewport throws(LayoutError) in try recipe.layout(in: viewport) }
    }

    init(
        _ choice: LayoutChoice, on screen: Screen, _ pictures: PictureSet,
        make: @escaping @Sendable (Size) throws(LayoutError) -> any Layout
    ) throws(LayoutError) {
        self.choice = choice
        self.screen = screen
        self.pictures = pictures
        self.make = make
        layout = try Self.layOut(pictures.whole, in: make(screen.viewport))
    }

    static func layOut(_ page: PicturePage, in empty: any Layout) -> any Layout {
        var layout = empty
        layout.append(page)
        return layout
    }

    /// The same layout and screen with other pictures; nil only if the layout cannot be made again.
    func layout(of page: PicturePage) -> (any Layout)? {
        guard let empty = try? make(screen.viewport) else { return nil }
        return Self.layOut(page, in: empty)
    }
}

extension Double {
    /// The number in messages, rounded to hundredths.
    var shown: String { hundredths(self) }
}
