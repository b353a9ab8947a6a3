import Checks
import TestSupport
import Testing
import WeirSystem

@testable import WeirReports

@Suite struct QuotedPositionTests {
    private static func quoted(_ text: String, from first: Int = 1, at column: Int, _ length: Int = 1) -> [String]? {
        QuotedPosition(CheckResult.QuotedLine(text: text, firstColumn: first), FindingPosition(line: 1, column: column, length: length))
            .map { [$0.line, $0.caret] }
    }

    @Test(arguments: [
        ("abc", 1, 1, 1, "abc", "^"),
        ("abc", 1, 2, 2, "abc", " ^~"),
        // A length beyond the end of the line, and a position behind the end.
        ("abc", 1, 3, 9, "abc", "  ^"),
        ("abc", 1, 4, 1, "abc", "   ^"),
        ("", 1, 1, 5, "", "^"),
        // A tab stays a tab in the line of the caret.
        ("\t\ta\tb", 1, 5, 1, "\t\ta\tb", "\t\t \t^"),
        // A wide character takes two columns, and an accent none.
        ("靴ab", 1, 2, 1, "靴ab", "  ^"),
        ("靴靴", 1, 1, 2, "靴靴", "^~~~"),
        ("😀x", 1, 2, 1, "😀x", "  ^"),
        ("e\u{301}x", 1, 3, 1, "e\u{301}x", " ^"),
        ("ＡｶA", 1, 3, 1, "ＡｶA", "   ^"),
        ("🇫🇷x", 1, 3, 1, "🇫🇷x", "  ^"),
        ("한글x", 1, 3, 1, "한글x", "    ^"),
        // An invisible character is shown as its code.
        ("\u{1B}[1m", 1, 2, 1, "<U+001B>[1m", "        ^"),
        ("a\u{202E}b", 1, 2, 1, "a<U+202E>b", " ^~~~~~~~"),
        // The text is only a part of the line.
        ("cde", 3, 4, 1, "…cde", "  ^"),
        ("cde", 3, 3, 1, "…cde", " ^"),
    ])
    func table(text: String, first: Int, column: Int, length: Int, line: String, caret: String) {
        #expect(Self.quoted(text, from: first, at: column, length) == [line, caret])
    }

    @Test(arguments: [("abc", 1, 5), ("abc", 3, 2), ("", 1, 2)])
    func outside(text: String, first: Int, column: Int) {
        #expect(Self.quoted(text, from: first, at: column) == nil)
    }

    /// A long line is cut to the part around the position.
    @Test(arguments: [
        (1, 1..<101, false, true), (41, 1..<101, false, true), (42, 2..<102, true, true), (500, 460..<560, true, true),
        (1000, 901..<1001, true, false), (990, 901..<1001, true, false), (1001, 901..<1001, true, false),
    ])
    func cut(column: Int, columns: Range<Int>, isCutBefore: Bool, isCutAfter: Bool) throws {
        let letters = (0..<1000).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) }
        let lines = try #require(Self.quoted(String(letters), at: column))
        let shown = String(letters[(columns.lowerBound - 1)..<(columns.upperBound - 1)])
        #expect(lines[0] == (isCutBefore ? "…" : "") + shown + (isCutAfter ? "…" : ""))
        #expect(lines[1].count - 1 == column - columns.lowerBound + (isCutBefore ? 1 : 0))
    }

    /// The caret is below the position with any characters before it.
    @Test func randomLines() throws {
        var seed = Seed.announced(for: "QuotedPositionTests.randomLines")
        let signs: [Unicode.Scalar] = ["a", "\"", "靴", "😀", "\u{301}", "\t", "\u{7}", "é", "\u{200D}", "ｱ"]
        for _ in 0..<1000 {
            let scalars = (0..<Int.random(in: 1...300, using: &seed)).map { _ in signs.randomElement(using: &seed)! }
            let text = String(String.UnicodeScalarView(scalars))
            let column = Int.random(in: 1...scalars.count, using: &seed)
            let lines = try #require(Self.quoted(text, at: column, Int.random(in: 1...9, using: &seed)))
            let before = lines[1].unicodeScalars.prefix { $0 != "^" }.count
            var columns = 0
            var shown = lines[0].unicodeScalars[...]
            while columns < before, let scalar = shown.popFirst() { columns += scalar == "…" ? 1 : scalar.columns }
            #expect(columns == before, "\(seed)")
            let meant = scalars[column - 1]
            guard meant.columns > 0 || !meant.isVisible else { continue }
            let rest = shown.drop { $0.columns == 0 }
            #expect(rest.starts(with: (meant == "\u{7}" ? "<U+0007>" : String(meant)).unicodeScalars), "\(seed)")
        }
    }
}
