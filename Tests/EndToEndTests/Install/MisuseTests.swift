// docs/cli.md: for invalid command lines the status is 2, a message is on standard error, and nothing is done.
import TestSupport
import Testing

@Suite struct MisuseTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
    }

    @Test(arguments: [
        ([], "no picture is named; give a PATH or --files-from FILE"),
        (["a.jpg", "--max-pixels", "0"], "--max-pixels: 0 is less than 1"),
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
