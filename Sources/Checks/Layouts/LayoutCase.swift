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

/// A layout with its parameters, and the text that the user wrote for it.
package struct LayoutChoice: Equatable, Sendable {
    package let text: String
    package let recipe: LayoutRecipe
    package let keys: LayoutKeys

    /// Parses `NAME` or `NAME:key=value,…`. The keys that take something of a manifest stand there like the layout's own
    /// parameters.
    package init(_ text: String) throws(LayoutError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            self.init(try LayoutRecipe(text), text)
            return
        }
        let kind = try LayoutKind.named(String(parts[0]))
        var keys = LayoutKeys()
        var own: [Substring] = []
        for piece in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
            let sides = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, LayoutKeys.parameters(of: kind).contains(String(sides[0])) else {
                own.append(piece)
                continue
            }
            try keys.set(String(sides[0]), to: String(sides[1]))
        }
        let recipe = try LayoutRecipe(own.isEmpty ? kind.name : "\(kind.name):\(own.joined(separator: ","))")
        self.init(recipe, text, keys)
    }

    package init(_ recipe: LayoutRecipe, _ text: String, _ keys: LayoutKeys = LayoutKeys()) {
        self.recipe = recipe
        self.keys = keys
        self.text = text
    }

    /// The phones' own layout: three columns in portrait, five in landscape.
    package static let defaults = [LayoutChoice(LayoutRecipe(LayoutKind.all[0]), LayoutKind.all[0].name)]
}

extension LayoutRecipe {
    /// A layout that has no pictures yet.
    package func layout(on screen: Screen) throws(LayoutError) -> any Layout {
        try atDensity(of: screen.scale ?? 1).layout(in: screen.viewport)
    }
}

extension Double {
    /// The number in messages, rounded to hundredths.
    var shown: String { hundredths(self) }
}
