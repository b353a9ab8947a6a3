import Checks
import TestSupport
import Testing

/// Manifests that `weir ingest` has written pass the checks.
@Suite struct ReferenceManifestTests {
    /// The samples deliberately have prices of many countries, which one rule reports.
    @Test(arguments: ["1.json", "1.plist", "2.json", "2.plist", "3.json", "3.plist"])
    func passes(name: String) throws {
        let bytes = try Fixtures.bytes(of: Fixtures.root + "/Manifests/" + name)
        let found = findings(in: bytes, named: name)
        #expect(Set(found.map(\.rule)) == ["one-currency"])
        #expect(checked(bytes, named: name).files.first?.entries == 14)
    }
}
