import Manifests
import WeirBase

/// Writes a difference as a comment on a change: screens first, then folded lists of entries. GitHub limits a
/// comment to 65,536 characters, so entries are left out if necessary and counted.
public struct DifferenceMarkdown {
    /// How many entries of a kind are listed, if there is room for them.
    private static let maxListed = 25
    /// The limit of the whole comment. Every character has at least one byte, so bytes are a safe measure.
    private static let maxBytes = 65_536
    /// The greatest length of a table's end, including the count of omitted rows.
    private static let endBytes = 80

    /// One writer serves any number of reports.
    public init() {}

    /// Appends the comment. Earlier content of the output does not count for its limit.
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
        let heads = DifferenceReport.heads(of: change)
        output.append("| img | \(heads.joined(separator: " | ")) |\n|---|\(heads.map { _ in "---|" }.joined())\n")
        let count = output.append(rows: min(entries.count, Self.maxListed), upTo: end - Self.endBytes) { index, output in
            let entry = entries[index]
            output.append("| ")
            output.append(code: report.img(of: change, entry).shortened)
            for cell in report.cells(of: change, entry) {
                output.append(" | ")
                output.append(code: cell.shortened)
            }
            output.append(" |\n")
        }
        if entries.count > count { output.append("\nand \(entries.count - count) more\n") }
        output.append("\n</details>\n")
    }
}
