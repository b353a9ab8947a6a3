// docs/checks.md: a drawn manifest with one defect has a finding of the rule that is meant for it, and at most two in all.
import Foundation
import TestSupport
import Testing

@Suite struct OneDefectTests {
    /// A product of the drawn shop, and the size of its file.
    struct Hat {
        var width: Int
        var height: Int
        var img: String
        var price: String
        /// Members behind the others, such as `,"bytes":5`.
        var more = ""
        /// The size of the picture at this address.
        var picture: (width: Int, height: Int)

        var text: String { entry(width, height, img, price, more) }
    }

    struct Shop {
        var hats: [Hat]
        /// The change of the manifest's text.
        var writing: (String) -> [UInt8] = { Array($0.utf8) }

        init(_ seed: inout Seed, count: Int = 40) {
            hats = (0..<count).map { number in
                let (width, height) = (Int.random(in: 600...1000, using: &seed), Int.random(in: 700...1400, using: &seed))
                let price = "€\(Int.random(in: 15...190, using: &seed)).\(Int.random(in: 10...99, using: &seed))"
                return Hat(width: width, height: height, img: "p/hat-\(number).jpg", price: price, picture: (width, height))
            }
        }

        mutating func each(_ change: (inout Hat) -> Void) { for index in hats.indices { change(&hats[index]) } }

        /// Changes the members of one hat, which is drawn.
        mutating func one(_ seed: inout Seed, _ change: (inout Hat) -> Void) { change(&hats[hats.indices.randomElement(using: &seed)!]) }

        /// Moves the pictures by one row, so that each product but the first has that of the one before.
        mutating func movePictures() {
            let pictures = hats.map { ($0.img, $0.picture) }
            for index in 1..<hats.count { (hats[index].img, hats[index].picture) = pictures[index - 1] }
            (hats[0].img, hats[0].picture) = pictures[hats.count - 1]
        }

        var bytes: Bytes { Bytes(writing(manifest(of: hats.map(\.text)))) }
    }

    enum Input { case manifest, previous, pictures }

    /// A defect, and the rules of which at least one is to find it; none of a clean manifest.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let rules: [String]
        let input: Input
        let change: @Sendable (inout Shop, inout Seed) -> Void

        var testDescription: String { name }

        init(
            _ name: String, _ rules: String..., with input: Input = .manifest, change: @escaping @Sendable (inout Shop, inout Seed) -> Void
        ) {
            (self.name, self.rules, self.input, self.change) = (name, rules, input, change)
        }
    }

    private static func shrink(_ hat: inout Hat, by factor: Int) { (hat.width, hat.height) = (hat.width / factor, hat.height / factor) }

    private static let sizes = [
        Case("all sizes are a tenth", "pixel-shortage") { shop, _ in shop.each { shrink(&$0, by: 10) } },
        Case("all sizes are a fifth", "pixel-shortage") { shop, _ in shop.each { shrink(&$0, by: 5) } },
        Case("all sizes are a tenth of yesterday's", "size-drop", with: .previous) { shop, _ in shop.each { shrink(&$0, by: 10) } },
        Case("all sizes are half of yesterday's", "size-drop", with: .previous) { shop, _ in shop.each { shrink(&$0, by: 2) } },
        Case("a picture of 90 pixels", "pixel-shortage") { $0.one(&$1) { ($0.width, $0.height) = (90, 120) } },
        Case("a picture of 40 pixels", "pixel-shortage") { $0.one(&$1) { ($0.width, $0.height) = (40, 60) } },
        Case("a picture of 2x2", "size-plausible") { $0.one(&$1) { ($0.width, $0.height) = (2, 2) } },
        Case("a picture of 1x1", "size-plausible") { $0.one(&$1) { ($0.width, $0.height) = (1, 1) } },
        Case("a picture of no width", "size-integer") { $0.one(&$1) { $0.width = 0 } },
        Case("a picture of 30,000 pixels", "size-plausible") { $0.one(&$1) { ($0.width, $0.height) = (30_000, 30_000) } },
        Case("all have the size of a placeholder", "placeholder-share") { shop, _ in shop.each { ($0.width, $0.height) = (300, 300) } },
        Case("all have one size since yesterday", "placeholder-share", with: .previous) { shop, _ in
            shop.each { ($0.width, $0.height) = (640, 480) }
        },
        Case("a picture has two sizes", "duplicate-size") { shop, _ in
            shop.hats.append(shop.hats[7])
            shop.hats[40].height += 100
        },
        Case("width and height are swapped", "picture-orientation", with: .pictures) {
            $0.one(&$1) { ($0.width, $0.height, $0.picture) = (900, 700, (700, 900)) }
        },
    ]

    private static let prices = [
        Case("no prices", "price-present") { shop, _ in shop.each { $0.price = "" } },
        Case("no prices, and yesterday all had one", "price-present", with: .previous) { shop, _ in shop.each { $0.price = "" } },
        Case("a fifth lost the prices of yesterday", "price-present", with: .previous) { shop, _ in
            for index in stride(from: 0, to: 40, by: 5) { shop.hats[index].price = "" }
        },
        Case("two thirds have no price", "price-present") { shop, _ in
            for index in 0..<40 where index % 3 > 0 { shop.hats[index].price = "" }
        },
        Case("a price in cents", "price-outlier") { $0.one(&$1) { $0.price = $0.price.replacing(".", with: "") } },
        Case("a price of nothing", "price-zero") { $0.one(&$1) { $0.price = "€0.00" } },
        Case("a price that is NaN", "price-pattern") { $0.one(&$1) { $0.price = "€NaN" } },
        Case("all prices are null", "price-pattern") { shop, _ in shop.each { $0.price = "null" } },
        Case("prices moved by a row", "price-shift", with: .previous) { shop, _ in
            let prices = shop.hats.map(\.price)
            for index in 1..<40 { shop.hats[index].price = prices[index - 1] }
        },
        Case("a price in another currency", "one-currency") { $0.one(&$1) { $0.price = $0.price.replacing("€", with: "$") } },
        Case("prices without their decimal point", "price-jump", with: .previous) { shop, _ in
            shop.each { $0.price = $0.price.replacing(".", with: "") }
        },
        Case("prices are numbers", "price-present") { shop, _ in
            shop.writing = { Array($0.replacing(/"price":"€([0-9.]+)"/) { #""price":\#($0.1)"# }.utf8) }
        },
    ]

    private static let pictures = [
        Case("thumbnails replaced the originals", "picture-size", with: .pictures) { shop, _ in
            shop.each { $0.picture = ($0.picture.width / 10, $0.picture.height / 10) }
        },
        Case("square thumbnails replaced the originals", "picture-size", with: .pictures) { shop, _ in shop.each { $0.picture = (90, 90) }
        },
        Case("a thumbnail replaced an original", "picture-size", with: .pictures) { $0.one(&$1) { $0.picture = (90, 90) } },
        Case("a wide picture replaced the first", "picture-size", with: .pictures) { shop, _ in shop.hats[0].picture = (800, 300) },
        Case("addresses ask for thumbnails", "img-asked") { shop, _ in shop.each { $0.img = "https://cdn.hats.example/\($0.img)?w=200" } },
        Case("pictures moved by a row since yesterday", "price-shift", with: .previous) { shop, _ in shop.movePictures() },
        Case("pictures moved by a row", "picture-size", with: .pictures) { shop, _ in shop.movePictures() },
        Case("all have one picture", "duplicate-img") { shop, _ in
            shop.each { ($0.img, $0.width, $0.height) = ("no.jpg", 640, 480) }
        },
        Case("a picture is missing", "picture-exists", with: .pictures) { $0.one(&$1) { $0.img = "p/gone.jpg" } },
        Case("a picture that is a page", "img-page") { $0.one(&$1) { $0.img = "https://hats.example/products/hat.html" } },
    ]

    private static let encodings = [
        Case("an entity of HTML in an address", "img-encoding") {
            $0.one(&$1) { $0.img = "https://cdn.hats.example/\($0.img)?a=1&amp;b=2" }
        },
        Case("an address that is encoded twice", "img-encoding") {
            $0.one(&$1) { $0.img = "https://cdn.hats.example/a%2520b/\($0.img)" }
        },
        Case("prices were read as Latin-1", "price-pattern") { shop, _ in shop.each { $0.price = "Â£" + $0.price.dropFirst() } },
        Case("a price with a character that was lost", "price-pattern") { $0.one(&$1) { $0.price = "\u{FFFD}" + $0.price.dropFirst() } },
        Case("a price in Latin-1", "parses") { shop, _ in
            shop.writing = { text in Array(text.utf8).replacing(Array("€".utf8), with: [0xA3], maxReplacements: 1) }
        },
        Case("UTF-16", "parses") { shop, _ in
            shop.writing = { [0xFF, 0xFE] + $0.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] } }
        },
        Case("a mark of the byte order", "parses", "file-format") { shop, _ in shop.writing = { [0xEF, 0xBB, 0xBF] + Array($0.utf8) } },
    ]

    private static let clean = [
        Case("as it is") { _, _ in },
        Case("as it was", with: .previous) { _, _ in },
        Case("with its pictures", with: .pictures) { _, _ in },
        Case("a small shop") { shop, seed in shop = Shop(&seed, count: 3) },
        Case("a small shop without prices") { shop, seed in
            shop = Shop(&seed, count: 4)
            shop.each { $0.price = "" }
        },
        Case("squares of one size") { shop, _ in shop.each { ($0.width, $0.height) = (1000, 1000) } },
        Case("thumbnails of 200 pixels") { shop, _ in shop.each { ($0.width, $0.height) = (200, 200 + $0.width % 90) } },
        Case("icons without pixels") { shop, _ in
            shop.each { ($0.width, $0.height, $0.img) = (24, 24 + $0.width % 9, $0.img.replacing(".jpg", with: ".svg")) }
        },
        Case("an SVG by its format") { $0.one(&$1) { ($0.width, $0.height, $0.img, $0.more) = (24, 24, "p/logo", #","format":"svg""#) } },
        Case("a small placeholder") { $0.one(&$1) { ($0.width, $0.height, $0.more) = (60, 60, #","status":"placeholder""#) } },
        Case("a quarter of the prices is empty") { shop, _ in for index in 0..<10 { shop.hats[index * 4].price = "" } },
        Case("yesterday had no prices either", with: .previous) { _, _ in },
        Case("some prices changed", with: .previous) { shop, _ in
            for index in 0..<9 { shop.hats[index * 3].price = "€\(20 + index).50" }
        },
        Case("prices have doubled", with: .previous) { shop, _ in
            shop.each { hat in hat.price = "€\(Int(hat.price.dropFirst().prefix { $0 != "." })! * 2).90" }
        },
        Case("products came at the end", with: .previous) { shop, seed in
            var more = Shop(&seed, count: 5)
            more.each { $0.img = "new/" + $0.img }
            shop.hats += more.hats
        },
        Case("prices in yen") { shop, _ in shop.each { $0.price = "¥\($0.width * 10)" } },
        Case("ranges of prices") { shop, _ in shop.each { $0.price = "€10 – €\(20 + $0.width % 90)" } },
        Case("a kept column that few rows have") { shop, _ in shop.hats[3].more = #","fabric":"wool""# },
        Case("a kept column of lists") { shop, _ in for index in 0..<15 { shop.hats[index].more = #","tags":["a","b"]"# } },
        Case("several pictures a product") { shop, _ in
            shop.each { $0.more = #","images":[{"w":700,"h":800,"img":"\#($0.img.replacing("hat", with: "back"))"}]"# }
        },
    ]

    private static let defects = sizes + prices + pictures + encodings

    @Test(arguments: defects) func defect(row: Case) throws {
        let (findings, seed) = try found(row)
        let reported = "\(seed): \(findings.map { "\($0.severity) \($0.text): \($0.message)" })"
        #expect(findings.contains { row.rules.contains($0.rule) }, "\(reported)")
        #expect(findings.count <= 2, "\(findings.count) findings, \(reported)")
    }

    @Test(arguments: clean) func soundManifest(row: Case) throws {
        let (findings, seed) = try found(row)
        #expect(findings.filter { $0.severity != "info" }.map { "\($0.text): \($0.message)" } == [], "\(seed)")
    }

    private func found(_ row: Case) throws -> ([CheckAnswer.Finding], Seed) {
        var seed = Seed.announced(for: "OneDefectTests.\(row.name)")
        let folder = try TemporaryFolder()
        var shop = Shop(&seed)
        if row.name == "yesterday had no prices either" { for index in 0..<19 { shop.hats[index].price = "" } }
        try folder.add("old.json", shop.bytes)
        row.change(&shop, &seed)
        try folder.add("m.json", shop.bytes)
        var options: [Bytes] = ["m.json", "--format=json"]
        switch row.input {
        case .manifest: break
        case .previous: options.append("--previous=old.json")
        case .pictures:
            try folder.addFolder("p")
            for hat in shop.hats where hat.img != "p/gone.jpg" {
                try folder.add(Bytes(hat.img), .jpeg(width: UInt16(hat.picture.width), height: UInt16(hat.picture.height)))
            }
            options.append("--images")
        }
        return (try check(options, in: folder).checked().findings, seed)
    }
}
