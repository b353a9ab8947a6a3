import Foundation
import TestSupport
import Testing

@testable import weir

/// The number stands in Version.swift. Files that other programs read have it too, and agree.
@Suite struct VersionTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(Fixtures.root)/\(path)", encoding: .utf8)
    }

    @Test func hasThreeNumbers() {
        #expect(Version.number.wholeMatch(of: #/\d+\.\d+\.\d+/#) != nil)
    }

    @Test func isThatOfThePythonPackage() throws {
        #expect(try Self.text("python/src/weir/_version.py").contains("\nVERSION = \"\(Version.number)\"\n"))
        #expect(try Self.text("python/pyproject.toml").contains("attr = \"weir._version.VERSION\""))
    }

    @Test func isThatOfThePackageForJavaScript() throws {
        #expect(try Self.text("clients/js/package.json").contains("\"version\": \"\(Version.number)\""))
    }

    @Test func hasItsSectionOfTheChangelog() throws {
        #expect(try Self.text("CHANGELOG.md").contains("\n## \(Version.number) - \(Version.date)\n"))
    }

    @Test func isThatOfTheExamples() throws {
        let files = try ExampleTests.files.flatMap { name in
            try Self.text(name).matches(of: #/weir(?:_manifest)?[-_:](\d+\.\d+\.\d+)/#).map { (name, String($0.1)) }
        }
        #expect(files.count >= 7)
        for (name, number) in files { #expect(number == Version.number, "\(name)") }
    }

    /// The table of libraries has what Package.swift links and what a shim loads.
    @Test func namesEveryLibrary() throws {
        let libraries = Library.all
        let linked = try Self.text("Package.swift").matches(of: #/\.shim\("\w+", links: (.*?)\),/#)
            .flatMap { $0.1.matches(of: #/[a-z0-9]+/#).map { "lib\($0.0).so" } }
        // The mathematics of glibc are a file of their own.
        #expect(Set(libraries.filter(\.isLinked).map(\.file)) == Set(linked).subtracting(["libm.so"]).union(["libc.so"]))

        let folder = "\(Fixtures.root)/Sources/CLibraries"
        let sources = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }.filter {
            $0.hasSuffix(".c")
        }
        let loaded = try sources.flatMap {
            try Self.text("Sources/CLibraries/\($0)").matches(of: #/dlopen\("([^"]+)"/#).map { String($0.1) }
        }
        // libjxl has several interfaces, of which the one on this machine is named.
        let (several, one) = (libraries.filter { $0.name == "libjxl" }, libraries.filter { !$0.isLinked && $0.name != "libjxl" })
        #expect(Set(one.map(\.file)) == Set(loaded) && !loaded.isEmpty)
        #expect(several.count == 1 && several.allSatisfy { $0.file.hasPrefix("libjxl.so.0.") })
    }

    /// scripts/setup installs them all, so that each has its version here.
    @Test func everyLibraryHasAVersion() {
        for library in Library.all {
            let isVersion = library.version?.prefixMatch(of: #/\d+\.\d+/#) != nil
            #expect(isVersion, "\(library.name): \(library.version ?? "missing")")
        }
    }
}
