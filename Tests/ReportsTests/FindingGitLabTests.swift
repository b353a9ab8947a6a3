import Checks
import Foundation
import Testing
import WeirReports

@Suite struct FindingGitLabTests {
    private struct Issue: Decodable {
        let description: String
        let checkName: String
        let fingerprint: String
        let severity: String
        let location: Location

        struct Location: Decodable {
            let path: String
            let lines: Lines
        }

        struct Lines: Decodable { let begin: Int }

        var text: String { "\(severity) \(checkName) \(location.path):\(location.lines.begin): \(description)" }
    }

    private func issues(_ result: CheckResult) throws -> [Issue] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode([Issue].self, from: Data(Sample.report(.gitlab, result).utf8))
    }

    @Test func everything() throws {
        let issues = try issues(Sample.result)
        #expect(
            issues.map(\.text) == [
                "minor price-pattern manifest.json:1: no entry has a price", "major size-integer manifest.json:2: a.jpg: h is 0",
                "info tall-cell manifest.json:3: 靴.jpg: on 12 of 22 screens, first waterflow on portrait (375x667): the cell is 812 high",
                "minor price-pattern manifest.json:1: and 990,000 more", "major size-integer b:1 é.plist:1: a.jpg: h is 0",
            ])
        #expect(Set(issues.map(\.fingerprint)).count == issues.count)
        #expect(Sample.report(.gitlab, Sample.clean) == "[]\n")
    }

    /// A finding has the same fingerprint in the next report, wherever its entry is then.
    @Test func fingerprints() throws {
        func fingerprint(of finding: Finding) throws -> String? {
            try issues(CheckResult(files: [CheckResult.File(name: finding.file, entries: 1, findings: [finding])])).first?.fingerprint
        }
        let first = try fingerprint(of: Sample.finding())
        #expect(try fingerprint(of: Sample.finding("size-integer", .error, "h is -1", file: "2.json", at: nil, entry: 7)) == first)
        #expect(try fingerprint(of: Sample.finding(img: "b.jpg")) != first)
    }
}
