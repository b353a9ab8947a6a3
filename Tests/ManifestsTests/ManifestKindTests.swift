import Manifests
import Testing

@Suite struct ManifestKindTests {
    @Test(arguments: [
        ("a.json", ManifestKind(.json)),
        ("a.jsonl", ManifestKind(.jsonl)),
        ("a.plist", ManifestKind(.plist)),
        ("a.json.gz", ManifestKind(.json, isGzip: true)),
        ("a.jsonl.gz", ManifestKind(.jsonl, isGzip: true)),
        ("a.plist.gz", ManifestKind(.plist, isGzip: true)),
        ("A.JSON.GZ", ManifestKind(.json, isGzip: true)),
        ("out.d/靴.plist", ManifestKind(.plist)),
        ("-", nil), ("", nil), ("json", nil), ("a.xml", nil), ("a.csv", ManifestKind(.csv)), ("a.gz", nil), ("a.json.bz2", nil),
        ("a.json/", nil),
        ("a.json.gz.gz", nil), ("json.gz", nil),
    ])
    func ofPath(path: String, expected: ManifestKind?) {
        #expect(ManifestKind(path: path) == expected)
    }

    @Test func binaryPlists() {
        #expect(ManifestKind(path: "a.plist", binaryPlist: true) == ManifestKind(.binaryPlist))
        #expect(ManifestKind(path: "a.plist.gz", binaryPlist: true) == ManifestKind(.binaryPlist, isGzip: true))
        #expect(ManifestKind(path: "a.json", binaryPlist: true) == ManifestKind(.json))
    }

    @Test(arguments: ManifestFormat.allCases, [false, true])
    func extensionIsRecognized(format: ManifestFormat, isGzip: Bool) {
        let kind = ManifestKind(format, isGzip: isGzip)
        #expect(ManifestKind(path: "1" + kind.fileExtension, binaryPlist: format == .binaryPlist) == kind)
    }
}
