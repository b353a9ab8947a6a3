import Testing

@testable import Fetching

/// The rules of a robots.txt, as RFC 9309 gives them.
@Suite struct RobotsRulesTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let title: String
        let text: String
        var agent = "weir/1.0"
        let allowed: [String]
        let forbidden: [String]
        var testDescription: String { title }
    }

    private static func one(
        _ title: String, _ text: String, by agent: String = "weir/1.0", allows allowed: [String] = [], forbids forbidden: [String] = []
    ) -> Case {
        Case(title: title, text: text, agent: agent, allowed: allowed, forbidden: forbidden)
    }

    private static func everybody(_ title: String, _ rules: String, allows allowed: [String] = [], forbids forbidden: [String] = []) -> Case
    {
        one(title, "User-agent: *\n\(rules)\n", allows: allowed, forbids: forbidden)
    }

    private static let lines: [Case] = [
        one("nothing", "", allows: ["/", "/a.jpg"]),
        one("a page of HTML", "<!DOCTYPE html><p>Disallow: /", allows: ["/a.jpg"]),
        one("rules before every group", "Disallow: /\nUser-agent: *\nDisallow: /b", allows: ["/a"], forbids: ["/b"]),
        one("a mark at the beginning", "\u{FEFF}User-agent: *\nDisallow: /", forbids: ["/a"]),
        one("ends of lines", "User-agent: *\rDisallow: /a\r\nDisallow: /b\n\nDisallow: /c", allows: ["/d"], forbids: ["/a", "/b", "/c"]),
        one("blanks and capitals", " USER-AGENT\t:\t* \n  disALLOW  :   /a  \n", allows: ["/b"], forbids: ["/a"]),
        one("comments", "User-agent: * # all\n#Disallow: /a\nDisallow: /b# here\n", allows: ["/a"], forbids: ["/b"]),
        one("lines without a colon", "User-agent: *\nDisallow /a\nNoindex\nDisallow: /b", allows: ["/a"], forbids: ["/b"]),
        one("an empty pattern", "User-agent: *\nDisallow:\n", allows: ["/", "/a"]),
        one(
            "sitemaps and delays end no group", "User-agent: a\nSitemap: https://h/s.xml\nCrawl-delay: 9\nUser-agent: *\nDisallow: /x",
            by: "a", allows: ["/y"], forbids: ["/x"]),
        one("a sitemap among the rules", "User-agent: *\nDisallow: /a\nSitemap: https://h/s.xml\nDisallow: /b", forbids: ["/a", "/b"]),
        one(
            "bytes that are no UTF-8", String(decoding: [0x55] as [UInt8], as: UTF8.self) + "ser-agent: *\nDisallow: /a\u{0}b",
            allows: ["/a"]),
    ]

    private static let twoGroups = "User-agent: weir\nDisallow: /w\n\nUser-agent: *\nDisallow: /s\n"

    private static let groups: [Case] = [
        one("the own group alone", twoGroups, allows: ["/s"], forbids: ["/w"]),
        one("the group of all", twoGroups, by: "other/2", allows: ["/w"], forbids: ["/s"]),
        one("no group", "User-agent: weir\nDisallow: /", by: "other/2", allows: ["/a"]),
        one("capitals in the name", "User-agent: WeIr\nDisallow: /a", forbids: ["/a"]),
        one("a name with a version", "User-agent: weir/2.0\nDisallow: /a", forbids: ["/a"]),
        one("a longer name", "User-agent: weirdo\nDisallow: /a", allows: ["/a"]),
        one("a shorter name", "User-agent: wei\nDisallow: /a", allows: ["/a"]),
        one("several names", "User-agent: a\nUser-agent: weir\nUser-agent: b\nDisallow: /a", forbids: ["/a"]),
        one(
            "several names behind another group", "User-agent: x\nDisallow: /x\nUser-agent: weir\nUser-agent: b\nDisallow: /a",
            allows: ["/x"], forbids: ["/a"]),
        one("names behind an empty line", "User-agent: weir\n\nUser-agent: b\n\nDisallow: /a", forbids: ["/a"]),
        one(
            "several own groups", "User-agent: weir\nDisallow: /a\nUser-agent: *\nDisallow: /b\nUser-agent: weir\nDisallow: /c",
            allows: ["/b"], forbids: ["/a", "/c"]),
        one(
            "several groups of all", "User-agent: *\nDisallow: /a\nUser-agent: x\nDisallow: /b\nUser-agent: *\nDisallow: /c",
            allows: ["/b"], forbids: ["/a", "/c"]),
        one("an own group without rules", "User-agent: *\nDisallow: /\nUser-agent: weir\nAllow:\n", allows: ["/a"]),
        one("an own group at the end", "User-agent: *\nDisallow: /\n\nUser-agent: weir", allows: ["/a"]),
        one("a name with marks", "User-agent: shop-bot_x\nDisallow: /a", by: "Shop-Bot_X", forbids: ["/a"]),
        one(
            "a browser's name", "User-agent: shopbot\nDisallow: /a", by: "Mozilla/5.0 (compatible; ShopBot/2.1; +https://h/)",
            forbids: ["/a"]),
        one(
            "an agent without a name", "User-agent: \nDisallow: /a\nUser-agent: *\nDisallow: /b", by: "1.0", allows: ["/a"], forbids: ["/b"]
        ),
    ]

    private static let patterns: [Case] = [
        everybody("everything", "Disallow: /", forbids: ["/", "/a", "/?a"]),
        everybody("a folder", "Disallow: /a/", allows: ["/a", "/b/a/"], forbids: ["/a/", "/a/b"]),
        everybody("a beginning", "Disallow: /a", allows: ["/A"], forbids: ["/a", "/abc", "/a?b"]),
        everybody("the longest rule", "Allow: /a/b\nDisallow: /a", allows: ["/a/b", "/a/b/c"], forbids: ["/a", "/a/c"]),
        everybody("the longest rule, in the other order", "Disallow: /a\nAllow: /a/b", allows: ["/a/b"], forbids: ["/a/c"]),
        everybody("a longer Disallow", "Allow: /a\nDisallow: /a/b", allows: ["/a/c"], forbids: ["/a/b"]),
        everybody("both of a length", "Disallow: /a\nAllow: /a", allows: ["/a"]),
        everybody(
            "the example of RFC 9309, 5.2", "Allow: /example/page/\nDisallow: /example/page/disallowed.gif", allows: ["/example/page/a"],
            forbids: ["/example/page/disallowed.gif"]),
        everybody("stars", "Disallow: /a/*/c", allows: ["/a/c", "/a/b"], forbids: ["/a/b/c", "/a//c", "/a/b/b/cd"]),
        everybody("a star at the beginning", "Disallow: *.gif", allows: ["/a.jpg"], forbids: ["/a.gif", "/b/a.gif?c"]),
        everybody("a star at the end", "Disallow: /a*", forbids: ["/a", "/ab"]),
        everybody("several stars", "Disallow: /*a*b*$", allows: ["/b", "/ba"], forbids: ["/ab", "/xaxbx"]),
        everybody("an end", "Disallow: /*.gif$", allows: ["/a.gif?b", "/a.gifs"], forbids: ["/a.gif", "/.gif.gif"]),
        everybody("an end alone", "Disallow: /$", allows: ["/a"], forbids: ["/"]),
        everybody("a part that stands twice", "Disallow: /*ab$", allows: ["/abc"], forbids: ["/abab", "/ab"]),
        everybody("parts do not overlap", "Disallow: /*aa*aa$", allows: ["/aaa"], forbids: ["/aaaa"]),
        everybody("a dollar that is no end", "Disallow: /a$b", allows: ["/a"], forbids: ["/a$b"]),
        everybody(
            "special characters that are escaped", "Disallow: /file-with-a-%2A.html\nDisallow: /foo-%24",
            allows: ["/file-with-a-b.html", "/foo-"], forbids: ["/file-with-a-*.html", "/foo-$"]),
        everybody("a pattern without a slash", "Disallow: a", allows: ["/a", "/ba"]),
    ]

    /// RFC 9309, 2.2.2.
    private static let escapes: [Case] = [
        everybody("a query", "Disallow: /foo/bar?baz=quz", allows: ["/foo/bar?baz=qux"], forbids: ["/foo/bar?baz=quz"]),
        everybody(
            "reserved characters in a query", "Disallow: /foo/bar?baz=https://foo.bar",
            forbids: ["/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"]),
        everybody(
            "the same, escaped", "Disallow: /foo/bar?baz=https%3a%2f%2Ffoo.bar",
            forbids: ["/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"]),
        everybody(
            "letters beyond ASCII", "Disallow: /foo/bar/\u{30C4}",
            forbids: ["/foo/bar/%E3%83%84", "/foo/bar/%e3%83%84", "/foo/bar/\u{30C4}"]),
        everybody("the same, escaped", "Disallow: /foo/bar/%E3%83%84", forbids: ["/foo/bar/\u{30C4}"]),
        everybody("letters that need no escape", "Disallow: /foo/bar/%62%61%7A", forbids: ["/foo/bar/baz", "/foo/b%61r/baz"]),
        everybody("a slash that is escaped in a path", "Disallow: /a%2fb", allows: ["/a/b"], forbids: ["/a%2Fb"]),
        everybody("percent signs that escape nothing", "Disallow: /100%", forbids: ["/100%", "/100%zz"]),
        everybody("a sign is no digit", "Disallow: /%+1", allows: ["/%01"], forbids: ["/%+1"]),
        everybody("blanks", "Disallow: /a b", forbids: ["/a%20b"]),
    ]

    @Test(arguments: lines + groups + patterns + escapes) func decides(_ table: Case) {
        let rules = RobotsRules(Array(table.text.utf8), for: RobotsRules.product(of: table.agent))
        for path in table.allowed { #expect(rules.objection(to: path.utf8) == nil, "\(path)") }
        for path in table.forbidden { #expect(rules.objection(to: path.utf8) != nil, "\(path)") }
    }

    /// The rule that decides is reported as the file has it, and no longer than a line.
    @Test func texts() {
        let rules = RobotsRules(
            Array("User-agent: *\nDisallow: /%7Ea/*.gif$\nDisallow: /\(String(repeating: "b", count: 999))".utf8), for: "weir")
        #expect(rules.objection(to: "/~a/b.gif".utf8)?.text == "Disallow: /%7Ea/*.gif$")
        #expect(rules.objection(to: "/\(String(repeating: "b", count: 2000))".utf8)?.text.utf8.count == 110)
    }

    @Test(arguments: [
        ("weir/1.0", "weir"), ("shop.example pictures", "shop"), ("ShopBot", "ShopBot"), (" ShopBot/1", "ShopBot"),
        ("Mozilla/5.0 (X11; Linux)", "Mozilla"), ("Mozilla/5.0 (compatible; Shop-Bot/2; +h)", "Shop-Bot"), ("1.0", ""), ("", ""),
    ])
    func products(agent: String, product: String) { #expect(RobotsRules.product(of: agent) == product) }
}
