/// A kind of layout and its parameters, from which layouts for any viewport are made.
public struct LayoutRecipe: Equatable, Sendable {
    /// The kind, which decides the names of the parameters.
    public let kind: LayoutKind
    /// Their values, as they were set or by default.
    public var parameters: LayoutParameters

    /// All parameters at their defaults.
    public init(_ kind: LayoutKind) {
        self.kind = kind
        parameters = kind.defaultParameters
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
        for pair in pairs {
            if let maker = kind.pageParameters[pair.name] {
                throw LayoutError(pair.name, "pages have it, and not the layout; \(maker) makes such a page")
            }
            try parameters.set(pair.name, to: pair.value)
        }
    }

    public static func == (one: LayoutRecipe, other: LayoutRecipe) -> Bool {
        one.kind.name == other.kind.name && one.parameters == other.parameters
    }

    /// Whether the content scrolls sideways.
    public var scrollsHorizontally: Bool { parameters.isHorizontal || kind.traits.contains(.snapping) }

    /// The recipe on a screen with so many device pixels to a point, for the layouts that round to them. A density that was
    /// set stays.
    public func atDensity(of scale: Double) -> LayoutRecipe {
        var recipe = self
        if !parameters.isSet("density"), let parameters = parameters.replacing("density", with: numberText(scale)) {
            recipe.parameters = parameters
        }
        return recipe
    }

    /// A layout that has no pictures yet. A content inset makes its space narrower across the scrolling direction.
    public func layout(in screen: Size, insetBy inset: Insets = Insets(0)) throws(LayoutError) -> any Layout {
        try kind.make(LayoutSpace(screen, insetBy: inset, scrollsHorizontally: scrollsHorizontally), parameters)
    }

    /// The layout of a page of pictures.
    public func layout(of page: PicturePage, in viewport: Size) throws(LayoutError) -> any Layout {
        var layout = try layout(in: viewport)
        layout.append(page)
        return layout
    }
}

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

/// A row in the table of layouts: a layout's name, description and parameters, and how it is made.
public struct LayoutKind: Sendable {
    /// As a recipe begins, such as `lf-waterflow`.
    public let name: String
    /// A phrase that describes the layout.
    public let about: String
    /// In the order of help and lists.
    public let parameters: [LayoutParameter]
    package var traits: Set<Trait> = []
    package var platform = Platform.ios
    let make: @Sendable (LayoutSpace, LayoutParameters) throws(LayoutError) -> any Layout

    /// A feature that only some layouts have.
    package enum Trait: Sendable {
        /// Sections change where items are.
        case sections
        /// Sections have headers that can be pinned.
        case headers
        /// Items change their scale with the offset, and scrolling stops with one in the middle.
        case snapping
        /// As written, the layout keeps something of the one that the same view had before.
        case inheriting
    }

    /// All parameters at their defaults.
    package var defaultParameters: LayoutParameters { LayoutParameters(parameters) }

    /// The parameters that sections can have of their own.
    package var sectionParameters: [LayoutParameter] {
        traits.contains(.headers) ? parameters.filter { LayoutParameter.ofSections.contains($0.name) } : []
    }

    /// The parameters of the command line that say how a manifest becomes pages, and the call that makes such a page.
    fileprivate var pageParameters: [String: String] {
        var makers: [String: String] = [:]
        if traits.contains(.sections) {
            makers["section-by"] = "PicturePage(widths:heights:namedAfter:)"
            makers["section-size"] = "PicturePage(widths:heights:sectionSize:)"
        }
        if parameters.contains(where: { $0.name == "extra-height" }) { makers["extra-height-by"] = "adding(extraHeights:)" }
        return makers
    }

    /// A new layout is a file and a row here.
    public static let all = [
        LFWaterflow.kind, Waterflow.kind, MKMasonry.kind, Flow.kind, FlowWaterfall.kind, Carousel.kind,
        StaggeredGrid.kind, ComposeStaggeredGrid.kind, FlutterMasonry.kind, GridLanes.kind, MasonryJS.kind, Justified.kind, Masonic.kind,
        FlashList.kind,
    ]

    /// The kind of that name; the error names all.
    public static func named(_ name: String) throws(LayoutError) -> LayoutKind {
        if let kind = all.first(where: { $0.name == name }) { return kind }
        let names = all.map(\.name).joined(separator: ", ")
        throw LayoutError("layout", "there is none named \"\(name)\"; there are \(names)")
    }
}
