import Checks
import Testing
import WeirReports

@Suite struct FindingMarkdownTests {
    @Test func everything() {
        #expect(
            Sample.report(.markdown, Sample.result) == """
                ### weir check: 2 errors, 990,001 warnings, 1 info in 2 of 3 files; 4 known, 1 ignored

                | severity | rule | findings | files |
                |---|---|---:|---:|
                | error | <code>size-integer</code> | 2 | 2 |
                | warning | <code>price-pattern</code> | 990,001 | 1 |
                | info | <code>tall-cell</code> | 1 | 1 |

                <details><summary>The most severe findings</summary>

                | severity | where | finding |
                |---|---|---|
                | error | <code>manifest&#46;json&#58;2&#58;10</code> | <code>a&#46;jpg&#58; h is 0</code> |
                | error | <code>/repo/b&#58;1 é&#46;plist&#35;/0/h</code> | <code>a&#46;jpg&#58; h is 0</code> |
                | warning | <code>manifest&#46;json</code> | <code>no entry has a price</code> |
                | info | <code>manifest&#46;json&#58;3&#58;1</code> | \
                <code>靴&#46;jpg&#58; on 12 of 22 screens, first waterflow on portrait &#40;375x667&#41;&#58; the cell is 812 high</code> |

                and 990,000 more

                </details>

                """)
    }

    @Test func clean() {
        #expect(Sample.report(.markdown, Sample.clean) == "### weir check: no findings in 1 file, 1 entry\n")
    }

    /// The summary stays within the limit of a comment, with texts of any length and any number of rules and findings.
    @Test(arguments: ["|", "a", "靴", "&", "<!--", "\u{202E}"])
    func bounded(text: String) {
        let long = String(repeating: text, count: 3000)
        let findings = (0..<700).map { Sample.finding("\(long)\($0)", .error, long, file: "f\(long)", at: nil, img: long) }
        let report = Sample.report(.markdown, CheckResult(files: [CheckResult.File(name: "f\(long)", entries: 1, findings: findings)]))
        #expect(report.utf8.count <= 65_536)
        #expect(report.contains(" more rules\n") && report.hasSuffix(" more\n\n</details>\n"))
        let rows = report.split(separator: "\n").filter { $0.hasPrefix("| error |") }
        #expect(rows.allSatisfy { [4, 5].contains($0.count { $0 == "|" }) && $0.hasSuffix(" |") } && rows.count > 20)
    }
}
