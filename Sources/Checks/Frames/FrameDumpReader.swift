import Base
import Records

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
            at: broken.place.position)
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
