// docs/checks.md: the findings that are printed, and the rules that are asked.
import TestSupport
import Testing

@Suite struct CheckOutputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try CheckSample.folder()
        try folder.add("cut.json", "[{")
        try folder.add("off.json", #"{"rules":{"size-plausible":"off"}}"#)
    }

    /// The reports in files tell all findings whatever is printed.
    @Test(
        arguments: [
            (["--quiet"], "1 error, 2 warnings in 1 file\n"), (["-q", "--format=text"], "1 error, 2 warnings in 1 file\n"),
        ] as [([Bytes], String)])
    func details(options: [Bytes], expected: String) throws {
        for environment in [[:], ["GITHUB_ACTIONS": "true"]] {
            let outcome = try check(["broken.json", "--report=text=r.txt"] + options, environment: environment, in: folder)
            #expect(outcome.text == expected)
            #expect(outcome.messages == "")
            #expect(outcome.status == .exited(1))
            #expect(folder.text(of: "r.txt") == (try check("broken.json", in: folder).text))
        }
    }

    @Test(
        arguments: [
            ("broken.json", ["--rule=size-plausible"], ["size-plausible"]),
            ("broken.json", ["--rule", "unknown-key", "--rule", "missing-key"], ["missing-key", "unknown-key"]),
            ("broken.json", ["--rule=duplicate-img"], []), ("cut.json", ["--rule=duplicate-img"], ["parses"]),
            ("broken.json", ["--rule=size-plausible", "--config=off.json"], ["size-plausible"]),
            ("broken.json", ["--rule=missing-key", "--config=off.json"], ["missing-key"]),
        ] as [(Bytes, [Bytes], [String])])
    func rules(manifest: Bytes, options: [Bytes], expected: [String]) throws {
        #expect(try check([manifest, "--format=json"] + options, in: folder).checked().findings.map(\.rule) == expected)
    }

    /// A baseline keeps the findings of rules that are not checked.
    @Test func rulesAndBaseline() throws {
        _ = try check("broken.json", "--baseline=known.json", "--write-baseline", in: folder)
        let pruned = try check("broken.json", "--baseline=known.json", "--write-baseline", "--rule=size-plausible", in: folder)
        #expect(pruned.messages == "weir: wrote 1 finding to known.json; 2 stay of what was not checked\n")
        #expect(try check("broken.json", "--baseline=known.json", "--fail-on=info", in: folder).status == .exited(0))
    }
}
