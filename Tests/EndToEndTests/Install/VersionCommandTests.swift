// docs/stability.md: weir version names the version, its libraries, and those that are missing.
import Foundation
import TestSupport
import Testing

@Suite struct VersionCommandTests {
    @Test func theFirstLineIsThatOfTheOption() throws {
        let line = try Program.weir.run(["--version"])
        #expect(line.status == .exited(0) && line.text.wholeMatch(of: #/weir \d+\.\d+\.\d+\n/#) != nil)
        let all = try Program.weir.run(["version"])
        #expect(all.status == .exited(0) && all.messages == "" && all.text.hasPrefix(line.text))
        #expect(all.text.contains(#/\n  SQLite +\d+\.\d+/#) && all.text.contains(#/\n  target +\w+-unknown-linux-gnu\n/#))
    }

    @Test func namesAMissingLibrary() throws {
        let folder = try TemporaryFolder()
        try folder.add("librsvg-2.so.2", "no library")
        let text = try Program.weir.run(["version"], environment: ["LD_LIBRARY_PATH": folder.path]).text
        #expect(text.contains(#/\n  librsvg +missing\n/#), "\(text)")
    }

    /// A full disk is no success.
    @Test func reportsAFullDisk() throws {
        #expect(try Program.weir.run(["version"], output: .file("/dev/full")).status == .exited(3))
    }
}
