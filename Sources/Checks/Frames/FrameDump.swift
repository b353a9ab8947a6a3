import Layouts

/// Frames that an app has computed and written into a file; docs/frames.md describes it.
package struct FrameDump: Sendable {
    /// The name of the file in messages.
    package let name: String
    package internal(set) var screens: [DumpedScreen] = []

    package var frameCount: Int { screens.reduce(0) { $0 + $1.frames.count } }
}

/// The frames of one layout on one screen, in the order of the dump.
package struct DumpedScreen: Sendable {
    let planned: PlannedLayout
    /// The rect that the app asked its layout about; nil if the dump has none.
    let rect: Rect?
    private(set) var frames: [DumpedFrame] = []

    init(_ planned: PlannedLayout, rect: Rect?) {
        self.planned = planned
        self.rect = rect
    }

    package var layout: LayoutChoice { planned.layout }

    mutating func append(_ frame: DumpedFrame) { frames.append(frame) }
}

/// The frame of an item, and the line of the dump that has it. A dump may have millions.
struct DumpedFrame: Equatable, Sendable {
    let section: Int32
    /// The place in the section, as an IndexPath counts.
    let index: Int32
    let line: Int32
    /// The numbers may be infinite or NaN.
    let rect: Rect

    var isFinite: Bool { rect.x.isFinite && rect.y.isFinite && rect.width.isFinite && rect.height.isFinite }
}

/// How a line of a dump names a screen and the layout on it.
struct DumpedScreenName: Hashable {
    var device: String?
    var orientation: ScreenOrientation?
    var width: Double?
    var height: Double?
    var scale: Double?
    var layout: String?

    var isEmpty: Bool { self == DumpedScreenName() }
}
