// docs/stability.md: weir version names the build, its libraries, and those that are missing.
import Foundation
import TestSupport
import Testing

@Suite struct VersionCommandTests {
    private struct Report: Decodable {
        struct Library: Decodable {
            let name: String, file: String, version: String?, use: String, purpose: String
        }

        let version: String, date: String, swift: String, clang: String, target: String, build: String, linking: String
        let libraries: [Library]
    }

    private func report(_ environment: [String: String] = [:]) throws -> Report {
        let outcome = try Program.weir.run(["version", "--json"], environment: environment)
        #expect(outcome.status == .exited(0) && outcome.messages == "")
        return try JSONDecoder().decode(Report.self, from: Data(outcome.text.utf8))
    }

    @Test func theFirstLineIsThatOfTheOption() throws {
        let line = try Program.weir.run(["--version"])
        #expect(line.status == .exited(0) && line.text.wholeMatch(of: #/weir \d+\.\d+\.\d+\n/#) != nil)
        let all = try Program.weir.run(["version"])
        #expect(all.status == .exited(0) && all.messages == "" && all.text.hasPrefix(line.text))
        for library in try report().libraries {
            #expect(all.text.contains("\n  \(library.name)  "), "\(library.name)")
        }
    }

    @Test func tellsItsBuild() throws {
        let report = try report()
        #expect("weir \(report.version)\n" == (try Program.weir.run(["--version"])).text)
        #expect(report.target.hasSuffix("-unknown-linux-gnu"))
        #expect(["release", "debug"].contains(report.build))
        #expect(["static", "dynamic"].contains(report.linking))
        #expect(Set(report.libraries.map(\.use)).isSubset(of: ["linked", "loaded"]))
        #expect(Set(report.libraries.map(\.file)).count == report.libraries.count)
    }

    @Test func namesAMissingLibrary() throws {
        let loaded = try report().libraries.first { $0.use == "loaded" }
        // A static program may load none.
        guard let loaded else { return }
        let folder = try TemporaryFolder()
        try folder.add(Bytes(loaded.file), "no library")
        let environment = ["LD_LIBRARY_PATH": folder.path]
        #expect(try report(environment).libraries.first { $0.file == loaded.file }.map { $0.version == nil } == true)
        let text = try Program.weir.run(["version"], environment: environment).text
        #expect(text.firstMatch(of: try Regex("\n  \(loaded.name) +missing +loaded  \(loaded.purpose)\n")) != nil, "\(text)")
    }

    /// A full disk is no success.
    @Test func tellsAFullDisk() throws {
        let outcome = try Program.weir.run(["version", "--json"], output: .file("/dev/full"))
        #expect(outcome.status == .exited(3))
    }
}
