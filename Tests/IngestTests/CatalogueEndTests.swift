// docs/catalogues.md: a catalogue that has lost its end replaces no manifest.
import Fetching
import Foundation
import Measuring
import TestSupport
import Testing
import WeirSystem

@testable import Ingest

@Suite struct CatalogueEndTests {
    private let folder: TemporaryFolder
    private let old: String

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        old = manifest(of: (1...10).map { entry(30, 20, "a.jpg", "\($0)") })
        try folder.add("m.json", Bytes(old))
    }

    @Test(
        arguments: [
            ("csv", "img,price\na.jpg,1\na.jpg,\"2", "c.csv:3:7: the catalogue ends inside a quoted field"),
            ("csv", "img,price\na.jpg,1\na.jpg", "c.csv:3:1: the catalogue ends inside the row"),
            ("copy", "img\tprice\na.jpg\t1\na.jpg\t2", "c.copy:3:1: the catalogue ends inside the row"),
            ("jsonl", "{\"img\":\"a.jpg\"}\n{\"img\":\"a.j", "c.jsonl:2:1: the catalogue ends inside the row"),
            ("json", "[{\"img\":\"a.jpg\"},\n", "c.json:2:1: the catalogue ends before its array does"),
            ("plist", "<plist><array><dict><key>img</key>", "c.plist:1:35: the XML is broken: no element found"),
        ] as [(Bytes, Bytes, String)])
    func cut(format: Bytes, catalogue: Bytes, message: String) throws {
        try folder.add("c." + format, catalogue)
        let outcome = try ingest("c." + format, "-o", "m.json", "--max-removed=100%", "--max-failures=100%", in: folder)
        #expect(outcome.fault == message)
        #expect(folder.text(of: "m.json") == old)
    }

    /// A table that was cut inside its last field is refused if the last one of this manifest had its line end, whatever its name.
    @Test(arguments: ["csv", "tsv"] as [Bytes]) func cutInsideTheLastField(format: Bytes) throws {
        let separator: Bytes = format == "csv" ? "," : "\t"
        func night(_ end: Bytes, _ name: Bytes) throws -> IngestOutcome {
            try folder.add(name + "." + format, "img" + separator + "price\na.jpg" + separator + "€9.90\na.jpg" + separator + end)
            return try ingest(name + "." + format, "-o", "m.json", "--max-removed=100%", "--journal=j", in: folder)
        }
        // Nothing is known, so the row is taken, and the next line end is welcome.
        let first = try night("€148", "first")
        #expect(first.isWritten && first.notices.map(\.isUsual) == [false], "\(first)")
        #expect(try night("€1480.50\n", "second").news.isEmpty)
        let whole = folder.text(of: "m.json")
        for end: Bytes in ["€1480.5", "€148", "€1"] {
            let outcome = try night(end, "third")
            #expect(folder.text(of: "m.json") == whole)
            let name = "third.\(String(decoding: format.all, as: UTF8.self))"
            #expect(outcome.fault.hasPrefix("\(name): no line end follows the last row, as one did in the last run: "), "\(outcome)")
        }
        #expect(try night("€1490.50\n", "fourth").isWritten)
    }

    /// A drawn catalogue and the bytes of its last three rows, which are not all.
    private func drawn(_ form: String, _ seed: inout Seed) -> (bytes: [UInt8], cuts: Range<Int>) {
        let prices = (0..<Int.random(in: 4...8, using: &seed)).map { _ in
            ["€\(Int.random(in: 1...9999, using: &seed)).50", "12 €", "日本 7", "9"].randomElement(using: &seed)!
        }
        let table = ["csv": ",", "tsv": "\t", "copy": "\t"]
        let rows: [String] = prices.map { price in
            switch form {
            case "csv", "tsv", "copy": "a.jpg\(table[form]!)\(form == "csv" && Bool.random(using: &seed) ? "\"\(price)\"" : price)\n"
            case "xml": "<item><g:image_link>a.jpg</g:image_link><g:price>\(price)</g:price></item>\n"
            default: "{\"img\":\"a.jpg\",\"price\":\"\(price)\"}\(form == "json" ? "," : "")\n"
            }
        }
        let head = [
            "csv": "img,price\n", "tsv": "img\tprice\n", "copy": "img\tprice\n", "json": "[\n",
            "xml": "<?xml version=\"1.0\"?><rss version=\"2.0\" xmlns:g=\"http://base.google.com/ns/1.0\"><channel><title>x</title>\n",
        ]
        let tail = ["json": "{\"img\":\"a.jpg\"}\n]\n", "xml": "</channel></rss>\n"]
        let start = Array(((head[form] ?? "") + rows.dropLast(3).joined()).utf8)
        let bytes = start + rows.suffix(3).joined().utf8
        return (bytes + (tail[form] ?? "").utf8, start.count..<bytes.count)
    }

    /// A drawn catalogue that is cut inside its last three rows replaces no manifest, unless whole rows are left. If nothing is known of
    /// its end, and its last field may be cut, a message says so.
    @Test(arguments: ["csv", "tsv", "copy", "json", "jsonl", "xml"], [false, true]) func drawnCuts(form: String, isKnown: Bool) throws {
        var seed = Seed.announced(for: "CatalogueEndTests.\(form).\(isKnown)")
        for _ in 1...20 {
            let (whole, cuts) = drawn(form, &seed)
            func night(_ catalogue: some Collection<UInt8>) throws -> IngestOutcome {
                try folder.add("c." + Bytes(form), Bytes(Array(catalogue)))
                return try ingest(
                    ["c." + Bytes(form), "-o", "m.json", "--max-removed=100%"] + (isKnown ? ["--journal=j"] : []), in: folder)
            }
            #expect(try night(whole).isWritten, "\(seed)")
            let manifest = folder.text(of: "m.json")
            let end = Int.random(in: cuts, using: &seed)
            let outcome = try night(whole[..<end])
            let isBetweenRows = whole[end - 1] == UInt8(ascii: "\n") && form != "json" && form != "xml"
            // An object of JSON has an end of its own.
            let isComplete = isBetweenRows || form == "jsonl" && whole[end] == UInt8(ascii: "\n")
            // The last field of a table may have lost its end, if it is there, is text and has no open quote.
            let row = whole[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last ?? []
            let field = row.dropFirst("a.jpg".utf8.count + 1)
            let isField = row.count > "a.jpg".utf8.count && String(validating: field, as: UTF8.self) != nil
            let isTaken = ["csv", "tsv"].contains(form) && !isKnown && isField && field.count { $0 == UInt8(ascii: "\"") } != 1
            if isComplete || isTaken {
                #expect(outcome.isWritten, "\(seed), \(end): \(outcome)")
                #expect(
                    outcome.news.contains { $0.contains("no line end follows the last row") } == !isComplete, "\(seed), \(end): \(outcome)")
            } else {
                #expect(!outcome.fault.isEmpty && folder.text(of: "m.json") == manifest, "\(seed), \(end): \(outcome)")
            }
        }
    }

    /// The same of a shop's export, whose products are only known at its end.
    @Test func cutExport() throws {
        func night(_ rest: Bytes) throws -> IngestOutcome {
            try folder.add("c.csv", "Handle,Title,Image Src,Variant SKU,Variant Price\nmug,Mug,a.jpg,m,9.50\ncup,Cup,a.jpg,c,14" + rest)
            return try ingest("c.csv", "-o", "m.json", "--max-removed=100%", "--journal=j", in: folder)
        }
        #expect(try night("80.50\n").isWritten)
        let whole = folder.text(of: "m.json")
        #expect(whole?.contains("1480.50") == true)
        #expect(try night("80").fault.contains("no line end follows the last row") && folder.text(of: "m.json") == whole)
    }

    /// The first run without a line end is news, the next ones are not.
    @Test func lineEndThatNeverCame() throws {
        try folder.add("c.csv", "img,price\na.jpg,1")
        for isUsual in [false, true] {
            let outcome = try ingest("c.csv", "-o", "n.json", "--journal=j", in: folder)
            #expect(outcome.isWritten && outcome.notices.map(\.isUsual) == [isUsual], "\(outcome)")
        }
        #expect(try preview(["c.csv", "-o", "n.json"], in: folder).news.map(\.isUsual) == [true])
    }

    /// A fault of the second reading is that of a file that has changed, unless the machine is at fault.
    @Test(arguments: [false, true]) func faultOfTheSecondReading(hasChanged: Bool) throws {
        try folder.addCatalogue(["a.jpg"])
        let stores = BucketStores(FetchOptions(userAgent: "test"), Cancellation())
        let catalogue = try Catalogue(IngestPlan(["c.csv", "-o", "m.json"], in: folder), until: .never(), in: stores)
        if hasChanged { try folder.addCatalogue(["a.jpg", "b.jpg"]) }
        let fault = catalogue.fault(insteadOf: .input("broken"))
        #expect(fault.message.contains("c.csv changed while it was read") == hasChanged && (fault.message == "broken") != hasChanged)
        #expect(catalogue.fault(insteadOf: .machine("full")) == .machine("full"))
    }

    /// A pipe is read once, and its rows are there again.
    @Test(arguments: [["--from=csv"], ["--from", #"{"img": "img"}"#]] as [[Bytes]]) func pipe(options: [Bytes]) throws {
        try folder.addPipe("c.csv")
        let pipe = open("\(folder.path)/c.csv", O_RDWR | O_CLOEXEC)
        let text = Array("img,price\na.jpg,1\nb.jpg,2\n".utf8)
        try #require(pipe >= 0 && write(pipe, text, text.count) == text.count)
        let stores = BucketStores(FetchOptions(userAgent: "test"), Cancellation())
        let catalogue = try Catalogue(IngestPlan(["c.csv", "-o", "m.json"] + options, in: folder), until: .never(), in: stores)
        close(pipe)
        for reading in 1...2 {
            var rows = try reading == 1 ? catalogue.rows() : catalogue.rowsAgain()
            var lines: [Int] = []
            while let batch = try rows.next() { lines += batch.rows.map(\.line) }
            #expect(lines == [2, 3], "\(reading)")
        }
    }

    /// Blanks around a name are no part of it, and are counted once.
    @Test func blanks() throws {
        try folder.add("c.jsonl", "{\"img\":\" a.jpg\"}\n{\"img\":\"a.jpg\\n\"}\n{\"img\":\"a.jpg\"}\n")
        let outcome = try ingest("c.jsonl", "-o", "n.json", in: folder)
        #expect(folder.text(of: "n.json") == manifest(of: Array(repeating: entry(30, 20, "a.jpg", ""), count: 3)))
        #expect(outcome.news.first == "c.jsonl: 2 names of pictures have blanks at the ends, which are cut" && outcome.notices[0].isUsual)
        try folder.add("c.csv", "img,price\n a.jpg,1\n")
        #expect(
            try ingest("c.csv", "-o", "n.json", in: folder).news == ["c.csv: 1 name of a picture has blanks at the ends, which are cut"])
    }

    /// A product feed needs no option.
    @Test func feed() throws {
        try folder.add(
            "feed.xml",
            Bytes(
                """
                <?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>
                <item><g:id>7</g:id><title>x</title><g:image_link> a.jpg </g:image_link><g:price>9.50 EUR</g:price></item>
                <item><g:id>8</g:id></item></channel></rss>
                """))
        let outcome = try ingest("feed.xml", "-o", "n.json", "--keep=g:id", "--max-failures=1", in: folder)
        #expect(folder.text(of: "n.json") == manifest(entry(30, 20, "a.jpg", "9.50 EUR", ",\"id\":\"7\"")))
        #expect(outcome.lines.count == 1 && outcome.lines[0].hasSuffix("broken-row: the row has no picture (image_link)"), "\(outcome)")
    }
}
