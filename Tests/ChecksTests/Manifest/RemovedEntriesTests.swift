import Checks
import Testing
import WeirBase

/// The rule that compares the entries of a manifest with those of the previous one.
@Suite struct RemovedEntriesTests {
    static let rule = "removed-entries"

    struct Case: Sendable, CustomStringConvertible {
        /// A letter for each entry, which is its img; `-` is an entry without one.
        let old: String
        let new: String
        var most = 0.2
        /// Nil if there is no finding.
        var message: String?

        var description: String { "\(old) to \(new), most \(most)" }
    }

    @Test(arguments: [
        Case(old: "", new: "a"), Case(old: "a", new: "a"), Case(old: "ab", new: "cba"), Case(old: "abcde", new: "abcd"),
        Case(old: "--", new: "a"),
        Case(
            old: "abcde", new: "abc",
            message:
                "2 of 5 entries of the previous manifest are gone (40%), more than 20%: `d` (old.json, entry 3, line 5), `e` (old.json, entry 4, line 6)"
        ),
        Case(
            old: "abc", new: "ab",
            message: "1 of 3 entries of the previous manifest is gone (33.3%), more than 20%: `c` (old.json, entry 2, line 4)"),
        Case(
            old: "aab", new: "ab",
            message: "1 of 3 entries of the previous manifest is gone (33.3%), more than 20%: `a` (old.json, entry 1, line 3)"
        ),
        Case(old: "ab", new: "aab"),
        Case(
            old: "abcde", new: "",
            message: """
                5 of 5 entries of the previous manifest are gone (100%), more than 20%: `a` (old.json, entry 0, line 2), \
                `b` (old.json, entry 1, line 3), `c` (old.json, entry 2, line 4) and 2 more
                """),
        Case(old: "abcd", new: "abc", most: 0.25), Case(old: "abcde", new: "a", most: 4), Case(old: "abcde", new: "", most: 5),
        Case(
            old: "abc", new: "bc", most: 0,
            message: "1 of 3 entries of the previous manifest is gone (33.3%), more than 0%: `a` (old.json, entry 0, line 2)"),
        Case(
            old: "ab", new: "c", most: 1,
            message: """
                2 of 2 entries of the previous manifest are gone (100%), more than 1: `a` (old.json, entry 0, line 2), \
                `b` (old.json, entry 1, line 3)
                """),
        Case(
            old: "-ab", new: "b",
            message: "1 of 2 entries of the previous manifest is gone (50%), more than 20%: `a` (old.json, entry 1, line 3)"),
    ])
    func counting(row: Case) {
        let found = findings(from: manifest(row.old), to: manifest(row.new), most: row.most)
        #expect(found.map(\.message) == [row.message].compactMap { $0 })
        #expect(found.allSatisfy { $0.reported == "removed-entries - " && $0.severity == .error && $0.file == "m.json" })
    }

    /// A manifest that cannot be read has a finding about that, and its entries are not called gone.
    @Test func faults() { #expect(findings(from: manifest("abcde"), to: "[{") == []) }

    /// The password of a URL is not in the message, and a long img is cut.
    @Test func secrets() throws {
        let old =
            #"[{"w":2,"h":3,"img":"https://me:secret@e/a","price":""},{"w":2,"h":3,"img":"\#(String(repeating: "x", count: 900))","price":""}]"#
        let message = try #require(findings(from: old, to: manifest("a")).first).message
        #expect(message.contains("`https://***@e/a`") && !message.contains("secret"))
        #expect(message.utf8.count < 300)
    }

    /// The pages of both manifests count together, however the entries are spread over them.
    @Test func pages() {
        let one = ["1.json": manifest("ab"), "2.json": manifest("cd")]
        let other = ["1.json": manifest("d"), "2.json": manifest("b")]
        let old = checked(folder: "old", one, nil)
        var check = ManifestCheck(choices(), previous: old)
        check.take(checked(folder: "new", other, old))
        let found = check.result.files.flatMap(\.findings).filter { $0.rule == Self.rule }
        #expect(
            found.map(\.message) == [
                "2 of 4 entries of the previous manifest are gone (50%), more than 20%: `a` (old/1.json, entry 0, line 2), `c` (old/2.json, entry 0, line 2)"
            ])
        #expect(found.map(\.file) == ["new/index.json"])
    }

    private func choices(most: Double = 0.2) -> RuleChoices {
        var choices = RuleChoices(ManifestRules.withoutPictures)
        let isSet = choices.set("most", of: Self.rule, to: .number(most))
        #expect(isSet)
        return choices
    }

    private func findings(from old: String, to new: String, most: Double = 0.2) -> [Finding] {
        let choices = choices(most: most)
        var check = ManifestCheck(choices, previous: ManifestCheck(choices).check("old.json", Array(old.utf8)))
        check.take(check.check("m.json", Array(new.utf8)))
        return check.result.files.flatMap(\.findings).filter { $0.rule == Self.rule }
    }

    private func checked(folder: String, _ pages: [String: String], _ previous: CheckedManifest?) -> CheckedManifest {
        let names = pages.keys.sorted()
        let lines = names.map { #"{"file":"\#($0)","count":1,"sha256":"\#(String(repeating: "a", count: 64))"}"# }
        let index = "{\"count\":2,\"pages\":[\(lines.joined(separator: ","))]}"
        return ManifestCheck(choices(), previous: previous).check(folder: folder, index: Array(index.utf8), others: []) { file in
            pages[file].map { Array($0.utf8) }
        }
    }

    /// An entry a line, after the line of the bracket.
    private func manifest(_ imgs: String) -> String {
        let entries = imgs.map { $0 == "-" ? #"{"w":2,"h":3,"img":"","price":""}"# : #"{"w":2,"h":3,"img":"\#($0)","price":""}"# }
        return "[\n\(entries.joined(separator: ",\n"))\n]"
    }
}
