import Base
import Manifests

/// Writes a difference as a comment on a change: screens first, then folded lists of entries. GitHub limits a
/// comment to 65,536 characters, so entries are left out if necessary and counted.
public struct DifferenceMarkdown {
    /// How many entries of a kind are listed, if there is room for them.
    private static let maxListed = 25
    /// The limit of the whole comment. Every character has at least one byte, so bytes are a safe measure.
    private static let maxBytes = 65_536
    /// The greatest length of a table's end, including the count of omitted rows.
    private static let endBytes = 80

    public init() {}

    public func write(_ report: DifferenceReport, to output: inout ByteBuffer) {
        let end = output.count + Self.maxBytes
        output.append("### Manifest: \(report.sentence)\n\n")
        output.append(code: report.old.name.shortened)
        output.append(" (\(report.old.entries.count) entries) → ")
        output.append(code: report.new.name.shortened)
        output.append(" (\(report.new.entries.count) entries)\n")
        // Screens get at most half of the comment, so that there is room for the lists.
        writeScreens(of: report, upTo: output.count + Self.maxBytes / 2, to: &output)
        let changes = report.changes
        for (index, change) in changes.enumerated() {
            let share = (end - output.count) / (changes.count - index)
            write(change, report, upTo: output.count + share, to: &output)
        }
    }

    private func writeScreens(of report: DifferenceReport, upTo end: Int, to output: inout ByteBuffer) {
        let screens = report.screens
        guard !screens.isEmpty else { return }
        output.append("\n| layout | screen | pictures that move | on the first screen | shift score | CLS | CLS of the worst seed |\n")
        output.append("|---|---|---:|---:|---:|---:|---:|\n")
        let count = output.append(rows: screens.count, upTo: end - Self.endBytes) { index, output in
            let screen = screens[index]
            output.append("| ")
            output.append(code: screen.layout.shortened)
            output.append(" | ")
            let size = "\(shortest(screen.viewport.width))x\(shortest(screen.viewport.height))"
            output.append(code: "\(screen.name.shortened) \(size)")
            output.append(" | \(screen.difference.moved) | \(screen.difference.onScreen.count)")
            let scores = screen.difference.scores
            output.append(" | \(hundredths(scores.median.score.sum)) | \(hundredths(scores.median.score.cls))")
            output.append(" | \(scores.worst.seed == nil ? "" : hundredths(scores.worst.score.cls)) |\n")
        }
        if count < screens.count { output.append("\nand \(screens.count - count) more screens\n") }
    }

    private func write(
        _ change: ManifestDifference.Change, _ report: DifferenceReport, upTo end: Int, to output: inout ByteBuffer
    ) {
        let entries = report.difference[change]
        output.append("\n<details><summary>\(entries.count) \(change.rawValue)</summary>\n\n")
        let heads = Self.heads(of: change)
        output.append("| img | \(heads.joined(separator: " | ")) |\n|---|\(heads.map { _ in "---|" }.joined())\n")
        let count = output.append(rows: min(entries.count, Self.maxListed), upTo: end - Self.endBytes) { index, output in
            let entry = entries[index]
            output.append("| ")
            let manifest = change == .removed ? report.old : report.new
            output.append(code: String(decoding: manifest.img(of: entry), as: UTF8.self).shortened)
            for cell in Self.cells(of: change, entry, report) {
                output.append(" | ")
                output.append(code: cell.shortened)
            }
            output.append(" |\n")
        }
        if entries.count > count { output.append("\nand \(entries.count - count) more\n") }
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
        case .moved:
            ["\(report.former(of: entry))", report.former(of: entry) == entry ? "\(entry), passed by others" : "\(entry)"]
        }
    }
}

extension String {
    /// Shortened in the middle, since the end of an address is more useful. Scalars are counted, because a
    /// single Character may be very long.
    fileprivate var shortened: String {
        let scalars = unicodeScalars
        return scalars.count <= 80 ? self : "\(String(scalars.prefix(30)))…\(String(scalars.suffix(49)))"
    }
}

extension ComparedManifest {
    fileprivate func size(of entry: Int) -> String { "\(entries.width(of: entry))x\(entries.height(of: entry))" }

    fileprivate func price(of entry: Int) -> String {
        entries.withTexts(of: entry) { _, price in String(decoding: price, as: UTF8.self) }
    }
}

extension ByteBuffer {
    /// Appends rows up to the position `end` and returns how many fit.
    fileprivate mutating func append(rows count: Int, upTo end: Int, _ row: (Int, inout ByteBuffer) -> Void) -> Int {
        for index in 0..<count {
            let start = self.count
            row(index, &self)
            guard self.count <= end else {
                truncate(to: start)
                return index
            }
        }
        return count
    }

    /// Text as code in a cell of a table, escaped so that it makes no link, no mention and no other cell.
    fileprivate mutating func append(code text: String) {
        guard !text.isEmpty else { return }
        append("<code>")
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": append("&amp;")
            case "<": append("&lt;")
            case ">": append("&gt;")
            case _ where "|`*_~[]()!#@\\:.".unicodeScalars.contains(scalar): append("&#\(scalar.value);")
            case _ where !scalar.isVisible: append("\u{FFFD}")
            default: append(String(scalar))
            }
        }
        append("</code>")
    }
}
