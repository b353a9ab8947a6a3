import Checks

/// A quoted line, and the line below it with a caret under the place.
struct QuotedPlace: Equatable {
    let line: String
    let caret: String

    /// A longer line is cut to the part around the place.
    static let width = 100
    /// How many columns before the place are shown at least, if the line is cut.
    private static let columnsBefore = 40

    /// Returns nil if the kept part of the line does not contain the place.
    init?(_ quoted: CheckResult.QuotedLine, _ place: TextPlace) {
        let characters = quoted.text.unicodeScalars.map { QuotedCharacter($0) }
        let start = place.column - quoted.firstColumn
        guard characters.indices.contains(start) || start == characters.count else { return nil }
        let window = QuotedPlace.window(of: characters, around: start)
        let isCutBefore = window.lowerBound > 0 || quoted.firstColumn > 1

        line = (isCutBefore ? "…" : "") + characters[window].map(\.text).joined() + (window.upperBound < characters.count ? "…" : "")
        let marked = start..<min(start + max(1, place.length), window.upperBound)
        let tail = max(1, characters[marked].reduce(0) { $0 + $1.columns }) - 1
        caret =
            (isCutBefore ? " " : "") + characters[window.lowerBound..<start].map(\.room).joined() + "^"
            + String(repeating: "~", count: tail)
    }

    private static func window(of characters: [QuotedCharacter], around start: Int) -> Range<Int> {
        var window = start..<start
        var left = width
        func take(_ index: Int, downTo least: Int) -> Bool {
            guard characters.indices.contains(index), left - characters[index].columns >= least else { return false }
            left -= characters[index].columns
            return true
        }
        while take(window.lowerBound - 1, downTo: width - columnsBefore) { window = (window.lowerBound - 1)..<window.upperBound }
        while take(window.upperBound, downTo: 0) { window = window.lowerBound..<(window.upperBound + 1) }
        while take(window.lowerBound - 1, downTo: 0) { window = (window.lowerBound - 1)..<window.upperBound }
        return window
    }
}

/// A character of a quoted line.
private struct QuotedCharacter {
    let text: String
    let columns: Int
    /// A text of the same width for the line below. It is a tab for a tab, whose width depends on the terminal
    /// and on its column.
    let room: String

    init(_ scalar: Unicode.Scalar) {
        if scalar == "\t" {
            (text, columns, room) = ("\t", 1, "\t")
        } else {
            text = scalar.isVisible ? String(scalar) : scalar.shownName
            columns = scalar.isVisible ? scalar.columns : text.utf8.count
            room = String(repeating: " ", count: columns)
        }
    }
}
