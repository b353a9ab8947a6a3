// docs/catalogues.md: catalogues are read as people have them: other separators, COPY, UTF-16, packed files, rows in an array of an object.
import TestSupport
import Testing

@Suite struct CatalogueFormsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.add("b.jpg", .jpeg(width: 4, height: 5))
    }

    private static let both = manifest(entry(30, 20, "a.jpg", "1,5"), entry(4, 5, "b.jpg", ""))

    private static func utf16(_ text: String, isBigEndian: Bool) -> Bytes {
        Bytes(("\u{FEFF}" + text).utf16.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    }

    private static func utf32(_ text: String, isBigEndian: Bool) -> Bytes {
        Bytes(
            text.unicodeScalars.flatMap { scalar -> [UInt8] in
                let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: scalar.value >> UInt32($0)) }
                return isBigEndian ? bytes : bytes.reversed()
            })
    }

    private static let mark: Bytes = [0xEF, 0xBB, 0xBF]
    private static let object = #"{"page":{"n":[1]},"products":[{"img":"a.jpg","price":"1,5"},{"img":"b.jpg"}],"next":null}"#
    private static let deep = #"{"image":{"src":"a.jpg"},"price":{"amount":"1,5"}}"# + "\n" + #"{"image":{"src":"b.jpg"}}"# + "\n"

    // XML names its encoding to the parser.
    private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n"
    private static let feed = """
        <rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:image_link>a.jpg</g:image_link><g:price>1,5</g:price></item>
        <item><g:image_link>b.jpg</g:image_link></item></channel></rss>
        """
    private static let list = """
        <plist><array><dict><key>img</key><string>a.jpg</string><key>price</key><string>1,5</string></dict>
        <dict><key>img</key><string>b.jpg</string></dict></array></plist>
        """

    @Test(
        arguments: [
            ("c.csv", "img;price\na.jpg;1,5\nb.jpg;\n", ["--delimiter", ";"]),
            ("c.csv", "img|price\na.jpg|1,5\nb.jpg|\\N\n", ["--delimiter=|"]),
            ("c.csv", "img\tprice\na.jpg\t1,5\nb.jpg\t\n", ["--delimiter", "\\t"]),
            ("c.tsv", "\"img\";\"price\"\n\"a.jpg\";\"1,5\"\nb.jpg;\n", ["--delimiter=;"]),
            ("c.txt", "img\tprice\na.jpg\t1\\x2c5\nb.jpg\t\\N\n\\.\n", ["--from", "copy"]),
            ("c.copy", "img|price\na.jpg|1,\\065\nb.jpg|\\N\n", ["--delimiter=|"]),
            ("c.csv", mark + "img,price\na.jpg,\"1,5\"\nb.jpg,\n", []),
            ("c.copy", mark + "img\tprice\na.jpg\t1,5\nb.jpg\t\n", []),
            ("c.csv", utf16("img,price\r\na.jpg,\"1,5\"\r\nb.jpg,\r\n", isBigEndian: false), []),
            ("c.tsv", utf16("img\tprice\na.jpg\t1,5\nb.jpg\t\\N\n", isBigEndian: true), []),
            ("c.copy", utf16("img\tprice\na.jpg\t1,5\nb.jpg\t\\N\n", isBigEndian: false), []),
            ("c.json", utf16(#"[{"img":"a.jpg","price":"1,5"},{"img":"b.jpg"}]"#, isBigEndian: true), []),
            ("c.jsonl", utf16("{\"img\":\"a.jpg\",\"price\":\"1,5\"}\n{\"img\":\"b.jpg\"}\n", isBigEndian: false), []),
            ("c.json", Bytes(object), ["--rows", "/products"]), ("c.json", mark + Bytes(object), ["--rows=/products"]),
            ("c.json", utf16(object, isBigEndian: false), ["--rows=/products"]),
            ("c.jsonl", Bytes(deep), ["--img-column=/image/src", "--price-column=/price/amount"]),
            ("c.xml", utf16(declaration + feed, isBigEndian: false), []), ("c.plist", utf16(declaration + list, isBigEndian: true), []),
        ] as [(Bytes, Bytes, [Bytes])])
    func isRead(name: Bytes, catalogue: Bytes, options: [Bytes]) throws {
        try folder.add(name, catalogue)
        let outcome = try ingest([name, "-o", "m.json"] + options, in: folder)
        #expect(folder.text(of: "m.json") == Self.both, "\(outcome)")
        #expect(outcome.isWritten && outcome.summary.ok == 2 && outcome.notices.isEmpty, "\(outcome)")
    }

    private static let loneReturns = "its lines end with a carriage return alone: tr '\\r' '\\n' <FILE >NEW writes line feeds"
    private static func workbook(_ ending: String, _ package: String, _ program: String, _ name: String = "c.csv") -> String {
        "\(name): the catalogue is a workbook (\(ending)): export it as CSV in UTF-8, or install Debian's package \(package): "
            + "\(program) >NEW.csv writes one that can be read"
    }

    private static let deflated: Bytes = [0x50, 0x4B, 0x03, 0x04, 20, 0, 0, 0, 8, 0]

    @Test(
        arguments: [
            (
                "c.csv", "img;price\na.jpg;1\n", [],
                "c.csv:1:1: there is no column img; the header looks separated by \";\": give --delimiter \";\""
            ),
            (
                "c.csv", "\"img\";\"price\"\na.jpg;1\n", [],
                "c.csv:1:6: text stands behind the closing quote; the header looks separated by \";\": give --delimiter \";\""
            ),
            (
                "c.csv", "picture\tcost\na.jpg\t1\n", [],
                "c.csv:1:1: there is no column img; the header looks separated by \"\\t\": give --delimiter \"\\t\""
            ),
            ("c.tsv", "img|price\n", [], "c.tsv:1:1: there is no column img; the header looks separated by \"|\": give --delimiter \"|\""),
            (
                "c.csv", "img_url,price\n", ["--img-column=image"],
                "c.csv:1:1: there is no column image; the nearest is img_url; the columns are img_url, price; --img-column names another"
            ),
            (
                "c.csv", "img,prcie\n", [],
                "c.csv:1:1: there is no column price; the nearest is prcie; the columns are img, prcie; --price-column names another"
            ),
            (
                "c.csv.xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4], [],
                "c.csv.xz: the catalogue is packed with xz: xz -dc FILE >NEW.csv writes one that can be read"
            ),
            (
                "c.json.zst", [0x28, 0xB5, 0x2F, 0xFD, 4, 0, 0, 0], [],
                "c.json.zst: the catalogue is packed with zstd: zstd -dc FILE >NEW.json writes one that can be read"
            ),
            (
                "c.csv", [0x28, 0xB5, 0x2F, 0xFD], [],
                "c.csv: the catalogue is packed with zstd: zstd -dc FILE >NEW.csv writes one that can be read"
            ),
            (
                "c.tsv.bz2", "BZh91AY&SY\u{1}", [],
                "c.tsv.bz2: the catalogue is packed with bzip2: bzip2 -dc FILE >NEW.tsv writes one that can be read"
            ),
            ("c.csv", deflated + "[Content_Types].xml", [], workbook(".xlsx", "xlsx2csv", "xlsx2csv FILE")),
            ("c.xlsx", deflated + "[Content_Types].xml", [], workbook(".xlsx", "xlsx2csv", "xlsx2csv FILE", "c.xlsx")),
            (
                "c.csv", deflated + "mimetypeapplication/vnd.oasis.opendocument.spreadsheet", [],
                workbook(".ods", "gnumeric", "ssconvert -T Gnumeric_stf:stf_csv FILE fd://1")
            ),
            (
                "c.csv", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], [],
                workbook(".xls", "gnumeric", "ssconvert -T Gnumeric_stf:stf_csv FILE fd://1")
            ),
            (
                "c.csv", "img,price\na.jpg," + [0x80] + "5\n", [],
                "c.csv:2:1: the catalogue looks like WINDOWS-1252: iconv -f WINDOWS-1252 -t UTF-8 FILE | weir ingest --from csv - reads it"
            ),
            (
                "c.csv.gz", (Bytes("img,price\na.jpg,") + [0x80] + "5\n").gzipped, [],
                "c.csv.gz:2:1: the catalogue looks like WINDOWS-1252: gzip -dc FILE | iconv -f WINDOWS-1252 -t UTF-8 | weir ingest --from csv - reads it"
            ),
            ("c.csv", deflated, [], "c.csv: the catalogue is packed with zip: unzip -p FILE >NEW.csv writes one that can be read"),
            ("c.csv", deflated + "xl/workbook.xml", [], workbook(".xlsx", "xlsx2csv", "xlsx2csv FILE")),
            (
                "c.csv", Bytes(zeros: 64) + "img,price\n", [],
                "c.csv: the catalogue begins with zeros, as a file does of which only the length was stored"
            ),
            (
                "c.csv", [0xFF, 0xFE, 0x69, 0, 0x0A, 0, 0, 0xDC, 0, 0], [],
                "c.csv:2:1: the UTF-16 text has half of a surrogate pair alone: export it as UTF-8"
            ),
            (
                "c.csv", Bytes(Array(utf16("img,price\n", isBigEndian: false).all.dropFirst(2))), [],
                "c.csv: the catalogue looks like UTF-16LE without a byte order mark: iconv -f UTF-16LE -t UTF-8 FILE | weir ingest --from csv - reads it"
            ),
            (
                "c.json", Bytes(Array(utf16(object, isBigEndian: true).all.dropFirst(2))), [],
                "c.json: the catalogue looks like UTF-16BE without a byte order mark: iconv -f UTF-16BE -t UTF-8 FILE | weir ingest --from json - reads it"
            ),
            (
                "c.tsv", utf32("\u{FEFF}img\tprice\n", isBigEndian: false), [],
                "c.tsv: the catalogue looks like UTF-32LE: iconv -f UTF-32LE -t UTF-8 FILE | weir ingest --from tsv - reads it"
            ),
            (
                "c.copy", utf32("\u{FEFF}img\tprice\n", isBigEndian: true), [],
                "c.copy: the catalogue looks like UTF-32BE: iconv -f UTF-32BE -t UTF-8 FILE | weir ingest --from copy - reads it"
            ),
            (
                "c.jsonl", utf32(#"{"img":"a.jpg"}"#, isBigEndian: false), [],
                "c.jsonl: the catalogue looks like UTF-32LE without a byte order mark: iconv -f UTF-32LE -t UTF-8 FILE | weir ingest --from jsonl - reads it"
            ),
            (
                "c.csv", utf32("img,price\n", isBigEndian: true), [],
                "c.csv: the catalogue looks like UTF-32BE without a byte order mark: iconv -f UTF-32BE -t UTF-8 FILE | weir ingest --from csv - reads it"
            ),
            (
                "c.json", #"{"r":[{"img":"a.jpg"}],"r":[]}"#, ["--rows=/r"],
                "c.json:1:28: the key /r stands twice, and only one array can have the rows"
            ),
            (
                "c.json", Bytes(object), [],
                "c.json:1:1: the catalogue is an object, not an array of rows; --rows /products reads the array in it"
            ),
            ("c.json", Bytes(object), ["--rows=/items"], "c.json: there is no value at /items; --rows can be /products"),
            (
                "c.json", Bytes(object), ["--rows=/page"],
                "c.json:1:9: the value at /page is not an array; --rows names the array of the rows"
            ),
            (
                "c.json", "img,price\na.jpg,1\n", [],
                "c.json:1:1: neither an array nor an object begins the catalogue; if it is no JSON, --from says what it is, such as csv"
            ),
            (
                "c.csv", #"[{"img":"a.jpg"}]"#, [],
                "c.csv:1:3: a quote stands in a field that is not quoted; the catalogue looks like JSON: give --from json"
            ),
            (
                "c.csv", "{\n  \"img\": \"a.jpg\"\n}\n", [],
                "c.csv:1:1: there is no column img; the catalogue looks like JSON: give --from json"
            ),
            ("c.copy", "[{}]", [], "c.copy:1:1: there is no column img; the catalogue looks like JSON: give --from json"),
            ("c.csv", "<!DOCTYPE html>\n<title>Sign in</title>\n", [], "c.csv:1:1: there is no column img; the catalogue is an HTML page"),
            (
                "c.csv", "<HTML lang=\"en\">\n", [],
                "c.csv:1:12: a quote stands in a field that is not quoted; the catalogue is an HTML page"
            ),
            (
                "c.csv", "<?xml version=\"1.0\"?>\n<plist/>\n", [],
                "c.csv:1:15: a quote stands in a field that is not quoted; the catalogue looks like a property list: give --from plist"
            ),
            ("c.csv", "img,price\ra.jpg,1\r", [], "c.csv:1:1: the catalogue is a single line; \(loneReturns)"),
            ("c.csv", "sep=;\rimg;price\ra.jpg;1\r", [], "c.csv:1:1: the catalogue is a single line; \(loneReturns)"),
            ("c.csv", "img,price,sku\ra.jpg,1,2\r", [], "c.csv:1:1: the catalogue is a single line; \(loneReturns)"),
            ("c.tsv", "img\tprice\r\"a.jpg\"\t1\r", [], "c.tsv:1:11: a quote stands in a field that is not quoted; \(loneReturns)"),
            ("c.csv", "\"img\",\"price\"\r\"a.jpg\",1\r", [], "c.csv:1:14: text stands behind the closing quote; \(loneReturns)"),
            (
                "c.plist", "<plist><dict/></plist>", [],
                "c.plist:1:8: the property list is a dictionary, not an array of dictionaries; plutil -convert json -o NEW.json FILE makes JSON of it, in which --rows names the array"
            ),
            ("c.json", Bytes(object + "x"), ["--rows=/products"], "c.json:1:\(object.utf8.count + 1): something follows the document"),
        ] as [(Bytes, Bytes, [Bytes], String)])
    func isRefused(name: Bytes, catalogue: Bytes, options: [Bytes], message: String) throws {
        try folder.add(name, catalogue)
        try folder.add("m.json", "[]")
        let outcome = try ingest([name, "-o", "m.json"] + options, in: folder)
        #expect(outcome.fault == message)
        #expect(folder.text(of: "m.json") == "[]")
    }

    /// A row without a picture is reported by the name of the column that was to have it.
    @Test(
        arguments: [("c.json", #"[{"img":"a.jpg","price":1},{"foto":"b.jpg","price":1}]"#), ("c.csv", "foto,price\n,1\nb.jpg,1\n")]
            as [(Bytes, Bytes)])
    func nameOfThePicture(name: Bytes, catalogue: Bytes) throws {
        try folder.add(name, catalogue)
        let outcome = try ingest(name, "-o", "m.json", "--img-column=foto", in: folder)
        #expect(outcome.lines.first?.contains("broken-row: the row has no picture (foto)") == true, "\(outcome)")
    }

    /// A key that is kept and that no row has is reported once, at the end, and stops nothing. Keys that some rows have are not.
    @Test(
        arguments: [
            (
                "c.json", #"[{"img":"a.jpg","price":1,"sku":1},{"img":"b.jpg","brand":{"name":"N"}}]"#, "sk,sku",
                "no row has the key sk that --keep names; the nearest key is sku"
            ),
            (
                "c.jsonl", "{\"img\":\"a.jpg\",\"price\":1}\n{\"img\":\"b.jpg\",\"brand\":{\"name\":\"N\"}}\n", "/brand/name,/brand/nam",
                "no row has the key /brand/nam that --keep names"
            ),
            (
                "c.json", #"[{"brand":{"name":"N"},"img":"a.jpg"},{"img":"b.jpg","price":1}]"#, "/brand/nam",
                "no row has the key /brand/nam that --keep names; the nearest key is /brand/name"
            ),
            (
                "c.plist",
                "<plist><array><dict><key>img</key><string>a.jpg</string></dict><dict><key>price</key><integer>1</integer><key>img</key><string>b.jpg</string></dict></array></plist>",
                "sku", "no row has the key sku that --keep names"
            ),
        ] as [(String, Bytes, Bytes, String)])
    func keptNamesThatNoRowHas(name: String, catalogue: Bytes, kept: Bytes, warning: String) throws {
        try folder.add(Bytes(name), catalogue)
        let words: [Bytes] = [Bytes(name), "-o", "m.json", "--keep=" + kept]
        let outcome = try ingest(words, in: folder)
        #expect(outcome.isWritten && outcome.news == ["\(name): \(warning)"] && outcome.notices[0].isUsual, "\(outcome)")
        #expect(try preview(words, in: folder).news == outcome.notices)
    }

    /// The same of a list that is read at once.
    @Test func keptNamesThatNoBinaryRowHas() throws {
        try folder.addCatalogue(["a.jpg"])
        #expect(try ingest("c.csv", "-o", "l.binary.plist", in: folder).isWritten)
        let words: [Bytes] = ["l.binary.plist", "-o", "m.json", "--keep=sku"]
        let outcome = try ingest(words, in: folder)
        #expect(outcome.isWritten && outcome.news == ["l.binary.plist: no row has the key sku that --keep names"], "\(outcome)")
        #expect(try preview(words, in: folder).news == outcome.notices)
    }

    /// Arrays and objects are values in a manifest of JSON, and texts in a property list.
    @Test func keptJSON() throws {
        try folder.add(
            "c.jsonl",
            Bytes(#"{"img":"a.jpg","k":{"x": [1, "b c",{}] },"brand":{"name":"N"}}"# + "\n" + #"{"img":"b.jpg","k":"[1]"}"# + "\n"))
        let options: [Bytes] = ["c.jsonl", "--keep=k,/brand/name,/brand"]
        let first = #","k":{"x":[1,"b c",{}]},"name":"N","brand":{"name":"N"}"#
        for (name, start, end) in [("m.json", "[\n", "\n]\n"), ("m.jsonl", "", "\n")] {
            _ = try ingest(["-o", Bytes(name)] + options, in: folder)
            let entries = [entry(30, 20, "a.jpg", "", first), entry(4, 5, "b.jpg", "", #","k":"[1]""#)]
            #expect(folder.text(of: name) == start + entries.joined(separator: name == "m.json" ? ",\n" : "\n") + end)
        }
        _ = try ingest(["-o", "m.plist"] + options, in: folder)
        #expect(folder.text(of: "m.plist")?.contains("<string>{\"x\":[1,\"b c\",{}]}</string>") == true)
        // In a table the name is that of a column.
        try folder.add("c.csv", "img,price,/brand/name\na.jpg,1,N\n")
        _ = try ingest("c.csv", "-o", "t.json", "--keep=/brand/name", in: folder)
        #expect(folder.text(of: "t.json") == manifest(entry(30, 20, "a.jpg", "1", #","/brand/name":"N""#)))
    }
}
