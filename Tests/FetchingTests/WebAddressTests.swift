import TestSupport
import Testing
import WeirBase

@testable import Fetching

@Suite struct WebAddressTests {
    /// The fast path for plain URLs gives the same result as libcurl's parser.
    @Test(arguments: [
        "http://shop.example/a.jpg", "https://shop.example/a/b.jpg?size=2&x=%20", "http://127.0.0.1:18080/a~b_c-d,e+f.png",
        "https://img-1.shop.example:8443/", "http://a/b", "https://shop.example:443/x", "http://shop.example/a.b/c..d",
        "http://shop.example:65535/", "http://shop.example:1/A/Z",
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

    /// The server of a URL ends before the path, the query or the fragment.
    @Test(
        arguments: [
            ("http://a.fr/b?c#d", "http://a.fr"), ("http://a.fr?b", "http://a.fr"), ("http://a.fr#b/c", "http://a.fr"),
            ("HTTPS://u:p@A.fr:80/", "HTTPS://u:p@A.fr:80"), ("http://a.fr", "http://a.fr"), ("s3://bucket/key", "s3://bucket"),
            ("http://a://b", "http://a:"), ("http://", nil), ("http:///a", nil), ("http://?a", nil), ("http://#a", nil), ("http:/a/b", nil),
            ("http:a", nil), ("a/b", nil), ("a//b", nil), ("", nil),
        ] as [(String, String?)])
    func servers(url: String, server: String?) {
        let found = Array(url.utf8).withUnsafeBufferPointer { WebAddress.server(of: $0).map { String(decoding: $0, as: UTF8.self) } }
        #expect(found == server)
    }

    /// Messages hide every user and password that libcurl finds. They name the host that it asks.
    @Test func authorities() throws {
        var seed = Seed.announced(for: "authorities")
        let parts = [
            "u", "D\\", "\\", ":", "@", "/", "?", "#", "SECRET", "%40", ":80", "h.example", "[::1]", "&", "//", "a.jpg", "|http://",
        ]
        var (parsed, hidden) = (0, 0)
        for _ in 0..<2000 {
            let text = "http://" + (0..<Int.random(in: 1...9, using: &seed)).map { _ in parts.randomElement(using: &seed) ?? "" }.joined()
            // `h:/x@` may be a host with an empty port, or a user whose password begins with a slash.
            guard let address = try? WebAddress(parsing: Array(text.utf8)),
                text.dropFirst(7).prefix(while: { !"/?#".contains($0) }).last != ":"
            else { continue }
            parsed += 1
            let host = try #require(hostText(of: Array(text.utf8)), "\(text) \(seed)")
            let named = try? WebAddress(parsing: Array("http://".utf8) + host + Array("/".utf8))
            #expect(named?.origin == address.origin, "\(text) \(seed)")
            let server = String(decoding: address.bytes, as: UTF8.self).dropFirst(7).prefix { $0 != "/" }
            guard let at = server.lastIndex(of: "@"), server[..<at].contains("SECRET") else { continue }
            hidden += 1
            let shown = String(decoding: withoutCredentials(Array(text.utf8)), as: UTF8.self)
            let authority = shown.dropFirst(7).prefix { !"/?#".contains($0) }
            let user = authority.lastIndex(of: "@").map { authority[..<$0] } ?? ""
            #expect(user == "***", "\(text): \(shown) \(seed)")
        }
        #expect(parsed > 100 && hidden > 0)
    }

    @Test(arguments: [
        ("ftp://shop.example/a", WebAddress.Refusal.forbiddenScheme), ("file:///etc/passwd", .forbiddenScheme),
        ("http://", .badURL), ("http://a b/", .badURL), ("http://shop.example:99999/", .badURL), ("http://a\0b/", .badURL),
    ])
    func refused(url: String, refusal: WebAddress.Refusal) {
        #expect(throws: refusal) { try WebAddress(Array(url.utf8)) }
    }

    /// Names of hosts beyond ASCII, in the form in which they are resolved (RFC 5891, 4.4). The locale is that of C.
    @Test(arguments: [
        ("http://b\u{FC}cher.example/x.png", "http://xn--bcher-kva.example/x.png", "http://xn--bcher-kva.example:80"),
        ("https://B\u{DC}CHER.Example:8443/", "https://xn--bcher-kva.example:8443/", "https://xn--bcher-kva.example:8443"),
        ("http://bu\u{308}cher.example/", "http://xn--bcher-kva.example/", "http://xn--bcher-kva.example:80"),
        ("http://b%C3%BCcher.example/", "http://xn--bcher-kva.example/", "http://xn--bcher-kva.example:80"),
        ("http://fa\u{DF}.example/", "http://xn--fa-hia.example/", "http://xn--fa-hia.example:80"),
        ("http://例え.テスト/a", "http://xn--r8jz45g.xn--zckzah/a", "http://xn--r8jz45g.xn--zckzah:80"),
        ("http://user:word@b\u{FC}cher.example/", "http://user:word@xn--bcher-kva.example/", "http://xn--bcher-kva.example:80"),
        ("http://\u{1F600}.example/", "http://xn--e28h.example/", "http://xn--e28h.example:80"),
        ("http://i\u{2764}\u{FE0F}.example/", "http://xn--i-7iq.example/", "http://xn--i-7iq.example:80"),
        ("http://１２７.0.0.1/", "http://127.0.0.1/", "http://127.0.0.1:80"), ("http://a\u{3002}b/", "http://a.b/", "http://a.b:80"),
        ("http://XN--BCHER-KVA.example/", "http://XN--BCHER-KVA.example/", "http://xn--bcher-kva.example:80"),
    ])
    func namesBeyondASCII(url: String, text: String, origin: String) throws {
        let address = try WebAddress(Array(url.utf8))
        #expect(address.shown == text)
        #expect(address.origin == origin)
    }

    @Test(arguments: [
        "http://\u{1F600}fa\u{DF}.example/", "http://\u{1F469}\u{200D}\u{1F4BB}.example/", "http://a\u{202E}b.example/",
        "http://-\u{FC}.example/", "http://\u{FC}-.example/", "http://ab--\u{FC}.example/",
        "http://\u{301}a.example/", "http://xn--b\u{FC}cher.example/", "http://\u{FC}\(String(repeating: "a", count: 63)).example/",
        "http://ａ／ｂ/", "http://ａ＠ｂ/", "http://\u{FC}%2fa/", "http://a\u{200D}b.example/", "http://\u{FC} b/",
    ])
    func refusedNames(url: String) {
        #expect(throws: WebAddress.Refusal.badURL) { try WebAddress(Array(url.utf8)) }
    }

    @Test func aNameInLatin1IsRefused() {
        #expect(throws: WebAddress.Refusal.badURL) { try WebAddress(Array("http://b".utf8) + [0xFC] + Array("cher.example/".utf8)) }
    }

    /// The user and the password stay within the origin.
    @Test(arguments: [
        ("http://a.example/b", "http://u:p@a.example/b"), ("//a.example:80/b", "http://u:p@a.example:80/b"),
        ("/b", "http://u:p@a.example/b"),
        ("http://A.EXAMPLE/b@c", "http://u:p@A.EXAMPLE/b@c"), ("http://v@a.example/b", "http://v@a.example/b"),
        ("http://a.example:81/b", "http://a.example:81/b"), ("https://a.example/b", "https://a.example/b"),
        ("http://b.example/b", "http://b.example/b"), ("http://xa.example/b", "http://xa.example/b"),
    ])
    func followingWithAPassword(location: String, text: String) throws {
        #expect(try WebAddress(Array("http://u:p@a.example/x".utf8)).following(location).shown == text)
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
