import Base
import Layouts
import Manifests

/// Writes a difference for people: counts first, then some entries of each kind.
public struct DifferenceText {
    /// How many entries of a kind are listed.
    static let maxListed = 20

    public init() {}

    public func write(_ report: DifferenceReport, to output: inout ByteBuffer) {
        output.append(line: "\(report.old.name) -> \(report.new.name): \(report.sentence)")
        for change in report.changes {
            let entries = report.difference[change]
            output.append("\n\(change.rawValue)\n")
            for entry in entries.prefix(Self.maxListed) {
                output.append("  ")
                output.append(change, of: entry, in: report)
                output.append("\n")
            }
            if entries.count > Self.maxListed { output.append("  and \(entries.count - Self.maxListed) more\n") }
        }
        if !report.screens.isEmpty { output.append("\n") }
        for screen in report.screens {
            output.append(line: "\(screen.title): \(screen.sentence)")
            for move in screen.difference.onScreen.prefix(Self.maxListed) {
                output.append("  \(hundredths(move.x)) across, \(hundredths(move.y)) down  ")
                output.append(imgOf: move.new, in: report.new)
                output.append("\n")
            }
            let more = screen.difference.onScreen.count - Self.maxListed
            if more > 0 { output.append("  and \(more) more\n") }
        }
    }
}

extension ByteBuffer {
    /// A line of text, escaped because it has names from outside.
    fileprivate mutating func append(line text: String) {
        var text = text
        text.withUTF8 { append(escaping: $0) }
        append("\n")
    }

    fileprivate mutating func append(imgOf entry: Int, in manifest: ComparedManifest) {
        manifest.img(of: entry).withUnsafeBufferPointer { append(escaping: $0) }
    }

    /// The change of an entry, and its picture.
    fileprivate mutating func append(
        _ change: ManifestDifference.Change, of entry: Int, in report: DifferenceReport
    ) {
        let manifest = change == .removed ? report.old : report.new
        switch change {
        case .added, .removed:
            append(sizeOf: entry, in: manifest)
            append("  ")
            append(priceOf: entry, in: manifest)
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
        append(imgOf: entry, in: manifest)
    }

    private mutating func append(sizeOf entry: Int, in manifest: ComparedManifest) {
        append("\(manifest.entries.width(of: entry))x\(manifest.entries.height(of: entry))")
    }

    private mutating func append(priceOf entry: Int, in manifest: ComparedManifest) {
        manifest.entries.withTexts(of: entry) { _, price in
            if price.isEmpty { append("no price") } else { append(escaping: price) }
        }
    }
}
