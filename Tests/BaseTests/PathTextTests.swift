import Testing
import WeirBase

@Suite struct PathTextTests {
    @Test(arguments: [("/m.json", "/"), ("m.json", "."), ("a/m.json", "a"), ("/a/b/m.json", "/a/b"), ("./m.json", ".")])
    func folders(path: String, expected: String) {
        #expect(folder(of: Array(path.utf8)) == Array(expected.utf8))
    }

    /// The path, and the same path without names that lead nowhere; nil if it has none.
    @Test(
        arguments: [
            ("./a", "a"), ("././a", "a"), ("a//b", "a/b"), ("//a", "/a"), ("/./a/.//b", "/a/b"), ("a/./", "a/"), ("./", "."), ("//", "/"),
            ("./../a", "../a"), ("a", nil), ("/a/b", nil), (".", nil), ("..", nil), ("../a", nil), ("a/..", nil), (".a/b.", nil), ("", nil),
            ("a/", nil), ("a/.b", nil),
        ] as [(String, String?)])
    func emptyNames(path: String, expected: String?) {
        let plain = Array(path.utf8).withUnsafeBufferPointer { withoutEmptyNames($0) }
        #expect(plain.map { String(decoding: $0, as: UTF8.self) } == expected)
    }
}
