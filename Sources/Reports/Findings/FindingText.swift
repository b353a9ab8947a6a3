import Checks
import WeirBase

/// Writes findings for people, in the form of compilers' messages: position, message, line and caret.
struct FindingText {
    private let isColored: Bool
    private let isQuiet: Bool

    init(_ options: FindingReportOptions) {
        isColored = options.isColored
        isQuiet = options.isQuiet
    }

    func write<Failure: Error>(
        _ result: CheckResult, to output: inout ByteBuffer, drain: (inout ByteBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        for file in result.files where !file.isClean && !isQuiet {
            for finding in file.findings { append(finding, of: file, to: &output) }
            for more in file.more { append(more, of: file, to: &output) }
            output.append("\n")
            try drain(&output)
        }
        output.append(result.sentence)
        output.append("\n")
        if !isQuiet, let rule = result.firstRule {
            output.append("weir rules RULE explains a rule, such as ")
            output.append(rule.visible)
            output.append("\n")
        }
        try drain(&output)
    }

    private func append(_ finding: Finding, of file: CheckResult.File, to output: inout ByteBuffer) {
        append(finding.location, .bold, to: &output)
        output.append(": ")
        append(finding.severity.rawValue, finding.severity.style, to: &output)
        output.append(": ")
        output.append(finding.sentence)
        output.append(" ")
        append("[\(finding.rule.visible)]", .dim, to: &output)
        output.append("\n")

        if let position = finding.position, let line = file.lines[position], let quoted = QuotedPosition(line, position) {
            output.append("    ")
            output.append(quoted.line)
            output.append("\n    ")
            append(quoted.caret, finding.severity.style, to: &output)
            output.append("\n")
        }
    }

    private func append(_ more: CheckResult.Surplus, of file: CheckResult.File, to output: inout ByteBuffer) {
        append(file.name.visible, .bold, to: &output)
        output.append(": ")
        append(more.severity.rawValue, more.severity.style, to: &output)
        output.append(": and \(more.count.grouped) more ")
        append("[\(more.rule.visible)]", .dim, to: &output)
        output.append("\n")
    }

    private func append(_ text: String, _ style: TextStyle, to output: inout ByteBuffer) {
        guard isColored else { return output.append(text) }
        output.append("\u{1B}[\(style.rawValue)m")
        output.append(text)
        output.append("\u{1B}[0m")
    }
}

/// The style of a text on a terminal (ECMA-48, 8.3.117).
private enum TextStyle: String {
    case bold = "1"
    case dim = "2"
    case red = "1;31"
    case yellow = "1;33"
    case cyan = "1;36"
}

extension Severity {
    fileprivate var style: TextStyle {
        switch self {
        case .error: .red
        case .warning: .yellow
        case .info: .cyan
        }
    }
}

extension CheckResult {
    /// The rule of the first finding with the greatest severity.
    fileprivate var firstRule: String? {
        let findings = files.lazy.flatMap(\.findings)
        return Severity.allCases.reversed().lazy.compactMap { severity in findings.first { $0.severity == severity } }.first?.rule
    }
}

/// A quoted line, and the line below it with a caret under the position.
struct QuotedPosition: Equatable {
    let line: String
    let caret: String

    /// A longer line is cut to the part around the position.
    static let width = 100
    /// How many columns before the position are shown at least, if the line is cut.
    private static let columnsBefore = 40

    /// Returns nil if the kept part of the line does not contain the position.
    init?(_ quoted: CheckResult.QuotedLine, _ position: FindingPosition) {
        let characters = quoted.text.unicodeScalars.map { QuotedCharacter($0) }
        let start = position.column - quoted.firstColumn
        guard characters.indices.contains(start) || start == characters.count else { return nil }
        let window = QuotedPosition.window(of: characters, around: start)
        let isCutBefore = window.lowerBound > 0 || quoted.firstColumn > 1

        line = (isCutBefore ? "…" : "") + characters[window].map(\.text).joined() + (window.upperBound < characters.count ? "…" : "")
        let marked = start..<min(start + max(1, position.length), window.upperBound)
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
