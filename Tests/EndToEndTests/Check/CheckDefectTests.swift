// docs/checks.md: each defect of a manifest as a backend makes it has few findings, of the rule that is meant for it.
import TestSupport
import Testing
import WeirBase

@Suite struct CheckDefectTests {
    /// The entries of a shop: 24 hats, as a list of fields.
    private static let hats: [Entry] = (0..<24).map { number in
        let names = ["fedora", "beanie", "cap", "beret", "panama", "boater"]
        return Entry(
            width: String(900 + number * 13 % 120), height: String(1200 + number * 29 % 240),
            img: "https://cdn.hats.example/p/\(names[number % 6])-\(100 + number)/front.jpg", price: "€\(19 + number * 7 % 130).90")
    }

    struct Entry {
        var width: String
        var height: String
        var img: String
        var price: String
        /// Members behind the others, such as `,"bytes":5`.
        var more = ""
        /// All members, if they are not those above.
        var whole: String?

        var text: String { "{\(whole ?? #""w":\#(width),"h":\#(height),"img":"\#(img)","price":"\#(price)"\#(more)"#)}" }
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        /// The rule of each finding.
        let rules: [String]
        /// Whether the clean manifest is the previous one.
        var hasPrevious = false
        let change: @Sendable (inout [Entry]) -> Void

        var testDescription: String { name }

        init(_ name: String, _ rules: String..., previous: Bool = false, change: @escaping @Sendable (inout [Entry]) -> Void) {
            (self.name, self.rules, self.hasPrevious, self.change) = (name, rules, previous, change)
        }

        /// The same change of each entry.
        static func all(_ name: String, _ rules: String..., change: @escaping @Sendable (inout Entry) -> Void) -> Row {
            Row(name, rules) { entries in for index in entries.indices { change(&entries[index]) } }
        }

        static func one(_ name: String, _ rules: String..., change: @escaping @Sendable (inout Entry) -> Void) -> Row {
            Row(name, rules) { change(&$0[17]) }
        }

        private init(_ name: String, _ rules: [String], change: @escaping @Sendable (inout [Entry]) -> Void) {
            (self.name, self.rules, self.change) = (name, rules, change)
        }
    }

    private static let rows: [Row] = [
        // A fault that all entries share has one finding.
        .all("sizes are fractions", "size-integer", "size-integer") { ($0.width, $0.height) = ($0.width + ".0", $0.height + ".0") },
        .all("sizes are texts", "size-integer", "size-integer") { ($0.width, $0.height) = ("\"\($0.width)\"", "\"\($0.height)\"") },
        .all("the size is an object", "missing-key", "missing-key", "unknown-key") {
            $0.whole = #""size":{"w":\#($0.width),"h":\#($0.height)},"img":"\#($0.img)","price":"\#($0.price)""#
        },
        .all("a key is misspelt", "unknown-key", "missing-key") {
            $0.whole = #""w":\#($0.width),"hieght":\#($0.height),"img":"\#($0.img)","price":"\#($0.price)""#
        },
        .all("prices end with a line end", "price-pattern") { $0.price += "\\r" },
        .all("prices are numbers", "price-present") {
            $0.whole = #""w":\#($0.width),"h":\#($0.height),"img":"\#($0.img)","price":19.9"#
        },
        .all("all prices are nothing", "price-pattern") { $0.price = "€NaN" },
        .all("paths climb", "img-address") { $0.img = "../" + $0.img.dropFirst("https://cdn.hats.example/".count) },
        .all("the scheme is missing", "img-address") { $0.img = String($0.img.dropFirst("https:".count)) },
        .all("spaces in addresses", "img-address") { $0.img = $0.img.replacing("/p/", with: "/new p/") },
        Row("everything stands twice", "duplicate-img") { $0 += $0 },
        Row("all have one picture", "duplicate-img") { entries in
            for index in entries.indices {
                (entries[index].img, entries[index].width, entries[index].height) = ("https://a.example/no.jpg", "300", "300")
            }
        },
        // Sizes that nobody has measured.
        .all("all have the size of a placeholder", "placeholder-share") { ($0.width, $0.height) = ("300", "300") },
        Row("nearly all have the size of a placeholder", "placeholder-share") { entries in
            for index in entries.indices.dropLast(2) { (entries[index].width, entries[index].height) = ("300", "300") }
        },
        Row("all have one size since the previous manifest", "placeholder-share", "previous-frames", previous: true) { entries in
            for index in entries.indices { (entries[index].width, entries[index].height) = ("640", "480") }
        },
        // Addresses.
        .one("a misspelt host", "host-spelling") { $0.img = $0.img.replacing("hats.example", with: "hast.example") },
        .one("an entity of HTML", "img-encoding") { $0.img += "?a=1&amp;b=2" },
        .one("encoded twice", "img-encoding") { $0.img = $0.img.replacing("front", with: "front%2520view") },
        .one("a URL of a thumbnail", "img-asked") { $0.img += "?x-oss-process=image/resize,w_200" },
        .one("a URL of a width", "img-asked") { $0.img += "?width=200" },
        .one("a folder of a width", "img-asked") { $0.img = $0.img.replacing("/p/", with: "/c_fill,w_200,h_300/p/") },
        .one("a name of a size", "img-asked") { $0.img = $0.img.replacing("front.jpg", with: "front_800x600.jpg") },
        .one("a thumbnail of WordPress", "img-asked") { $0.img = $0.img.replacing("front.jpg", with: "front-150x150.jpg") },
        .one("a scaled picture of WordPress", "img-asked") {
            ($0.width, $0.height, $0.img) = ("1600", "1200", $0.img.replacing("front.jpg", with: "front-768x576.jpg"))
        },
        .one("centimetres in a name") {
            ($0.width, $0.height, $0.img) = ("1600", "1200", $0.img.replacing("front.jpg", with: "rug-300x400.jpg"))
        },
        .all("all are thumbnails", "img-asked") { $0.img += "?w=200" },
        .one("an HTML page", "img-page") { $0.img = "https://www.hats.example/fedora-117.html" },
        .one("a product's page", "img-page") { $0.img = "https://www.hats.example/products/fedora-117" },
        .one("data", "img-address") { $0.img = "data:image/gif;base64,R0lGODlhAQABAAAAACw=" },
        .one("a blob", "img-address") { $0.img = "blob:https://hats.example/1b4e28ba-2fa1-11d2-883f-0016d3cca427" },
        // Prices.
        .one("a price in cents", "price-outlier") { $0.price = "€\($0.price.dropFirst().filter { $0 != "." })" },
        .one("a price without its decimals", "price-outlier") { $0.price = "€0.59" },
        Row("prices moved by a row", "price-shift", previous: true) { entries in
            let prices = entries.map(\.price)
            for index in 1..<entries.count { entries[index].price = prices[index - 1] }
        },
        Row("prices moved up by a row", "price-shift", previous: true) { entries in
            let prices = entries.map(\.price)
            for index in 1..<entries.count { entries[index - 1].price = prices[index] }
        },
        // A format and an ending that contradict each other.
        .one("a format of another ending", "picture-format") { $0.more = #","format":"tiff""# },
        .all("all have a format of another ending", "picture-format") { $0.more = #","format":"png""# },
        .one("an ending and its format") { $0.more = #","format":"jpeg""# },
        .one("a format and no ending") { ($0.img, $0.more) = ("https://cdn.hats.example/photos/117.php", #","format":"tiff""#) },
        .all("pictures that the server converts") { ($0.img, $0.more) = ($0.img + "?fm=webp", #","format":"webp""#) },
        Row("pictures that other servers convert") { entries in
            let asks = [
                "?x-oss-process=image/format,webp", "?auto=compress,format", "?imageView2/2/w/2000/format/webp", "?tr=f-webp",
                "?stp=dst-webp",
            ]
            for index in entries.indices {
                (entries[index].img, entries[index].more) = (entries[index].img + asks[index % asks.count], #","format":"webp""#)
            }
        },
        .one("a host with a word of formats", "picture-format") {
            ($0.img, $0.more) = ($0.img.replacing("cdn.hats", with: "auto.hats"), #","format":"png""#)
        },
        .all("pictures in the format that suits the client") { ($0.img, $0.more) = ($0.img + "?auto=format", #","format":"avif""#) },
        .one("a format whose container is that of the ending") { entry in
            (entry.img, entry.more) = (entry.img.replacing(".jpg", with: ".heic"), #","format":"avif""#)
        },
        // One empty price among many.
        .one("an empty price", "price-present") { $0.price = "" },
        .one("a missing price", "missing-key") { $0.whole = #""w":\#($0.width),"h":\#($0.height),"img":"\#($0.img)""# },
        Row("a quarter of the prices is empty") { entries in for index in 0..<6 { entries[index * 4].price = "" } },
        .all("no prices", "price-present") { $0.price = "" },
        // Bytes.
        .one("a picture of many megabytes", "byte-budget") { $0.more = #","bytes":33000000"# },
        // Entries that look like a defect and have none.
        Row("as it is") { _ in },
        .all("squares of one size") { ($0.width, $0.height) = ("1000", "1000") },
        .all("thumbnails that the address asks for") { ($0.width, $0.height, $0.img) = ("300", "300", $0.img + "?w=300&h=300") },
        .all("measured thumbnails") { ($0.width, $0.height, $0.more) = ("300", "300", #","status":"ok""#) },
        Row("four fifths have the size of a placeholder") { entries in
            for index in entries.indices.dropLast(5) { (entries[index].width, entries[index].height) = ("300", "300") }
        },
        .one("a server that enlarges nothing") { $0.img += "?w=2000" },
        .one("a density") { $0.img += "?w=450&dpr=2" },
        .one("centimetres in a name") { $0.img = $0.img.replacing("front.jpg", with: "rug-160x230.jpg") },
        .one("an encoded address in an address") { $0.img += "?from=https%253A%252F%252Fhats.example" },
        .one("a parameter with a semicolon") { $0.img += "?a=1&b=2;c=3" },
        .one("another server of the same name") { $0.img = $0.img.replacing("cdn.", with: "cdn2.") },
        .one("a picture without an ending") { $0.img = "https://cdn.hats.example/photos/117" },
        .one("a dear hat") { $0.price = "€899.00" },
        .one("another price", change: { $0.price = "€21.00" }),
    ]

    @Test(arguments: rows)
    func findings(row: Row) throws {
        let folder = try TemporaryFolder()
        var entries = Self.hats
        try folder.add("old.json", Self.manifest(entries))
        row.change(&entries)
        try folder.add("m.json", Self.manifest(entries))
        let previous: [Bytes] = row.hasPrevious ? ["--previous=old.json"] : []
        let answer = try check(["m.json", "--format=json"] + previous, in: folder).checked()
        #expect(answer.findings.map(\.rule).sorted() == row.rules.sorted(), "\(answer.findings.map { "\($0.text): \($0.message)" })")
    }

    /// The message of a shared fault has its share, and the position is that of the first entry.
    @Test func share() throws {
        let folder = try TemporaryFolder()
        var entries = Self.hats
        for index in 3..<24 { entries[index].price = "€NaN" }
        try folder.add("m.json", Self.manifest(entries))
        let finding = try #require(try check("m.json", "--format=json", in: folder).checked().findings.first)
        #expect(finding.entry == 3)
        #expect(finding.message.hasSuffix("; so it is in 21 of 24 entries, in this one first"))
    }

    /// The size of a placeholder is that of weir.json.
    @Test(
        arguments: [
            ("{}", nil),
            (
                #"{"ingest":{"placeholder":"600x800"}}"#,
                "24 of 24 entries are 600x800, the size of a placeholder; this is the first of them"
            ),
            (
                #"{"ingest":{"placeholder":"200x300"},"rules":{"placeholder-share":{"size":"600x800"}}}"#,
                "24 of 24 entries are 600x800, the size of a placeholder; this is the first of them"
            ),
            // A placeholder that is no size, and that only a run of ingest needs.
            (#"{"ingest":{"placeholder":"gone.jpg"}}"#, nil), (#"{"ingest":{"placeholder":"0x0"}}"#, nil),
        ] as [(String, String?)])
    func placeholderSize(configuration: String, message: String?) throws {
        let folder = try TemporaryFolder()
        var entries = Self.hats
        for index in entries.indices { (entries[index].width, entries[index].height) = ("600", "800") }
        try folder.add("m.json", Self.manifest(entries))
        try folder.add("weir.json", Bytes(configuration))
        let findings = try check("m.json", "--format=json", in: folder).checked().findings
        #expect(findings.map(\.message) == (message.map { [$0] } ?? []))
        #expect(findings.allSatisfy { $0.severity == "warning" && $0.entry == 0 && $0.field == "w" })
    }

    /// Entries are compared with names only if no pictures are measured.
    @Test func measuredFormat() throws {
        let folder = try TemporaryFolder()
        try folder.add("a.jpg", .bitmap(width: 300, height: 400))
        let entries = ["a.jpg", "gone.jpg"].map { Entry(width: "300", height: "400", img: $0, price: "€1", more: #","format":"tiff""#) }
        try folder.add("m.json", Self.manifest(entries))
        for options: [Bytes] in [["--images"], []] {
            let findings = try check(["m.json", "--format=json", "--rule=picture-format"] + options, in: folder).checked().findings
            #expect(
                findings.map { "\($0.pointer) \($0.message)" }
                    == (options.isEmpty
                        ? [
                            "/0/format the entry says tiff, and the name ends in .jpg",
                            "/1/format the entry says tiff, and the name ends in .jpg",
                        ]
                        : ["/0/format the entry says tiff, and the picture is a bmp"]))
        }
    }

    /// If pictures are measured, only the rules that compare sizes speak.
    @Test(arguments: [300, 200] as [Int32]) func measuredSizes(side: Int32) throws {
        let folder = try TemporaryFolder()
        let entries = (0..<12).map { Entry(width: "300", height: "300", img: "\($0).bmp", price: "€1\($0)") }
        for entry in entries { try folder.add(Bytes(entry.img), .bitmap(width: side, height: 300)) }
        try folder.add("m.json", Self.manifest(entries))
        let answer = try check("m.json", "--images", "--format=json", "--rule=placeholder-share", "--rule=picture-size", in: folder)
            .checked()
        #expect(answer.findings.map(\.rule) == (side == 300 ? [] : ["picture-size"]))
    }

    /// A fault of half of the entries or less, and up to three faults, are reported one by one.
    @Test(arguments: [(3, 4, 3), (4, 4, 1), (12, 24, 12), (13, 24, 1)])
    func notShared(broken: Int, count: Int, findings: Int) throws {
        let folder = try TemporaryFolder()
        var entries = Array(Self.hats.prefix(count))
        for index in 0..<broken { entries[index].price = "€NaN" }
        try folder.add("m.json", Self.manifest(entries))
        #expect(try check("m.json", "--format=json", in: folder).checked().findings.count == findings)
    }

    /// The pictures that most entries share come first, and the others are counted.
    @Test func duplicates() throws {
        let folder = try TemporaryFolder()
        var entries = (0..<200).map { Entry(width: "300", height: "400", img: "\($0).jpg", price: "€\(10 + $0)") }
        for index in 0..<15 { entries[100 + index].img = "\(index).jpg" }
        for index in 150..<160 { entries[index].img = "77.jpg" }
        try folder.add("m.json", Self.manifest(entries))
        let answer = try check("m.json", "--format=json", in: folder).checked()
        #expect(answer.findings.count == 10)
        let largest = try #require(answer.findings.first { $0.img == "77.jpg" })
        #expect(largest.message == "the picture stands already in entry 77, line 78, and in 11 entries in all")
        #expect(answer.files.flatMap(\.more).map(\.count) == [6])
    }

    @Test func pageCopies() throws {
        let folder = try TemporaryFolder()
        try folder.add("c.csv", Bytes("img,price,w,h\n" + (0..<24).map { "\($0).jpg,€\($0 + 1),300,\(300 + $0)\n" }.joined()))
        let words: [Bytes] = ["ingest", "c.csv", "-q", "--journal=none", "-o", "pages", "--page-size=8", "--max-failures=100%"]
        let outcome = try Program.weir.run(words, in: folder)
        try #require(outcome.status == .exited(0), "\(outcome.messages)")
        let page = try #require(folder.content(of: "pages/1.json"))
        let index = try #require(folder.text(of: "pages/index.json"))
        let hashes = index.split(separator: "\"").filter { $0.count == 64 }
        try folder.add("pages/2.json", Bytes(page))
        try folder.add("pages/index.json", Bytes(index.replacing(hashes[1], with: hashes[0])))
        let answer = try check("pages", "--format=json", in: folder).checked()
        #expect(answer.findings.map { "\($0.rule) \($0.severity) \($0.field ?? "")" } == ["page-copy error 2.json"])
    }

    /// One empty price is an info, and the numbers behind it are an error.
    @Test func anInfoHidesNoError() throws {
        let folder = try TemporaryFolder()
        let entries = (0..<10).map {
            ##"{"w":\##(300 + $0),"h":300,"img":"https://cdn.hats.example/\##($0).jpg","price":\##($0 == 0 ? "\"\"" : "\($0)")}"##
        }
        try folder.add("m.json", Bytes("[\(entries.joined(separator: ","))]"))
        let answer = try check("m.json", "--format=json", in: folder).checked()
        #expect(
            answer.findings.filter { $0.rule == "price-present" }.map { "\($0.severity) \($0.message)" } == [
                "info 1 of 10 prices is empty", "error price is a number (`1`), not text; so it is in 9 of 10 entries, in this one first",
            ])
    }

    /// A shift that is ignored leaves its jumps to the other rule.
    @Test func anIgnoredShift() throws {
        let folder = try TemporaryFolder()
        func manifest(_ prices: [Int]) -> Bytes {
            Bytes(
                "["
                    + prices.enumerated().map {
                        #"{"w":\#(300 + $0),"h":300,"img":"https://cdn.hats.example/\#($0).jpg","price":"€\#($1)"}"#
                    }.joined(separator: ",") + "]")
        }
        let prices = (0..<24).map { $0 % 6 == 0 ? 900 : 20 + $0 }
        try folder.add("old.json", manifest(prices))
        try folder.add("m.json", manifest([prices[0]] + prices.dropLast()))
        try folder.add("ignoring.json", #"{"ignore":[{"rule":"price-shift","file":"*","reason":"known"}]}"#)
        let jumps = try [[], ["--config=ignoring.json"]].map { options in
            try check(["m.json", "--previous=old.json", "--format=json"] + options, in: folder).checked().findings.count {
                $0.rule == "price-jump"
            }
        }
        #expect(jumps[0] == 0 && jumps[1] > 0, "\(jumps)")
    }

    /// White, transparent and equal pictures are found, and a small thing on white is none of them.
    @Test func content() throws {
        let folder = try TemporaryFolder()
        let ground = #"<rect width="400" height="400" fill="white"/>"#
        let hat = ground + #"<circle cx="200" cy="200" r="90" fill="navy"/>"#
        let pictures: KeyValuePairs = [
            "white.svg": ground, "ring.svg": ground + #"<circle cx="200" cy="200" r="30" fill="none" stroke="gray" stroke-width="8"/>"#,
            "hat.svg": hat, "copy.svg": hat, "cap.svg": ground + #"<rect x="30" y="90" width="200" height="99" fill="red"/>"#,
            "shape.svg": #"<circle cx="200" cy="200" r="90" fill="black"/>"#, "clear.svg": "",
        ]
        for (name, content) in pictures {
            let text = #"<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">\#(content)</svg>"#
            try folder.add(Bytes(name), Bytes(text))
        }
        let names = pictures.map(\.key)
        let entries = names.enumerated().map { Entry(width: "400", height: "400", img: $1, price: "€1\($0)") }
        try folder.add("m.json", Self.manifest(entries))
        let answer = try check("m.json", "--images", "--format=json", in: folder).checked()
        #expect(
            answer.findings.map { "\($0.rule) \($0.img ?? "") \($0.severity)" } == [
                "picture-shows white.svg warning", "picture-twice copy.svg warning", "picture-shows clear.svg warning",
            ], "\(answer.findings.map(\.message))")
    }

    /// Rules about bytes and formats look at the facts that `--images` measures.
    @Test func measuredFacts() throws {
        let folder = try TemporaryFolder()
        try folder.add("big.bmp", .bitmap(width: 3200, height: 3200))
        try folder.add("weir.json", #"{"rules":{"byte-budget":{"most":100000},"img-format":{"min-android":14},"picture-shows":"off"}}"#)
        try folder.add("tiny.jpg", Bytes("P1 1 2 0 1"))
        try folder.add(
            "m.json",
            Self.manifest([
                Entry(width: "3200", height: "3200", img: "big.bmp", price: "€1"),
                Entry(width: "1", height: "2", img: "tiny.jpg", price: "€2"),
            ]))
        let answer = try check("m.json", "--images", "--format=json", "--rule=byte-budget", "--rule=img-format", in: folder).checked()
        #expect(
            answer.findings.map { "\($0.rule) \($0.img ?? "") \($0.severity)" } == [
                "byte-budget big.bmp warning", "img-format tiny.jpg error",
            ])
    }

    private static func manifest(_ entries: [Entry]) -> Bytes { Bytes("[\(entries.map(\.text).joined(separator: ",\n"))]\n") }
}
