/// Plain text for a terminal of 80 columns.
public enum TextLayout {
    public static let width = 80

    /// The words of `text` in lines, each indented. A word that is wider than a line keeps
    /// a line to itself.
    public static func lines(_ text: String, indent: Int = 0) -> [String] {
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

    /// Terms on the left, what they mean from `column` on. A term that reaches into the
    /// column has its meaning below it.
    public static func definitions(_ rows: [(term: String, meaning: String)], column: Int) -> [String] {
        rows.flatMap { row in
            let term = "  " + row.term
            let lines = lines(row.meaning, indent: column)
            guard let first = lines.first, term.count + 2 <= column else { return [term] + lines }
            return [term + first.dropFirst(term.count)] + lines.dropFirst()
        }
    }

    /// The column at which the meanings of these terms line up, two beyond the widest term
    /// that still leaves room for sentences.
    public static func column(for terms: [String]) -> Int {
        let widest = 26
        return 4 + (terms.map(\.count).filter { $0 <= widest }.max() ?? 0)
    }
}
