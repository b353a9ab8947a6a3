import Checks
import Testing
import WeirReports
import WeirSystem

@Suite struct FindingAnnotationsTests {
    @Test func everything() {
        #expect(
            Sample.report(.github, Sample.result) == """
                ::error file=manifest.json,line=2,endLine=2,col=10,endColumn=15,title=size-integer::a.jpg: h is 0
                ::error file=b%3A1 é.plist,title=size-integer::a.jpg: h is 0
                ::warning file=manifest.json,title=price-pattern::no entry has a price
                ::notice file=manifest.json,line=3,endLine=3,col=1,endColumn=2,title=tall-cell::靴.jpg: on 12 of 22 screens, first waterflow on portrait (375x667): the cell is 812 high
                ::notice title=weir check::4 of 990,004 findings are shown here, since GitHub takes ten of a severity; a report as text has the others
                2 errors, 990,001 warnings, 1 info in 2 of 3 files; 4 known, 1 ignored

                """)
    }

    @Test func clean() { #expect(Sample.report(.github, Sample.clean) == "no findings in 1 file, 1 entry\n") }

    @Test(arguments: [
        ("100%: a, b::c", "100%25: a, b::c"), ("%0A", "%250A"), ("a\r\nb", "a<U+000D><U+000A>b"), ("::error::x", "::error::x"),
    ])
    func messages(message: String, expected: String) {
        let file = CheckResult.File(name: "m", entries: 1, findings: [Sample.finding("r", .error, message, file: "m", at: nil)])
        #expect(Sample.report(.github, CheckResult(files: [file])).hasPrefix("::error file=m,title=r::a.jpg: \(expected)\n"))
    }

    @Test(arguments: [("a,b:c%.json", "a%2Cb%3Ac%25.json"), ("a\nb", "a<U+000A>b"), ("-", "stdin"), ("/repo/x/y", "x/y"), ("/x/y", "/x/y")])
    func files(name: String, expected: String) {
        let file = CheckResult.File(name: name, entries: 1, findings: [Sample.finding("r", .error, "m", file: name, at: nil)])
        #expect(Sample.report(.github, CheckResult(files: [file])).hasPrefix("::error file=\(expected),title=r::a.jpg: m\n"))
    }

    /// There are ten of each severity, from all files, and the closing notice replaces one notice.
    @Test(arguments: [
        ([3, 10, 10], [3, 10, 10], false), ([11, 0, 0], [10, 0, 1], true), ([12, 11, 10], [10, 10, 10], true),
        ([0, 0, 11], [0, 0, 10], true), ([100, 100, 3], [10, 10, 4], true),
    ])
    func limits(found: [Int], shown: [Int], isClosed: Bool) {
        let findings = zip([Severity.info, .warning, .error], found.reversed()).flatMap { severity, count in
            (0..<count).map { Sample.finding("r", severity, "\($0)", file: "\($0)", at: nil) }
        }
        let files = findings.map { CheckResult.File(name: $0.file, entries: 1, findings: [$0]) }
        let lines = Sample.report(.github, CheckResult(files: files)).split(separator: "\n")
        #expect(["::error ", "::warning ", "::notice "].map { start in lines.count { $0.hasPrefix(start) } } == shown)
        #expect(lines.contains { $0.hasPrefix("::notice title=weir check::") } == isClosed)
    }
}
