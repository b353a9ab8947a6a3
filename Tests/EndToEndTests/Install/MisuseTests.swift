// docs/cli.md: for invalid command lines the status is 2, a message is on standard error, and nothing is done.
import TestSupport
import Testing

@Suite struct MisuseTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
    }

    @Test(
        arguments: [
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

    /// A thing has one name, and an option that lacks another one is refused whatever its value.
    @Test(
        arguments: [
            (["ingest", "c.csv", "-o", "m.json", "--with=colour"], "--with: colour is not one of "),
            (["ingest", "c.csv", "-o", "m.json", "--with=blur-data-url"], "--with: blur-data-url is not one of "),
            (["check", "m.json", "--retries=1"], "--retries needs --images\n"),
            (["check", "m.json", "--retries=3"], "--retries needs --images\n"),
        ] as [([Bytes], String)])
    func oneNameAndOneRefusal(arguments: [Bytes], message: String) throws {
        try folder.add("c.csv", "img,price\na.jpg,1\n")
        try folder.add("m.json", #"[{"w":30,"h":20,"img":"a.jpg","price":"1"}]"#)
        let outcome = try Program.weir.run(arguments, in: folder)
        #expect(outcome.messages.contains(": \(message)"))
        #expect(outcome.status == .exited(2))
    }

    @Test func zshOffersARepeatableOptionAgain() throws {
        let script = try Program.weir.run(["completions", "zsh"], in: folder).text
        for name in ["--report=", "--frames=", "--layout="] { #expect(script.contains("'*\(name)["), "\(name)") }
    }

    /// The catalogue is looked at twice before it is opened: for whether it is a folder, and for whether an output would replace it.
    @Test(.needs(.tracer), .disabled(if: Sanitizer.isOn, "a sanitizer makes such calls of its own"))
    func aPlanIsMadeOnce() throws {
        try folder.add("c.csv", "img,price\na.jpg,1\n")
        let strace = try #require(Program.tracer).running(.weir, after: ["-f", "-qq", "-o", "calls", "-e", "trace=%file"])
        #expect(try strace.run(["ingest", "c.csv", "-o", "m.json", "--metrics=w.prom"], in: folder).status == .exited(0))
        let calls = try #require(folder.text(of: "calls")).split(separator: "\n").filter { $0.contains("\"c.csv\"") }
        let looks = calls.prefix { !$0.contains("openat(") }.filter { $0.contains("stat") }
        #expect(looks.count == 2, "\(looks)")
    }
}
