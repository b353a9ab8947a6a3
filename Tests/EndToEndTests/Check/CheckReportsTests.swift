// docs/findings.md: a report has the same bytes on standard output and in a file, in every format, and other programs read it.
import Foundation
import TestSupport
import Testing

@Suite struct CheckReportsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try CheckSample.folder() }

    private static let all: [Bytes] = [
        "--report=json=r.json", "--report=junit=r.xml", "--report=sarif=r.sarif", "--report=text=r.txt", "--report=github=r.github",
    ]

    /// A report has the same bytes on standard output and in a file, whatever other reports are written.
    @Test(arguments: ["broken.json", "clean.json", "cut.json"] as [Bytes])
    func severalAtOnce(manifest: Bytes) throws {
        try folder.add("cut.json", "[{")
        let outcome = try check([manifest] + Self.all, in: folder)
        for (format, name) in [("json", "r.json"), ("junit", "r.xml"), ("sarif", "r.sarif"), ("text", "r.txt"), ("github", "r.github")] {
            let printed = try check([manifest, "--format", Bytes(format)], in: folder)
            #expect(folder.text(of: name) == printed.text, "\(format)")
            #expect(printed.status == outcome.status)
            #expect(printed.messages == "")
        }
        #expect(folder.text(of: "r.txt") == outcome.text)
        #expect(try folder.names().filter { $0.hasPrefix("r.") }.count == 5)
    }

    @Test(
        arguments: [
            (["GITHUB_ACTIONS": "true"], [], true), (["GITHUB_ACTIONS": "true"], ["--format=text"], false),
            (["GITHUB_ACTIONS": "false"], [], false), ([:], [], false), ([:], ["--format=github"], true),
        ] as [([String: String], [Bytes], Bool)])
    func annotations(environment: [String: String], options: [Bytes], areAnnotations: Bool) throws {
        let outcome = try check(["broken.json"] + options, environment: environment, in: folder)
        #expect(outcome.text.hasPrefix("::error file=") == areAnnotations, "\(outcome.text)")
        #expect(outcome.status == .exited(1))
    }

    /// Text on a terminal has colors, unless NO_COLOR or TERM turns them off.
    @Test(
        .needs(.program("script")),
        arguments: [
            ([:], "", true), (["NO_COLOR": "1"], "", false), (["TERM": "dumb"], "", false), ([:], "--format=text", true),
            ([:], "--format=json", false), ([:], "--report=text=r.txt", true),
        ] as [([String: String], String, Bool)])
    func colors(environment: [String: String], option: String, areThere: Bool) throws {
        let script = try #require(Program.named("script"))
        let program = Bytes("exec \"$WEIR_PROGRAM\" check broken.json \(option)")
        let variables = ["GITHUB_ACTIONS": "", "NO_COLOR": "", "TERM": "xterm", "WEIR_PROGRAM": Program.weir.name]
        let outcome = try script.run(["-qec", program, "/dev/null"], environment: variables.merging(environment) { $1 }, in: folder)
        #expect(outcome.text.contains("\u{1B}[") == areThere, "\(outcome.text)")
        if option.contains("r.txt") { #expect(folder.text(of: "r.txt")?.contains("\u{1B}") == false) }
        #expect(try check("broken.json", in: folder).text.contains("\u{1B}") == false)
    }
}
