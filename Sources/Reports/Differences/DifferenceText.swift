import Base
import Layouts
import Manifests

/// A difference for people: counts first, then the first entries of each kind.
public struct DifferenceText {
    /// So many of a kind are shown.
    static let shown = 20

    public init() {}

    public func write(_ report: DifferenceReport, to output: inout ByteBuffer) {
        output.append(line: "\(report.old.name) -> \(report.new.name): \(report.sentence)")
        for change in report.changes {
            let entries = report.difference[change]
            output.append("\n\(change.rawValue)\n")
            for entry in entries.prefix(Self.shown) {
                output.append("  ")
                output.append(change, of: entry, in: report)
                output.append("\n")
            }
            if entries.count > Self.shown { output.append("  and \(entries.count - Self.shown) more\n") }
        }
        if !report.screens.isEmpty { output.append("\n") }
        for screen in report.screens {
            output.append(line: "\(screen.title): \(screen.sentence)")
            for move in screen.difference.onScreen.prefix(Self.shown) {
                output.append("  \(hundredths(move.x)) across, \(hundredths(move.y)) down  ")
                output.append(imgOf: move.new, in: report.new)
                output.append("\n")
            }
            let more = screen.difference.onScreen.count - Self.shown
            if more > 0 { output.append("  and \(more) more\n") }
        }
    }
}

extension ByteBuffer {
    /// Text with names in it that come from outside, on a line of its own.
    fileprivate mutating func append(line text: String) {
        var text = text
        text.withUTF8 { append(escaping: $0) }
        append("\n")
    }

    fileprivate mutating func append(imgOf entry: Int, in side: DifferenceReport.Side) {
        side.img(of: entry).withUnsafeBufferPointer { append(escaping: $0) }
    }

    /// What has changed of one entry, and its picture.
    fileprivate mutating func append(
        _ change: ManifestDifference.Change, of entry: Int, in report: DifferenceReport
    ) {
        let side = change == .removed ? report.old : report.new
        switch change {
        case .added, .removed:
            append(sizeOf: entry, in: side)
            append("  ")
            append(priceOf: entry, in: side)
        case .resized:
            append(sizeOf: report.former(of: entry), in: report.old)
            append(" -> ")
            append(sizeOf: entry, in: report.new)
        case .repriced:
            append(priceOf: report.former(of: entry), in: report.old)
            append(" -> ")
            append(priceOf: entry, in: report.new)
        case .moved:
            let former = report.former(of: entry)
            append(former == entry ? "at \(entry) as before, and passed by others" : "from \(former) to \(entry)")
        }
        append("  ")
        append(imgOf: entry, in: side)
    }

    private mutating func append(sizeOf entry: Int, in side: DifferenceReport.Side) {
        append("\(side.entries.width(of: entry))x\(side.entries.height(of: entry))")
    }

    private mutating func append(priceOf entry: Int, in side: DifferenceReport.Side) {
        side.entries.withTexts(of: entry) { _, price in
            if price.isEmpty { append("no price") } else { append(escaping: price) }
        }
    }
}
