import Testing
import WeirBase

@testable import WeirReports

@Suite struct ReportPathsTests {
    @Test(
        arguments: [
            // The name, the root, the working folder, the name in a report, and its form as a reference.
            ("m.json", nil, nil, "m.json", "m.json"),
            ("./a/./m.json", nil, nil, "a/m.json", "a/m.json"),
            ("a//b/../m.json", nil, nil, "a/m.json", "a/m.json"),
            ("../m.json", nil, nil, "../m.json", "../m.json"),
            ("-", "/repo", nil, "stdin", "stdin"),
            ("/repo/a/m.json", "/repo", nil, "a/m.json", "a/m.json"),
            ("/repo/a/m.json", "/repo/", nil, "a/m.json", "a/m.json"),
            ("/repo/../repo/m.json", "/repo", nil, "m.json", "m.json"),
            ("/repository/m.json", "/repo", nil, "/repository/m.json", "file:///repository/m.json"),
            ("/x/m.json", nil, nil, "/x/m.json", "file:///x/m.json"),
            ("/x/m.json", "/", nil, "x/m.json", "x/m.json"),
            ("/../m.json", "/repo", nil, "/m.json", "file:///m.json"),
            ("m.json", "/repo", "/repo/shop", "shop/m.json", "shop/m.json"),
            ("../m.json", "/repo", "/repo/shop", "m.json", "m.json"),
            ("../../m.json", "/repo", "/repo/shop", "../../m.json", "../../m.json"),
            ("./m.json", "/repo", "/elsewhere", "m.json", "m.json"),
            ("a b/é%?#.json", nil, nil, "a b/é%?#.json", "a%20b/%C3%A9%25%3F%23.json"),
            ("a:b/c:d", nil, nil, "a:b/c:d", "a%3Ab/c:d"),
            ("c:d", nil, nil, "c:d", "c%3Ad"),
            ("/c:d", nil, nil, "/c:d", "file:///c:d"),
        ] as [(String, String?, String?, String, String)])
    func table(file: String, root: String?, folder: String?, name: String, reference: String) {
        let found = ReportPaths(root: root, folder: folder).name(of: file)
        #expect(found == name)
        var output = ByteBuffer()
        output.append(reference: found)
        #expect(String(decoding: output.bytes, as: UTF8.self) == reference)
    }
}
