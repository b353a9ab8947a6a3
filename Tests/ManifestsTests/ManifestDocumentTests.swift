import Foundation
import Manifests
import TestSupport
import Testing
import WeirRecords

@Suite struct ManifestDocumentTests {
    @Test func lines() throws {
        let entries = [SampleEntry](repeating: SampleEntry(), count: 3)
        #expect(try ManifestDocument(manifest(.json, of: entries)).lines == [2, 3, 4])
        #expect(try ManifestDocument(manifest(.jsonl, of: entries)).lines == [1, 2, 3])
        #expect(try ManifestDocument(manifest(.plist, of: entries)).lines == [5, 15, 25])
        #expect(try ManifestDocument(manifest(.binaryPlist, of: entries)).lines == [1, 1, 1])
    }

    /// UTF-16 looks right in an editor, and zeros like nothing.
    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x5B, 0], "UTF-16"), ([0xFE, 0xFF, 0, 0x5B], "UTF-16"), ([0, 0, 0], "it begins with zeros"), ([0x78], nil),
            ([0x20, 0], nil),
        ] as [([UInt8], String?)])
    func noManifest(bytes: [UInt8], reason: String?) throws {
        let message = try #require(throws: DocumentFailure.self) { try ManifestDocument(bytes) }.message
        #expect(reason.map(message.contains) ?? message.hasSuffix("or a property list"), "\(message)")
    }

    /// Forms of other programs: a byte order mark, space, one line, no XML declaration.
    @Test(arguments: [
        "\u{FEFF}[{\"price\":\"¥169\",\"img\":\"https://example.com/a.jpg\",\"h\":275,\"w\":200}]",
        "\r\n\t [ {\"w\" : 200 , \"h\" : 275, \"img\":\"https:\\/\\/example.com\\/a.jpg\",\"price\":\"\\u00a5169\"} ] \n",
        "\n\n{\"w\":200,\"h\":275,\"img\":\"https://example.com/a.jpg\",\"price\":\"¥169\"}",
        """
        <plist version="1.0"><array><dict><key>w</key><integer>200</integer><key>h</key><integer>275</integer>
        <key>img</key><string>https://example.com/a.jpg</string><key>price</key><string>&#xA5;169</string></dict></array></plist>
        """,
    ])
    func foreignForms(document: String) throws {
        let read = try ManifestDocument(Array(document.utf8))
        #expect(read.samples == [SampleEntry()])
        #expect(read.broken == [])
    }

    /// The reader keeps only what is asked for, besides sizes and lines.
    @Test(arguments: [ManifestFormat.json, .jsonl, .plist, .binaryPlist])
    func keptColumns(format: ManifestFormat) throws {
        let entries = [
            SampleEntry(extras: [.init(name: "status", value: .placeholder)]),
            SampleEntry(extras: [.init(name: "status", value: .text("ok"))]),
            SampleEntry(extras: [.init(name: "bytes", value: .number(512))]),
        ]
        let bytes = manifest(format, of: entries)
        func read(keepsTexts: Bool, _ columns: [String]) throws -> ManifestDocument {
            try ManifestDocument(bytes, keepsTexts: keepsTexts, keeping: columns)
        }
        let whole = try read(keepsTexts: true, ["status", "bytes"])
        #expect((0..<3).map(whole.isPlaceholder) == [true, false, false])
        #expect(whole.pictureBytes == [0, 0, 512])
        #expect(whole.samples == Array(repeating: SampleEntry(), count: 3))
        for keepsTexts in [false, true] {
            let part = try read(keepsTexts: keepsTexts, [])
            #expect(part.widths == whole.widths && part.heights == whole.heights && part.lines == whole.lines)
            #expect(!part.isPlaceholder(0))
            #expect(part.pictureBytes == [])
        }
    }

    /// Pictures and prices are kept unless somebody says otherwise.
    @Test func textsAreKept() throws {
        let bytes = manifest(.jsonl, of: [SampleEntry()])
        #expect(try bytes.withUnsafeBytes { try ManifestDocument($0) }.samples == [SampleEntry()])
        var read = ManifestDocument()
        var reader = RowReader(.json(.objects), columns: read.columns, nouns: .manifest)
        var batch = RowBatch(firstNumber: 1, keptColumns: 0)
        try bytes.withUnsafeBytes { try reader.read($0, isEnd: true, into: &batch) }
        try read.append(batch)
        read.endPage(.jsonl)
        #expect(read.samples == [SampleEntry()])
    }

    /// Further pictures are read as a fact, and not as a key of the catalogue with that name.
    @Test(
        arguments: [
            ([], [], nil), (["images"], [], nil), ([], ["images"], "images"), (["images"], ["images"], nil), (["a"], ["b"], nil),
            (["a"], ["b", "images"], "images"),
        ] as [([String], [String], String?)])
    func columnOfFurtherPictures(keys: [String], facts: [String], images: String?) {
        #expect(ManifestDocument(keeping: keys, facts: facts).columns.images == images)
    }

    /// A fact that cannot be kept is absent, and the entry is whole. A key that somebody has asked for breaks the entry.
    @Test(arguments: [
        ("{\"color\":VALUE,", ["[1]", "{}", "null", "\"\\u0001\"", "\"\\uFFFF\""]),
        ("<plist><array><dict><key>color</key>VALUE", ["<array/>", "<data>AAAA</data>", "<integer>x</integer>", "<dict/>"]),
    ])
    func factsThatCannotBeKept(beginning: String, values: [String]) throws {
        let isPlist = beginning.hasPrefix("<")
        let rest =
            isPlist
            ? "<key>w</key><integer>2</integer><key>h</key><integer>3</integer><key>img</key><string>a</string><key>price</key><string/></dict></array></plist>"
            : "\"w\":2,\"h\":3,\"img\":\"a\",\"price\":\"\"}"
        for value in values {
            let document = Array((beginning.replacingOccurrences(of: "VALUE", with: value) + rest).utf8)
            func read(_ keys: [String], _ facts: [String]) throws -> ManifestDocument {
                try ManifestDocument(document, keeping: keys, facts: facts)
            }
            let manifest = try read([], ["color"])
            #expect(manifest.broken == [] && manifest.count == 1, "\(value)")
            #expect(manifest.values(of: "color") == [nil], "\(value)")
            guard value != "null" else { continue }
            #expect(try read(["color"], ["color"]).broken.count == 1, "\(value)")
        }
    }

    @Test(arguments: ["", " \n", "\u{FEFF}", "[]", "[\n]\n", "<plist><array/></plist>"])
    func noEntries(document: String) throws {
        #expect(try ManifestDocument(Array(document.utf8)).count == 0)
    }

    /// An entry with a size that layouts cannot use is reported with its position, and the other entries are read.
    @Test(arguments: [
        "\"w\":0,\"h\":275", "\"w\":200,\"h\":-1", "\"h\":275", "\"w\":200", "\"w\":null,\"h\":1", "\"w\":\"x\",\"h\":1",
        "\"w\":1,\"h\":2147483648", "\"w\":99999999999999999999,\"h\":1", "\"w\":true,\"h\":1", "\"w\":[1],\"h\":1",
    ])
    func entryWithoutASize(size: String) throws {
        let sound = #"{"w":200,"h":275,"img":"a","price":""}"#
        let document = "[\n\(sound),\n{\(size),\"img\":\"b\",\"price\":\"\"},\n\(sound)\n]\n"
        let read = try ManifestDocument(Array(document.utf8))
        #expect(read.indexes == [0, 2])
        #expect(read.lines == [2, 4])
        let broken = try #require(read.broken.first)
        #expect(read.broken.count == 1)
        #expect(broken.index == 1)
        #expect(broken.position == TextPosition(line: 3, column: 1))
        #expect(broken.message.hasSuffix("has no w and h that are integers from 1 to 2147483647"))
    }

    /// Messages about a manifest say "entry" and "manifest", although the same readers read catalogues.
    @Test(arguments: [
        (#"[{"w":1,"#, "the manifest ends inside the entry"), ("[ ", "the manifest ends before its array does"),
        ("[1]", "the entry is not an object"), ("[,]", "no entry stands before the comma"),
        (#"[{"w":1,"h":1,"price":""}]"#, "the entry has no picture (img)"),
        (#"[{"w":1,"h":1,"img":"a","price":""},]"#, "no entry follows the last comma"),
        (#"[{"w":1,"h":1,"img":"a","price":""}{"w":1,"h":1,"img":"a","price":""}]"#, "no comma stands before the entry"),
        ("[" + String(repeating: "{\"a\":", count: 70), "objects and arrays nest deeper than 64"),
        ("<plist><array><string>a</string></array></plist>", "the entry is text, not a dictionary"),
        ("<plist><array><dict></dict></array></plist>", "the entry has no picture (img)"),
        ("<plist><string>a</string></plist>", "the property list is text, not an array of dictionaries"),
    ])
    func toldOfEntries(document: String, message: String) {
        do {
            let read = try ManifestDocument(Array(document.utf8))
            #expect(read.broken.first?.message == message)
        } catch {
            #expect((error as? DocumentFailure)?.message == message)
        }
    }

    /// Entries that are broken in different ways stay in their order.
    @Test func brokenEntriesInOrder() throws {
        let document = #"""
            {"w":0,"h":1,"img":"a","price":""}
            {"w":1,"h":1,"price":""}
            {"w":1,"h":1,"img":"c","price":""}
            {"w":1,"h":0,"img":"d","price":""}
            {"w":1,"h":1,"img":"e"}
            [1]
            {"w":1,"h":1,"img":"g","price":"7"}
            """#
        let read = try ManifestDocument(Array(document.utf8))
        #expect(read.indexes == [2, 6])
        #expect(read.broken.map(\.index) == [0, 1, 3, 4, 5])
        #expect(read.broken.map(\.position.line) == [1, 2, 4, 5, 6])
        #expect(read.broken[1].message.contains("img"))
        #expect(read.broken[3].message.contains("price"))
    }

    @Test(arguments: ["x", "w,h,img,price\n", "bplist", "bplistXX", "\"a\"", "GIF89a"])
    func noManifest(document: String) {
        let failure = #expect(throws: DocumentFailure.self) { try ManifestDocument(Array(document.utf8)) }
        #expect(failure?.message == "the content is no manifest, which is JSON or a property list")
        #expect(failure?.position == TextPosition(line: 1, column: 1))
    }

    /// A file of blanks is refused before the whole of it is read.
    @Test(arguments: [(65_535, false), (65_536, true), (1 << 20, true)], ["", "\u{FEFF}"])
    func blanks(_ count: (Int, isRefused: Bool), mark: String) throws {
        let document = Array(mark.utf8) + [UInt8](repeating: 0x20, count: count.0) + Array("[]".utf8)
        var message: String?
        do { _ = try ManifestDocument(document) } catch let failure as DocumentFailure { message = failure.message }
        #expect(message == (count.isRefused ? "the first 65536 bytes are blank" : nil))
    }

    /// The first bytes show a format, or a piece shows that more are needed. At the end, an unknown beginning is a fault.
    @Test(
        arguments: [
            ("bplist00", .binaryPlist, false), ("[", .json, false), (" \n{", .jsonl, false), ("\u{FEFF}<", .plist, false),
            ("\u{FEFF} [", .json, false), ("", nil, false), (" ", nil, false), ("\u{FEFF}", nil, false), ("b", nil, true),
            ("bplist0", nil, true), ("\u{EF}", nil, true), ("\u{EF}\u{BB}", nil, true),
        ] as [(String, ManifestFormat?, Bool)])
    func firstBytes(beginning: String, format: ManifestFormat?, isFaultAtEnd: Bool) throws {
        // Each character is a byte, except for a whole mark.
        let bytes = beginning.unicodeScalars.flatMap { $0.value < 0x100 ? [UInt8($0.value)] : Array(String($0).utf8) }
        #expect(try bytes.withUnsafeBufferPointer { try recognize($0, isEnd: false) } == format)
        if isFaultAtEnd {
            #expect(throws: DocumentFailure.self) { try bytes.withUnsafeBufferPointer { try recognize($0, isEnd: true) } }
        } else {
            #expect(try bytes.withUnsafeBufferPointer { try recognize($0, isEnd: true) } == format)
        }
    }

    /// A page of HTML stands where a server had no manifest.
    @Test(arguments: ["<!DOCTYPE html>", "<!doctype HTML SYSTEM \"about:legacy-compat\">", "<html>", "\u{FEFF}\n <HTML lang=en>"])
    func pageOfHTML(document: String) {
        let failure = #expect(throws: DocumentFailure.self) { try ManifestDocument(Array(document.utf8)) }
        #expect(failure?.message.hasPrefix("the content is a page of HTML") == true)
        #expect(failure?.position == TextPosition(line: 1, column: 1))
    }

    /// A truncated manifest is an error.
    @Test(arguments: [ManifestFormat.json, .plist, .binaryPlist])
    func truncated(format: ManifestFormat) {
        let whole = manifest(format, of: [SampleEntry(), SampleEntry(width: 3)])
        for count in 1..<whole.count - 1 {
            // A cut that removes only white space from the end leaves a whole array.
            guard whole[count...].contains(where: { $0 > 0x20 }) || format == .binaryPlist else { continue }
            #expect(throws: DocumentFailure.self, "\(count) of \(whole.count) bytes") {
                let read = try ManifestDocument(Array(whole[..<count]))
                #expect(read.broken.isEmpty, "\(read.broken)")
            }
        }
    }

    @Test func compressionIsJudged() {
        let whole = gzip(manifest(.json, of: [SampleEntry()]))
        for count in 2..<whole.count {
            let failure = #expect(throws: DocumentFailure.self) { try ManifestDocument(Array(whole[..<count])) }
            #expect(failure?.message == "the compressed content ends too early")
        }
        let failure = #expect(throws: DocumentFailure.self) { try ManifestDocument(whole + Array("garbage".utf8)) }
        #expect(failure?.message == "something else follows the compressed content")
        var damaged = whole
        damaged[damaged.count - 6] ^= 1
        #expect(throws: DocumentFailure.self) { try ManifestDocument(damaged) }
    }
}
