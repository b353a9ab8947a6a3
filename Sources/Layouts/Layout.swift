// Layouts: picture sizes to the frames that a phone computes from them; pure geometry, one file per layout.

/// Pictures placed in a viewport. A layout is a value: pages are appended to it, and an append can be undone.
/// Only the layouts of this library can be one.
public protocol Layout: Sendable {
    /// The size of the screen area that shows the layout.
    var viewport: Size { get }
    /// The starts of the sections, and the number of pictures.
    var sections: SectionTable { get }
    /// The area that can be scrolled over; its origin is the top left.
    var contentSize: Size { get }
    /// The guarantees of this layout in addition to the invariants of all layouts.
    var guarantees: LayoutGuarantees { get }
    /// The position along the scrolling direction behind which an append may still add or move frames.
    /// Frames that end before it are final.
    var frontier: Double { get }
    /// The guarantees of one section. Sections may have parameters of their own.
    func guarantees(of section: Int) -> LayoutGuarantees
    /// Whether `guarantees(of:)` may differ from section to section.
    var guaranteesDiffer: Bool { get }
    /// The lines of a flow whose items have one length, for what fits on them.
    var lineShapes: [LineShape] { get }
    /// Headers and footers, section by section.
    var supplementary: [SupplementaryFrame] { get }
    /// For each section, how far its end is below its lowest item; nil unless the layout is a flow-waterfall.
    var blankSpace: [Double]? { get }
    /// The carousel that this layout is, for all that depends on the offset; nil for other layouts.
    var carousel: Carousel? { get }

    /// The headers as they are shown with the content scrolled to an offset: each sticks to the edge of
    /// the screen until the next section pushes it away.
    func pinnedHeaders(at offset: Double) -> [SupplementaryFrame]
    /// The footers as they are shown while the visible part of the content ends there: each sticks to that
    /// edge until the section before pushes it away.
    func pinnedFooters(endingAt end: Double) -> [SupplementaryFrame]

    /// The items that phones may show in another column; nil unless the published code can leave that open. Takes
    /// as long as laying out.
    func columnTies() -> ColumnTies?

    /// The frame of an item, counted from 0 over all pages, in the coordinates of the content.
    func frame(of item: Int) -> Rect
    /// The same as `frame(of:)` for each item. One call serves many items, since a call through the
    /// protocol costs more than computing a frame.
    func frames(of items: Range<Int>) -> [Rect]
    /// The items whose frames meet the rect (`Rect.meets`), in item order.
    func items(meeting rect: Rect) -> [Int]

    /// Takes over what the published code keeps of the layout that the same view had before, on another screen. This
    /// layout must be empty. Nothing, unless the layout is as written.
    mutating func inherit(from earlier: any Layout)
    /// Adds a page behind the others. The result has the same bits as laying out everything at once.
    mutating func append(_ page: PicturePage)
    /// Goes back to an earlier mark. The result has the same bits as if nothing had been appended since.
    mutating func truncate(to mark: LayoutMark)
}

extension Layout {
    /// The number of pictures.
    public var count: Int { sections.itemCount }
    /// The state to which `truncate(to:)` can go back later.
    public var mark: LayoutMark { sections.mark }
    /// Those of the whole layout, unless sections have parameters of their own.
    public func guarantees(of section: Int) -> LayoutGuarantees { guarantees }
    /// No, unless the layout is a flow with parameters of single sections.
    public var guaranteesDiffer: Bool { false }
    /// None, unless the layout is a flow.
    public var lineShapes: [LineShape] { [] }
    /// Nil: only layouts whose published code walks a dictionary leave ties open.
    public func columnTies() -> ColumnTies? { nil }
    /// Nil, unless the layout is a flow-waterfall.
    public var blankSpace: [Double]? { nil }
    /// Nil, unless the layout is a carousel.
    public var carousel: Carousel? { nil }
    /// Does nothing: only some published code keeps something.
    public mutating func inherit(from earlier: any Layout) {}
    /// None, unless the layout is a flow.
    public var supplementary: [SupplementaryFrame] { [] }
    /// None, unless the layout is a flow.
    public func pinnedHeaders(at offset: Double) -> [SupplementaryFrame] { [] }
    /// None, unless the layout is a flow.
    public func pinnedFooters(endingAt end: Double) -> [SupplementaryFrame] { [] }
    /// The frames of all items, in their order.
    public var frames: [Rect] { frames(of: 0..<count) }
    /// The frames one by one, in item order.
    public func frames(of items: Range<Int>) -> [Rect] { items.map(frame(of:)) }

    /// Keeps the first `count` items and the sections that begin among them.
    public mutating func truncate(to count: Int) { truncate(to: sections.mark(before: count)) }
}

/// The header and the footer of a section.
public enum SupplementaryKind: String, Sendable { case header, footer }

/// The frame of a section's header or footer.
public struct SupplementaryFrame: Equatable, Sendable {
    /// Whether it stands before or behind the items of its section.
    public let kind: SupplementaryKind
    /// The number of the section, from 0.
    public let section: Int
    /// In the coordinates of the content, as the frames of items.
    public let frame: Rect

    package init(kind: SupplementaryKind, section: Int, frame: Rect) {
        self.kind = kind
        self.section = section
        self.frame = frame
    }
}

/// A layout that cannot be made: the parameter at fault, and a sentence about it.
public struct LayoutError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The parameter's name on the command line.
    public let parameter: String
    /// A sentence without a full stop.
    public let message: String

    package init(_ parameter: String, _ message: String) {
        self.parameter = parameter
        self.message = message
    }

    public var description: String { "\(parameter): \(message)" }
}
