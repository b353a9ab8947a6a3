import Foundation
import TestSupport
import Testing
import WeirBase

@testable import weir

@Suite struct DocumentTests {
    static let texts: [String] =
        [HelpText.usage, HelpText.overview]
        + Command.all.flatMap { [HelpText.page(of: $0, isLong: false), HelpText.page(of: $0, isLong: true)] }

    @Test func helpFitsTheTerminal() {
        for line in Self.texts.flatMap({ $0.split(separator: "\n", omittingEmptySubsequences: false) }) {
            #expect(line.count <= 80, "\(line)")
            #expect(line.last != " ", "\(line)")
        }
    }

    @Test func everyCommandIsDocumented() {
        let documents = [
            HelpText.usage, HelpText.overview, ManPage.text, BashCompletion.script, ZshCompletion.script,
            FishCompletion.script,
        ]
        for command in Command.all {
            for document in documents { #expect(document.contains(command.name)) }
            #expect(HelpText.overview.contains("  \(command.summary)\n"))
            #expect(!command.examples.isEmpty)
            for example in command.examples { #expect(example.line.contains("weir \(command.name)")) }
        }
    }

    @Test func everyOptionIsDocumented() {
        for command in Command.all {
            for flag in command.flags() {
                #expect(HelpText.page(of: command, isLong: true).contains("  \(flag.term)"))
                #expect(ManPage.text.contains(#"\fB\-\-"# + flag.name.replacing("-", with: "\\-") + #"\fR"#))
                #expect(BashCompletion.script.contains("--\(flag.name)"))
                #expect(ZshCompletion.script.contains("--\(flag.name)"))
                #expect(FishCompletion.script.contains("-l \(flag.name) "))
                #expect(flag.help.hasSuffix("."), "the help of --\(flag.name) is no sentence")
                #expect(!flag.menuText.isEmpty)
            }
        }
        for flag in Weir.flags {
            #expect(HelpText.overview.contains("  \(flag.term)  "))
        }
    }

    /// The man page names the variables that code reads by a literal name.
    @Test func variablesAreDocumented() throws {
        let files = try #require(FileManager.default.enumerator(atPath: "\(Fixtures.root)/Sources")).compactMap { $0 as? String }
        var names: Set<String> = []
        for file in files where file.hasSuffix(".swift") || file.hasSuffix(".c") {
            let source = try String(contentsOfFile: "\(Fixtures.root)/Sources/\(file)", encoding: .utf8)
            names.formUnion(source.matches(of: #/(?:getenv|environment)\("([A-Z_]+)"\)/#).map { String($0.1) })
        }
        #expect(names.count >= 4)
        for name in names { #expect(ManPage.text.contains(name), "\(name)") }
    }

    /// A command with many options begins with those that most people need, ten or so.
    @Test func manyOptionsHaveAShortPage() {
        for command in Command.all where command.flags().count > 30 {
            let common = command.flags().count(where: \.isCommon)
            #expect((8...12).contains(common), "\(command.name) has \(common)")
            #expect(
                HelpText.page(of: command, isLong: false).contains(
                    "'weir help \(command.name) all' prints all \(command.flags().count) options."))
        }
    }

    /// Every relation is between options of the same command.
    @Test func relationsNameOptions() {
        for command in Command.all {
            let names = Set(command.flags().map(\.name))
            for flag in command.flags() {
                #expect(names.isSuperset(of: flag.requires + flag.conflicts), "--\(flag.name) of \(command.name)")
            }
        }
    }

    @Test func exitStatusIsDocumented() {
        for status in ExitStatus.allCases {
            for text in Self.texts.dropFirst() + [ManPage.text] { #expect(text.contains(status.meaning)) }
        }
    }

    @Test func definitionsLineUp() {
        let rows = [
            (term: "-a, --all", meaning: String(repeating: "word ", count: 20)),
            (term: "--with-a-name-that-is-long", meaning: "below it"),
        ]
        #expect(
            TextLayout.definitions(rows, column: 16) == [
                "  -a, --all     word word word word word word word word word word word word word",
                "                word word word word word word word",
                "  --with-a-name-that-is-long",
                "                below it",
            ])
    }

    @Test func manPageKeepsWhatIsTyped() {
        let example = #"\fBfind . \-name \(aq*.png\(aq \-print0 | weir probe \-\-files\-from \-\fR"#
        #expect(ManPage.text.contains(example))
    }

    @Test(.needs(.program("mandoc")))
    func manPageIsCleanRoff() throws {
        let lint = try Program.named("mandoc")!.run(["-T", "lint", "-W", "warning"], input: Bytes(ManPage.text))
        #expect(lint.status == .exited(0), "\(lint.text)\(lint.messages)")
    }
}
