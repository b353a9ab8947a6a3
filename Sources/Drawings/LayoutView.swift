// Drawings: frames to SVG and PNG for people and to JSON for programs.

import Layouts

/// The part of a layout that is written: which device, which rect, and how far it is scrolled.
public struct LayoutView: Sendable {
    /// The layout's name.
    public let name: String
    /// The layout with its pictures.
    public let layout: any Layout
    /// The device, if one was named.
    public var device: OrientedDevice?
    /// Only frames that meet this rect are shown; nil shows all.
    public var rect: Rect?
    /// How far the content is scrolled from where it rests at first, along the scrolling direction.
    public var offset = 0.0
    /// Whether headers stick to the edge of the screen at this offset.
    public var pinsHeaders = false
    /// Whether footers stick to the other edge.
    public var pinsFooters = false
    /// The item that the offset shows, if it was chosen so.
    var shownItem: Int?
    /// The points that are added below each picture; empty if there are none.
    public var extraHeights: [Double] = []
    /// The space between the edges of the screen and the content. All frames that are shown are moved by it.
    public var contentInset = Insets(0)

    /// A view of all items. `name` is the name of the layout, with which the title of a drawing begins.
    public init(_ name: String, _ layout: any Layout) {
        self.name = name
        self.layout = layout
    }

    /// The items that are shown, in their order.
    public var items: [Int] {
        guard let rect else { return Array(0..<layout.count) }
        return layout.items(meeting: rect.moved(by: -contentInset.left, -contentInset.top))
    }

    /// Those of these items whose frames meet an area.
    func items(meeting area: Rect) -> [Int] {
        let items = layout.items(meeting: area.moved(by: -contentInset.left, -contentInset.top))
        guard let rect else { return items }
        return items.filter { frame(of: $0).meets(rect) }
    }

    /// The frame on the screen while the content rests.
    public func frame(of item: Int) -> Rect { layout.frame(of: item).moved(by: contentInset.left, contentInset.top) }

    /// The size of an item's picture, without the strip below it.
    package func pictureSize(of item: Int) -> Size {
        let frame = frame(of: item)
        return Size(width: frame.width, height: max(0, frame.height - strip(of: item)))
    }

    /// The height of the strip below the picture.
    func strip(of item: Int) -> Double {
        layout.guarantees.extraHeight + (extraHeights.isEmpty ? 0 : extraHeights[item])
    }

    /// The headers and footers that are shown, section by section.
    public var supplementary: [SupplementaryFrame] {
        var frames = layout.supplementary
        // There is one pinned header for each header, in the same order. The same holds of footers.
        if pinsHeaders {
            var pinned = layout.pinnedHeaders(at: offset)[...]
            frames = frames.map { $0.kind == .header ? pinned.popFirst() ?? $0 : $0 }
        }
        if pinsFooters {
            var pinned = layout.pinnedFooters(endingAt: offset + visibleExtent)[...]
            frames = frames.map { $0.kind == .footer ? pinned.popFirst() ?? $0 : $0 }
        }
        frames = frames.map {
            let frame = $0.frame.moved(by: contentInset.left, contentInset.top)
            return SupplementaryFrame(kind: $0.kind, section: $0.section, frame: frame)
        }
        guard let rect else { return frames }
        return frames.filter { $0.frame.meets(rect) }
    }

    private var isHorizontal: Bool { layout.guarantees.scrollsHorizontally }

    /// The offset as the layout counts it: from the beginning of its own content.
    var layoutOffset: Double { offset - leadingInset }
    private var leadingInset: Double { isHorizontal ? contentInset.left : contentInset.top }

    /// The content with the space around it.
    var contentSize: Size {
        let size = layout.contentSize
        return Size(
            width: size.width + contentInset.left + contentInset.right,
            height: size.height + contentInset.top + contentInset.bottom)
    }

    /// The size of the screen. The layout has it without the insets across the scrolling direction.
    var screenSize: Size {
        let viewport = layout.viewport
        return isHorizontal
            ? Size(width: viewport.width, height: viewport.height + contentInset.top + contentInset.bottom)
            : Size(width: viewport.width + contentInset.left + contentInset.right, height: viewport.height)
    }

    /// The part of the content that is on screen.
    var screen: Rect {
        let size = screenSize
        return Rect(x: isHorizontal ? offset : 0, y: isHorizontal ? 0 : offset, width: size.width, height: size.height)
    }

    /// The extent of the screen between the insets, along the scrolling direction.
    private var visibleExtent: Double {
        isHorizontal
            ? layout.viewport.width - contentInset.left - contentInset.right
            : layout.viewport.height - contentInset.top - contentInset.bottom
    }

    /// Scrolls to an item, as far as the content allows.
    public mutating func scroll(to item: Int, at position: ScrollPosition) {
        let frame = layout.frame(of: item)
        let (start, end) = isHorizontal ? (frame.x, frame.maxX) : (frame.y, frame.maxY)
        let wanted =
            switch position {
            case .top: start
            case .middle: (start + end) / 2 - visibleExtent / 2
            case .bottom: end - visibleExtent
            }
        let content = isHorizontal ? layout.contentSize.width : layout.contentSize.height
        offset = max(0, min(wanted, content - visibleExtent))
        shownItem = item
    }

    /// Scrolls to where a carousel comes to rest; false if nothing is on screen that could come to rest.
    public mutating func snap() -> Bool {
        guard let rest = layout.carousel?.snapped(layoutOffset) else { return false }
        offset = rest + leadingInset
        return true
    }

    func scale(of item: Int) -> Double? { layout.carousel?.scale(of: item, at: layoutOffset) }
}

/// Where on the screen an item is shown: at its beginning, in its middle or at its end, along the scrolling
/// direction.
public enum ScrollPosition: String, CaseIterable, Sendable { case top, middle, bottom }

extension Rect {
    fileprivate func moved(by x: Double, _ y: Double) -> Rect {
        Rect(x: self.x + x, y: self.y + y, width: width, height: height)
    }
}

/// A device in portrait or in landscape.
public struct OrientedDevice: Equatable, Sendable {
    /// With its figures for both orientations.
    public let device: Device
    /// Whether it is held in landscape.
    public let isLandscape: Bool

    /// The device in portrait, or turned.
    public init(_ device: Device, isLandscape: Bool) {
        self.device = device
        self.isLandscape = isLandscape
    }

    /// The size of its screen as it is held, in points.
    public var viewport: Size { isLandscape ? device.landscape : device.portrait }
    /// The space that bars and cameras cover as it is held; nil if the maker publishes no figures.
    public var safeArea: Insets? { isLandscape ? device.safeArea?.landscape : device.safeArea?.portrait }
}

/// The texts of an entry, which are borrowed, and how its picture is drawn.
public struct Caption {
    /// The name of the picture, in UTF-8.
    public let img: UnsafeBufferPointer<UInt8>
    /// The price as the entry has it, in UTF-8.
    public let price: UnsafeBufferPointer<UInt8>
    /// Whether the entry has the size of a placeholder.
    public let isPlaceholder: Bool
    /// The picture as a `data:` URL; without it, a color stands for the picture.
    public let picture: String?

    /// The texts must live as long as the caption.
    public init(
        img: UnsafeBufferPointer<UInt8>, price: UnsafeBufferPointer<UInt8>, isPlaceholder: Bool, picture: String? = nil
    ) {
        (self.img, self.price, self.isPlaceholder, self.picture) = (img, price, isPlaceholder, picture)
    }
}
