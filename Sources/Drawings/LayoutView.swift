// Drawings: frames to SVG for people and to JSON for programs.

import Layouts

/// The part of a layout that is written: which device, which rect, and how far it is scrolled.
public struct LayoutView: Sendable {
    /// The layout's name.
    public let name: String
    public let layout: any Layout
    /// The device, if one was named.
    public var device: OrientedDevice?
    /// Only frames that meet this rect are shown; nil shows all.
    public var rect: Rect?
    /// How far the content is scrolled, along the scrolling direction.
    public var offset = 0.0
    /// Whether headers stick to the edge of the screen at this offset.
    public var pinsHeaders = false

    public init(_ name: String, _ layout: any Layout) {
        self.name = name
        self.layout = layout
    }

    /// The items that are shown, in their order.
    public var items: [Int] { rect.map(layout.items) ?? Array(0..<layout.count) }

    /// The headers and footers that are shown, section by section.
    public var supplementary: [SupplementaryFrame] {
        var frames = layout.supplementary
        if pinsHeaders {
            // There is one pinned header for each header, in the same order.
            var pinned = layout.pinnedHeaders(at: offset)[...]
            frames = frames.map { $0.kind == .header ? pinned.popFirst() ?? $0 : $0 }
        }
        guard let rect else { return frames }
        return frames.filter { $0.frame.meets(rect) }
    }

    var carousel: Carousel? { layout as? Carousel }

    /// The part of the content that is on screen.
    var screen: Rect {
        let viewport = layout.viewport
        return layout.guarantees.scrollsHorizontally
            ? Rect(x: offset, y: 0, width: viewport.width, height: viewport.height)
            : Rect(x: 0, y: offset, width: viewport.width, height: viewport.height)
    }
}

/// A device in portrait or in landscape.
public struct OrientedDevice: Equatable, Sendable {
    public let device: Device
    public let isLandscape: Bool

    public init(_ device: Device, isLandscape: Bool) {
        self.device = device
        self.isLandscape = isLandscape
    }

    public var viewport: Size { isLandscape ? device.landscape : device.portrait }
    public var safeArea: Insets? { isLandscape ? device.safeArea?.landscape : device.safeArea?.portrait }
}

/// The texts of an entry, which are borrowed, and how its picture is drawn.
public struct Caption {
    public let img: UnsafeBufferPointer<UInt8>
    public let price: UnsafeBufferPointer<UInt8>
    /// Whether the entry has the size of a placeholder.
    public let isPlaceholder: Bool

    public init(img: UnsafeBufferPointer<UInt8>, price: UnsafeBufferPointer<UInt8>, isPlaceholder: Bool) {
        self.img = img
        self.price = price
        self.isPlaceholder = isPlaceholder
    }
}
