import Checks
import Testing

/// Addresses, and the messages of the rules about them.
@Suite struct AddressTests {
    struct Row: Sendable, CustomStringConvertible {
        let img: String
        let message: String?
        var description: String { "\(img.prefix(60))" }

        init(_ img: String, _ message: String? = nil) { (self.img, self.message) = (img, message) }
    }

    /// The messages of a rule about entries with these addresses.
    private func messages(_ rule: String, _ imgs: [String], parameters: [(String, RuleValue)] = []) -> [String] {
        let entries = imgs.map { img in
            let escaped = img.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return #"{"w":1600,"h":1200,"img":"\#(escaped)","price":""}"#
        }
        return findings(in: Array("[\(entries.joined(separator: ","))]".utf8)) { choices in
            for (name, value) in parameters { _ = choices.set(name, of: rule, to: value) }
        }.filter { $0.rule == rule }.map(\.message)
    }

    private static func cannotExist(_ host: String, _ reason: String) -> String {
        "img is a URL whose host `\(host)` cannot exist: \(reason)"
    }
    private static let ipv6 = "it is not an IPv6 address in brackets"
    private static let ipv4 = "an IPv4 address is four decimal numbers up to 255, which do not begin with 0"
    private static let hyphen = "a part of it begins or ends with a hyphen"
    private static let before17 = "before iOS 17 `URL(string:)` returns nil for it, and since iOS 17 encodes it"

    /// A URL with a character that must be encoded.
    private static func unencoded(_ mark: String, _ code: String, _ fate: String = before17) -> Row {
        Row("https://e.fr/a\(mark)b", "img is a URL with `\(mark)` in it, which has to be \(code): \(fate)")
    }

    static let urls: [Row] =
        [
            ("|", "%7C"), ("\"", "%22"), ("<", "%3C"), (">", "%3E"), ("^", "%5E"), ("`", "%60"), ("{", "%7B"), ("}", "%7D"),
            ("\\", "%5C"), ("帽", "%E5%B8%BD"), ("é", "%C3%A9"),
        ].map { unencoded($0.0, $0.1) }
        + [("[", "%5B"), ("]", "%5D")].map {
            unencoded($0.0, $0.1, "before iOS 17 `URL(string:)` leaves it as it is, and since iOS 17 encodes it")
        } + [
            Row("https://e.fr/a b", "img is a URL with a space in it, which has to be %20: \(before17)"),
            Row(
                "https://e.fr/a%20b c",
                "img is a URL with a space in it, which has to be %20: \(before17) and, once more, the encodings that are there already"),
            Row("https://e.fr/a#b#c", "img is a URL with `#` in it, which has to be %23: \(before17)"),
            Row("https://e.fr/%z", "img is a URL with a % in it that two hexadecimal digits do not follow: \(before17) as %25"),
            Row("https://e.fr/100%", "img is a URL with a % in it"),
            Row("https://e.fr/a\u{200B}", "img is a URL with the invisible character <U+200B> in it"),
            Row("https://e.fr/\u{202E}a", "img is a URL with the invisible character <U+202E> in it"),
            Row("https://e.fr/a\u{85}", "img is a URL with the invisible character <U+0085> in it"),
            Row("https://e.fr/a~b!$&'()*+,;=:@-._/?/?a=b&c=d#e/f?"), Row("HTTPS://E.fr"), Row("https://e.fr?a=b"),
            Row("https://e.fr/a/../b"),
            Row(
                "https://bücher.fr/a",
                "img is a URL whose host has letters outside of ASCII, which have to be Punycode (xn--): before iOS 17"),
            Row("https:/e.fr/a", "img has no // behind `https:`, so it has no host"),
            Row("HTTP:e.fr/a", "img has no // behind `HTTP:`, so it has no host"),
            Row("blob:https://e.fr/1", "img is of the scheme `blob`"), Row("file:///a", "img is of the scheme `file`"),
            Row("data:image/png;base64,AA", "img is of the scheme `data`"), Row("https://e.fr/None?w=3", missing("None")),
        ]

    private static let length = "a name has at most 253 characters, and 63 between dots"
    private static let label = String(repeating: "a", count: 63)

    static let hosts: [Row] = [
        Row("https://e.fr/a"), Row("https://e.fr./a"), Row("https://E_1.fr:/a"), Row("https://e-f.fr:1/a"), Row("https://e.fr:65535/a"),
        Row("https:///a", "img is a URL without a host"), Row("https://:80/a", "img is a URL without a host"),
        Row("https://./a", cannotExist(".", "a part between dots is empty")),
        Row("https://.fr/a", cannotExist(".fr", "a part between dots is empty")),
        Row("https://e..fr/a", cannotExist("e..fr", "a part between dots is empty")),
        Row("https://e.fr../a", cannotExist("e.fr.", "a part between dots is empty")),
        Row("https://e!f.fr/a", cannotExist("e!f.fr", "names of hosts have no `!`")),
        Row("https://e@f.fr:80@g!.fr/a", cannotExist("g!.fr", "names of hosts have no `!`")),
        Row("https://e%2Efr/a", cannotExist("e%2Efr", "names of hosts have no `%`")),
        Row("https://e fr/a", cannotExist("e fr", "names of hosts have no ` `")),
        Row("https://-e.fr/a", cannotExist("-e.fr", hyphen)), Row("https://e-.fr/a", cannotExist("e-.fr", hyphen)),
        Row("https://e.-fr/a", cannotExist("e.-fr", hyphen)), Row("https://e.fr-/a", cannotExist("e.fr-", hyphen)),
        Row("https://\(label).fr/a"), Row("https://\(label)a.fr/a", cannotExist("\(label.prefix(60))…", length)),
        Row("https://\(label).\(label).\(label).\(label.dropLast(2))/a"),
        Row("https://1.2.3.4/a"), Row("https://255.0.10.100/a"), Row("https://e.1f/a"), Row("https://0x7g.fr/a"),
        Row("https://256.1.1.1/a", cannotExist("256.1.1.1", ipv4)), Row("https://1.2.3/a", cannotExist("1.2.3", ipv4)),
        Row("https://1.2.3.4.5/a", cannotExist("1.2.3.4.5", ipv4)), Row("https://01.2.3.4/a", cannotExist("01.2.3.4", ipv4)),
        Row("https://1.2.3.00/a", cannotExist("1.2.3.00", ipv4)), Row("https://0x7F/a", cannotExist("0x7F", ipv4)),
        Row("https://e.7/a", cannotExist("e.7", ipv4)),
        Row("https://e.fr:0/a", "img is a URL whose port is `0`, and ports are numbers from 1 to 65535"),
        Row("https://e.fr:65536/a", "img is a URL whose port is `65536`, and ports are numbers from 1 to 65535"),
        Row("https://e.fr:8a/a", "img is a URL whose port is no number, and ports are numbers from 1 to 65535"),
        Row("https://e.fr:-1/a", "img is a URL whose port is no number, and ports are numbers from 1 to 65535"),
        Row("https://e.fr:+8/a", "img is a URL whose port is no number, and ports are numbers from 1 to 65535"),
        Row("https://[::1]/a"), Row("https://[::1]:80/a"), Row("https://[1:2:3:4:5:6:7:8]/a"), Row("https://[1:2:3:4:5:6::8]/a"),
        Row("https://[::ffff:1.2.3.4]/a"), Row("https://[1:2:3:4:5:6:1.2.3.4]/a"), Row("https://[::]/a"), Row("https://[1::]/a"),
        Row("https://[ABCD:00ef::]/a"),
        Row("https://[::1/a", cannotExist("::1", "the bracket of the IPv6 address is not closed")),
        Row("https://[::1]x/a", cannotExist("::1", ipv6)), Row("https://[::1]./a", cannotExist("::1", ipv6)),
        Row("https://[]/a", cannotExist("", ipv6)), Row("https://[1:2:3:4:5:6:7]/a", cannotExist("1:2:3:4:5:6:7", ipv6)),
        Row("https://[1:2:3:4:5:6:7:8:9]/a", cannotExist("1:2:3:4:5:6:7:8:9", ipv6)),
        Row("https://[1:2:3:4:5:6:7::8]/a", cannotExist("1:2:3:4:5:6:7::8", ipv6)),
        Row("https://[1::2::3]/a", cannotExist("1::2::3", ipv6)), Row("https://[12345::]/a", cannotExist("12345::", ipv6)),
        Row("https://[::g]/a", cannotExist("::g", ipv6)), Row("https://[::+1]/a", cannotExist("::+1", ipv6)),
        Row("https://[1.2.3.4::]/a", nil), Row("https://[1.2.3.4:1::]/a", cannotExist("1.2.3.4:1::", ipv6)),
        Row("https://[::1.2.3]/a", cannotExist("::1.2.3", ipv6)), Row("https://[::0177.0.0.1]/a", cannotExist("::0177.0.0.1", ipv6)),
    ]

    private static func missing(_ word: String) -> String { "img is `\(word)`, which a program writes for a value that is missing" }
    private static func template(_ mark: String) -> String {
        "img is a path with `\(mark)` in it, a template that no program has filled in"
    }

    static let paths: [Row] = [
        Row("a/b.jpg"), Row("3:4.jpg"), Row("1:/a.jpg"), Row("a..b/..c/d..jpg"), Row("./a.jpg"), Row("a+b.jpg"), Row("%20a%2fb.jpg"),
        Row("undefined", missing("undefined")), Row("a/null.jpg", missing("null")), Row("null?a=b", missing("null")),
        Row("NaN#x", missing("NaN")),
        Row("(null)", missing("(null)")), Row("b/None", missing("None")), Row("[object Object]", missing("[object Object]")),
        Row("nullable.jpg"), Row("undefined/a.jpg"), Row("Nones.jpg"),
        Row("..", "img is a path with `..` in it"), Row("../a", "img is a path with `..` in it"),
        Row("a/..", "img is a path with `..` in it"),
        Row("a/", "img is the path of a folder, not of a picture"), Row("a/.", "img is the path of a folder, not of a picture"),
        Row(".", "img is the path of a folder, not of a picture"), Row("/", "img is the path of a folder, not of a picture"),
        Row("http//e.fr/a", "img has no scheme before //, only what looks like one; a URL begins with https://"),
        Row("HTTPS;//e.fr/a", "img has no scheme before //, only what looks like one; a URL begins with https://"),
        Row("é://e.fr/a", "img has no scheme before //, only what looks like one; a URL begins with https://"),
        Row("://e.fr/a", "img has no scheme before //"), Row("http s://e.fr/a", "img has no scheme before //"),
        Row("a/http//b.jpg"), Row("htt//b.jpg"), Row("http/b.jpg"),
        Row(" a.jpg", "img begins with a space"), Row("a.jpg ", "img ends with a space"), Row("a b.jpg"),
        Row(#"C:\a.jpg"#, "img is a path of a Windows disk, which no phone has"),
        Row("z:/a.jpg", "img is a path of a Windows disk, which no phone has"),
        Row("C:", nil), Row("@:/a.jpg"), Row("C:a.jpg"),
        Row(#"a\b.jpg"#, "img is a path with a backslash in it; in addresses / stands between folders"),
        Row("{{img}}.jpg", template("{{")), Row("a${b}.jpg", template("${")), Row("a{% b %}", template("{%")),
        Row("<%= a %>", template("<%")),
        Row("{a}.jpg"), Row("$a.jpg"),
        Row("a%zz.jpg", "img is a path with a % in it that two hexadecimal digits do not follow; a percent sign of a name is %25"),
        Row("a%2", "img is a path with a % in it that two hexadecimal digits do not follow; a percent sign of a name is %25"),
        Row("a%2g%20.jpg", "img is a path with a % in it that two hexadecimal digits do not follow; a percent sign of a name is %25"),
        Row("a%20"), Row("é.jpg"), Row("shop/Screenshot at 3.04\u{202F}PM.jpg"), Row("می\u{200C}خواهم.jpg"),
        Row("a\u{200B}.jpg", "img is a path with the invisible character <U+200B> in it"),
    ]

    @Test(arguments: urls + hosts + paths) func faults(_ row: Row) {
        let found = messages("img-address", [row.img])
        #expect(found.count == (row.message == nil ? 0 : 1), "\(found)")
        if let message = row.message { #expect(found.first?.hasPrefix(message) == true, "\(found)") }
    }

    /// An app that runs on iOS 17 and later may have characters that are encoded once.
    @Test(arguments: [
        ("https://e.fr/a|b", false), ("https://e.fr/帽", false), ("https://bücher.fr/a", false), ("https://e.fr/a?b[]", false),
        ("https://e.fr/a|b%20", true), ("https://e.fr/a%zz", true), ("https://e.fr/a\u{200B}", true), ("https://e.fr:0/a", true),
    ])
    func iOS17(img: String, isFound: Bool) {
        #expect(messages("img-address", [img], parameters: [("min-ios", .number(17))]).count == (isFound ? 1 : 0))
    }

    /// A host is reported once, and only if no pattern allows it.
    @Test func severalHosts() {
        let imgs = ["https://10.0.0.1/a", "https://e.fr/b", "https://10.0.0.1/c", "https://nas.local/d"]
        #expect(
            messages("img-host", imgs) == [
                "2 of 4 pictures (this one first) are on `10.0.0.1`, which phones do not reach: this address is private (RFC 1918)",
                "1 of 4 pictures is on `nas.local`, which phones do not reach: names in .local are known in their own network only",
            ])
        #expect(messages("img-host", imgs, parameters: [("allowed", .texts(["*.LOCAL", "10.0.0.1"]))]).isEmpty)
    }

    /// Hosts of which one begins like another, or ends as the other does.
    @Test func similarHosts() {
        let hosts = ["10.0.0.1", "10.0.0.2", "10.0.0.22", "10.0.0.2", "e.fr", "10.0.0.1"]
        for end in ["/a", "?a", "#a", ""] {
            #expect(
                messages("img-host", hosts.map { "https://\($0)\(end)" }) == [
                    "2 of 6 pictures (this one first) are on `10.0.0.1`, which phones do not reach: this address is private (RFC 1918)",
                    "2 of 6 pictures (this one first) are on `10.0.0.2`, which phones do not reach: this address is private (RFC 1918)",
                    "1 of 6 pictures is on `10.0.0.22`, which phones do not reach: this address is private (RFC 1918)",
                ], "\(end)")
        }
    }

    /// Formats of entries and the endings of their addresses. A server that converts pictures is asked by a word of the address.
    @Test(arguments: [
        ("a.jpg", "tiff", true), ("a.jpg", "jpeg", false), ("a.php", "tiff", false), ("a.heic", "avif", false),
        ("a.jpg?fm=webp", "webp", false),
        ("a.jpg?x-oss-process=image/format,webp", "webp", false), ("a.jpg?auto=compress,format", "avif", false),
        ("a.jpg?imageView2/2/w/2000/format/webp", "webp", false), ("a.jpg?tr=f-webp", "webp", false), ("a.jpg?stp=dst-webp", "webp", false),
        ("a.jpg", "png", true),
    ])
    func formats(img: String, format: String, isFound: Bool) {
        let entry = #"[{"w":2,"h":3,"img":"https://auto.e.fr/\#(img)","price":"","format":"\#(format)"}]"#
        var check = ManifestCheck(RuleChoices(Rule.all))
        check.take(check.check("m.json", Array(entry.utf8)))
        #expect(check.result.files[0].findings.filter { $0.rule == "picture-format" }.map(\.pointer) == (isFound ? ["/0/format"] : []))
    }

    static let reach: [Row] = [
        Row("e.fr"), Row("localhost", "this is the phone itself"), Row("a.localhost", "this is the phone itself"),
        Row("shop", "a name without a dot is known in its own network only"),
        Row("shop.LAN", "names in .lan are known in their own network only"),
        Row("a.local", "names in .local are known in their own network only"),
        Row("a.home.arpa", "names in .home.arpa are known in their own network only"),
        Row("a.arpa"), Row("a.ahome.arpa"), Row("a.test", "there are no names in .test (RFC 2606)"),
        Row("a.invalid", "there are no names in .invalid (RFC 2606)"),
        Row("test.fr"), Row("127.0.0.1", "this is the phone itself"), Row("126.0.0.1"), Row("0.1.2.3", "no host has this address"),
        Row("10.0.0.1", "this address is private (RFC 1918)"), Row("11.0.0.1"), Row("172.15.0.1"),
        Row("172.16.0.1", "this address is private (RFC 1918)"),
        Row("172.31.0.1", "this address is private (RFC 1918)"), Row("172.32.0.1"),
        Row("192.168.0.1", "this address is private (RFC 1918)"),
        Row("192.167.0.1"), Row("169.254.0.1", "this address is of one network link only"), Row("169.253.0.1"), Row("100.63.0.1"),
        Row("100.64.0.1", "this address is shared inside of providers (RFC 6598)"),
        Row("100.127.0.1", "this address is shared inside of providers (RFC 6598)"),
        Row("100.128.0.1"), Row("192.0.2.1", "this address is for documents only (RFC 5737)"), Row("192.0.3.1"),
        Row("198.51.100.1", "this address is for documents only (RFC 5737)"), Row("198.51.101.1"),
        Row("203.0.113.1", "this address is for documents only (RFC 5737)"), Row("203.0.114.1"), Row("223.0.0.1"),
        Row("224.0.0.1", "this address is of a multicast group"), Row("239.0.0.1", "this address is of a multicast group"),
        Row("240.0.0.1", "no host has this address"), Row("255.255.255.255", "no host has this address"),
        Row("[::1]", "this is the phone itself"), Row("[::]", "no host has this address"), Row("[::2]"), Row("[::1:1]"),
        Row("[::ffff:10.0.0.1]", "this address is private (RFC 1918)"), Row("[::ffff:8.8.8.8]"), Row("[::fffe:10.0.0.1]"),
        Row("[::1:ffff:10.0.0.1]"),
        Row("[fc00::1]", "this address is private (RFC 4193)"), Row("[fdff::1]", "this address is private (RFC 4193)"), Row("[fbff::1]"),
        Row("[fe00::1]"),
        Row("[2001:db8::1]", "this address is for documents only (RFC 3849)"), Row("[2001:db9::1]"), Row("[2002:db8::1]"),
        Row("[ff02::1]", "this address is of a multicast group"), Row("[fe80::1]", "this address is of one network link only"),
        Row("[febf::1]", "this address is of one network link only"), Row("[fec0::1]"), Row("[2a00::1]"),
    ]

    @Test(arguments: reach) func hostsThatPhonesReach(_ row: Row) {
        let found = messages("img-host", ["https://\(row.img):80/a"])
        #expect(found.count == (row.message == nil ? 0 : 1), "\(found)")
        if let message = row.message { #expect(found.first?.hasSuffix(", which phones do not reach: \(message)") == true, "\(found)") }
    }

    /// Sizes in addresses of an entry of 1600x1200.
    static let asked: [Row] = [
        Row("a_800x600.jpg", "800 x 600"), Row("a_800x.jpg", "800 x any height"), Row("a_x600.jpg", "any width x 600"), Row("a_x.jpg"),
        Row("a_x60.jpg"),
        Row("a_299x600.jpg"), Row("a_300x300.jpg", "300 x 300"), Row("a_300x20000.jpg", "300 x 20000"), Row("a_300x20001.jpg"),
        Row("a800x600.jpg"),
        Row("_800x600.jpg", "800 x 600"), Row("800x600.jpg"), Row("a_800x600x2.jpg"), Row("a_800x600"),
        Row("b/a_800x600.jpg?v=1", "800 x 600"),
        Row("b.jpg?c_800x600.jpg"), Row("b.jpg#c_800x600.jpg"), Row("a_1600x1200.jpg"), Row("a_1599x1199.jpg"),
        Row("a_1598x1200.jpg", "1598 x 1200"),
        Row("a_1600x1198.jpg", "1600 x 1198"),
        Row("a-800x600.jpg", "800 x 600"), Row("a-800x601.jpg", "800 x 601"), Row("a-800x602.jpg"), Row("a-800x599.jpg", "800 x 599"),
        Row("a-800x598.jpg"),
        Row("a-150x150.jpg", "150 x 150"), Row("a-150x149.jpg"), Row("a-149x150.jpg"), Row("a-800x.jpg"), Row("a-x600.jpg"),
        Row("a-200x150.jpg"),
        Row("a.jpg?w=200", "200 x any height"), Row("a.jpg?x=1&width=200&height=100", "200 x 100"), Row("a.jpg?wid=200&hei=90", "200 x 90"),
        Row("a.jpg?imwidth=200", "200 x any height"), Row("a.jpg?imheight=200", "any width x 200"), Row("a.jpg?h=08", "any width x 8"),
        Row("a.jpg?h=07"),
        Row("a.jpg?h=8"), Row("a.jpg?w=1599"), Row("a.jpg?w=1598", "1598 x any height"), Row("a.jpg?h=1199"),
        Row("a.jpg?h=1198", "any width x 1198"),
        Row("a.jpg?w=2000"), Row("a.jpg?w=000200"), Row("a.jpg?w=2x0"), Row("a.jpg?w="), Row("a.jpg?xw=200"), Row("a.jpg#w=200"),
        Row("b/w_200,h_100/a.jpg", "200 x 100"), Row("b/w=200/a.jpg"), Row("a.jpg?x-process=image/resize,w_200", "200 x any height"),
        // The name begins with its size.
        Row("800x600.jpg?v=1"), Row("_800x600.jpg?v=1", "800 x 600"), Row("x600.jpg?v=1"), Row("-800x600.jpg", "800 x 600"),
        Row("a.jpg?w=01000", "1000 x any height"), Row("a.jpg?w=1000&h=2000", "1000 x 2000"), Row("a.jpg?w=2000&h=1000", "2000 x 1000"),
        Row("a.jpg?dpr=2&w=200"), Row("dpr_2,w_200/a.jpg"), Row("a.jpg"),
    ]

    @Test(arguments: asked) func sizesInAddresses(_ row: Row) {
        let found = messages("img-asked", [row.img])
        #expect(
            found
                == (row.message.map {
                    ["1 of 1 pictures is smaller than w and h: its address asks for \($0), and the entry says 1600x1200"]
                } ?? []))
    }

    /// An entry that lacks a side is not compared.
    @Test(arguments: [(0, 1200, 0), (1600, 0, 0), (602, 1, 1), (601, 1, 0), (1, 502, 1), (1, 501, 0)])
    func sidesOfEntries(_ width: Int, _ height: Int, _ count: Int) {
        let text = #"[{"w":\#(width),"h":\#(height),"img":"a.jpg?w=600&h=500","price":""}]"#
        #expect(findings(in: Array(text.utf8)).count { $0.rule == "img-asked" } == count)
    }

    /// One finding stands for all pictures, with the sizes of the first.
    @Test func severalSizesInAddresses() {
        #expect(
            messages("img-asked", ["a.jpg", "b_800x600.jpg", "c_400x300.jpg", "d_1600x1200.jpg"]) == [
                "2 of 4 pictures (this one first) are smaller than w and h: its address asks for 800 x 600, and the entry says 1600x1200"
            ])
    }

    private static let entity = "1 of 1 pictures is with an entity of HTML, such as `&amp;`, in the address"
    private static let twice = "1 of 1 pictures is with a path that is percent-encoded twice, such as `%2520`"

    static let encodingsInAddresses: [Row] = [
        Row("a?b=1&amp;c=2", entity), Row("a&quot;", entity), Row("a&lt;b", entity), Row("a&gt;", entity), Row("&apos;a", entity),
        Row("a&nbsp;", entity),
        Row("a&#38;c", entity), Row("a&#x26;c", entity), Row("a&amp"), Row("a?b&c;d"), Row("a&#;"), Row("a&#12345678;", entity),
        Row("a&#123456789;"),
        Row("a&x#38;"), Row("a&#38"), Row("a&b&amp;", entity),
        Row("a&#38-;"), Row("a;&#-38;"), Row("a;b"), Row("a&b;"), Row("&;"),
        Row("a%2520b", twice), Row("%2541", twice), Row("a%25"), Row("a%252"), Row("a%25zz"), Row("a%25a"), Row("a%20b"), Row("a?b=%2520"),
        Row("a#%2520"),
        Row("a%2520?b", twice), Row("a%25%20"),
    ]

    @Test(arguments: encodingsInAddresses) func encodings(_ row: Row) {
        #expect(messages("img-encoding", [row.img]) == (row.message.map { [$0] } ?? []))
    }

    private static let html = "1 of PICTURES pictures is the address of an HTML page"
    private static let product = "1 of PICTURES pictures is probably the address of a product's page: others end like pictures"

    static let pagesInAddresses: [(img: String, pictures: Int, message: String?)] = [
        ("https://e.fr/a.html", 0, html), ("a.HTM", 0, html), ("a.shtml?b", 1, html), ("a.php", 9, nil), ("a.htmlx", 9, nil),
        ("html", 9, nil),
        ("https://e.fr/p/shoe", 9, product), ("https://e.fr/p/shoe", 8, nil), ("https://e.fr/Products/x/shoe", 9, product),
        ("https://e.fr/a/p/x/shoe", 9, product),
        ("https://e.fr/p/x/y/shoe", 9, nil), ("https://e.fr/p", 9, nil), ("https://p/shoe", 9, nil), ("shop/p/shoe", 9, nil),
        ("https://e.fr/shoe?x=/p/y", 9, nil),
        ("https://e.fr/shoe#/p/y", 9, nil), ("https://e.fr/pp/shoe", 9, nil), ("http://e.fr/dp/shoe?x", 9, product),
    ]

    @Test(arguments: pagesInAddresses.indices) func pages(_ number: Int) {
        let row = Self.pagesInAddresses[number]
        let found = messages("img-page", (0..<row.pictures).map { "https://e.fr/\($0).jpg" } + [row.img])
        #expect(found == (row.message.map { [$0.replacing("PICTURES", with: "\(row.pictures + 1)")] } ?? []))
    }

    static let credentialsInAddresses: [(img: String, has: Bool)] = [
        ("https://me@e.fr/a", true), ("http://me:x@e.fr/a", true), ("//me@e.fr/a", true), ("ftp://me@e.fr/a", true),
        ("https://e.fr/a@b", false),
        ("https://e.fr?a@b", false), ("me@e.fr/a", false), ("//e.fr/@", false), ("ftp://e.fr/@", false), ("ftp://", false),
        ("data:a@b", false),
    ]

    @Test(arguments: credentialsInAddresses.indices) func credentials(_ number: Int) {
        let row = Self.credentialsInAddresses[number]
        #expect(messages("img-credentials", [row.img]).count == (row.has ? 1 : 0))
    }

    /// A host that is a letter away from a ten times as common one.
    @Test(arguments: [
        ("cdn.exmaple.com", 10, true), ("cdn.exmaple.com", 9, false), ("cdn.exampl.com", 10, true), ("cdn.examplee.com", 10, true),
        ("cdn.eaxmlpe.com", 10, false),
        ("cdn1.example.com", 10, false), ("cdm.example.com", 10, false), ("cdn.example.cm", 10, false), ("cdnexample.com", 10, true),
        ("CDN.Exmaple.com", 10, true),
        ("cdn.example.com", 10, false),
    ])
    func misspeltHosts(_ host: String, _ common: Int, _ isFound: Bool) {
        let found = messages("host-spelling", (0..<common).map { "https://cdn.example.com/\($0)" } + ["https://\(host)/a"])
        let message =
            "1 of \(common + 1) pictures is on \(host.lowercased()), a letter away from cdn.example.com, which \(common) pictures have"
        #expect(found == (isFound ? [message] : []))
    }

    /// The further pictures of an entry are looked at too.
    @Test(arguments: [
        ("img-address", "a/../b"), ("img-asked", "a_800x600.jpg"), ("img-credentials", "https://me@e.fr/a"), ("img-encoding", "a&amp;b"),
        ("img-expiry", "https://e.fr/a?Expires=1000000000"), ("img-host", "https://localhost/a"), ("img-http", "http://e.fr/a"),
        ("img-page", "https://e.fr/a.html"), ("img-present", ""),
    ])
    func furtherPictures(_ rule: String, _ img: String) {
        let first = "https://e.fr/b.jpg"
        let text =
            #"[{"w":2,"h":3,"img":"\#(first)","price":"","images":[{"w":1600,"h":1200,"img":"c.jpg"},{"w":1600,"h":1200,"img":"\#(img)"}]}]"#
        let found = findings(in: Array(text.utf8)) { _ = $0.set("on", of: "img-expiry", to: .text("2001-09-09")) }.filter {
            $0.rule == rule
        }
        #expect(found.map(\.pointer) == ["/0/images/1/img"])
    }
}
