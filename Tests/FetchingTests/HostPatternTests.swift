import Testing

@testable import Fetching

/// Hosts by their names, and their limits.
@Suite struct HostPatternTests {
    @Test(arguments: [
        ("img.shop.example", "img.shop.example", true), ("IMG.Shop.example", "img.shop.example", true),
        ("shop.example", "img.shop.example", false),
        ("*.shop.example", "img.shop.example", true), ("*.shop.example", "a.b.shop.example", true),
        ("*.shop.example", "shop.example", false),
        ("*.shop.example", "myshop.example", false), ("b\u{FC}cher.example", "xn--bcher-kva.example", true),
        ("127.0.0.1", "127.0.0.1", true),
        ("[::1]", "[::1]", true), ("*.example", "example", false),
    ])
    func matches(text: String, host: String, isMatch: Bool) throws {
        let pattern = try #require(HostPattern(text))
        #expect(HostPattern.all(matching: host).contains(pattern) == isMatch)
    }

    @Test(arguments: ["", "*", "*.", "a/b", "http://a", "a:80", "u@a", "a.*", "a?b", "a b", "*.*.a"])
    func noHosts(text: String) { #expect(HostPattern(text) == nil) }

    /// The most exact pattern counts alone.
    @Test(
        arguments: [
            ("img.shop.example", 1.0), ("a.shop.example", 2), ("b.a.shop.example", 3), ("c.b.a.shop.example", 3), ("shop.example", nil),
            ("example", nil),
        ] as [(String, Double?)])
    func theMostExact(host: String, rate: Double?) throws {
        var options = FetchOptions(userAgent: "test")
        for (text, rate) in [("img.shop.example", 1.0), ("*.shop.example", 2), ("*.a.shop.example", 3)] {
            options.hosts[try #require(HostPattern(text))] = HostLimits()
            options.hosts[try #require(HostPattern(text))]?.rate = rate
        }
        #expect(options.hostLimits(of: host).rate == rate)
    }

    /// A host's line replaces that of all hosts with the same name.
    @Test func lines() {
        var (options, host) = (FetchOptions(userAgent: "test"), HostLimits())
        options.lines = ["Accept: image/*", "X-A: 1"]
        host.lines = ["accept: image/avif", "X-B: 2"]
        #expect(options.lines(for: host) == ["X-A: 1", "accept: image/avif", "X-B: 2"])
        #expect(HostLines(userAgent: "weir/1", options.lines(for: host)).userAgent == "weir/1")
        #expect(HostLines(userAgent: "weir/1", ["User-agent: shop/2"]).userAgent == " shop/2")
    }
}
