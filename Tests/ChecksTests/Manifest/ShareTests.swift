import Checks
import Testing

/// Rules that compare an entry with the others of its manifest.
@Suite struct ShareTests {
    private func found(_ rule: String, _ entries: [String], parameters: [(String, RuleValue)] = []) -> [Finding] {
        findings(in: Array("[\(entries.joined(separator: ","))]".utf8)) { choices in
            for (name, value) in parameters { _ = choices.set(name, of: rule, to: value) }
        }.filter { $0.rule == rule }
    }

    private func entries(_ sizes: [(w: Int, h: Int)], img: (Int) -> String = { "\($0).jpg" }) -> [String] {
        sizes.enumerated().map { #"{"w":\#($1.w),"h":\#($1.h),"img":"\#(img($0))","price":""}"# }
    }

    /// Nine of ten entries, ten at least, have the size of a placeholder. The count, the size of the others, and the first of them.
    @Test(arguments: [(10, 0, true), (9, 0, false), (18, 2, true), (17, 3, false), (27, 3, true), (26, 3, false), (11, 1, true)])
    func placeholders(_ count: Int, _ others: Int, _ isFound: Bool) {
        let sizes = Array(repeating: (w: 20, h: 30), count: others) + Array(repeating: (w: 300, h: 300), count: count)
        let findings = found("placeholder-share", entries(sizes))
        let message = "\(count) of \(count + others) entries are 300x300, the size of a placeholder; this is the first of them"
        #expect(findings.map(\.message) == (isFound ? [message] : []))
        #expect(findings.map(\.pointer) == (isFound ? ["/\(others)"] : []))
        #expect(findings.allSatisfy { $0.severity == .warning && $0.isAboutAllEntries })
        // The order of the entries does not matter for the majority.
        #expect(found("placeholder-share", entries(sizes.reversed())).count == findings.count)
        let mixed = (0..<sizes.count).map { sizes[($0 * 7) % sizes.count] }
        if sizes.count % 7 != 0 { #expect(found("placeholder-share", entries(mixed)).count == findings.count) }
    }

    @Test func placeholdersOfAnotherSize() {
        let sizes = Array(repeating: (w: 200, h: 100), count: 12)
        #expect(found("placeholder-share", entries(sizes)).isEmpty)
        #expect(found("placeholder-share", entries(sizes), parameters: [("size", .text("200x100"))]).count == 1)
        #expect(found("placeholder-share", entries(sizes), parameters: [("size", .text("100x200"))]).isEmpty)
        #expect(
            found("placeholder-share", entries(Array(repeating: (w: 300, h: 300), count: 12)), parameters: [("size", .text("200x100"))])
                .isEmpty)
    }

    /// Entries that have a state, that share a picture, or whose addresses ask for that size.
    @Test func placeholdersThatAreNone() {
        let sizes = Array(repeating: (w: 300, h: 300), count: 12)
        #expect(found("placeholder-share", entries(sizes)).count == 1)
        let stated = entries(sizes).dropLast() + [#"{"w":300,"h":300,"img":"x","price":"","status":"ok"}"#]
        #expect(found("placeholder-share", Array(stated)).isEmpty)
        for (same, isFound) in [(1, true), (3, true), (4, false)] {
            #expect(found("placeholder-share", entries(sizes) { $0 < same ? "a" : "\($0)" }).isEmpty == !isFound, "\(same)")
        }
        for (asking, isFound) in [(0, true), (6, true), (7, false)] {
            #expect(
                found("placeholder-share", entries(sizes) { $0 < asking ? "\($0)?w=300&h=300" : "\($0)?w=300&h=400" }).isEmpty == !isFound,
                "\(asking)")
        }
    }

    @Test(arguments: [(0.5, 2, false), (0.5, 3, true), (0, 1, true), (0, 0, false), (1, 4, false)])
    func sharesOfStates(_ most: Double, _ count: Int, _ isFound: Bool) {
        for (rule, state) in [("placeholder-share", "placeholder"), ("stale-share", "stale")] {
            let entries = (0..<4).map { #"{"w":2,"h":3,"img":"\#($0)","price":"","status":"\#($0 < count ? state : "ok")"}"# }
            #expect(found(rule, entries, parameters: [("most", .number(most))]).isEmpty == !isFound, "\(rule)")
        }
    }

    private func priced(_ prices: [String]) -> [String] {
        prices.enumerated().map { #"{"w":2,"h":3,"img":"\#($0).jpg","price":"\#($1)"}"# }
    }

    /// Ten prices from 10 to 19 and others: which entries are reported.
    @Test(
        arguments: [
            (["1500"], [10]), (["999"], []), (["1000"], [10]), (["1900"], [10]), (["1901"], []), (["0.15"], [10]), (["0.10"], [10]),
            (["0.19"], [10]),
            (["0.20"], []), (["0.09"], []), (["1500", "1600", "1700"], [10, 11, 12]), (["1500", "1600", "1700", "1800"], []),
            (["1500", "0.15"], [10, 11]),
            (["150"], []), (["1500", "12000"], []), (["1500.00"], [10]), (["1.500,00"], [10]), (["0", "0"], []), (["1500 €"], []),
            (["", "x"], []),
        ] as [([String], [Int])])
    func outliers(_ prices: [String], _ reported: [Int]) {
        let usual = (10..<20).map { "\($0)" }
        let findings = found("price-outlier", priced(usual + prices))
        #expect(findings.compactMap(\.entry).sorted() == reported, "\(findings.map(\.message))")
        // Too few prices to know.
        if reported.count == 1 { #expect(found("price-outlier", priced(Array(usual.prefix(8)) + prices)).isEmpty) }
    }

    @Test(
        arguments: [
            (["https://e.fr/a", "https://e.fr/b", "c"], "1 of 3 pictures is addressed by path, and most by URL"),
            (["a", "b", "http://e.fr/c"], "1 of 3 pictures is addressed by URL, and most by path"),
            (["a", "b"], nil), (["https://e.fr/a", "//e.fr/b", "ftp://e.fr/c", "", "a/../b"], nil),
            (
                ["https://e.fr/a", "b", "c", "https://e.fr/d", "e"],
                "2 of 5 pictures (this one first) are addressed by URL, and most by path"
            ),
        ] as [([String], String?)])
    func schemes(_ imgs: [String], _ message: String?) {
        let entries = imgs.map { #"{"w":2,"h":3,"img":"\#($0)","price":""}"# }
        #expect(found("mixed-schemes", entries).map(\.message) == (message.map { [$0] } ?? []))
    }

    /// When a signed address expires, by all providers' parameters; nil if nothing states it.
    @Test(arguments: [
        ("Expires=1000000000", true), ("exp=1000000000", true), ("e=1000000000", false), ("e=1000000000&token=x", true),
        ("expires=100000000", true),
        ("expires=10000000", false), ("expires=10000000000", false), ("expires=1000000000000", true), ("expires=-100000000", false),
        ("expires=x", false),
        ("txTime=3b9aca00", false), ("txTime=3b9aca00&txSecret=x", true), ("oe=3B9ACA00&oh=1", true), ("oe=3B9ACA0&oh=1", false),
        ("ex=3b9aca00&hm=1", true),
        ("ex=3b9aca00", false), ("auth_key=1000000000-0-0-abc", true), ("auth_key=1000000000-0-abc", false),
        ("q-sign-time=1;1000000000", true),
        ("X-Amz-Date=20010909T000000Z&X-Amz-Expires=60", true), ("X-Amz-Date=20010909T000000Z&X-Amz-Expires=86400", false),
        ("X-Amz-Date=20010909T000000Z&X-Amz-Expires=86399", true), ("X-Amz-Date=20010909T235930Z&X-Amz-Expires=29", true),
        ("X-Amz-Date=20010909T235930Z&X-Amz-Expires=30", false), ("X-Goog-Date=20010908T230000Z&X-Goog-Expires=1", true),
        ("X-Amz-Date=2001&X-Amz-Expires=1", false),
        ("X-Amz-Date=20011309T000000Z&X-Amz-Expires=1", false), ("X-Amz-Expires=1", false), ("sig=x&se=2001-09-09", true),
        ("sig=x&se=2001-09-09T23:59:59Z", true),
        ("sig=x&se=2001-09-10T00:00:00Z", false), ("sig=x&se=2001-09-09T23:59Z", true), ("se=2001-09-09", false), ("sig=x&se=soon", false),
        ("hdnts=exp=1000000000~acl=/*", true), ("hdnea=st=1~exp=1000000000~hmac=x", true), ("hdnts=exp=1000000000", false),
        ("hdnts=st=1000000000~a=b", false),
        ("Expires=2000000000&exp=1000000000", false), ("Signature=x&Policy=e30_", false),
        ("x-oss-date=20010909T004640Z&x-oss-expires=3600", true), ("q-sign-time=900000000%3B1000000000", true),
        ("se=2001-09-09T01%3A46%3A40Z&sig=x", true), ("__token__=st=900000000~exp=1000000000~hmac=x", true),
        (
            "Policy=eyJTdGF0ZW1lbnQiOlt7IlJlc291cmNlIjoiaHR0cHM6Ly9jZG4uZXhhbXBsZS5jb20vKiIsIkNvbmRpdGlvbiI6eyJEYXRlTGVzc1RoYW4iOnsiQVdTOkVwb2NoVGltZSI6MTAwMDAwMDAwMH19fV19&Signature=x&Key-Pair-Id=x",
            true
        ),
    ])
    func expiry(_ query: String, _ hasExpired: Bool) {
        let entry = #"{"w":2,"h":3,"img":"https://e.fr/a?\#(query)","price":""}"#
        #expect(found("img-expiry", [entry], parameters: [("on", .text("2001-09-09"))]).count == (hasExpired ? 1 : 0))
        // A fragment is not sent to the server.
        let unsent = #"{"w":2,"h":3,"img":"https://e.fr/a#?\#(query)","price":""}"#
        #expect(found("img-expiry", [unsent], parameters: [("on", .text("2001-09-09"))]).isEmpty)
    }

    /// One finding stands for all signatures, with the moment of the first.
    @Test func severalExpiries() {
        let entries = ["a?Expires=1000000000", "b", "c?Expires=1000000001", "d?Expires=2000000000"].map {
            #"{"w":2,"h":3,"img":"https://e.fr/\#($0)","price":""}"#
        }
        #expect(
            found("img-expiry", entries, parameters: [("on", .text("2001-09-09"))]).map(\.message) == [
                """
                2 of 4 pictures have signatures that must be good until 2001-09-10T00:00:00Z; this one expires at 2001-09-09T01:46:40Z
                """
            ])
    }

    /// A token of Akamai may also stand in the path, and no other.
    @Test(arguments: [
        ("https://e.fr/exp=1000000000~acl=/*~hmac=x/a.jpg", true),
        ("https://e.fr/a/hdnts=st=900000000~exp=1000000000~hmac=x/b.jpg?c", true),
        ("https://e.fr/a~b=c~exp=5/a.jpg", false), ("https://e.fr/Expires=1000000000/a.jpg", false), ("a.jpg?Expires=1000000000", false),
    ])
    func expiryInPaths(_ img: String, _ hasExpired: Bool) {
        let found = found("img-expiry", [#"{"w":2,"h":3,"img":"\#(img)","price":""}"#], parameters: [("on", .text("2001-09-09"))])
        #expect(found.count == (hasExpired ? 1 : 0))
    }

    /// Signatures must be good for some days from the beginning of a day.
    @Test(arguments: [("2001-09-08", 1, false), ("2001-09-09", 1, true), ("2001-09-08", 2, true)])
    func expiryFromADay(_ day: String, _ days: Double, _ isFound: Bool) {
        let entry = #"{"w":2,"h":3,"img":"https://e.fr/a?Expires=1000000000","price":""}"#
        #expect(found("img-expiry", [entry], parameters: [("on", .text(day)), ("days", .number(days))]).isEmpty == !isFound)
    }

    /// How many of so many prices are empty, with the largest share that may be. A price that is no text is not empty.
    @Test(
        arguments: [
            (0, 10, 1, nil), (1, 10, 1, "info 1 of 10 prices is empty"), (1, 9, 1, nil),
            (2, 20, 1, "info 2 of 20 prices (this one first) are empty"), (2, 19, 1, nil), (5, 10, 1, nil),
            (6, 10, 1, "warning 6 of 10 prices (this one first) are empty"),
            (6, 11, 1, "warning 6 of 11 prices (this one first) are empty"),
            (5, 9, 1, nil), (9, 9, 1, nil), (10, 10, 1, "warning 10 of 10 prices (this one first) are empty"), (5, 10, 0.5, nil),
            (6, 10, 0.5, "error 6 of 10 prices are empty, more than 50%"), (1, 2, 0, "error 1 of 2 prices are empty, more than 0%"),
        ] as [(Int, Int, Double, String?)])
    func emptyPrices(_ empty: Int, _ count: Int, _ most: Double, _ message: String?) {
        let entries = priced((0..<count).map { $0 < count - empty ? "7" : "" })
        let found = found("price-present", entries, parameters: [("max-empty", .number(most))])
        #expect(found.map { "\($0.severity) \($0.message)" } == (message.map { [$0] } ?? []))
        #expect(found.allSatisfy { $0.isAboutAllEntries == (most == 1) && $0.entry == (most == 1 ? count - empty : nil) })
    }

    @Test(arguments: [
        ("¥0", 0, true), ("$0.00", 0, true), ("0,00 €", 0, true), ("0", 0, true), ("From ¥0", 0, true), ("٠ ر.س", 0, true),
        ("¥0 – ¥5", 0, true),
        ("", 0, false), ("¥0.01", 0, false), ("¥05", 0, false), ("¥100", 0, false), ("¥0.5", 1, true), ("¥1.5", 1, false),
    ])
    func zero(_ price: String, _ above: Double, _ isFound: Bool) {
        let message = "the price `\(price)` is \(above == 0 ? "zero" : "not more than 1")"
        #expect(found("price-zero", priced([price]), parameters: [("above", .number(above))]).map(\.message) == (isFound ? [message] : []))
    }
}
