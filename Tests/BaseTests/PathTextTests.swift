import Base
import Testing

@Suite struct PathTextTests {
    @Test(arguments: [("/m.json", "/"), ("m.json", "."), ("a/m.json", "a"), ("/a/b/m.json", "/a/b"), ("./m.json", ".")])
    func folders(path: String, expected: String) {
        #expect(folder(of: Array(path.utf8)) == Array(expected.utf8))
    }
}
