import Testing
import WeirReports

@testable import weir

@Suite struct CommandTests {
    @Test(arguments: [
        ("prob", "weir", "unknown command prob; did you mean probe?"),
        ("completion", "weir", "unknown command completion; did you mean completions?"),
        ("photo.jpg", "weir", "unknown command photo.jpg"),
        ("--versoin", "weir", "unknown option --versoin; did you mean --version?"),
        ("-0", "weir", "unknown option -0"),
        ("--version probe", "weir", "--version stands alone"),
        ("--help nothing", "weir help", "unknown command nothing"),
        ("probe", "weir probe", "no picture is named; give a PATH or --files-from FILE"),
        ("probe --recusive", "weir probe", "unknown option --recusive; did you mean --recursive?"),
        ("probe --format=xml a", "weir probe", "--format: xml is not one of text, tsv, json, jsonl"),
        ("probe --max-pixels=0 a", "weir probe", "--max-pixels: 0 is less than 1"),
        ("help porbe", "weir help", "unknown command porbe; did you mean probe?"),
        ("help probe help", "weir help", "only one command at a time"),
        ("help --format man probe", "weir help", "the man page is one for all commands; leave out probe"),
        ("help --format rules check", "weir help", "--format rules stands alone; leave out check"),
        ("completions", "weir completions", "no shell is named; give one of bash, zsh, fish"),
        ("journal", "weir journal", "nothing is asked for; give one of check, stats, failures, forget, export"),
        ("journal chek", "weir journal", "chek is not one of check, stats, failures, forget, export"),
        ("journal stats j", "weir journal", "j is one operand too many; --journal FILE names the journal"),
        ("journal forget a b", "weir journal", "b is one operand too many; --journal FILE names the journal"),
        ("journal forget", "weir journal", "forget needs a PATTERN, such as 'https://img.example/old/*', or --older-than"),
        ("journal stats --format jsonl", "weir journal", "stats is not printed as jsonl"),
        ("journal failures --format json", "weir journal", "failures is not printed as json"),
        ("journal check --format json", "weir journal", "check is not printed as json"),
        ("demo a b", "weir demo", "one folder is enough; b is a second one"),
        ("dmeo", "weir", "unknown command dmeo; did you mean demo?"),
        ("version json", "weir version", "json is one argument too many"),
        ("version --json", "weir version", "unknown option --json"),
        ("completions csh", "weir completions", "csh is not one of bash, zsh, fish"),
        ("completions zsh fish", "weir completions", "only one shell at a time"),
    ])
    func refuses(line: String, name: String, message: String) {
        let error = #expect(throws: UsageError.self) { _ = try Weir.understand(arguments(line)) }
        #expect(error?.text == "\(name): \(message)\nTry '\(name) --help'.")
    }

    @Test(arguments: [
        "--help", "-h", "--help probe", "--version", "version", "demo", "demo shop", "demo -- -shop", "help",
        "help probe", "help --help", "probe --help", "probe a",
        "completions zsh", "completions -h", "journal stats --format=json", "journal check --journal j", "journal forget -- -a",
    ])
    func accepts(line: String) throws {
        _ = try Weir.understand(arguments(line))
    }

    @Test(arguments: [
        ("a", ProbeOptions(operands: ["a"])),
        ("-r a --files-from -", ProbeOptions(operands: ["a"], filesFrom: "-", recursive: true)),
        ("--files-from=list", ProbeOptions(filesFrom: "list")),
        ("--format jsonl --max-pixels 5e6 -- -a", ProbeOptions(operands: ["-a"], format: .jsonl, maxPixels: 5_000_000)),
        ("- --recursive", ProbeOptions(operands: ["-"], recursive: true)),
    ])
    func readsProbeSettings(line: String, expected: ProbeOptions) throws {
        #expect(try ProbeOptions.grammar.options(from: arguments(line)) == expected)
    }

    @Test func namesAreTypable() {
        let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789-")
        for command in Command.all {
            let names = command.flags().map(\.name)
            let shorts = command.flags().compactMap(\.short)
            #expect(Set(names).count == names.count, "an option of \(command.name) stands twice in its table")
            #expect(Set(shorts).count == shorts.count, "a short option of \(command.name) stands twice in its table")
            #expect(names.allSatisfy { letters.isSuperset(of: $0) && !$0.hasPrefix("-") })
            #expect(shorts.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
        }
        #expect(Set(Command.all.map(\.name)).count == Command.all.count)
    }

    /// The defaults in the help are those of the options.
    @Test func defaultsAreTrue() throws {
        try expectTrueDefaults(of: ProbeOptions.grammar, operand: "a")
        try expectTrueDefaults(of: JournalOptions.grammar, operand: "check")
        #expect(try HelpOptions.grammar.options(from: arguments("--format text"))?.format == HelpOptions().format)
    }

    private func expectTrueDefaults<Settings: Equatable>(of grammar: Grammar<Settings>, operand: String) throws {
        let plain = try grammar.options(from: arguments([operand]))
        for entry in grammar.flags.map(\.spec) {
            guard let text = entry.default else { continue }
            let reported = try grammar.options(from: arguments(["--\(entry.name)", text, operand]))
            #expect(reported == plain, "the default of --\(entry.name) is not \(text)")
        }
    }
}

extension ProbeOptions {
    /// Settings with the names of files as text, for the tables of these tests.
    fileprivate init(
        operands: [String] = [], filesFrom: String? = nil, format: ProbeReport = .text,
        recursive: Bool = false, maxPixels: Int = 1_000_000_000
    ) {
        self.init(
            operands: operands.map { Array($0.utf8) }, filesFrom: filesFrom.map { Array($0.utf8) },
            format: format, recursive: recursive)
        fetching.headers.maxPixels = maxPixels
    }
}
