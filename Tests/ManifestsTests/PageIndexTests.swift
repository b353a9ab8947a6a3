import Manifests
import TestSupport
import Testing
import WeirBase
import WeirRecords

@Suite struct PageIndexTests {
    static let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    static let index = PageIndex(pages: [
        .init(file: "1.json", count: 50, sha256: hash), .init(file: "2.json", count: 7, sha256: hash),
    ])

    static let keeping = PageIndex(keep: ["sku", "a \"b\""])

    @Test func written() {
        #expect(
            json(Self.index) == """
                {"count":57,"pages":[
                {"file":"1.json","count":50,"sha256":"\(Self.hash)"},
                {"file":"2.json","count":7,"sha256":"\(Self.hash)"}
                ]}

                """)
        #expect(json(PageIndex()) == "{\"count\":0,\"pages\":[]}\n")
        #expect(json(Self.keeping) == "{\"count\":0,\"keep\":[\"sku\",\"a \\\"b\\\"\"],\"pages\":[]}\n")
    }

    @Test func readAgain() throws {
        #expect(try read(json(Self.index)) == Self.index)
        #expect(try read(json(PageIndex())) == PageIndex())
        #expect(try read(json(Self.keeping)) == Self.keeping)
        let later = #"{"made":"later","pages":[{"x":1,"sha256":"\#(Self.hash)","count":3,"file":"1.plist.gz"}],"count":3}"#
        #expect(try read(later).pages.map(\.file) == ["1.plist.gz"])
    }

    @Test func names() {
        #expect(PageIndex.fileName(ofPage: 1, ManifestKind(.json)) == "1.json")
        #expect(PageIndex.fileName(ofPage: 12, ManifestKind(.jsonl, isGzip: true)) == "12.jsonl.gz")
        #expect(PageIndex.fileName(ofPage: 3, ManifestKind(.binaryPlist)) == "3.plist")
        #expect(PageIndex.fileName(ofPage: 4, ManifestKind(.json), sha256: Self.hash) == "4-ba7816bf8f01cfea.json")
    }

    /// A page has a number from 1, and perhaps the first digits of its hash.
    @Test(
        arguments: [
            ("index.json", true, nil), ("a/index.json.gz", true, nil), ("1.json", true, nil), ("a/12.json.gz", true, nil),
            ("2-ba7816bf8f01cfea.json", true, "ba7816bf8f01cfea"), ("2-ba7816bf8f01cfe.json", false, nil),
            ("2-BA7816BF8F01CFEA.json", false, nil),
            ("2-ba7816bf8f01cfeaa.json", false, nil), ("0.json", false, nil), ("01.json", false, nil), ("-1.json", false, nil),
            ("1.jsonl", false, nil),
            ("1", false, nil), ("a1.json", false, nil), ("1.json/a", false, nil), ("index", false, nil),
        ] as [(String, Bool, String?)])
    func foundNames(path: String, isFile: Bool, hash: String?) {
        #expect(PageIndex.isFileName(Array(path.utf8)) == isFile)
        #expect(PageIndex.hash(inName: path).map(String.init) == hash)
    }

    @Test(arguments: [
        ("", "line 1, column 1: the document ends too early"),
        ("[]", "there is no array `pages`"),
        (#"{"count":0}"#, "there is no array `pages`"),
        (#"{"count":0,"pages":{}}"#, "there is no array `pages`"),
        (#"{"count":1,"pages":[]}"#, "`count` is 1, and the pages have 0 entries together"),
        (#"{"count":0,"keep":"sku","pages":[]}"#, "`keep` is no array of texts"),
        (#"{"count":0,"keep":["sku",1],"pages":[]}"#, "`keep` is no array of texts"),
        (#"{"pages":[]}"#, "there is no number `count`"),
    ])
    func refused(document: String, message: String) {
        let failure = #expect(throws: DocumentFailure.self) { try read(document) }
        #expect(failure?.message == message)
    }

    /// A page that is not as an index has it; above all none that lies elsewhere.
    @Test(arguments: [
        ("", "1", hash), (".", "1", hash), ("..", "1", hash), ("../1.json", "1", hash), ("/etc/passwd", "1", hash),
        ("a/1.json", "1", hash), ("1\\u0000.json", "1", hash), ("1.json", "-1", hash), ("1.json", "1.0", hash),
        ("1.json", "9223372036854775807", hash), ("1.json", "\"1\"", hash), ("1.json", "1", ""), ("1.json", "1", "abc"),
        ("1.json", "1", String(repeating: "g", count: 64)), ("1.json", "1", hash.uppercased()),
    ])
    func brokenPage(file: String, count: String, hash: String) {
        let document = #"{"count":1,"pages":[{"file":"\#(file)","count":\#(count),"sha256":"\#(hash)"}]}"#
        let failure = #expect(throws: DocumentFailure.self) { try read(document) }
        #expect(failure?.message == "page 1 has no file name, count and SHA-256 as an index has them")
    }

    private func json(_ index: PageIndex) -> String {
        var output = ByteBuffer()
        index.write(to: &output)
        return text(output.bytes)
    }

    private func read(_ document: String) throws -> PageIndex {
        try Array(document.utf8).withUnsafeBytes { try PageIndex($0) }
    }
}
