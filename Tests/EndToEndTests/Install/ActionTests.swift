// docs/checks.md: action.yml checks manifests with the variables of a runner, and refuses options that it cannot read.
import Foundation
import TestSupport
import Testing

@Suite struct ActionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("good.json", #"[{"w":3,"h":2,"img":"a.jpg","price":"$1.00"}]"#)
        try folder.add("warned.json", #"[{"w":3,"h":2,"img":"a.jpg","price":"0"}]"#)
    }

    private func check(_ manifests: String, _ arguments: String) throws -> Outcome {
        let bash = try #require(Program.named("bash"))
        return try bash.running(.weir, after: ["-c", "WEIR=$1 exec \"$0\"", Bytes(Fixtures.root + "/packaging/action/check")]).run(
            [],
            environment: [
                "WEIR_MANIFESTS": manifests, "WEIR_ARGUMENTS": arguments, "WEIR_CONFIG": "", "WEIR_PREVIOUS": "",
                "RUNNER_TEMP": folder.path,
                "GITHUB_OUTPUT": folder.path + "/output", "GITHUB_STEP_SUMMARY": folder.path + "/summary",
            ], in: folder)
    }

    @Test(arguments: [
        ("good.json", "", 0), ("warned.json", "", 0), ("warned.json", "--fail-on warning", 1),
        ("good.json\r\n  warned.json \n", "--fail-on 'warning'", 1),
        ("warned.json", "--fail-on warning # since June", 1), ("gone.json", "", 2), ("good.json", "--no-such-option", 2),
    ])
    func status(manifests: String, arguments: String, status: Int) throws {
        let outcome = try check(manifests, arguments)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(folder.text(of: "output")?.hasPrefix("status=\(status)\n") == true, "\(outcome.text)\(outcome.messages)")
    }

    /// Options that cannot be read are no reason to check with others.
    @Test(arguments: ["--fail-on 'warning", "--fail-on (warning)", "--config $NO_SUCH_VARIABLE"]) func unreadable(arguments: String) throws
    {
        let outcome = try check("good.json", arguments)
        #expect(outcome.status != .exited(0))
        #expect(folder.text(of: "output") == nil)
    }
}
