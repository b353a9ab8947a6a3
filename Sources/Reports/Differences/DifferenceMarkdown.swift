import Encodings
import Manifests

/// A difference as a comment on a change: what matters first, the lists folded.
public struct DifferenceMarkdown {
    /// So many entries of a kind are listed: a comment may be 65,536 characters long.
    static let shown = 25

    public init() {}

    public func write(_ report: DifferenceReport, to output: inout ByteBuffer) {
        output.append("### Manifest: \(report.sentence)\n\n")
        output.append(code: report.old.name)
        output.append(" (\(report.old.entries.count) entries) → ")
        output.append(code: report.new.name)
        output.append(" (\(report.new.entries.count) entries)\n")
        if !report.screens.isEmpty {
            output.append("\n| layout | screen | pictures that move | on the first screen | shift score |\n")
            output.append("|---|---|---:|---:|---:|\n")
        }
        for screen in report.screens {
            output.append("| ")
            output.append(code: screen.layout)
            output.append(" | ")
            output.append(code: "\(screen.name) \(shortest(screen.viewport.width))x\(shortest(screen.viewport.height))")
            output.append(" | \(screen.difference.moved) | \(screen.difference.onScreen.count)")
            output.append(" | \(hundredths(screen.difference.score.sum)) |\n")
        }
        for change in report.changes { write(change, report, to: &output) }
    }

    private func write(_ change: ManifestDifference.Change, _ report: DifferenceReport, to output: inout ByteBuffer) {
        let entries = report.difference[change]
        output.append("\n<details><summary>\(entries.count) \(change.rawValue)</summary>\n\n")
        let heads = Self.heads(of: change)
        output.append("| img | \(heads.joined(separator: " | ")) |\n|---|\(heads.map { _ in "---|" }.joined())\n")
        for entry in entries.prefix(Self.shown) {
            output.append("| ")
            let side = change == .removed ? report.old : report.new
            output.append(code: String(decoding: side.img(of: entry), as: UTF8.self).shortened)
            for cell in Self.cells(of: change, entry, report) {
                output.append(" | ")
                output.append(code: cell.shortened)
            }
            output.append(" |\n")
        }
        if entries.count > Self.shown { output.append("\nand \(entries.count - Self.shown) more\n") }
        output.append("\n</details>\n")
    }

    private static func heads(of change: ManifestDifference.Change) -> [String] {
        switch change {
        case .added, .removed: ["size", "price"]
        case .resized: ["old size", "new size"]
        case .repriced: ["old price", "new price"]
        case .moved: ["old place", "new place"]
        }
    }

    private static func cells(of change: ManifestDifference.Change, _ entry: Int, _ report: DifferenceReport) -> [String] {
        switch change {
        case .added: [report.new.size(of: entry), report.new.price(of: entry)]
        case .removed: [report.old.size(of: entry), report.old.price(of: entry)]
        case .resized: [report.old.size(of: report.former(of: entry)), report.new.size(of: entry)]
        case .repriced: [report.old.price(of: report.former(of: entry)), report.new.price(of: entry)]
        case .moved: ["\(report.former(of: entry))", "\(entry)"]
        }
    }
}

extension String {
    /// Short enough that all rows of a comment find room; the end of an address tells more than its middle.
    fileprivate var shortened: String {
        count <= 80 ? self : "\(prefix(30))…\(suffix(49))"
    }
}

extension DifferenceReport.Side {
    fileprivate func size(of entry: Int) -> String { "\(entries.width(of: entry))x\(entries.height(of: entry))" }

    fileprivate func price(of entry: Int) -> String {
        entries.withTexts(of: entry) { _, price in String(decoding: price, as: UTF8.self) }
    }
}

extension ByteBuffer {
    /// Text as code in a cell of a table, whatever it holds: no link, no name that notifies anybody,
    /// no cell of its own.
    fileprivate mutating func append(code text: String) {
        guard !text.isEmpty else { return }
        append("<code>")
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": append("&amp;")
            case "<": append("&lt;")
            case ">": append("&gt;")
            case _ where "|`*_~[]()!#@\\:.".unicodeScalars.contains(scalar): append("&#\(scalar.value);")
            case _ where scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format:
                append("\u{FFFD}")
            default: append(String(scalar))
            }
        }
        append("</code>")
    }
}
