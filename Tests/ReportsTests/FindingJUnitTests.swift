import Testing
import WeirReports

@testable import Checks

@Suite struct FindingJUnitTests {
    @Test func everything() {
        #expect(
            Sample.report(.junit, Sample.result) == #"""
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="weir check" tests="9" failures="2" errors="0" skipped="0">
                <testsuite name="manifest.json" tests="3" failures="1" errors="0" skipped="0">
                <testcase classname="manifest.json" name="size-integer"><failure type="error" message="a.jpg: h is 0">manifest.json:2:10: error: a.jpg: h is 0
                </failure></testcase>
                <testcase classname="manifest.json" name="price-pattern"><system-out>manifest.json: warning: no entry has a price
                and 990,000 more
                </system-out></testcase>
                <testcase classname="manifest.json" name="tall-cell"><system-out>manifest.json:3:1: info: 靴.jpg: on 12 of 22 screens, first waterflow on portrait (375x667): the cell is 812 high
                </system-out></testcase>
                </testsuite>
                <testsuite name="clean.json" tests="3" failures="0" errors="0" skipped="0">
                <testcase classname="clean.json" name="size-integer"/>
                <testcase classname="clean.json" name="price-pattern"/>
                <testcase classname="clean.json" name="tall-cell"/>
                </testsuite>
                <testsuite name="b:1 é.plist" tests="3" failures="1" errors="0" skipped="0">
                <testcase classname="b:1 é.plist" name="size-integer"><failure type="error" message="a.jpg: h is 0">/repo/b:1 é.plist#/0/h: error: a.jpg: h is 0
                </failure></testcase>
                <testcase classname="b:1 é.plist" name="price-pattern"/>
                <testcase classname="b:1 é.plist" name="tall-cell"/>
                </testsuite>
                </testsuites>

                """#)
    }

    /// `--fail-on` gives the severity from which a case fails, as for the run.
    @Test(arguments: [(Severity.error, 2), (.warning, 3), (.info, 4)])
    func failOn(severity: Severity, failures: Int) {
        let document = Sample.report(.junit, Sample.result, Sample.options(failOn: severity))
        #expect(document.contains(#"tests="9" failures="\#(failures)" errors="0" skipped="0">"#))
        #expect(document.split(separator: "<failure").count - 1 == failures)
    }

    /// A rule that could not look has neither passed nor failed.
    @Test func unchecked() {
        var unchecked = Unchecked()
        for need in Rule.Need.allCases where need != .previous { unchecked.markGiven(need) }
        unchecked.add(Sample.rules[1], "b is not there")
        let previous = Rule("moved", .layouts, .error, "nothing moves", explanation: "", example: "", remedy: "", needs: [.previous])
        let broken = CheckResult.File(name: "b", entries: 0, findings: [Sample.finding("parses", file: "b")], unchecked: unchecked)
        let file = CheckResult.File(name: "m", entries: 1, unchecked: unchecked)
        let document = Sample.report(.junit, CheckResult(files: [file, broken]), Sample.options(rules: Sample.rules + [previous]))
        for case (let name, let rule, let reason) in [
            ("m", "price-pattern", "b is not there"), ("m", "moved", "there is no previous manifest to compare with"),
            ("b", "tall-cell", "the file cannot be read as a whole"),
        ] {
            #expect(document.contains("<testcase classname=\"\(name)\" name=\"\(rule)\"><skipped message=\"\(reason)\"/></testcase>\n"))
        }
        #expect(document.contains(#"<testcase classname="m" name="tall-cell"/>"#))
        #expect(document.contains(#"<testsuite name="m" tests="4" failures="0" errors="0" skipped="2">"#))
    }

    /// The headline is the first of the most severe findings. Findings that are only counted fail a case, too.
    @Test func many() {
        let file = CheckResult.File(
            name: "m", entries: 9,
            findings: [Sample.finding("new", .warning, "a", file: "m"), Sample.finding("new", .error, "\"b\"", file: "m")],
            more: [
                CheckResult.Surplus(rule: "new", severity: .error, count: 1000),
                CheckResult.Surplus(rule: "size-integer", severity: .error, count: 1),
            ])
        let document = Sample.report(.junit, CheckResult(files: [file]), Sample.options(rules: []))
        #expect(
            document.contains(
                #"name="new"><failure type="error" message="1,002 findings, the first: a.jpg: &quot;b&quot;">m:2:10: warning: a.jpg: a"#))
        #expect(document.contains("\nand 1,000 more\n</failure>"))
        #expect(document.contains(#"name="size-integer"><failure type="error" message="findings that are not kept">and 1 more"#))
        #expect(document.contains(#"tests="2" failures="2""#))
    }
}
