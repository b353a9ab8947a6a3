import Base
import Layouts

/// One layout on one screen: what the rules about frames look at.
public struct LayoutCase: Sendable {
    /// A screen by a name that people know, such as `portrait` or `iphone-15 landscape`.
    public struct Screen: Equatable, Sendable {
        public let name: String
        public let viewport: Size

        public init(name: String, viewport: Size) {
            self.name = name
            self.viewport = viewport
        }

        /// What is checked where nobody names a device.
        public static let standard = [
            Screen(name: "portrait", viewport: Size(width: 375, height: 667)),
            Screen(name: "landscape", viewport: Size(width: 667, height: 375)),
        ]
    }

    public let choice: LayoutChoice
    public let screen: Screen
    public let pictures: PictureSet
    /// All pictures laid out.
    public let layout: any Layout
    /// Gives the layout without pictures, for other screens too.
    let make: @Sendable (Size) throws(LayoutError) -> any Layout

    /// What the case is called in findings, such as `waterflow on portrait (375x667)`.
    public var title: String {
        "\(choice.text) on \(screen.name) (\(screen.viewport.width.shown)x\(screen.viewport.height.shown))"
    }

    /// Lays the pictures out; each case by itself, on whichever thread.
    public init(_ choice: LayoutChoice, on screen: Screen, _ pictures: PictureSet) throws(LayoutError) {
        let recipe = choice.recipe
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
        layout = try Self.lay(pictures.whole, in: make(screen.viewport))
    }

    static func lay(_ page: PicturePage, in empty: any Layout) -> any Layout {
        var layout = empty
        layout.append(page)
        return layout
    }

    /// The same screen with other pictures; nil only where the layout cannot be made a second time.
    func layout(of page: PicturePage) -> (any Layout)? {
        guard let empty = try? make(screen.viewport) else { return nil }
        return Self.lay(page, in: empty)
    }
}

/// A layout and its parameters, and the text that chose them.
public struct LayoutChoice: Equatable, Sendable {
    public let text: String
    public let recipe: LayoutRecipe

    /// Reads `NAME` or `NAME:key=value,…`.
    public init(_ text: String) throws(LayoutError) { self.init(try LayoutRecipe(text), text) }

    public init(_ recipe: LayoutRecipe, _ text: String) {
        self.recipe = recipe
        self.text = text
    }

    /// The phones' own: three columns in portrait, five in landscape.
    public static let standard = [LayoutChoice(LayoutRecipe(LayoutKind.all[0]), LayoutKind.all[0].name)]
}

extension Double {
    /// To the hundredth, as messages show it.
    var shown: String { hundredths(self) }
}
