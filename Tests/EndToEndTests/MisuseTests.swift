import TestSupport
import Testing

/// Invalid command lines: the status is 2, a message is on standard error, and nothing is done. The tests of the
/// grammar check which message each mistake gets.
@Suite struct MisuseTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
    }

    @Test(arguments: [
        ([], "no picture is named; give a PATH or --files-from FILE"),
        (["--"], "no picture is named; give a PATH or --files-from FILE"),
        (["a.jpg", ""], "an argument is empty; look for a variable of the shell that has no value"),
        (["-r"], "no picture is named; give a PATH or --files-from FILE"),
        (["a.jpg", "--files-from"], "--files-from needs a value: FILE"),
        (["--files-from="], "--files-from: the name of a file is missing"),
        (["a.jpg", "--null=yes"], "--null takes no value"),
        (["a.jpg", "-0=yes"], "-0 takes no value"),
        (["a.jpg", "-0"], "--null needs --files-from"),
        (["a.jpg", "--recursive=no"], "--recursive takes no value"),
        (["a.jpg", "-rx"], "unknown option -x in -rx"),
        (["a.jpg", "--format"], "--format needs a value: FORMAT"),
        (["a.jpg", "--format", "TSV"], "--format: TSV is not one of text, tsv, json, jsonl"),
        (["a.jpg", "--format="], "--format: '' is not one of text, tsv, json, jsonl"),
        (["a.jpg", "--max-pixels"], "--max-pixels needs a value: N"),
        (["a.jpg", "--max-pixels", "0"], "--max-pixels: 0 is less than 1"),
        (["a.jpg", "--max-pixels", "-1"], "--max-pixels: -1 is not a whole number such as 5000 or 5e3"),
        (["a.jpg", "--max-pixels", "1e99"], "--max-pixels: 1e99 is too large"),
        (["a.jpg", "--max-pixel", "9"], "unknown option --max-pixel; did you mean --max-pixels?"),
        (["a.jpg", "--help=me"], "--help takes no value but all"),
        (["a.jpg", [0x2D, 0x2D, 0xFF, 0x1B]], "unknown option --\u{FFFD}<U+001B>"),
    ] as [([Bytes], String)])
    func isRefused(arguments: [Bytes], message: String) throws {
        let outcome = try Program.weir.run(["probe"] + arguments, in: folder)
        #expect(outcome.text == "")
        #expect(outcome.messages == "weir probe: \(message)\nTry 'weir probe --help'.\n")
        #expect(outcome.status == .exited(2))
    }

    @Test func noCommand() throws {
        let outcome = try Program.weir.run(in: folder)
        #expect(outcome.text == "")
        #expect(outcome.messages.hasPrefix("Usage: weir COMMAND"))
        #expect(outcome.status == .exited(2))
    }

    @Test(arguments: [["--help"], ["-h"], ["a.jpg", "-rh"], ["--help", "--nothing"]] as [[Bytes]])
    func helpIsNoMisuse(arguments: [Bytes]) throws {
        let outcome = try Program.weir.run(["probe"] + arguments, in: folder)
        #expect(outcome.text.contains("Usage: weir probe"))
        #expect(outcome.messages == "")
        #expect(outcome.status == .exited(0))
    }
}
