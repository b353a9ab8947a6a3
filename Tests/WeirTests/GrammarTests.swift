import Testing
import WeirSystem

@testable import weir

/// One option of every kind, to test the parser without any command.
private struct Sample: CommandOptions, Equatable {
    var all = false
    var brief = false
    var output: [UInt8]?
    var limit = 7
    var tries = 3
    var operands: [String] = []
    var completions = 0

    static let grammar = Grammar(
        defaults: Sample(),
        flags: [
            .toggle("all", short: "a", in: .input, help: "") { $0.all = $1 },
            Flag<Sample>.toggle("brief", short: "b", in: .input, help: "") { $0.brief = $1 }.excluding("all"),
            .value("output", short: "o", .file("FILE"), in: .output, help: "") { $0.output = $1 },
            .value("limit", .count("N", atLeast: 1), in: .limits, default: "7", help: "") { $0.limit = $1 },
            Flag<Sample>.value("tries", .count("N", atLeast: 0), in: .limits, default: "3", help: "") { $0.tries = $1 }.requiring(
                "output", "all"),
        ],
        operand: { $0.operands.append($1.shown) },
        complete: { $0.completions += 1 })

    func run() -> weir.ExitStatus { completions == 1 && operands == ["one"] ? .ok : .findings }
}

@Suite struct GrammarTests {
    @Test(arguments: [
        ("", Sample()),
        ("--all", Sample(all: true)),
        ("-a", Sample(all: true)),
        ("--output x", Sample(output: Array("x".utf8))),
        ("--output=x", Sample(output: Array("x".utf8))),
        ("--output=x=y", Sample(output: Array("x=y".utf8))),
        ("-o x", Sample(output: Array("x".utf8))),
        ("-ox", Sample(output: Array("x".utf8))),
        ("-o=x", Sample(output: Array("x".utf8))),
        ("-ao x", Sample(all: true, output: Array("x".utf8))),
        ("-aox", Sample(all: true, output: Array("x".utf8))),
        ("-oab", Sample(output: Array("ab".utf8))),
        ("--output -", Sample(output: Array("-".utf8))),
        ("--output --all", Sample(output: Array("--all".utf8))),
        ("-o -a", Sample(output: Array("-a".utf8))),
        ("--output -- --all", Sample(all: true, output: Array("--".utf8))),
        ("--limit 1 --limit=2", Sample(limit: 2)),
        ("--tries 3 --all", Sample(all: true)),
        ("--tries 0 -o x", Sample(output: Array("x".utf8), tries: 0)),
        ("--all -a --all", Sample(all: true)),
        ("one --all two", Sample(all: true, operands: ["one", "two"])),
        ("one - --all", Sample(all: true, operands: ["one", "-"])),
        ("-- --all -a - --", Sample(operands: ["--all", "-a", "-", "--"])),
        ("--all -- -b", Sample(all: true, operands: ["-b"])),
    ])
    private func readsSettings(line: String, expected: Sample) throws {
        #expect(try Sample.grammar.options(from: arguments(line)) == expected)
    }

    @Test(arguments: [
        ("--alll", "unknown option --alll; did you mean --all?"),
        ("--lmiit 3", "unknown option --lmiit; did you mean --limit?"),
        ("--out=x", "unknown option --out; did you mean --output?"),
        ("--verbose", "unknown option --verbose; only weir ingest has it"),
        ("--no-all", "unknown option --no-all"),
        ("--=x", "unknown option --"),
        ("-x", "unknown option -x"),
        ("-ax", "unknown option -x in -ax"),
        ("-all", "unknown option -l in -al; did you mean --all?"),
        ("-limit", "unknown option -l; did you mean --limit?"),
        ("-é", "unknown option -é"),
        ("--all=yes", "--all takes no value"),
        ("--all=", "--all takes no value"),
        ("-a=yes", "-a takes no value"),
        ("--help=some", "--help takes no value but all"),
        ("--brief --all", "--brief and --all exclude each other"),
        // A value that is the default is given too.
        ("--tries 3", "--tries needs --output or --all"),
        ("--tries 2 one", "--tries needs --output or --all"),
        ("--output", "--output needs a value: FILE"),
        ("-ao", "-o needs a value: FILE"),
        ("--output=", "--output: the name of a file is missing"),
        ("--limit x", "--limit: x is not a whole number such as 5000 or 5e3"),
        ("--limit=0", "--limit: 0 is less than 1"),
        ("--all -b", "--brief and --all exclude each other"),
    ])
    func refuses(line: String, message: String) {
        #expect(throws: UsageError(message)) { try Sample.grammar.options(from: arguments(line)) }
    }

    @Test func emptyArgument() throws {
        #expect(throws: UsageError("an argument is empty; look for a variable of the shell that has no value")) {
            try Sample.grammar.options(from: arguments(["-o", "x", ""]))
        }
        #expect(throws: UsageError("--limit: '' is not a whole number such as 5000 or 5e3")) {
            try Sample.grammar.options(from: arguments(["--limit", ""]))
        }
    }

    /// Options are completed once. What is completed to be checked, and again to be run, may differ.
    @Test func completesOnce() throws {
        let run = try #require(
            try Command(name: "sample", summary: "", operands: nil, paragraphs: [], examples: [], options: Sample.self).run(
                arguments("one --all")))
        #expect(try run() == .ok)
    }

    @Test(arguments: ["--help", "-h", "--help=all", "--help all", "one --all -h", "-ah", "--help --unknown", "--all --brief --help"])
    func stopsAtHelp(line: String) throws {
        #expect(try Sample.grammar.options(from: arguments(line)) == nil)
    }

    @Test func helpAfterTheEndOfOptionsIsAnOperand() throws {
        #expect(try Sample.grammar.options(from: arguments("-- --help")) == Sample(operands: ["--help"]))
    }
}
