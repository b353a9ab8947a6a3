import Testing
import TestSupport

@testable import Fetching

@Suite struct WebAddressTests {
    /// The fast path for plain URLs gives the same result as libcurl's parser.
    @Test(arguments: [
        "http://shop.example/a.jpg", "https://shop.example/a/b.jpg?size=2&x=%20", "http://127.0.0.1:18080/a~b_c-d,e+f.png",
        "https://img-1.shop.example:8443/", "http://a/b", "https://shop.example:443/x", "http://shop.example/a.b/c..d",
    ])
    func plain(url: String) throws {
        let plain = try #require(WebAddress(plain: Array(url.utf8)))
        let parsed = try WebAddress(parsing: Array(url.utf8))
        #expect(plain.shown == parsed.shown)
        #expect(plain.origin == parsed.origin)
    }

    @Test(arguments: [
        "http://shop.example", "http://shop.example?x", "HTTP://shop.example/", "http://Shop.example/", "http://user@shop.example/",
        "http://shop.example/a b", "http://shop.example/a#b", "http://shop.example/../a", "http://shop.example/./a",
        "http://shop.example/a/.b", "http://shop.example:0/", "http://shop.example:65536/", "http://shop.example:080/",
        "http://shop.example:/", "http://[::1]/", "http:///a", "ftp://shop.example/", "http://shop.example/\u{E9}.jpg",
        "http://shop.example/a\\b", "http://shop.example/a\0b", "",
    ])
    func notPlain(url: String) { #expect(WebAddress(plain: Array(url.utf8)) == nil) }

    @Test(arguments: [
        ("http://shop.example", "http://shop.example/", "http://shop.example:80"),
        ("HTTPS://Shop.Example/a b", "https://Shop.Example/a%20b", "https://shop.example:443"),
        ("http://shop.example/a#b", "http://shop.example/a", "http://shop.example:80"),
        ("http://shop.example/x/../a", "http://shop.example/a", "http://shop.example:80"),
        ("http://user:word@shop.example:81/a", "http://user:word@shop.example:81/a", "http://shop.example:81"),
        ("http://[::1]:8080/a", "http://[::1]:8080/a", "http://[::1]:8080"),
    ])
    func parsed(url: String, text: String, origin: String) throws {
        let address = try WebAddress(Array(url.utf8))
        #expect(address.shown.lowercased() == text.lowercased())
        #expect(address.origin.lowercased() == origin)
    }

    @Test(arguments: [
        ("ftp://shop.example/a", WebAddress.Refusal.forbiddenScheme), ("file:///etc/passwd", .forbiddenScheme),
        ("http://", .badURL), ("http://a b/", .badURL), ("http://shop.example:99999/", .badURL), ("http://a\0b/", .badURL),
    ])
    func refused(url: String, refusal: WebAddress.Refusal) {
        #expect(throws: refusal) { try WebAddress(Array(url.utf8)) }
    }

    @Test(arguments: [
        ("/b.jpg", "http://a.example/b.jpg"), ("b.jpg", "http://a.example/x/b.jpg"), ("//b.example/c", "http://b.example/c"),
        ("https://b.example/c", "https://b.example/c"), ("?q", "http://a.example/x/y?q"),
    ])
    func following(location: String, text: String) throws {
        let address = try WebAddress(Array("http://a.example/x/y".utf8)).following(location)
        #expect(address.shown == text)
    }
}

extension WebAddress {
    fileprivate var shown: String { String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) }
}
