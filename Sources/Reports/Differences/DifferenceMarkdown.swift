import Manifests
import WeirBase

/// Writes a difference as a comment on a change: screens first, then folded lists of entries. GitHub limits a
/// comment to 65,536 characters, so entries are left out if necessary and counted.
public struct DifferenceMarkdown {
    /// How many entries of a kind are listed, if there is room for them.
    private static let maxListed = 25
    /// How many of the pictures that jump are listed.
    private static let maxJumps = 10
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
        writeSentence(of: report, to: &output)
        // Screens get at most half of the comment, so that there is room for the lists.
        writeScreens(of: report, upTo: output.count + Self.maxBytes / 2, to: &output)
        writeJumps(of: report, to: &output)
        let changes = report.changes
        for (index, change) in changes.enumerated() {
            let share = (end - output.count) / (changes.count - index)
            write(change, report, upTo: output.count + share, to: &output)
        }
    }

    /// One sentence of cause and effect, on the screen that jumps most.
    private func writeSentence(of report: DifferenceReport, to output: inout ByteBuffer) {
        guard let screen = report.worstScreen else { return }
        output.append("\n")
        var causes = report.causes
        if let entry = report.difference[.resized].first {
            output.append(code: report.name(of: entry).shortened)
            let sizes = report.cells(of: .resized, entry)
            causes.insert(" went from \(sizes[0]) to \(sizes[1])", at: 0)
        } else if causes.isEmpty {
            causes = ["The order is another"]
        }
        output.append("\(causes.joined(separator: ", ")): \(screen.effect)\n")
    }

    private func writeScreens(of report: DifferenceReport, upTo end: Int, to output: inout ByteBuffer) {
        let screens = report.screens
        guard !screens.isEmpty else { return }
        let hasSeeds = screens.contains { $0.difference.scores.worst.seed != nil }
        output.append("\n| layout | screen | pictures that move | on the first screen | shift score | CLS |")
        output.append(hasSeeds ? " CLS of the worst seed |\n" : "\n")
        output.append("|---|---|---:|---:|---:|---:|\(hasSeeds ? "---:|" : "")\n")
        let count = output.append(rows: screens.count, upTo: end - Self.endBytes) { index, output in
            let screen = screens[index]
            output.append("| ")
            output.append(code: screen.layout.shortened)
            output.append(" | ")
            output.append(code: screen.sizedName)
            output.append(" | \(screen.difference.moved) | \(screen.difference.onScreen.count)")
            let scores = screen.difference.scores
            let values = [scores.median.score.sum, scores.median.score.cls] + (hasSeeds ? [scores.worst.score.cls] : [])
            // People notice a score above 0.1.
            for value in values { output.append(value > 0.1 ? " | **\(hundredths(value))**" : " | \(hundredths(value))") }
            output.append(" |\n")
        }
        if count < screens.count { output.append("\nand \(screens.count - count) more screens\n") }
    }

    /// The pictures that jump on the screen that jumps most.
    private func writeJumps(of report: DifferenceReport, to output: inout ByteBuffer) {
        guard let screen = report.worstScreen, let first = screen.difference.onScreen.first else { return }
        let jumps = screen.difference.onScreen
        output.append("\n<details><summary>\(jumps.count) \(first == jumps.last ? "jumps" : "jump") on ")
        output.append(code: "\(screen.layout.shortened) on \(screen.sizedName)")
        output.append("</summary>\n\n| img | across | down |\n|---|---:|---:|\n")
        for jump in jumps.prefix(Self.maxJumps) {
            output.append("| ")
            output.append(code: String(decoding: report.new.img(of: jump.new), as: UTF8.self).shortened)
            output.append(" | \(hundredths(jump.x)) | \(hundredths(jump.y)) |\n")
        }
        if jumps.count > Self.maxJumps { output.append("\nand \(jumps.count - Self.maxJumps) more\n") }
        output.append("\n</details>\n")
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
