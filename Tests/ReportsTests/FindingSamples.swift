import TestSupport
import WeirBase
import WeirReports

@testable import Checks

/// Rules and findings for the tests of reports.
enum Sample {
    static let rules = [
        Rule(
            "size-integer", .manifest, .error, "w and h are positive integers",
            explanation: "A phone divides by the width. What is not a number leaves a hole in the waterfall.",
            example: #"{"w":200,"h":0,"img":"a.jpg","price":"¥169"}"#, remedy: "Run `weir ingest` again."),
        Rule(
            "price-pattern", .manifest, .warning, "the price looks like one", explanation: "Prices are shown as they are.",
            example: "a | b\n```\nc", remedy: "Mend the catalogue.",
            parameters: [
                RuleParameter("symbols", default: .texts(["¥", "€"]), "the signs of currencies"),
                RuleParameter("most", default: .number(0.5), "the largest share"),
                RuleParameter(
                    "pattern", default: .text("a|b"), "how a price is written, for those who must know it very exactly, in many words"),
            ]),
        Rule(
            "tall-cell", .layouts, .info, "no cell is taller than the screen", explanation: "It cannot be seen as a whole.",
            example: "w 1, h 4", remedy: "Crop it."),
    ]

    static func finding(
        _ rule: String = "size-integer", _ severity: Severity = .error, _ message: String = "h is 0",
        file: String = "manifest.json", at position: FindingPosition? = FindingPosition(line: 2, column: 10, length: 5),
        pointer: String = "/0/h",
        entry: Int? = 0, img: String? = "a.jpg", field: String? = "h", screens: FindingScreens? = nil
    ) -> Finding {
        Finding(
            rule: rule, severity: severity, message: message, file: file, position: position,
            subject: FindingSubject(pointer: pointer, entry: entry, img: img, field: field), screens: screens)
    }

    static let clean = CheckResult(files: [CheckResult.File(name: "manifest.json", entries: 1)])

    /// A result with every kind of finding.
    static let result = CheckResult(
        files: [
            CheckResult.File(
                name: "manifest.json", entries: 2,
                findings: [
                    finding("price-pattern", .warning, "no entry has a price", at: nil, pointer: "", entry: nil, img: nil, field: nil),
                    finding(),
                    finding(
                        "tall-cell", .info, "the cell is 812 high", at: FindingPosition(line: 3, column: 1), pointer: "/1", entry: 1,
                        img: "靴.jpg", field: nil,
                        screens: FindingScreens(first: "waterflow on portrait (375x667)", count: 12, total: 22)),
                ],
                more: [CheckResult.Surplus(rule: "price-pattern", severity: .warning, count: 990_000)],
                lines: [
                    FindingPosition(line: 2, column: 10, length: 5): CheckResult.QuotedLine(
                        text: #"{"w":200,"h":0,"img":"a.jpg","price":"x"},"#),
                    FindingPosition(line: 3, column: 1): CheckResult.QuotedLine(text: #"{"w":200,"h":900,"img":"靴.jpg","price":"¥169"}"#),
                ]),
            CheckResult.File(name: "./clean.json", entries: 1000),
            CheckResult.File(
                name: "/repo/b:1 é.plist", entries: 1, findings: [finding(file: "/repo/b:1 é.plist", at: nil)]),
        ], known: 4, ignored: 1)

    static func options(
        rules: [Rule] = rules, failOn: Severity = .error, isColored: Bool = false, isQuiet: Bool = false
    ) -> FindingReportOptions {
        FindingReportOptions(
            rules: rules, version: "1.2.3", paths: ReportPaths(root: "/repo"), failOn: failOn, isColored: isColored, isQuiet: isQuiet)
    }

    static func report(_ format: FindingFormat, _ result: CheckResult, _ options: FindingReportOptions = options()) -> String {
        var output = ByteBuffer()
        format.write(result, options, to: &output) { _ in }
        return String(decoding: output.bytes, as: UTF8.self)
    }
}
