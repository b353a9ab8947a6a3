/// Plain text for a terminal of 80 columns.
package enum TextLayout {
    package static let width = 80

    /// Breaks `text` into indented lines. A word that is wider than a line gets a line of its own.
    package static func lines(_ text: String, indent: Int = 0) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let line = lines.last, line.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(margin + word)
            }
        }
        return lines
    }

    /// Puts terms on the left and their meanings at `column`. If a term reaches into that column, its
    /// meaning starts on the next line.
    package static func definitions(_ rows: [(term: String, meaning: String)], column: Int) -> [String] {
        rows.flatMap { row in
            let term = "  " + row.term
            let lines = lines(row.meaning, indent: column)
            guard let first = lines.first, term.count + 2 <= column else { return [term] + lines }
            return [term + first.dropFirst(term.count)] + lines.dropFirst()
        }
    }

    /// The column for the meanings of these terms: two columns after the widest term that leaves room for
    /// sentences.
    package static func column(for terms: [String]) -> Int {
        let widest = 26
        return 4 + (terms.map(\.count).filter { $0 <= widest }.max() ?? 0)
    }
}
