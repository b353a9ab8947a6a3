// docs/rules.md: addresses that phones cannot load are found, and no others.
import TestSupport
import Testing

@Suite struct CheckAddressTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The findings of a manifest in which every picture has an address of this kind. The second one is sound, if it is
    /// given.
    private func findings(_ imgs: String..., options: [Bytes] = []) throws -> [CheckAnswer.Finding] {
        try folder.add("m.json", Bytes(manifest(of: imgs.map { entry(200, 300, $0, "¥1") })))
        let outcome = try check(["m.json", "--format=json"] + options, in: folder)
        let found = try outcome.checked().findings
        let isError = found.contains { $0.severity == "error" }
        #expect(outcome.status == .exited(isError ? 1 : 0), "\(outcome.messages)")
        return found
    }

    private func configuration(_ text: String) throws -> [Bytes] {
        try folder.add("weir.json", Bytes(text))
        return ["--config=weir.json"]
    }

    static let nilBefore17 = "before iOS 17 `URL(string:)` returns nil for it, and since iOS 17 encodes it"

    /// Each address is an error in the img of the first entry, and the only finding. The message begins with the text.
    @Test(arguments: [
        ("https://cdn.example.com/a|b.jpg", "img is a URL with `|` in it, which has to be %7C: \(nilBefore17)"),
        (#"https://cdn.example.com/a"b.jpg"#, "img is a URL with `\"` in it, which has to be %22: \(nilBefore17)"),
        ("https://cdn.example.com/a<b.jpg", "img is a URL with `<` in it, which has to be %3C: \(nilBefore17)"),
        ("https://cdn.example.com/a>b.jpg", "img is a URL with `>` in it, which has to be %3E: \(nilBefore17)"),
        ("https://cdn.example.com/a^b.jpg", "img is a URL with `^` in it, which has to be %5E: \(nilBefore17)"),
        ("https://cdn.example.com/a`b.jpg", "img is a URL with ``` in it, which has to be %60: \(nilBefore17)"),
        ("https://cdn.example.com/{id}.jpg", "img is a URL with `{` in it, which has to be %7B: \(nilBefore17)"),
        ("https://cdn.example.com/id}.jpg", "img is a URL with `}` in it, which has to be %7D: \(nilBefore17)"),
        (
            "https://cdn.example.com/a?s=[1]",
            "img is a URL with `[` in it, which has to be %5B: before iOS 17 `URL(string:)` leaves it as it is, and since iOS 17 encodes it"
        ),
        ("https://cdn.example.com/a]b.jpg", "img is a URL with `]` in it, which has to be %5D: before iOS 17"),
        (#"https://cdn.example.com/a\b.jpg"#, #"img is a URL with `\` in it, which has to be %5C: "# + nilBefore17),
        (
            "https://cdn.example.com/a%zz.jpg",
            "img is a URL with a % in it that two hexadecimal digits do not follow: before iOS 17 `URL(string:)` returns nil for it, and since iOS 17 encodes it as %25"
        ),
        ("https://cdn.example.com/100%", "img is a URL with a % in it"),
        ("https://cdn.example.com/a b.jpg", "img is a URL with a space in it, which has to be %20: \(nilBefore17)"),
        (
            "https://cdn.example.com/a%20b c.jpg",
            "img is a URL with a space in it, which has to be %20: before iOS 17 `URL(string:)` returns nil for it, and since iOS 17 encodes it and, once more, the encodings that are there already"
        ),
        ("https://cdn.example.com/a#b#c", "img is a URL with `#` in it, which has to be %23: \(nilBefore17)"),
        ("https://cdn.example.com/帽子.jpg", "img is a URL with `帽` in it, which has to be %E5%B8%BD: \(nilBefore17)"),
        ("https://cdn.example.com/é.jpg", "img is a URL with `é` in it, which has to be %C3%A9: \(nilBefore17)"),
        ("https://cdn.example.com/a\u{200B}.jpg", "img is a URL with the invisible character <U+200B> in it"),
        ("https://cdn.example.com/\u{202E}gpj.a", "img is a URL with the invisible character <U+202E> in it"),
        ("https://cdn.example.com/a\u{85}.jpg", "img is a URL with the invisible character <U+0085> in it"),
        (
            "https://bücher.example.com/a.jpg",
            "img is a URL whose host has letters outside of ASCII, which have to be Punycode (xn--): before iOS 17"
        ),
        (
            "https://cdn.example.com:abc/a.jpg",
            "img is a URL whose port is no number, and ports are numbers from 1 to 65535"
        ),
        ("https://cdn.example.com:99999/a.jpg", "img is a URL whose port is `99999`"),
        ("https://cdn.example.com:0/a.jpg", "img is a URL whose port is `0`"),
        (
            "https://cdn..example.com/a.jpg",
            "img is a URL whose host `cdn..example.com` cannot exist: a part between dots is empty"
        ),
        (
            "https://.example.com/a.jpg",
            "img is a URL whose host `.example.com` cannot exist: a part between dots is empty"
        ),
        ("https://-/a.jpg", "img is a URL whose host `-` cannot exist: a part of it begins or ends with a hyphen"),
        (
            "https://[::1/a.jpg",
            "img is a URL whose host `::1` cannot exist: the bracket of the IPv6 address is not closed"
        ),
        (
            "https://[2001:db8::g]/a.jpg",
            "img is a URL whose host `2001:db8::g` cannot exist: it is not an IPv6 address in brackets"
        ),
        ("https://[]/a.jpg", "img is a URL whose host `` cannot exist: it is not an IPv6 address"),
        (
            "https://256.1.1.1/a.jpg",
            "img is a URL whose host `256.1.1.1` cannot exist: an IPv4 address is four decimal numbers up to 255, which do not begin with 0"
        ),
        ("https://0177.0.0.1/a.jpg", "img is a URL whose host `0177.0.0.1` cannot exist: an IPv4 address"),
        ("https://2130706433/a.jpg", "img is a URL whose host `2130706433` cannot exist: an IPv4 address"),
        ("https://0x7F000001/a.jpg", "img is a URL whose host `0x7F000001` cannot exist: an IPv4 address"),
        ("https://127.0.0x1/a.jpg", "img is a URL whose host `127.0.0x1` cannot exist: an IPv4 address"),
        (
            "https://[::0177.0.0.1]/a.jpg",
            "img is a URL whose host `::0177.0.0.1` cannot exist: it is not an IPv6 address"
        ),
        (
            "https://cdn%2Eexample.com/a.jpg",
            "img is a URL whose host `cdn%2Eexample.com` cannot exist: names of hosts have no `%`"
        ),
        (
            "https://cdn example.com/a.jpg",
            "img is a URL whose host `cdn example.com` cannot exist: names of hosts have no ` `"
        ),
        ("https://\(String(repeating: "a", count: 64)).example.com/a.jpg", "img is a URL whose host `aaaa"),
        ("https:///a.jpg", "img is a URL without a host"),
        (" https://cdn.example.com/a.jpg", "img begins with a space"), ("shop/a.jpg ", "img ends with a space"),
        ("https:/cdn.example.com/a.jpg", "img has no // behind `https:`, so it has no host"),
        ("HTTP:cdn.example.com/a.jpg", "img has no // behind `HTTP:`, so it has no host"),
        ("https//cdn.example.com/a.jpg", "img has no scheme before //, only what looks like one"),
        ("HTTPS;//cdn.example.com/a.jpg", "img has no scheme before //"),
        ("http s://cdn.example.com/a.jpg", "img has no scheme before //"),
        ("://cdn.example.com/a.jpg", "img has no scheme before //"),
        (#"C:\pictures\a.jpg"#, "img is a path of a Windows disk, which no phone has"),
        ("c:/pictures/a.jpg", "img is a path of a Windows disk"),
        (#"pictures\a.jpg"#, "img is a path with a backslash in it"),
        ("pictures/a\u{200B}.jpg", "img is a path with the invisible character <U+200B> in it"),
        ("//cdn.example.com/a.jpg", "img begins with //"), ("file:///tmp/a.jpg", "img is of the scheme `file`"),
        ("data:image/png;base64,AA", "img is of the scheme `data`"),
        ("undefined", "img is `undefined`, which a program writes for a value that is missing"),
        ("shop/null.jpg", "img is `null`, which a program writes"),
        ("NaN", "img is `NaN`"), ("(null)", "img is `(null)`"), ("[object Object]", "img is `[object Object]`"),
        ("https://cdn.example.com/None?w=3", "img is `None`"),
        ("https://cdn.example.com/undefined", "img is `undefined`"),
        ("{{img}}", "img is a path with `{{` in it, a template that no program has filled in"),
        ("shop/${img}.jpg", "img is a path with `${` in it, a template"),
        ("<%= img %>", "img is a path with `<%` in it, a template"),
        (".", "img is the path of a folder, not of a picture"), ("/", "img is the path of a folder"),
        ("shop/", "img is the path of a folder"), ("shop/.", "img is the path of a folder"),
        ("a%zz.jpg", "img is a path with a % in it that two hexadecimal digits do not follow; a percent sign of a name is %25"),
        ("100%", "img is a path with a % in it"),
    ])
    func broken(img: String, message: String) throws {
        let found = try findings(img)
        #expect(found.map(\.rule) == ["img-address"], "\(found.map(\.message))")
        let finding = try #require(found.first)
        #expect(finding.message.hasPrefix(message), "\(finding.message)")
        #expect([finding.line, finding.column] == [2, 24])
        #expect(finding.pointer == "/0/img" && finding.severity == "error")
        // A sound address before it changes nothing.
        if img.hasPrefix("https://cdn.example.com/") {
            #expect(try findings("https://cdn.example.com/0.jpg", img).map(\.pointer) == ["/1/img"])
        }
    }

    /// No rule has anything to tell.
    @Test(arguments: [
        "https://cdn.example.com/a.jpg", "HTTPS://CDN.Example.COM/a.jpg", "https://cdn.example.com",
        "https://cdn.example.com?a=b",
        "https://cdn.example.com/a%20b.jpg", "https://cdn.example.com/%E5%B8%BD.jpg",
        "https://cdn.example.com:8443/a.jpg",
        "https://cdn.example.com:/a.jpg", "https://cdn.example.com./a.jpg", "https://my_shop.example.com/a.jpg",
        "https://xn--bcher-kva.example.com/a.jpg", "https://192.31.196.1/a.jpg", "https://[2001:4:112::1]/a.jpg",
        "https://[2001:4:112:0:0:0:192.31.196.1]:8443/a.jpg",
        "https://cdn.example.com/a~b!$&'()*+,;=:@-._/?/?a=b&c=d#e/f?",
        "https://cdn.example.com/a/../b.jpg", "https://cdn.example.com/x@2x.jpg", "shop/a b.jpg", "帽子/é.jpg", "3:4.jpg",
        "/shop/a.jpg", "null/a.jpg", "nullable.jpg", "shop/{1}.jpg", "a%20b.jpg", "a//b.jpg",
        "shop/Screenshot at 3.04\u{202F}PM.jpg", "می\u{200C}خواهم.jpg",
        "https://cdn.example.com/a.jpg?X-Amz-Date=29990101T000000Z&X-Amz-Expires=604800",
        "https://cdn.example.com/a.jpg?Expires=32503680000&Signature=x", "https://cdn.example.com/a.jpg?Expires=never",
        "shop/a.jpg?Expires=1000000000",
        "https://cdn.example.com/Expires/a.jpg", "https://cdn.example.com/Expires=1000000000/a.jpg",
        "https://cdn.example.com/a.jpg?ex=3b9aca00", "https://cdn.example.com/a.jpg?Policy=x",
        "https://cdn.example.com/a.jpg?auth_key=1000000000", "https://cdn.example.com/a~b=c~exp=5/a.jpg",
        "https://cdn.example.com/a.jpg?e=5&token=x", "https://cdn.example.com/a.jpg?se=1000-01-01",
    ])
    func sound(img: String) throws {
        let found = try findings(img)
        #expect(found.map(\.message) == [])
    }

    @Test(arguments: [
        ("http://localhost:8000/a.jpg", "`localhost`", "this is the phone itself"),
        ("https://shop.LOCALHOST/a.jpg", "`shop.LOCALHOST`", "this is the phone itself"),
        ("https://127.0.0.1/a.jpg", "`127.0.0.1`", "this is the phone itself"),
        ("https://[::1]:80/a.jpg", "`::1`", "this is the phone itself"),
        ("https://10.1.2.3/a.jpg", "`10.1.2.3`", "this address is private (RFC 1918)"),
        ("https://172.31.0.1/a.jpg", "`172.31.0.1`", "this address is private (RFC 1918)"),
        ("https://192.168.0.1/a.jpg", "`192.168.0.1`", "this address is private (RFC 1918)"),
        ("https://169.254.1.1/a.jpg", "`169.254.1.1`", "this address is of one network link only"),
        ("https://100.64.0.1/a.jpg", "`100.64.0.1`", "this address is shared inside of providers (RFC 6598)"),
        ("https://0.0.0.0/a.jpg", "`0.0.0.0`", "no host has this address"),
        ("https://[fd00::1]/a.jpg", "`fd00::1`", "this address is private (RFC 4193)"),
        ("https://192.0.2.9/a.jpg", "`192.0.2.9`", "this address is for documents only (RFC 5737)"),
        ("https://198.51.100.9/a.jpg", "`198.51.100.9`", "this address is for documents only (RFC 5737)"),
        ("https://203.0.113.9/a.jpg", "`203.0.113.9`", "this address is for documents only (RFC 5737)"),
        ("https://[2001:db8::7]/a.jpg", "`2001:db8::7`", "this address is for documents only (RFC 3849)"),
        ("https://224.0.0.251/a.jpg", "`224.0.0.251`", "this address is of a multicast group"),
        ("https://[ff02::fb]/a.jpg", "`ff02::fb`", "this address is of a multicast group"),
        ("https://255.255.255.255/a.jpg", "`255.255.255.255`", "no host has this address"),
        ("https://[fe80::1]/a.jpg", "`fe80::1`", "this address is of one network link only"),
        ("https://[::ffff:10.0.0.1]/a.jpg", "`::ffff:10.0.0.1`", "this address is private (RFC 1918)"),
        ("https://images/a.jpg", "`images`", "a name without a dot is known in its own network only"),
        ("https://nas.local/a.jpg", "`nas.local`", "names in .local are known in their own network only"),
        ("https://nas.home.arpa/a.jpg", "`nas.home.arpa`", "names in .home.arpa are known in their own network only"),
        ("https://cdn.test/a.jpg", "`cdn.test`", "there are no names in .test (RFC 2606)"),
    ])
    func unreachable(img: String, host: String, reason: String) throws {
        let found = try findings(img)
        #expect(
            found.map { "\($0.rule) \($0.severity) \($0.line ?? 0):\($0.column ?? 0) \($0.pointer)" } == ["img-host warning 2:24 /0/img"])
        #expect(found.map(\.message) == ["1 of 1 pictures is on \(host), which phones do not reach: \(reason)"])
    }

    /// One host is reported once, and only if no rule allows it.
    @Test func hosts() throws {
        let imgs = ("https://10.0.0.1/a.jpg", "https://cdn.example.com/b.jpg", "https://10.0.0.1/c.jpg", "https://nas.local/d.jpg")
        let found = try findings(imgs.0, imgs.1, imgs.2, imgs.3)
        #expect(
            found.map(\.message) == [
                "2 of 4 pictures (this one first) are on `10.0.0.1`, which phones do not reach: this address is private (RFC 1918)",
                "1 of 4 pictures is on `nas.local`, which phones do not reach: names in .local are known in their own network only",
            ])
        let allowed = try configuration(#"{"rules":{"img-host":{"allowed":["*.LOCAL","10.0.0.1"]}}}"#)
        #expect(try findings(imgs.0, imgs.1, imgs.2, imgs.3, options: allowed).isEmpty)
    }

    @Test func http() throws {
        let imgs = ("https://cdn.example.com/a.jpg", "http://cdn.example.com/b.jpg", "HTTP://cdn.example.com/c.jpg")
        let found = try findings(imgs.0, imgs.1, imgs.2)
        #expect(
            found.map { "\($0.rule) \($0.severity) \($0.line ?? 0):\($0.column ?? 0) \($0.pointer)" } == ["img-http warning 3:24 /1/img"])
        #expect(found.map(\.message) == ["2 of 3 pictures (this one first) are loaded by http, which App Transport Security refuses"])
        let allowed = try configuration(#"{"rules":{"img-http":{"allowed":["CDN.*"]}}}"#)
        #expect(try findings(imgs.0, imgs.1, imgs.2, options: allowed).isEmpty)
    }

    /// All these expired at 2001-09-09T01:46:40Z, or on that day.
    @Test(arguments: [
        "Expires=1000000000&Signature=x", "expires=1000000000000",
        "X-Amz-Date=20010909T004640Z&X-Amz-Expires=3600&X-Amz-Signature=x",
        "X-Goog-Date=20010909T004640Z&X-Goog-Expires=3600", "x-oss-date=20010909T004640Z&x-oss-expires=3600",
        "se=2001-09-09T01%3A46%3A40Z&sig=x",
        "q-sign-time=900000000%3B1000000000", "q-sign-time=900000000;1000000000", "e=1000000000&token=x",
        "hdnts=exp=1000000000~acl=/*~hmac=x",
        "__token__=st=900000000~exp=1000000000~hmac=x", "exp=1000000000&sig=x", "oh=x&oe=3B9ACA00",
        "ex=3b9aca00&is=3b000000&hm=x", "txSecret=x&txTime=3B9ACA00",
        "auth_key=1000000000-0-0-0123456789abcdef",
        "Policy=eyJTdGF0ZW1lbnQiOlt7IlJlc291cmNlIjoiaHR0cHM6Ly9jZG4uZXhhbXBsZS5jb20vKiIsIkNvbmRpdGlvbiI6eyJEYXRlTGVzc1RoYW4iOnsiQVdTOkVwb2NoVGltZSI6MTAwMDAwMDAwMH19fV19&Signature=x&Key-Pair-Id=x",
    ])
    func expired(query: String) throws {
        let found = try findings("https://cdn.example.com/a.jpg?a=b", "https://cdn.example.com/a.jpg?\(query)")
        #expect(
            found.map { "\($0.rule) \($0.severity) \($0.line ?? 0):\($0.column ?? 0) \($0.pointer)" } == ["img-expiry error 3:24 /1/img"])
        #expect(found.allSatisfy { $0.message.hasSuffix("; this one expires at 2001-09-09T01:46:40Z") }, "\(found.map(\.message))")
    }

    /// A token of Akamai may also stand in the path.
    @Test(arguments: [
        "https://cdn.example.com/exp=1000000000~acl=/*~hmac=x/a.jpg",
        "https://cdn.example.com/a/hdnts=st=900000000~exp=1000000000~hmac=x/b.jpg?c=d",
    ])
    func expiredPath(img: String) throws {
        let found = try findings(img)
        #expect(found.map(\.rule) == ["img-expiry"])
    }

    /// The day is that of the configuration, and signatures must be good for some days from its beginning.
    @Test(arguments: [
        (#"{"on":"2001-09-08"}"#, 0), (#"{"on":"2001-09-09"}"#, 1), (#"{"on":"2001-09-08","days":2}"#, 1),
    ])
    func day(settings: String, count: Int) throws {
        let options = try configuration(#"{"rules":{"img-expiry":\#(settings)}}"#)
        #expect(try findings("https://cdn.example.com/a.jpg?Expires=1000000000", options: options).count == count)
    }

    @Test(arguments: [
        (#""img-expiry":{"on":"2001-02-29"}"#, "img-expiry.on: this must be a day such as 2027-01-31"),
        (#""img-expiry":{"days":0}"#, "img-expiry.days: this must be a number from 1 to 36500"),
        (#""img-address":{"min-ios":0}"#, "img-address.min-ios: this must be a number from 8 to 99"),
        (#""img-address":{"min-ios":1700}"#, "img-address.min-ios: this must be a number from 8 to 99"),
    ])
    func refusedSetting(settings: String, message: String) throws {
        let options = try configuration(#"{"rules":{\#(settings)}}"#)
        try folder.add("m.json", Bytes(manifest(entry(200, 300, "a.jpg", "¥1"))))
        let outcome = try check(["m.json"] + options, in: folder)
        #expect(outcome.status == .exited(2))
        #expect(outcome.messages.contains("rules.\(message)"), "\(outcome.messages)")
    }

    /// For an app that runs on iOS 17 and later, characters are allowed that are encoded once.
    @Test(arguments: [
        ("https://cdn.example.com/a|b.jpg", 0), ("https://cdn.example.com/帽.jpg", 0),
        ("https://bücher.example.com/a.jpg", 0), ("https://cdn.example.com/a?b[]", 0),
        ("https://cdn.example.com/a|b%20.jpg", 1), ("https://cdn.example.com/a%zz.jpg", 1),
        ("https://cdn.example.com/a\u{200B}.jpg", 1),
        ("https://cdn.example.com:0/a.jpg", 1),
    ])
    func iOS17(img: String, count: Int) throws {
        let options = try configuration(#"{"rules":{"img-address":{"min-ios":17}}}"#)
        let found = try findings(img, options: options)
        #expect(found.count == count, "\(found.map(\.message))")
    }

    /// Whole URLs among paths are reported as before; http among https is reported by its own rule.
    @Test func mixed() throws {
        #expect(
            try findings("https://cdn.example.com/a.jpg", "http://cdn.example.com/b.jpg", "c.jpg").map(\.rule) == [
                "img-http", "mixed-schemes",
            ])
    }
}
