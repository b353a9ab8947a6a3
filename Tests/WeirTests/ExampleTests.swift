import Foundation
import TestSupport
import Testing

@testable import weir

/// The program accepts all command lines in the documents.
@Suite struct ExampleTests {
    static let files: [String] = {
        let docs = Fixtures.root + "/docs"
        let examples = (try? FileManager.default.contentsOfDirectory(atPath: docs + "/examples")) ?? []
        let pages = ["operations", "publishing", "journal", "checks", "layouts", "frames"].map { "docs/\($0).md" }
        // The app and the golden frames have no command lines.
        return examples.sorted().filter { !["app", "frames"].contains($0) }.map { "docs/examples/" + $0 } + pages + ["README.md"]
    }()

    /// The command lines in a file. A command line begins at `weir` and ends at a character that is special to a shell.
    private static func commandLines(_ text: String) -> [String] {
        text.replacing("\\\n", with: " ").split(separator: "\n").compactMap { line in
            // A command line is indented, or follows a dash, a schedule or `&&`. Other lines are prose.
            guard
                let start = line.firstRange(
                    of: #/(^\s+(- )?|^ExecStart=\S*/|&& )weir (ingest|probe|layout|check|diff|demo|init|journal|help|version|completions) /#
                )
            else { return nil }
            let command = line[start.lowerBound...].firstRange(of: "weir ").map { line[$0.upperBound...] } ?? ""
            return String(command.firstRange(of: #/[#|>]|\d>/#).map { command[..<$0.lowerBound] } ?? command)
        }
    }

    @Test(arguments: files)
    func areUnderstood(file: String) throws {
        let text = try String(contentsOfFile: Fixtures.root + "/" + file, encoding: .utf8)
        for line in Self.commandLines(text) {
            // systemd writes a percent sign twice, and cron writes a backslash before it.
            let words = line.replacing("%%", with: "%").replacing("\\%", with: "%").replacing("'", with: "")
            #expect(throws: Never.self, "\(file): \(line)") { _ = try Weir.understand(arguments(words)) }
        }
    }

    /// The function above finds the right command lines.
    @Test func areFound() throws {
        let found = try Self.files.map { Self.commandLines(try String(contentsOfFile: Fixtures.root + "/" + $0, encoding: .utf8)).count }
        #expect(found.reduce(0, +) >= 12)
        for name in ["crontab", "weir.service", "github-workflow.yml", "gitlab-ci.yml", "gitlab-check.yml"] {
            let text = try String(contentsOfFile: Fixtures.root + "/docs/examples/" + name, encoding: .utf8)
            #expect(Self.commandLines(text).count == 1, "\(name)")
        }
    }

    /// The path of weir is replaced, since weir may not be installed.
    @Test(.needs(.program("systemd-analyze")))
    func units() throws {
        let folder = try TemporaryFolder()
        let names: [Bytes] = ["weir.service", "weir.timer"]
        for name in names {
            let text = try String(
                contentsOfFile: Fixtures.root + "/docs/examples/" + String(decoding: name.all, as: UTF8.self), encoding: .utf8)
            try folder.add(name, Bytes(text.replacing("/usr/local/bin/weir", with: "/bin/true")))
        }
        let outcome = try #require(Program.named("systemd-analyze")).run(["verify"] + names.map { folder.path(of: $0) })
        #expect(outcome.status == .exited(0) && outcome.messages == "", "\(outcome.messages)")
    }

    /// A revision that a document names exists in this repository, so that nobody pins what cannot be cloned.
    @Test(.needs(.program("git")))
    func revisions() throws {
        let git = try #require(Program.named("git"))
        for file in Self.files {
            let text = try String(contentsOfFile: Fixtures.root + "/" + file, encoding: .utf8)
            for line in text.matches(of: #/(?m)^\s*rev: *(\S+)/#) {
                let found = try git.run(["-C", Bytes(Fixtures.root), "rev-parse", "--verify", "--quiet", Bytes("\(line.1)^{commit}")])
                #expect(found.status == .exited(0), "\(file) names the revision \(line.1), which does not exist")
            }
        }
    }

    @Test(.needs(.promtool))
    func alerts() throws {
        let outcome = try Program.promtool.get().run(["test", "rules", Bytes(Fixtures.root + "/docs/examples/weir.rules.test.yml")])
        #expect(outcome.status == .exited(0), "\(outcome.text)\(outcome.messages)")
    }
}
