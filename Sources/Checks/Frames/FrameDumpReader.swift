import Layouts
import WeirBase
import WeirRecords

/// Reads a dump of frames from pieces of any length: JSON Lines. A line without a frame opens a screen for the
/// frames in the lines below it; a frame may also name its screen itself.
package struct FrameDumpReader {
    private var records = StreamedRecords(.json(.lines), DumpKey.projection, nouns: .dump)
    private var builder: FrameDumpBuilder

    /// `plan` has the layouts and devices that the dump need not describe.
    package init(_ name: String, _ plan: Screens) { builder = FrameDumpBuilder(dump: FrameDump(name: name), plan: plan) }

    package mutating func read(_ bytes: UnsafeRawBufferPointer, isEnd: Bool) throws(DocumentFailure) {
        try records.read(bytes, isEnd: isEnd) { batch, texts throws(DocumentFailure) in try builder.take(batch, texts) }
    }

    /// The dump, after its last bytes.
    package func finish() throws(DocumentFailure) -> FrameDump {
        guard builder.dump.frameCount > 0 else {
            throw DocumentFailure(
                "the dump has no frames, so nothing would be compared; docs/frames.md says how an app writes them")
        }
        return builder.dump
    }
}

private struct FrameDumpBuilder {
    private(set) var dump: FrameDump
    let plan: Screens
    /// The screen that the last line without a frame has opened.
    private var open: Int?
    /// The screens of frames that name theirs.
    private var named: [DumpedScreenName: Int] = [:]

    init(dump: FrameDump, plan: Screens) {
        self.dump = dump
        self.plan = plan
    }

    mutating func take(_ batch: RecordBatch, _ texts: TextBytes) throws(DocumentFailure) {
        let broken = batch.broken.first
        for record in batch.records where record.number < broken?.number ?? .max {
            try take(DumpLine(record, of: batch, texts))
        }
        guard let broken else { return }
        throw DocumentFailure(
            "\(broken.message); each line of a dump is one JSON object, with null for a number that is not finite",
            at: broken.position.textPosition)
    }

    private mutating func take(_ line: DumpLine) throws(DocumentFailure) {
        let name = try line.screenName()
        guard line.isFrame else {
            open = try begin(name, line)
            return
        }
        let frame = try line.frame()
        var screen = open
        if !name.isEmpty {
            screen = named[name]
            if screen == nil { screen = try begin(name, line) }
            named[name] = screen
        }
        guard let screen else {
            throw line.failure("the frame has no screen; a line with device, or with width and height, opens one")
        }
        dump.screens[screen].append(frame)
    }

    /// Adds a screen and returns its number.
    private mutating func begin(_ name: DumpedScreenName, _ line: DumpLine) throws(DocumentFailure) -> Int {
        let rect = line.isFrame ? nil : try line.rect()
        do throws(ScreensFailure) { dump.screens.append(DumpedScreen(try plan.planned(name), rect: rect)) } catch {
            throw line.failure(error.message)
        }
        return dump.screens.count - 1
    }
}

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
    /// The index in the section, as an IndexPath counts.
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

extension Screens {
    /// The layout and the screen that a dump names. A dump without a layout is of the only one that is planned for
    /// the screen. A planned layout is named as findings name it, since only the configuration knows its keys and sections.
    func planned(_ name: DumpedScreenName) throws(ScreensFailure) -> PlannedLayout {
        let screen = try screen(name)
        return try PlannedLayout(layout(name.layout, on: screen), on: screen)
    }

    private func screen(_ name: DumpedScreenName) throws(ScreensFailure) -> Screen {
        if name.device != nil, name.scale != nil { throw ScreensFailure(message: "a device has its own scale") }
        switch (name.device, name.width, name.height) {
        case (let text?, nil, nil):
            let known = devices + Device.all
            guard let device = known.first(where: { $0.name == text }) else {
                throw ScreensFailure(message: unknownName("device", text, among: known.map(\.name)))
            }
            let screens = Screen.all(of: device)
            return screens[name.orientation == .landscape ? screens.count - 1 : 0]
        case (nil, let width?, let height?):
            guard name.orientation == nil else {
                throw ScreensFailure(message: "orientation turns a device; width and height are those of the view as it is")
            }
            let size = Size(width: width, height: height)
            let orientation: ScreenOrientation = size.isLandscape ? .landscape : .portrait
            return Screen(name: orientation.rawValue, viewport: size, scale: name.scale)
        case (_?, _, _): throw ScreensFailure(message: "device, and width and height, exclude each other")
        case (nil, _, _):
            throw ScreensFailure(message: "the line names no screen; it needs a device, or width and height")
        }
    }

    private func layout(_ text: String?, on screen: Screen) throws(ScreensFailure) -> LayoutChoice {
        let suitable = namedLayouts.filter { $0.suits(screen) && $0.choice.text == text ?? $0.choice.text }
        if let first = suitable.first?.choice, suitable.allSatisfy({ $0.choice == first }) { return first }
        guard let text else {
            let count = suitable.isEmpty ? "none" : "\(suitable.count)"
            throw ScreensFailure(
                message: "the line names no layout, and the command line and the configuration name \(count) for \(screen.name); "
                    + "write it into the line")
        }
        guard suitable.isEmpty else {
            throw ScreensFailure(
                message: "the configuration has \(suitable.count) layouts \(text) for \(screen.name); "
                    + "check each with a configuration of its own")
        }
        do throws(LayoutError) { return try LayoutChoice(text) } catch {
            throw ScreensFailure(message: "\(error.parameter): \(error.message)")
        }
    }
}
