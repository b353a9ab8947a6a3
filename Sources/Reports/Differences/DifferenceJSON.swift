import Layouts
import Manifests
import WeirBase

/// Writes a difference as one JSON object, with each entry on a line.
public struct DifferenceJSON {
    /// One writer serves any number of reports.
    public init() {}

    /// Appends the object and a line end.
    public func write(_ report: DifferenceReport, to output: inout ByteBuffer) {
        output.object { output in
            output.member("same", report.difference.isEmpty)
            for (key, manifest) in [("old", report.old), ("new", report.new)] as [(StaticString, ComparedManifest)] {
                output.object(key) {
                    $0.member("file", visible: manifest.name)
                    $0.member("entries", manifest.entries.count)
                }
            }
            for change in ManifestDifference.Change.allCases {
                output.member(named: change.rawValue, onNewLine: true) { output in
                    // The bracket ends the last entry's line.
                    output.append("[")
                    for (index, entry) in report.difference[change].enumerated() {
                        output.append(index == 0 ? "\n" : ",\n")
                        output.append(json: change, of: entry, in: report)
                    }
                    output.append("]")
                }
            }
            output.member("screens", onNewLine: true) { output in
                output.append("[")
                for (index, screen) in report.screens.enumerated() {
                    output.append(index == 0 ? "\n" : ",\n")
                    output.append(json: screen, in: report)
                }
                output.append("]")
            }
        }
        output.append("\n")
    }
}

extension ByteBuffer {
    fileprivate mutating func append(
        json change: ManifestDifference.Change, of entry: Int, in report: DifferenceReport
    ) {
        let manifest = change == .removed ? report.old : report.new
        object { output in
            output.member("entry", entry)
            output.member("img", visible: manifest.img(of: entry))
            switch change {
            case .added, .removed:
                output.append(sizeOf: entry, in: manifest)
                output.member("price") { $0.append(priceOf: entry, in: manifest) }
            case .resized:
                output.object("from") { $0.append(sizeOf: report.previous(of: entry), in: report.old) }
                output.object("to") { $0.append(sizeOf: entry, in: report.new) }
            case .repriced:
                output.member("from") { $0.append(priceOf: report.previous(of: entry), in: report.old) }
                output.member("to") { $0.append(priceOf: entry, in: report.new) }
            case .changed:
                let changes = report.columnChanges(of: entry)
                output.object("from") { output in
                    for change in changes { output.member(named: change.column) { $0.append(visibleJSON: change.old) } }
                }
                output.object("to") { output in
                    for change in changes { output.member(named: change.column) { $0.append(visibleJSON: change.new) } }
                }
            case .moved:
                output.member("from", report.previous(of: entry))
                output.member("to", entry)
            }
        }
    }

    fileprivate mutating func append(json screen: ComparedScreen, in report: DifferenceReport) {
        let difference = screen.difference
        object { output in
            output.member("layout", visible: screen.layout)
            output.member("screen", visible: screen.name)
            output.member("viewport") { $0.append(json: screen.viewport) }
            output.object("contentSize") {
                $0.member("from") { $0.append(json: difference.oldContent) }
                $0.member("to") { $0.append(json: difference.newContent) }
            }
            output.member("moved", difference.moved)
            output.array("onScreen", difference.onScreen) { output, move in
                output.object {
                    $0.member("entry", move.new)
                    $0.member("img", visible: report.new.img(of: move.new))
                    $0.member("x", shortest: move.x)
                    $0.member("y", shortest: move.y)
                }
            }
            output.member("shiftScore") { output in
                output.append(json: difference.scores) { $1.member("img", visible: report.old.img(of: $0)) }
            }
        }
    }

    private mutating func append(sizeOf entry: Int, in manifest: ComparedManifest) {
        member("w", Int(manifest.entries.widths[entry]))
        member("h", Int(manifest.entries.heights[entry]))
    }

    private mutating func append(priceOf entry: Int, in manifest: ComparedManifest) {
        manifest.entries.withTexts(of: entry) { _, price in append(visibleJSON: price) }
    }

    private mutating func append(json size: Size) {
        append(jsonWidth: size.width, height: size.height)
    }
}
