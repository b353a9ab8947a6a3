// docs/catalogues.md: a catalogue that has lost its end replaces no manifest.
import TestSupport
import Testing

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
            ("csv", "img,price\na.jpg,1\na.jpg,\"2", "standard input:3:7: the catalogue ends inside a quoted field"),
            ("csv", "img,price\na.jpg,1\na.jpg", "standard input:3:1: the catalogue ends inside the row"),
            ("copy", "img\tprice\na.jpg\t1\na.jpg\t2", "standard input:3:1: the catalogue ends inside the row"),
            ("jsonl", "{\"img\":\"a.jpg\"}\n{\"img\":\"a.j", "standard input:2:1: the catalogue ends inside the row"),
            ("json", "[{\"img\":\"a.jpg\"},\n", "standard input:2:1: the catalogue ends before its array does"),
            ("plist", "<plist><array><dict><key>img</key>", "standard input:1:35: the XML is broken: no element found"),
        ] as [(Bytes, Bytes, String)])
    func cut(format: Bytes, catalogue: Bytes, message: String) throws {
        let outcome = try ingest(
            "--from", format, "-", "-o", "m.json", "--max-removed=100%", "--max-failures=100%", input: catalogue, in: folder)
        #expect(outcome.messages.hasSuffix("weir: \(message)\n"), "\(outcome.messages)")
        #expect(outcome.status == .exited(2))
        #expect(folder.text(of: "m.json") == old)
    }

    /// An export that is cut between two rows looks whole. Its number of rows shows the cut, also in a dry run.
    @Test(
        arguments: [
            (["--expect-rows=8"], "7 rows are fewer than 8, which --expect-rows asks for"),
            (["--expect-rows=7"], nil), (["--expect-rows=70%"], nil),
            (["--expect-rows=71%"], "7 rows are fewer than 8, which --expect-rows asks for"),
            (["--expect-rows=8", "--expect-rows=1"], nil),
        ] as [([Bytes], String?)], [false, true])
    func rowsMissing(expected: (options: [Bytes], fault: String?), isDry: Bool) throws {
        let (options, fault) = expected
        try folder.addCatalogue(Array(repeating: "a.jpg", count: 7))
        let all = ["ingest", "c.csv", "-o", "m.json", "--max-removed=100%", "--report=r.json"] + options + (isDry ? ["--dry-run"] : [])
        let outcome = try Program.weir.run(all, in: folder)
        #expect(outcome.status == .exited(fault == nil ? 0 : 1))
        if let fault { #expect((outcome.text + outcome.messages).contains(fault), "\(outcome.text)\(outcome.messages)") }
        #expect((folder.text(of: "m.json") == old) == (isDry || fault != nil))
        if !isDry, fault != nil { #expect(folder.text(of: "r.json")?.contains("\"gate\":\"expect-rows\"") == true) }
    }

    /// A dry run judges the gates that need no picture.
    @Test(
        arguments: [
            (
                "img,price\na.jpg,1\n", [],
                "9 of the 10 entries of the previous manifest are missing, which is more than --max-removed 20% allows"
            ),
            ("img,price\na.jpg,1\n", ["--max-removed=90%"], nil),
            ("img,price\na.jpg,1\n,1\n", ["--max-removed=90%"], "1 row without a true size is more than --max-failures 20% allows"),
            (
                "img,price\nb.jpg,1\n", ["--max-removed=9"],
                "10 of the 10 entries of the previous manifest are missing, which is more than --max-removed 9 allows"
            ),
            ("img,price\na.jpg,1\n", ["--base-url=https://s.example", "--max-removed=9"], "10 of the 10 entries"),
        ] as [(Bytes, [Bytes], String?)])
    func dryGates(catalogue: Bytes, options: [Bytes], fault: String?) throws {
        try folder.add("c.csv", catalogue)
        let outcome = try Program.weir.run(["ingest", "c.csv", "-o", "m.json", "--dry-run"] + options, in: folder)
        #expect(outcome.text.contains(fault.map { "would not write m.json: \($0)" } ?? "would write m.json as json"), "\(outcome.text)")
        #expect(outcome.status == .exited(fault == nil ? 0 : 1))
        #expect(folder.text(of: "m.json") == old)
    }

    /// A table that was cut inside its last field is refused if the last one of this manifest had its line end, whatever its name.
    @Test(arguments: ["csv", "tsv"] as [Bytes]) func cutInsideTheLastField(format: Bytes) throws {
        let separator: Bytes = format == "csv" ? "," : "\t"
        func night(_ end: Bytes, _ name: Bytes) throws -> Outcome {
            try folder.add(name + "." + format, "img" + separator + "price\na.jpg" + separator + "€9.90\na.jpg" + separator + end)
            return try ingest(name + "." + format, "-o", "m.json", "--max-removed=100%", "-q", in: folder)
        }
        // Nothing is known, so the row is taken, and the next line end is welcome.
        #expect(try night("€148", "first").status == .exited(0))
        #expect(try night("€1480.50\n", "second").status == .exited(0))
        let whole = folder.text(of: "m.json")
        for end: Bytes in ["€1480.5", "€148", "€1"] {
            let outcome = try night(end, "third")
            #expect(outcome.status == .exited(2) && folder.text(of: "m.json") == whole, "\(outcome.messages)")
            #expect(
                outcome.messages.hasPrefix(
                    "weir: third.\(String(decoding: format.all, as: UTF8.self)): no line end follows the last row, as one did in the last run: "
                )
                    && outcome.messages.hasSuffix("; m.json stays as it was\n"), "\(outcome.messages)")
        }
        #expect(try night("€1490.50\n", "fourth").status == .exited(0))
    }

    /// After a whole night, a table that is cut behind any byte of its last three rows replaces no manifest, unless whole rows are left.
    @Test(arguments: ["csv", "tsv"] as [Bytes]) func everyCutOfTheLastRows(format: Bytes) throws {
        let separator = format == "csv" ? "," : "\t"
        let rows = ["€9.90", "12,50 €", "€1480.50", "日本"].map { "a.jpg\(separator)\(format == "csv" ? "\"\($0)\"" : $0)\n" }
        let whole = Array(("img\(separator)price\n" + rows.joined()).utf8)
        func night(_ catalogue: some Collection<UInt8>) throws -> Outcome {
            try folder.add("c." + format, Bytes(Array(catalogue)))
            return try ingest("c." + format, "-o", "m.json", "--max-removed=100%", "-q", in: folder)
        }
        for end in (whole.count - rows[1...].joined().utf8.count)..<whole.count {
            #expect(try night(whole).status == .exited(0))
            let manifest = folder.text(of: "m.json")
            let outcome = try night(whole[..<end])
            let isBetweenRows = whole[end - 1] == UInt8(ascii: "\n")
            #expect(outcome.status == .exited(isBetweenRows ? 0 : 2), "\(end): \(outcome.messages)")
            #expect((folder.text(of: "m.json") == manifest) == !isBetweenRows, "\(end)")
        }
    }

    /// A drawn catalogue and the bytes of its last three rows.
    private func drawn(_ form: String, _ seed: inout Seed) -> (bytes: [UInt8], cuts: Range<Int>) {
        let prices = (0..<Int.random(in: 3...8, using: &seed)).map { _ in
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
        for _ in 1...3 {
            let (whole, cuts) = drawn(form, &seed)
            func night(_ catalogue: some Collection<UInt8>) throws -> Outcome {
                try folder.add("c." + Bytes(form), Bytes(Array(catalogue)))
                return try ingest(
                    "c." + Bytes(form), "-o", "m.json", "--max-removed=100%", isKnown ? "--journal=j" : "--journal=none", in: folder)
            }
            #expect(try night(whole).status == .exited(0), "\(seed)")
            let manifest = folder.text(of: "m.json")
            let end = Int.random(in: cuts, using: &seed)
            let outcome = try night(whole[..<end])
            let isBetweenRows = whole[end - 1] == UInt8(ascii: "\n") && form != "json" && form != "xml"
            // An object of JSON has an end of its own.
            let isComplete = isBetweenRows || form == "jsonl" && whole[end] == UInt8(ascii: "\n")
            let mayBeTaken = ["csv", "tsv", "copy"].contains(form) && !isKnown
            if isComplete || mayBeTaken && outcome.status == .exited(0) {
                #expect(outcome.status == .exited(0), "\(seed), \(end): \(outcome.messages)")
                #expect(
                    outcome.messages.contains("no line end follows the last row") == !isComplete, "\(seed), \(end): \(outcome.messages)")
            } else {
                #expect(outcome.status == .exited(2) && folder.text(of: "m.json") == manifest, "\(seed), \(end): \(outcome.messages)")
            }
        }
    }

    /// The same of a shop's export, whose products are only known at its end.
    @Test func cutExport() throws {
        func night(_ rest: Bytes) throws -> Outcome {
            try folder.add("c.csv", "Handle,Title,Image Src,Variant SKU,Variant Price\nmug,Mug,a.jpg,m,9.50\ncup,Cup,a.jpg,c,14" + rest)
            return try ingest("c.csv", "-o", "m.json", "--max-removed=100%", "-q", in: folder)
        }
        #expect(try night("80.50\n").messages.contains("wrote m.json") == false)
        let whole = folder.text(of: "m.json")
        #expect(whole?.contains("1480.50") == true)
        let outcome = try night("80")
        #expect(outcome.status == .exited(2) && folder.text(of: "m.json") == whole, "\(outcome.messages)")
    }

    /// The first run without a line end sends a mail, the next ones do not.
    @Test func lineEndThatNeverCame() throws {
        try folder.add("c.csv", "img,price\na.jpg,1")
        for mails in [true, false] {
            let outcome = try ingest("c.csv", "-o", "n.json", "-q", in: folder)
            #expect(
                outcome.status == .exited(0) && outcome.messages.contains("no line end follows the last row") == mails,
                "\(outcome.messages)")
        }
    }

    /// The number of entries that a gate let through is named.
    @Test func allowedRemovals() throws {
        try folder.addCatalogue(Array(repeating: "a.jpg", count: 9))
        let outcome = try ingest("c.csv", "-o", "m.json", in: folder)
        #expect(
            outcome.messages.contains("0 added, 1 removed, 0 resized; --max-removed 20% let 1 of 10 entries go"),
            "\(outcome.messages)")
    }

    /// Blanks around a name are no part of it, and are counted once.
    @Test(arguments: [false, true]) func blanks(isQuiet: Bool) throws {
        try folder.add("c.jsonl", "{\"img\":\" a.jpg\"}\n{\"img\":\"a.jpg\\n\"}\n{\"img\":\"a.jpg\"}\n")
        let outcome = try Program.weir.run(["ingest", "c.jsonl", "-o", "n.json"] + (isQuiet ? ["--quiet"] : []), in: folder)
        #expect(folder.text(of: "n.json") == manifest(of: Array(repeating: entry(30, 20, "a.jpg", ""), count: 3)))
        #expect(
            outcome.messages.contains("c.jsonl: 2 names of pictures have blanks at the ends, which are cut\n") == !isQuiet,
            "\(outcome.messages)")
        #expect(outcome.status == .exited(0))
    }

    @Test(arguments: [" a.jpg", "a.jpg\\t ", "a.jpg"]) func blanksInStream(img: String) throws {
        let outcome = try stream(Bytes("{\"img\":\"\(img)\"}\n"), in: folder)
        #expect(outcome.answers == ["ok 30x20"])
        #expect(outcome.text.contains("{\"img\":\"\(img)\","), "\(outcome.text)")
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
        #expect(outcome.messages.contains("broken-row: the row has no picture (image_link)"), "\(outcome.messages)")
        #expect(outcome.status == .exited(0))
    }

    @Test func hostWithoutScheme() throws {
        try folder.addCatalogue(["//127.0.0.1:1/a.jpg"])
        let outcome = try ingest("c.csv", "-o", "n.json", "--max-failures=1", "--allow-host=127.0.0.1", in: folder)
        #expect(folder.text(of: "n.json") == manifest(entry(300, 300, "https://127.0.0.1:1/a.jpg")))
        #expect(outcome.messages.contains("connect"), "\(outcome.messages)")
    }
}
