import Checks

/// A line as a report quotes it, and the line below it, whose caret stands under the place.
struct QuotedPlace: Equatable {
    let line: String
    let caret: String

    /// Of a line that is longer, the part around the place is shown.
    static let width = 100
    /// So much is shown of what stands before the place, where something must go.
    private static let lead = 40

    /// Nil where the place is not in what is kept of the line.
    init?(_ quoted: CheckResult.QuotedLine, _ place: TextPlace) {
        let cells = quoted.text.unicodeScalars.map { Cell($0) }
        let start = place.column - quoted.firstColumn
        guard cells.indices.contains(start) || start == cells.count else { return nil }
        let window = QuotedPlace.window(of: cells, around: start)
        let isCutBefore = window.lowerBound > 0 || quoted.firstColumn > 1

        line = (isCutBefore ? "…" : "") + cells[window].map(\.text).joined() + (window.upperBound < cells.count ? "…" : "")
        let meant = start..<min(start + max(1, place.length), window.upperBound)
        let tail = max(1, cells[meant].reduce(0) { $0 + $1.columns }) - 1
        caret =
            (isCutBefore ? " " : "") + cells[window.lowerBound..<start].map(\.room).joined() + "^"
            + String(repeating: "~", count: tail)
    }

    private static func window(of cells: [Cell], around start: Int) -> Range<Int> {
        var window = start..<start
        var left = width
        func take(_ index: Int, downTo least: Int) -> Bool {
            guard cells.indices.contains(index), left - cells[index].columns >= least else { return false }
            left -= cells[index].columns
            return true
        }
        while take(window.lowerBound - 1, downTo: width - lead) { window = (window.lowerBound - 1)..<window.upperBound }
        while take(window.upperBound, downTo: 0) { window = window.lowerBound..<(window.upperBound + 1) }
        while take(window.lowerBound - 1, downTo: 0) { window = (window.lowerBound - 1)..<window.upperBound }
        return window
    }
}

/// One character of a quoted line.
private struct Cell {
    let text: String
    let columns: Int
    /// What takes as much room in the line below. A tab's width is the terminal's business, and
    /// depends on where it stands: another tab in the same place is as wide.
    let room: String

    init(_ scalar: Unicode.Scalar) {
        if scalar == "\t" {
            (text, columns, room) = ("\t", 1, "\t")
        } else {
            text = scalar.isVisible ? String(scalar) : scalar.name
            columns = scalar.isVisible ? scalar.columns : text.utf8.count
            room = String(repeating: " ", count: columns)
        }
    }
}
