import Base
import Layouts
import Manifests

/// Writes a difference as one JSON object, with each entry on a line.
public struct DifferenceJSON {
    /// One writer serves any number of reports.
    public init() {}

    /// Appends the object and a line end.
    public func write(_ report: DifferenceReport, to output: inout ByteBuffer) {
        output.append("{\"same\":\(report.difference.isEmpty)")
        for (key, manifest) in [("old", report.old), ("new", report.new)] {
            output.append(",\"\(key)\":{\"file\":")
            output.append(visibleJSON: manifest.name)
            output.append(",\"entries\":")
            output.append(manifest.entries.count)
            output.append("}")
        }
        for change in ManifestDifference.Change.allCases {
            output.append(",\n\"\(change.rawValue)\":[")
            for (index, entry) in report.difference[change].enumerated() {
                output.append(index == 0 ? "\n" : ",\n")
                output.append(json: change, of: entry, in: report)
            }
            output.append("]")
        }
        output.append(",\n\"screens\":[")
        for (index, screen) in report.screens.enumerated() {
            output.append(index == 0 ? "\n" : ",\n")
            output.append(json: screen, in: report)
        }
        output.append("]}\n")
    }
}

extension ByteBuffer {
    fileprivate mutating func append(
        json change: ManifestDifference.Change, of entry: Int, in report: DifferenceReport
    ) {
        let manifest = change == .removed ? report.old : report.new
        append("{\"entry\":")
        append(entry)
        append(",\"img\":")
        append(imgOf: entry, in: manifest)
        switch change {
        case .added, .removed:
            append(",\"w\":\(manifest.entries.width(of: entry)),\"h\":\(manifest.entries.height(of: entry)),\"price\":")
            append(priceOf: entry, in: manifest)
        case .resized:
            for (key, manifest, entry) in [("from", report.old, report.former(of: entry)), ("to", report.new, entry)] {
                append(",\"\(key)\":{\"w\":\(manifest.entries.width(of: entry)),\"h\":\(manifest.entries.height(of: entry))}")
            }
        case .repriced:
            append(",\"from\":")
            append(priceOf: report.former(of: entry), in: report.old)
            append(",\"to\":")
            append(priceOf: entry, in: report.new)
        case .changed:
            let changes = report.columnChanges(of: entry)
            append("from", changes.map { ($0.column, $0.old) })
            append("to", changes.map { ($0.column, $0.new) })
        case .moved: append(",\"from\":\(report.former(of: entry)),\"to\":\(entry)")
        }
        append("}")
    }

    /// An object of columns and their values.
    private mutating func append(_ key: String, _ values: [(column: String, text: String)]) {
        append(",\"\(key)\":{")
        for (index, value) in values.enumerated() {
            if index > 0 { append(",") }
            append(visibleJSON: value.column)
            append(":")
            append(visibleJSON: value.text)
        }
        append("}")
    }

    fileprivate mutating func append(json screen: ComparedScreen, in report: DifferenceReport) {
        append("{\"layout\":")
        append(visibleJSON: screen.layout)
        append(",\"screen\":")
        append(visibleJSON: screen.name)
        append(",\"viewport\":")
        append(json: screen.viewport)
        append(",\"contentSize\":{\"from\":")
        append(json: screen.difference.oldContent)
        append(",\"to\":")
        append(json: screen.difference.newContent)
        append("},\"moved\":\(screen.difference.moved),\"onScreen\":[")
        for (index, move) in screen.difference.onScreen.enumerated() {
            append(index == 0 ? "{\"entry\":" : ",{\"entry\":")
            append(move.new)
            append(",\"img\":")
            append(imgOf: move.new, in: report.new)
            append(",\"x\":")
            append(shortest: move.x)
            append(",\"y\":")
            append(shortest: move.y)
            append("}")
        }
        append("],\"shiftScore\":")
        append(json: screen.difference.scores) { item, output in
            output.append("\"img\":")
            output.append(imgOf: item, in: report.old)
        }
        append("}")
    }

    private mutating func append(imgOf entry: Int, in manifest: ComparedManifest) {
        manifest.img(of: entry).withUnsafeBufferPointer { append(visibleJSON: $0) }
    }

    private mutating func append(priceOf entry: Int, in manifest: ComparedManifest) {
        manifest.entries.withTexts(of: entry) { _, price in append(visibleJSON: price) }
    }

    private mutating func append(json size: Size) {
        append(jsonWidth: size.width, height: size.height)
    }
}
