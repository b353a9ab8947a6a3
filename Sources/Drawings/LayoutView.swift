// Pictures: frames to what is looked at: drawings for people, numbers for programs.

import Layouts

/// A layout as it is looked at: on which screen, through which part of it, scrolled how far.
public struct LayoutView: Sendable {
    /// What the layout is called.
    public let name: String
    public let layout: any Layout
    /// Whose screen it is, where that is known.
    public var device: TurnedDevice?
    /// Only what meets it is shown.
    public var rect: Rect?
    /// How far the content is scrolled, along the scrolling direction.
    public var offset = 0.0
    /// Whether headers are where they are held while the content is scrolled so far.
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
            // Each section that has a header has one pinned header, in the same order.
            var pinned = layout.pinnedHeaders(at: offset)[...]
            frames = frames.map { $0.kind == .header ? pinned.popFirst() ?? $0 : $0 }
        }
        guard let rect else { return frames }
        return frames.filter { $0.frame.meets(rect) }
    }

    var carousel: Carousel? { layout as? Carousel }

    /// The stretch of the content that is on screen.
    var screen: Rect {
        let viewport = layout.viewport
        return layout.promises.scrollsHorizontally
            ? Rect(x: offset, y: 0, width: viewport.width, height: viewport.height)
            : Rect(x: 0, y: offset, width: viewport.width, height: viewport.height)
    }
}

/// A device as it is held.
public struct TurnedDevice: Equatable, Sendable {
    public let device: Device
    public let isLandscape: Bool

    public init(_ device: Device, isLandscape: Bool) {
        self.device = device
        self.isLandscape = isLandscape
    }

    public var viewport: Size { isLandscape ? device.landscape : device.portrait }
    public var safeArea: Insets? { isLandscape ? device.safeArea?.landscape : device.safeArea?.portrait }
}

/// What is told of an entry besides its frame; texts are borrowed.
public struct Caption {
    public let img: UnsafeBufferPointer<UInt8>
    public let price: UnsafeBufferPointer<UInt8>
    /// Whether its size is a placeholder's.
    public let isPlaceholder: Bool

    public init(img: UnsafeBufferPointer<UInt8>, price: UnsafeBufferPointer<UInt8>, isPlaceholder: Bool) {
        self.img = img
        self.price = price
        self.isPlaceholder = isPlaceholder
    }
}
