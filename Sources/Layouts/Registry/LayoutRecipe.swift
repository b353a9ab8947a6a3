/// A kind of layout and its parameters, from which layouts for any viewport are made.
public struct LayoutRecipe: Equatable, Sendable {
    /// The kind, whose parameters `settings` has.
    public let kind: LayoutKind
    /// The parameters, as they were set or by default.
    public var settings: LayoutSettings

    /// All parameters at their defaults.
    public init(_ kind: LayoutKind) {
        self.kind = kind
        settings = kind.settings
    }

    /// Parses `NAME` or `NAME:key=value,…`. A value may contain commas, as insets do.
    public init(_ text: String) throws(LayoutError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(try LayoutKind.named(String(parts[0])))
        guard parts.count == 2 else { return }
        var pairs: [(name: String, value: String)] = []
        for piece in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
            let sides = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 2 {
                pairs.append((String(sides[0]), String(sides[1])))
            } else if piece.isEmpty, pairs.isEmpty {
                throw LayoutError("layout", "no parameter stands behind the colon of \"\(text)\"; one is set as name=value")
            } else if pairs.isEmpty {
                throw LayoutError(String(piece), "a parameter is set as name=value")
            } else {
                pairs[pairs.count - 1].value += "," + piece
            }
        }
        for pair in pairs { try settings.set(pair.name, to: pair.value) }
    }

    public static func == (one: LayoutRecipe, other: LayoutRecipe) -> Bool {
        one.kind.name == other.kind.name && one.settings == other.settings
    }

    /// Whether the content scrolls sideways.
    public var scrollsHorizontally: Bool { settings.isHorizontal || kind.traits.contains(.snapping) }

    /// The recipe on a screen with so many device pixels to a point, for the layouts that round to them. A density that was
    /// set stays.
    public func atDensity(of scale: Double) -> LayoutRecipe {
        var recipe = self
        if !settings.isSet("density"), let settings = settings.replacing("density", with: numberText(scale)) { recipe.settings = settings }
        return recipe
    }

    /// A layout that has no pictures yet. A content inset makes its space narrower across the scrolling direction.
    public func layout(in screen: Size, insetBy inset: Insets = Insets(0)) throws(LayoutError) -> any Layout {
        try kind.make(LayoutSpace(screen, insetBy: inset, scrollsHorizontally: scrollsHorizontally), settings)
    }

    /// A layout that has no pictures yet, of a screen that was turned and turned back.
    public func turnedLayout(in viewport: Size) throws(LayoutError) -> any Layout {
        let first = try layout(in: viewport)
        var turned: any Layout
        do throws(LayoutError) { turned = try layout(in: viewport.turned) } catch {
            throw LayoutError(error.parameter, "\(error.message), on the turned screen")
        }
        turned.inherit(from: first)
        var back = try layout(in: viewport)
        back.inherit(from: turned)
        return back
    }

    /// The layout of a page of pictures.
    public func layout(of page: PicturePage, in viewport: Size) throws(LayoutError) -> any Layout {
        var layout = try layout(in: viewport)
        layout.append(page)
        return layout
    }
}
