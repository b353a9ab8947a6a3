import Checks
import Testing

/// For each rule, a manifest that violates it, and a similar one that does not.
@Suite struct ManifestRuleTests {
    struct Row: Sendable, CustomStringConvertible {
        let rule: String
        let broken: String
        let findings: [String]
        /// The message of the first finding, or a part of it.
        let message: String
        let sound: String
        var name = "m.json"
        var parameters: [(String, RuleValue)] = []

        var description: String { "\(rule): \(broken.prefix(60))" }
    }

    static let rows: [Row] = [
        Row(
            rule: "parses", broken: "[\n\(entry("a")),\n]", findings: ["parses 3:1+1 /1"],
            message: "no entry follows the last comma; found `]`", sound: "[\n\(entry("a"))\n]"),
        Row(
            rule: "entries-present", broken: " [\n]", findings: ["entries-present - "],
            message: "the manifest has no entries",
            sound: "[{}]"),
        Row(
            rule: "entries-present", broken: "", findings: ["entries-present - "],
            message: "the manifest has no entries",
            sound: "{}", name: "m.jsonl"),
        Row(
            rule: "file-format", broken: "\(entry("a"))\n\(entry("b"))", findings: ["file-format - "],
            message: "the name ends in .json, and the content is JSON Lines; such a file ends in .jsonl",
            sound: "[\(entry("a"))]"),
        Row(
            rule: "file-format", broken: "<plist><array><dict/></array></plist>",
            findings: ["file-format - "] + Array(repeating: "missing-key 1:15+1 /0", count: 4),
            message:
                "the name ends in .json.gz, and the content is an XML property list that is not compressed; such a file ends in .plist",
            sound: "", name: "m.json.gz"),
        Row(
            rule: "file-format", broken: "[\(entry("a"))]", findings: ["file-format - "],
            message: "the name ends in .jsonl, and the content is an array of JSON; such a file ends in .json",
            sound: entry("a"), name: "M.JSONL"),
        Row(
            rule: "entry-images",
            broken: #"[{"w":2,"h":3,"img":"a","price":"","images":[{"w":2,"h":3,"img":"b"},{"w":2,"h":3,"img":"b"}]}]"#,
            findings: ["entry-images 1:89+3 /0/images/1/img"], message: "the picture stands in the entry already",
            sound: #"[{"w":2,"h":3,"img":"a","price":"","images":[{"w":2,"h":3,"img":"b"},{"w":2,"h":3,"img":"c"}]}]"#),
        Row(
            rule: "unknown-key", broken: #"[{"w":2,"hegith":3,"img":"a","price":""}]"#,
            findings: ["missing-key 1:2+1 /0", "unknown-key 1:9+8 /0/hegith"],
            message: "the entry has no `h`; `hegith` may be meant",
            sound: #"[{"w":2,"h":3,"img":"a","price":"","status":"ok","format":"png","bytes":1,"orientation":1}]"#),
        Row(
            rule: "unknown-key",
            broken: "[\(entry("a", #","red":1"#)),\n\(entry("b", #","red":"2","/":1"#)),\(entry("c")),\(entry("d"))]",
            findings: ["unknown-key 1:36+5 /0/red", "unknown-key 2:45+3 /1/~1"],
            message: "`red` is not a key of a manifest; this is the first entry that has it",
            sound: "[\(entry("a", #","blue":"1","~/":1"#))]", parameters: [("keys", .texts(["blue", "~/"]))]),
        // A column that was kept has texts, and may have few.
        Row(
            rule: "unknown-key", broken: "[\(entry("a", #","red":"1""#)),\(entry("b", #","red":true"#))]",
            findings: ["unknown-key 1:36+5 /0/red"],
            message: "`red` is not a key of a manifest; this is the first entry that has it",
            sound: "[\(entry("a")),\(entry("b", #","red":"1""#)),\(entry("c"))]"),
        // A key that stands in many entries is reported once, with what it may mean.
        Row(
            rule: "unknown-key",
            broken: #"[{"w":2,"h":3,"img":"a","prise":""},{"w":2,"h":3,"img":"b","prise":""}]"#,
            findings: ["missing-key 1:2+1 /0", "unknown-key 1:25+7 /0/prise", "missing-key 1:37+1 /1"],
            message: "the entry has no `price`; `prise` may be meant to be it", sound: "[\(entry("a"))]"),
        Row(
            rule: "unknown-key", broken: "[{\"\u{FEFF}w\":2,\"w\":2,\"h\":3,\"img\":\"a\",\"price\":\"\"},\(entry("b"))]",
            findings: ["unknown-key 1:3+4 /0/\u{FEFF}w"],
            message: "`<U+FEFF>w` is not a key of a manifest; this is the first entry that has it",
            sound: "[\(entry("a"))]"),
        Row(
            rule: "missing-key", broken: #"[{"w":2,"h":3,"img":"a"},{}]"#,
            findings: [
                "missing-key 1:2+1 /0", "missing-key 1:26+1 /1", "missing-key 1:26+1 /1", "missing-key 1:26+1 /1",
                "missing-key 1:26+1 /1",
            ], message: "the entry has no `price`", sound: #"[{"w":2,"h":3,"img":"a","price":""}]"#),
        Row(
            rule: "duplicate-key", broken: #"[{"w":2,"h":3,"\u0077":4,"img":"a","price":""}]"#,
            findings: ["duplicate-key 1:15+8 /0/w"], message: "the key `w` stands in the entry already",
            sound: #"[{"w":2,"h":3,"img":"a","price":""},{"w":2,"h":3,"img":"b","price":""}]"#),
        Row(
            rule: "duplicate-key", broken: "[\(entry("a", #","bytes":1,"format":"a","bytes":1"#))]",
            findings: ["duplicate-key 1:59+7 /0/bytes"], message: "the key `bytes` stands in the entry already",
            sound: "[\(entry("a", #","bytes":1,"format":"a""#))]"),
        Row(
            rule: "entry-facts", broken: "[\(entry("a", #","status":"broken""#)),\(entry("b", #","status":1,"orientation":9"#))]",
            findings: [
                "entry-facts 1:45+8 /0/status", "entry-facts 1:98+1 /1/status", "entry-facts 1:114+1 /1/orientation",
            ],
            message: "status is the text `broken`, not ok, stale or placeholder",
            sound: "[\(entry("a", #","status":"stale","orientation":8"#)),\(entry("b", #","status":"ok","orientation":1"#))]"),
        Row(
            rule: "entry-facts", broken: "[\(entry("a", #","bytes":-5"#)),\(entry("b", #","bytes":"12","format":null"#))]",
            findings: ["entry-facts 1:44+2 /0/bytes", "entry-facts 1:90+4 /1/bytes", "entry-facts 1:104+4 /1/format"],
            message: "bytes is `-5`, not a plain integer of at least 0",
            sound: "[\(entry("a", #","bytes":12,"format":"gif""#))]"),
        Row(
            rule: "entry-facts", broken: "[\(entry("a", #","sha256":"AB""#)),\(entry("b", #","bytes":1.5,"status":"","sha256":[]"#))]",
            findings: [
                "entry-facts 1:45+4 /0/sha256", "entry-facts 1:93+3 /1/bytes", "entry-facts 1:106+2 /1/status",
                "entry-facts 1:118+2 /1/sha256",
            ],
            message: "sha256 is the text `AB`, not a text of 64 digits",
            sound: "[\(entry("a", #","sha256":"\#(String(repeating: "0f", count: 32))""#))]"),
        Row(
            rule: "placeholder-form",
            broken:
                "[\(entry("a", #","thumbhash":"8lcKHgjY","blurhash":"LkPrqjs""#)),\(entry("b", #","meanColor":"red","blurDataURL":"","dominantColor":7"#))]",
            findings: [
                "placeholder-form 1:48+10 /0/thumbhash", "placeholder-form 1:70+9 /0/blurhash", "placeholder-form 1:127+5 /1/meanColor",
                "placeholder-form 1:147+2 /1/blurDataURL", "placeholder-form 1:166+1 /1/dominantColor",
            ],
            message: "thumbhash is the text `8lcKHgjY`, not a ThumbHash in base64",
            sound: "[\(entry("a", #","thumbhash":"8lcKHgjYp/dnaLhnaIR5eWeoGHlwARg=","blurhash":"LkPrqjs;t.kC?]a{RPj[Tya|Vrj[""#)),"
                + "\(entry("b", ##","meanColor":"#deB2ce","dominantColor":"#ebe4fb","blurDataURL":"data:image/png;base64,iVBO""##))]"),
        // An entry may have nothing but a fact.
        Row(
            rule: "entry-facts", broken: #"[{"status":"broken"}]"#,
            findings: Array(repeating: "missing-key 1:2+1 /0", count: 4) + ["entry-facts 1:12+8 /0/status"],
            message: "the entry has no `w`",
            sound: #"[{"status":"ok"}]"#),
        Row(
            rule: "price-present", broken: #"[{"w":2,"h":3,"img":"a","price":[]},{"w":2,"h":3,"img":"b","price":{}}]"#,
            findings: ["price-present 1:33+2 /0/price", "price-present 1:68+2 /1/price"], message: "price is an array, not text",
            sound: #"[{"w":2,"h":3,"img":"a","price":"1"}]"#),
        // Both sides may be a picture's longer one, and equal sides are w.
        Row(
            rule: "size-plausible", broken: #"[{"w":301,"h":100,"img":"a","price":""},{"w":20001,"h":20001,"img":"b","price":""}]"#,
            findings: ["size-plausible 1:7+3 /0/w", "size-plausible 1:46+5 /1/w"],
            message: "the size is 301x100, and w is more than 3 times the other side",
            sound: #"[{"w":300,"h":100,"img":"a","price":""},{"w":1,"h":2,"img":"b","price":""}]"#, parameters: [("max-ratio", .number(3))]),
        Row(
            rule: "placeholder-form", broken: "[\(entry("a", #","phash":"12""#))]", findings: ["placeholder-form 1:44+4 /0/phash"],
            message: "phash is the text `12`, not 16 hexadecimal digits",
            sound: "[\(entry("a", #","phash":"00ff00ff12345678","content":"What the shop says""#))]"),
        Row(
            rule: "size-integer", broken: #"[{"w":"2","h":1.5,"img":"a","price":""}]"#,
            findings: ["size-integer 1:7+3 /0/w", "size-integer 1:15+3 /0/h"],
            message: "w is the text `2`, not an integer",
            sound: #"[{"w":2,"h":1,"img":"a","price":""}]"#),
        Row(
            rule: "size-integer", broken: #"[{"w":2147483648,"h":0,"img":"a","price":""}]"#,
            findings: ["size-integer 1:7+10 /0/w", "size-integer 1:22+1 /0/h"],
            message: "w is `2147483648`, more than 2147483647",
            sound: #"[{"w":2147483647,"h":2147483647,"img":"a","price":""}]"#),
        Row(
            rule: "size-integer", broken: #"[{"w":null,"h":-3,"img":"a","price":""},{"w":[2],"h":2e0,"img":"b","price":""}]"#,
            findings: [
                "size-integer 1:7+4 /0/w", "size-integer 1:16+2 /0/h", "size-integer 1:46+3 /1/w",
                "size-integer 1:54+3 /1/h",
            ], message: "w is null, not an integer", sound: #"[{"w":2,"h":3,"img":"a","price":""}]"#),
        Row(
            rule: "size-plausible", broken: #"[{"w":1,"h":1,"img":"a","price":""}]"#,
            findings: ["size-plausible 1:7+1 /0/w"],
            message: "the size is 1x1, a single pixel", sound: #"[{"w":1,"h":2,"img":"a","price":""}]"#),
        Row(
            rule: "size-plausible", broken: #"[{"w":99,"h":301,"img":"a","price":""}]"#,
            findings: ["size-plausible 1:14+3 /0/h"],
            message: "the size is 99x301, and h is more than 3 times the other side",
            sound: #"[{"w":100,"h":300,"img":"a","price":""}]"#, parameters: [("max-ratio", .number(3))]),
        Row(
            rule: "size-plausible", broken: #"[{"w":20001,"h":20000,"img":"a","price":""}]"#,
            findings: ["size-plausible 1:7+5 /0/w"], message: "the size is 20001x20000, and w is more than 20000",
            sound: #"[{"w":20000,"h":20000,"img":"a","price":""}]"#),
        Row(
            rule: "size-plausible", broken: #"[{"w":7,"h":2,"img":"a","price":""}]"#, findings: ["size-plausible 1:7+1 /0/w"],
            message: "the size is 7x2, and the longer side of a product's picture has at least 8 pixels",
            sound: #"[{"w":8,"h":2,"img":"a","price":""}]"#, parameters: [("min-side", .number(8))]),
        Row(
            rule: "byte-budget", broken: "[\(entry("a", #","bytes":1000001"#)),\(entry("b"))]",
            findings: ["byte-budget 1:44+7 /0/bytes"],
            message: "the picture has 1000001 bytes, and 1000000 is the most",
            sound: "[\(entry("a", #","bytes":1000000"#)),\(entry("b")),\(entry("c", #","bytes":"1000001""#))]"),
        Row(
            rule: "byte-budget", broken: "[\(entry("a", #","bytes":501"#))]", findings: ["byte-budget 1:44+3 /0/bytes"],
            message: "the picture has 501 bytes, and 500 is the most", sound: "[\(entry("a", #","bytes":500"#))]",
            parameters: [("most", .number(500))]),
        Row(
            rule: "img-format", broken: #"[{"w":2,"h":3,"img":"a","price":"","images":[{"w":2,"h":3,"img":"b.avif"}]}]"#,
            findings: ["img-format 1:65+8 /0/images/0/img"],
            message: "1 of 2 pictures is in the format avif, which is not shown by iOS 15 (iOS 16 is the first known to)",
            sound: #"[{"w":2,"h":3,"img":"a","price":"","images":[{"w":2,"h":3,"img":"b.jpg"}]}]"#, parameters: [("min-ios", .number(15))]),
        Row(
            rule: "img-format", broken: "[\(entry("a.AVIF?w=1")),\(entry("b.avif")),\(entry("c.tif"))]",
            findings: ["img-format 1:21+12 /0/img"],
            message:
                "2 of 3 pictures (this one first) are in the format avif, which is not shown by iOS 15 (iOS 16 is the first known to)",
            sound: "[\(entry("a.jpg")),\(entry("b.webp")),\(entry("avif")),\(entry("c.heic"))]",
            parameters: [("min-ios", .number(15))]),
        Row(
            rule: "img-format", broken: "[\(entry("a", #","format":"webp""#)),\(entry("b.heif"))]",
            findings: ["img-format 1:45+6 /0/format", "img-format 1:72+8 /1/img"],
            message: "1 of 2 pictures is in the format webp, which is not shown by iOS 10 (iOS 14 is the first known to)",
            sound: "[\(entry("a.webp", #","format":"jpeg""#)),\(entry("b.tiff"))]",
            parameters: [("min-ios", .number(10))]),
        Row(
            rule: "img-format", broken: "[\(entry("a.tiff")),\(entry("b.HEIC"))]",
            findings: ["img-format 1:21+8 /0/img", "img-format 1:61+8 /1/img"],
            message:
                "1 of 2 pictures is in the format tiff, which is not shown by Android 14 (no version does), Chrome 120 (no version does)",
            sound: "[\(entry("a.avif")),\(entry("b.webp"))]",
            parameters: [("min-android", .number(14)), ("browsers", .texts(["chrome>=120", "safari>=17"]))]),
        Row(
            rule: "img-present", broken: #"[{"w":2,"h":3,"img":"","price":""},{"w":2,"h":3,"img":7,"price":""}]"#,
            findings: ["img-present 1:21+2 /0/img", "img-present 1:55+1 /1/img"], message: "img is empty",
            sound: #"[{"w":2,"h":3,"img":"a","price":""}]"#),
        Row(
            rule: "img-address", broken: "[\(entry("a/../b"))]", findings: ["img-address 1:21+8 /0/img"],
            message: "img is a path with `..` in it", sound: "[\(entry("a/..b/c..d/e f.jpg"))]"),
        Row(
            rule: "img-address", broken: "[\(entry("https://e.fr/a b"))]", findings: ["img-address 1:21+18 /0/img"],
            message: "img is a URL with a space", sound: "[\(entry("HTTPS://e/a%20b/../c"))]"),
        Row(
            rule: "img-address", broken: "[\(entry("https:///a")),\(entry("https://?b")),\(entry("https://"))]",
            findings: ["img-address 1:21+12 /0/img", "img-address 1:65+12 /1/img", "img-address 1:109+10 /2/img"],
            message: "img is a URL without a host", sound: "[\(entry("https://e")),\(entry("https://e/"))]"),
        Row(
            rule: "img-address", broken: "[\(entry("https://e.fr/a|b")),\(entry("https://e.fr/c%20|"))]",
            findings: ["img-address 1:71+20 /1/img"],
            message: "img is a URL with `|` in it", sound: "[\(entry("https://e.fr/a|b"))]",
            parameters: [("min-ios", .number(17))]),
        Row(
            rule: "img-host", broken: "[\(entry("https://e/a")),\(entry("https://e.fr/a")),\(entry("https://e/b"))]",
            findings: ["img-host 1:21+13 /0/img"],
            message: "2 of 3 pictures (this one first) are on `e`, which phones do not reach",
            sound: "[\(entry("https://f.local/a"))]",
            parameters: [("allowed", .texts(["*.local"]))]),
        Row(
            rule: "img-http", broken: "[\(entry("http://e.fr/a"))]", findings: ["img-http 1:21+15 /0/img"],
            message: "1 of 1 pictures is loaded by http",
            sound: "[\(entry("http://f.fr/a")),\(entry("http://10.0.0.1/b"))]",
            parameters: [("allowed", .texts(["f.fr"]))]),
        Row(
            rule: "img-expiry", broken: "[\(entry("https://e.fr/a?Expires=1000000000"))]",
            findings: ["img-expiry 1:21+35 /0/img"],
            message:
                "1 of 1 pictures has a signature that must be good until 2001-09-10T00:00:00Z; this one expires at 2001-09-09T01:46:40Z",
            sound: "[\(entry("https://e.fr/a?Expires=1000100000"))]", parameters: [("on", .text("2001-09-09"))]),
        Row(
            rule: "img-address", broken: "[\(entry("//e/a")),\(entry("ftp://e/a")),\(entry("data:image/png;base64,AA"))]",
            findings: ["img-address 1:21+7 /0/img", "img-address 1:60+11 /1/img", "img-address 1:103+26 /2/img"],
            message: "img begins with //", sound: "[\(entry("/e/a")),\(entry("3:4.jpg")),\(entry("a//b.jpg"))]"),
        Row(
            rule: "img-address", broken: #"[\#(entry(#"a\nb"#))]"#, findings: ["img-address 1:21+6 /0/img"],
            message: "img holds a control character", sound: #"[\#(entry(#"a\u00e9b"#))]"#),
        Row(
            rule: "img-address", broken: #"[\#(entry(#"a\uffff"#)),\#(entry(#"\ufffe"#))]"#,
            findings: ["img-address 1:21+9 /0/img", "img-address 1:62+8 /1/img"],
            message: "img is a path with the invisible character <U+FFFF>",
            sound: "[\(entry("a"))]"),
        Row(
            rule: "img-credentials", broken: "[\(entry("https://me:secret@e.fr/a"))]",
            findings: ["img-credentials 1:21+26 /0/img"],
            message: "img has a user or a password before its host",
            sound: "[\(entry("https://e/me:secret@a")),\(entry("https://f?@"))]"),
        Row(
            rule: "mixed-schemes", broken: "[\(entry("https://e.fr/a")),\(entry("https://e.fr/c")),\(entry("d"))]",
            findings: ["mixed-schemes 1:117+3 /2/img"],
            message: "1 of 3 pictures is addressed by path, and most by URL",
            sound: "[\(entry("https://e/a")),\(entry("HTTPS://f/b")),\(entry("http://f/c"))]"),
        // A text that is no address has a finding of its own.
        Row(
            rule: "mixed-schemes", broken: "[\(entry("https://e.fr/a")),\(entry("d")),\(entry(" https://e.fr/c"))]",
            findings: ["mixed-schemes 1:69+3 /1/img", "img-address 1:104+17 /2/img"],
            message: "1 of 2 pictures is addressed by path, and most by URL",
            sound: "[\(entry("https://e.fr/a")),\(entry(" https://e.fr/c")),\(entry("null")),\(entry("{{img}}"))]"),
        Row(
            rule: "price-present",
            broken: #"[{"w":2,"h":3,"img":"a","price":1299.00},{"w":2,"h":3,"img":"b","price":null}]"#,
            findings: ["price-present 1:33+7 /0/price", "price-present 1:73+4 /1/price"],
            message: "price is a number (`1299.00`), not text", sound: #"[{"w":2,"h":3,"img":"a","price":"1299.00"}]"#),
        Row(
            rule: "price-present", broken: priced(#"¥1\u0000"#, #"\u0007"#, #"\ufffe"#),
            findings: [
                "price-present 1:33+10 /0/price", "price-present 1:76+8 /1/price", "price-present 1:117+8 /2/price",
            ],
            message: "price holds a control character", sound: priced(#"¥\u00a01"#, #"1\t"#)),
        Row(
            rule: "price-present", broken: "[\(entry("a")),\(entry("b"))]", findings: ["price-present - "],
            message: "2 of 2 prices are empty, more than 50%",
            sound: #"[\#(entry("a")),{"w":2,"h":3,"img":"b","price":"1"}]"#,
            parameters: [("max-empty", .number(0.5))]),
        Row(
            rule: "price-pattern", broken: priced("$NaN", "null"),
            findings: ["price-pattern 1:33+6 /0/price", "price-pattern 1:72+6 /1/price"],
            message: "the price `$NaN` has no number", sound: priced("", "12")),
        Row(
            rule: "price-pattern", broken: priced("Free"), findings: ["price-pattern 1:33+6 /0/price"],
            message: "the price `Free` has no number", sound: priced("€12.50", "Price on request", "Free of charge"),
            parameters: [("patterns", .texts(["Price on*", "Free of ??????"]))]),
        Row(
            rule: "price-zero", broken: priced("¥0.00", "¥1"), findings: ["price-zero 1:33+7 /0/price"],
            message: "the price `¥0.00` is zero",
            sound: priced("", "¥0.1", "free")),
        Row(
            rule: "one-currency", broken: priced("$1", "€2", "7", "3 USD", "€3", "US$ 1"),
            findings: ["one-currency 1:70+4 /1/price"],
            message: "2 of 5 prices (this one first) are in EUR, and 3 in USD",
            sound: priced("$1", "2", "", "3 USD", "XXL 4 $")),
        Row(
            rule: "duplicate-img", broken: "[\(entry("a")),\n\(entry("b")),\n\(entry(#"\u0061"#))]",
            findings: ["duplicate-img 3:1+39 /2/img"], message: "the picture stands already in entry 0, line 1",
            sound: "[\(entry("a")),\(entry("A"))]"),
        Row(
            rule: "duplicate-size",
            broken: "[\(entry("a")),\n{\"w\":2,\"h\":4,\"img\":\"a\",\"price\":\"\"},\n\(entry("a"))]",
            findings: ["duplicate-size 2:1+34 /1/h", "duplicate-img 3:1+34 /2/img"],
            message: "the size is 2x4, and the same picture is 2x3 in entry 0, line 1",
            sound:
                "[\(entry("a")),\(entry("a")),{\"w\":2,\"h\":4,\"img\":\"b\",\"price\":\"\"},{\"w\":0,\"h\":4,\"img\":\"b\",\"price\":\"\"}]"
        ),
        Row(
            rule: "placeholder-share",
            broken: "[\(entry("a", #","status":"placeholder""#)),\(entry("b")),\(entry("c"))]",
            findings: ["placeholder-share - "], message: "1 of 3 entries are placeholders (33.3%), more than 30%",
            sound: "[\(entry("a", #","status":"placeholder""#)),\(entry("b")),\(entry("c")),\(entry("d", #","status":"stale""#))]",
            parameters: [("most", .number(0.3))]),
        Row(
            rule: "stale-share", broken: "[\(entry("a", #","status":"stale""#)),\(entry("b", #","status":"stale""#)),\(entry("c"))]",
            findings: ["stale-share - "], message: "2 of 3 entries are stale (66.7%), more than 50%",
            sound: "[\(entry("a", #","status":"stale""#)),\(entry("b"))]"),
    ]

    @Test(arguments: rows)
    func rule(row: Row) throws {
        func findings(in text: String) -> [Finding] {
            ChecksTests.findings(in: Array(text.utf8), named: row.name) { choices in
                for (name, value) in row.parameters {
                    let isSet = choices.set(name, of: row.rule, to: value)
                    #expect(isSet)
                }
            }
        }
        let found = findings(in: row.broken)
        #expect(found.map(\.reported) == row.findings)
        #expect(try #require(found.first).message.hasPrefix(row.message), "\(found.map(\.message))")
        #expect(found.contains { $0.rule == row.rule })
        // A manifest that satisfies this rule may violate another one.
        #expect(findings(in: row.sound).filter { $0.rule == row.rule }.map(\.reported) == [])
    }

    /// Every rule has an example that violates it. `PageRuleTests` has those of the rules about pages, and
    /// `RemovedEntriesTests`, `SizeDropTests` and `PriceChangeTests` those of the rules about two manifests; `ProfileTests` those of
    /// channels, and `AddressTests` and `ShareTests` those for which one entry among many is odd.
    @Test func everyRuleHasARow() {
        let shown = Set(Self.rows.map(\.rule)).union(
            PageRuleTests.rules + [RemovedEntriesTests.rule, "price-jump", "channel-limits", "size-drop"]
        )
        .union(["host-spelling", "img-encoding", "img-asked", "img-page", "price-outlier", "price-shift", "page-copy"])
        #expect(ManifestRules.withoutPictures.map(\.id).filter { !shown.contains($0) } == [])
    }

    @Test(arguments: ManifestRules.withoutPictures.map(\.id))
    func ruleIsOff(id: String) throws {
        for row in Self.rows where row.rule == id {
            let found = findings(in: Array(row.broken.utf8)) { choices in
                for (name, value) in row.parameters { _ = choices.set(name, of: id, to: value) }
                let isSet = choices.setSeverity(of: id, to: nil)
                #expect(isSet)
            }
            #expect(!found.contains { $0.rule == id })
        }
    }
}

private func entry(_ img: String, _ more: String = "") -> String {
    #"{"w":2,"h":3,"img":"\#(img)","price":""\#(more)}"#
}

private func priced(_ prices: String...) -> String {
    "[" + prices.enumerated().map { #"{"w":2,"h":3,"img":"\#($0)","price":"\#($1)"}"# }.joined(separator: ",") + "]"
}
