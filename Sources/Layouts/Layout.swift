// Layouts: picture sizes to the frames that a phone computes from them; pure geometry, one file per layout.

/// Pictures placed in a viewport. A layout is a value: pages are appended to it, an append can be
/// undone, and questions change nothing.
public protocol Layout: Sendable {
    /// The size of the screen area that shows the layout.
    var viewport: Size { get }
    /// Where sections begin, and how many pictures there are.
    var sections: SectionTable { get }
    /// The area that can be scrolled over; its origin is the top left.
    var contentSize: Size { get }
    /// What holds of this layout besides what holds of all; for the checker.
    var promises: LayoutPromises { get }
    /// Along the scrolling direction, the least place at which an append can still put or move a frame.
    var frontier: Double { get }
    /// Set where the phone may break lines elsewhere than here: not every order of arithmetic agrees.
    var tightFit: TightFit? { get }
    /// Headers and footers, section by section.
    var supplementary: [SupplementaryFrame] { get }

    /// The headers while they stay on screen, with the content scrolled to an offset: each holds on
    /// to the edge until the next section pushes it away.
    func pinnedHeaders(at offset: Double) -> [SupplementaryFrame]

    func frame(of item: Int) -> Rect
    /// The frames of items in a row, as `frame(of:)` gives each: one call for many, since a call
    /// through the protocol costs more than a frame.
    func frames(of items: Range<Int>) -> [Rect]
    /// The items whose frames meet the rect (`Rect.meets`), in item order.
    func items(meeting rect: Rect) -> [Int]

    /// Continues where the layout stopped; the result has the same bits as laying out all from the start.
    mutating func append(_ page: Page)
    /// Goes back to an earlier mark; the result has the same bits as if nothing had been appended since.
    mutating func truncate(to mark: LayoutMark)
}

extension Layout {
    public var count: Int { sections.itemCount }
    public var mark: LayoutMark { sections.mark }
    public var tightFit: TightFit? { nil }
    public var supplementary: [SupplementaryFrame] { [] }
    public func pinnedHeaders(at offset: Double) -> [SupplementaryFrame] { [] }
    public func frames(of items: Range<Int>) -> [Rect] { items.map(frame(of:)) }

    /// Goes back to the first `count` items and to the sections that began with one of them.
    public mutating func truncate(to count: Int) { truncate(to: sections.mark(before: count)) }
}

/// A header or a footer of a section.
public struct SupplementaryFrame: Equatable, Sendable {
    public enum Kind: String, Sendable { case header, footer }

    public let kind: Kind
    public let section: Int
    public let frame: Rect

    public init(kind: Kind, section: Int, frame: Rect) {
        self.kind = kind
        self.section = section
        self.frame = frame
    }
}
