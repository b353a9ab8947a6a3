import Base
import Testing

/// URLs in messages, and URLs as names of pictures.
@Suite struct URLTextTests {
    @Test(arguments: [
        ("http://a.example/b.jpg?x=1", "http://a.example/b.jpg?x=1", "http://a.example/b.jpg?x=1"),
        ("http://a.example/b.jpg#part", "http://a.example/b.jpg#part", "http://a.example/b.jpg"),
        ("http://user:p@ss@a.example/b@c", "http://***@a.example/b@c", "http://a.example/b@c"),
        ("https://user@a.example#@x", "https://***@a.example#@x", "https://a.example"),
        ("http://a.example/@b?c@d#e@f", "http://a.example/@b?c@d#e@f", "http://a.example/@b?c@d"),
        ("http://a.example?u:p@b", "http://a.example?u:p@b", "http://a.example?u:p@b"),
        ("http://@a.example/", "http://***@a.example/", "http://a.example/"),
        ("mailto:a@b", "mailto:a@b", "mailto:a@b"), ("#", "#", ""), ("", "", ""),
    ])
    func texts(url: String, shown: String, known: String) {
        let bytes = Array(url.utf8)
        #expect(String(decoding: withoutCredentials(bytes), as: UTF8.self) == shown)
        let name = bytes.withUnsafeBufferPointer { withoutCredentialsAndFragment($0) }
        #expect(String(decoding: name, as: UTF8.self) == known)
    }
}
