import Checks
import Testing
import WeirReports
import WeirSystem

/// Findings as text for people.
@Suite struct FindingTextTests {
    @Test func everything() {
        #expect(
            Sample.report(.text, Sample.result) == #"""
                manifest.json: warning: no entry has a price [price-pattern]
                manifest.json:2:10: error: a.jpg: h is 0 [size-integer]
                    {"w":200,"h":0,"img":"a.jpg","price":"x"},
                             ^~~~~
                manifest.json:3:1: info: 靴.jpg: on 12 of 22 screens, first waterflow on portrait (375x667): the cell is 812 high [tall-cell]
                    {"w":200,"h":900,"img":"靴.jpg","price":"¥169"}
                    ^
                manifest.json: warning: and 990,000 more [price-pattern]

                /repo/b:1 é.plist#/0/h: error: a.jpg: h is 0 [size-integer]

                2 errors, 990,001 warnings, 1 info in 2 of 3 files; 4 known, 1 ignored
                weir rules RULE explains a rule, such as size-integer

                """#)
    }

    @Test(arguments: [
        ([], 0, 0, "no findings in 0 files, 0 entries\n"),
        ([CheckResult.File(name: "a", entries: 1)], 0, 0, "no findings in 1 file, 1 entry\n"),
        (
            [CheckResult.File(name: "a", entries: 1000), CheckResult.File(name: "b", entries: 234_567)], 1200, 0,
            "no findings in 2 files, 235,567 entries; 1,200 known\n"
        ),
        ([CheckResult.File(name: "a", entries: 0)], 0, 3, "no findings in 1 file, 0 entries; 3 ignored\n"),
    ])
    func clean(files: [CheckResult.File], known: Int, ignored: Int, expected: String) {
        #expect(Sample.report(.text, CheckResult(files: files, known: known, ignored: ignored)) == expected)
    }

    @Test func quiet() {
        let report = Sample.report(.text, Sample.result, Sample.options(isQuiet: true))
        #expect(report == "2 errors, 990,001 warnings, 1 info in 2 of 3 files; 4 known, 1 ignored\n")
    }

    @Test func color() {
        let file = CheckResult.File(
            name: "m", entries: 1, findings: [Sample.finding("r", .warning, "x", file: "m", at: FindingPosition(line: 1, column: 2))],
            lines: [FindingPosition(line: 1, column: 2): CheckResult.QuotedLine(text: "ab")])
        #expect(
            Sample.report(.text, CheckResult(files: [file]), Sample.options(isColored: true)).split(separator: "\n").prefix(3)
                == [
                    "\u{1B}[1mm:1:2\u{1B}[0m: \u{1B}[1;33mwarning\u{1B}[0m: a.jpg: x \u{1B}[2m[r]\u{1B}[0m", "    ab",
                    "    \u{1B}[1;33m ^\u{1B}[0m",
                ])
        #expect(!Sample.report(.text, CheckResult(files: [file])).contains("\u{1B}"))
    }

    /// Texts of a manifest are escaped before they reach a terminal.
    @Test func hostile() {
        let text = "\u{1B}]0;x\u{7}\u{9B}31m\n\r\u{202E}\u{FFFE}\u{2028}"
        let shown = "<U+001B>]0;x<U+0007><U+009B>31m<U+000A><U+000D><U+202E><U+FFFE><U+2028>"
        let file = CheckResult.File(
            name: text, entries: 1, findings: [Sample.finding(text, .error, text, file: text, at: nil, pointer: "/" + text, img: text)])
        #expect(
            Sample.report(.text, CheckResult(files: [file])) == """
                \(shown)#/\(shown): error: \(shown): \(shown) [\(shown)]

                1 error in 1 file
                weir rules RULE explains a rule, such as \(shown)

                """)
    }
}
