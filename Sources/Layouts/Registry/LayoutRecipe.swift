/// A kind of layout and its parameters, from which layouts for any viewport are made.
public struct LayoutRecipe: Equatable, Sendable {
    public let kind: LayoutKind
    public var settings: LayoutSettings

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

    /// A layout that has no pictures yet.
    public func layout(in viewport: Size) throws(LayoutError) -> any Layout { try kind.make(viewport, settings) }

    /// A layout that has no pictures yet, of a screen that was turned and turned back.
    public func turnedLayout(in viewport: Size) throws(LayoutError) -> any Layout {
        var layout = try layout(in: viewport)
        for screen in [viewport.turned, viewport] {
            var next = try self.layout(in: screen)
            next.inherit(from: layout)
            layout = next
        }
        return layout
    }

    public func layout(of page: PicturePage, in viewport: Size) throws(LayoutError) -> any Layout {
        var layout = try layout(in: viewport)
        layout.append(page)
        return layout
    }
}
