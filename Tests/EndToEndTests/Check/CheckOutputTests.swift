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

    private static let statistics = """
        1  error    missing-key     in 1 file
        1  warning  size-plausible  in 1 file
        1  warning  unknown-key     in 1 file
        1 error, 2 warnings in 1 file

        """

    /// The reports in files tell all findings whatever is printed.
    @Test(
        arguments: [
            (["--quiet"], "1 error, 2 warnings in 1 file\n"), (["-q", "--format=text"], "1 error, 2 warnings in 1 file\n"),
            (["--statistics"], statistics), (["-q", "--statistics"], statistics),
            (["--statistics", "-q"], "1 error, 2 warnings in 1 file\n"), (["--statistics", "--max-findings=0"], statistics),
            (["-q", "--max-findings=1"], "1 error, 2 warnings in 1 file\n"),
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

    /// The most severe findings are printed, and the others counted. The exit status is that of all.
    @Test(
        arguments: [
            (0, [], ["missing-key 1", "size-plausible 1", "unknown-key 1"]), (1, ["missing-key"], ["size-plausible 1", "unknown-key 1"]),
            (2, ["missing-key", "unknown-key"], ["size-plausible 1"]), (3, ["missing-key", "unknown-key", "size-plausible"], []),
            (99, ["missing-key", "unknown-key", "size-plausible"], []),
        ] as [(Int, [String], [String])])
    func maxFindings(count: Int, listed: [String], counted: [String]) throws {
        let option: Bytes = "--max-findings=\(count)"
        let outcome = try check(["broken.json", option, "--format=json", "--report=json=all.json"], in: folder)
        let answer = try outcome.checked()
        #expect(answer.findings.map(\.rule) == listed)
        #expect(answer.files.flatMap(\.more).map { "\($0.rule) \($0.count)" } == counted)
        #expect(answer.counts["error"] == 1 && answer.counts["warning"] == 2)
        #expect(outcome.status == .exited(1))
        #expect(folder.text(of: "all.json") == (try check("broken.json", "--format=json", in: folder).text))
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
        let pruned = try check("broken.json", "--baseline=known.json", "--prune-baseline", "--rule=size-plausible", in: folder)
        #expect(pruned.messages == "weir: took 0 findings out of known.json; 2 stay of what was not checked\n")
        #expect(try check("broken.json", "--baseline=known.json", "--fail-on=info", in: folder).status == .exited(0))
    }
}
