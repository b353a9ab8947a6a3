import Checks
import TestSupport
import Testing
import WeirBase

/// The position of the fault in a broken file, and the message.
@Suite struct ParsesTests {
    struct Broken: Sendable {
        let text: String
        let position: String
        let message: String
        /// The number of entries that are checked nevertheless.
        var entries = 0

        init(_ text: String, _ position: String, _ message: String, entries: Int = 0) {
            self.text = text
            self.position = position
            self.message = message
            self.entries = entries
        }
    }

    private static let a = #"{"w":2,"h":3,"img":"a","price":""}"#

    static let arrays = [
        Broken("", "- ", "the file is empty; a manifest without entries is []"),
        Broken(" \n\t", "- ", "the file is empty; a manifest without entries is []"),
        Broken("x", "1:1+1 ", "the content is no manifest, which is JSON or a property list; found `x`"),
        Broken(" \n \0", "2:2+1 ", "the content is no manifest, which is JSON or a property list; found U+0000"),
        // The starts of a binary property list and of a byte order mark, behind which nothing comes any more.
        Broken("b", "1:1+1 ", "the content is no manifest, which is JSON or a property list; found `b`"),
        Broken("bplist0", "1:1+1 ", "the content is no manifest, which is JSON or a property list; found `bplist0`"),
        Broken("\u{FEFF}", "- ", "the file is empty; a manifest without entries is []"),
        Broken("null", "1:1+1 ", "the content is no manifest, which is JSON or a property list; found `null`"),
        Broken("[", "1:2+1 ", "the manifest ends before its array does; found the end of the file"),
        Broken("[\(a)", "1:36+1 ", "the manifest ends before its array does; found the end of the file", entries: 1),
        Broken("[\(a),", "1:37+1 ", "the manifest ends before its array does; found the end of the file", entries: 1),
        Broken("[\n\(a)\n\(a)\n]", "3:1+1 /1", "no comma stands before the entry", entries: 1),
        Broken("[\n\(a),\n]", "3:1+1 /1", "no entry follows the last comma; found `]`", entries: 1),
        Broken("[,\(a)]", "1:2+1 /0", "no entry stands before the comma; found `,`", entries: 1),
        Broken("[\(a)]]", "1:37+1 ", "text follows the array's end; found `]`", entries: 1),
        Broken("[\(a)]\n\n é", "3:2+1 ", "text follows the array's end; found `é`", entries: 1),
        Broken("[\(a)]\0", "1:37+1 ", "text follows the array's end; found U+0000", entries: 1),
        Broken("[\(a),\n{\"w\":2", "2:1+1 ", "the manifest ends inside the entry", entries: 1),
        Broken(#"[{"w":2,}]"#, "1:9+1 /0", "nothing follows the comma; found `}`"),
        Broken(#"[{"w":2 "h":3}]"#, "1:9+1 /0", "a comma or } is missing; found `\"`"),
        Broken(#"[{"w" 2}]"#, "1:7+1 /0", "a colon is missing behind the key; found `2`"),
        Broken(#"[{w:2}]"#, "1:3+1 /0", "a key is missing; found `w`"),
        Broken(#"[{'w':2}]"#, "1:3+1 /0", "a key is missing; found `'`"),
        Broken(#"[{"w":}]"#, "1:7+1 /0", "a value is missing; found `}`"),
        Broken(#"[{"w":undefined}]"#, "1:7+1 /0", "a value is missing; found `undefined`"),
        Broken(#"[{"w":NaN}]"#, "1:7+1 /0", "a value is missing; found `NaN`"),
        Broken(#"[{"w":tru}]"#, "1:7+1 /0", "a value is missing; found `tru`"),
        Broken(#"[{"w":nullx}]"#, "1:11+1 /0", "a comma or } is missing; found `x`"),
        Broken(#"[{"w":+1}]"#, "1:7+1 /0", "a value is missing; found `+`"),
        Broken(#"[{"w":.5}]"#, "1:7+1 /0", "a value is missing; found `.5`"),
        Broken(#"[{"w":01}]"#, "1:8+1 /0", "a comma or } is missing; found `1`"),
        Broken(#"[{"w":1.}]"#, "1:9+1 /0", "a digit is missing in the number; found `}`"),
        Broken(#"[{"w":-}]"#, "1:8+1 /0", "a digit is missing in the number; found `}`"),
        Broken(#"[{"w":1e}]"#, "1:9+1 /0", "a digit is missing in the number; found `}`"),
        Broken(#"[{"w":0x10}]"#, "1:8+1 /0", "a comma or } is missing; found `x10`"),
        Broken("[{\"w\":\"a\nb\"}]", "1:9+1 ", "the text does not end on its line; found a line end"),
        Broken("[{\"w\":\"a\tb\"}]", "1:9+1 /0", "a control character stands in the text; found U+0009"),
        Broken(#"[{"w":"a\qb"}]"#, "1:9+1 /0", #"the escape means nothing; found `\`"#),
        Broken(#"[{"w":"\u12G4"}]"#, "1:8+1 /0", #"the escape means nothing; found `\`"#),
        Broken(#"[{"w":"\ud83d"}]"#, "1:8+1 /0", #"half of a surrogate pair stands alone; found `\`"#),
        Broken(#"[{"w":"\ude00"}]"#, "1:8+1 /0", #"half of a surrogate pair stands alone; found `\`"#),
        Broken(#"[{"\ud83d\u0041":1}]"#, "1:4+1 /0", #"half of a surrogate pair stands alone; found `\`"#),
        Broken(#"[{"é😀":1,,}]"#, "1:10+1 /0", "a key is missing; found `,`"),
        Broken(
            "[" + String(repeating: #"{"a":"#, count: 65) + "1" + String(repeating: "}", count: 65) + "]",
            "1:322+1 /0",
            "objects and arrays nest deeper than 64"),
        Broken("[{\"w\":2]", "1:8+1 ", "a comma or } is missing; found `]`"),
        Broken("[\(a),null,7,[\(a)],\(a)]", "1:37+1 /1", "the entry is not an object; found `null`", entries: 2),
        Broken(a, "1:1+1 ", "the file is one JSON object, and a manifest is an array of entries"),
        Broken(
            " {\"n\":[1],\"items\":[\n\(a)]}\n", "1:2+1 ",
            "the file is one JSON object, and a manifest is an array of entries; write the array of `items` alone"),
        Broken(
            "\u{FEFF}[\(a)]", "1:1+1 ",
            "the text begins with a byte order mark, which JSON must not have (RFC 8259, 8.1)", entries: 1),
    ]

    @Test(arguments: arrays)
    func array(broken: Broken) throws {
        let result = checked(Array(broken.text.utf8))
        let found = try #require(result.files.first?.findings.first { $0.rule == "parses" })
        #expect(found.reported == "parses \(broken.position)")
        #expect(found.message == broken.message)
        #expect(result.files[0].entries == broken.entries)
    }

    static let lines = [
        Broken("\(a)\n{\"w\":2\n\(a)", "2:7+1 /1", "the line ends inside the entry; found a line end", entries: 2),
        Broken("\(a)\n{\"w\":2,}\r\n\(a)\r\n", "2:8+1 /1", "nothing follows the comma; found `}`", entries: 2),
        Broken("\(a)\n\n  \nnull\n\(a)", "4:1+1 /1", "no object begins here; found `null`", entries: 2),
        Broken("\(a)\n\(a)\(a)\n\(a)", "2:35+1 /1", "text follows the entry on its line", entries: 2),
        Broken("\(a),\n\(a)", "1:35+1 /0", "text follows the entry on its line; found `,`", entries: 1),
        Broken("\(a)\nx\n\(a)", "2:1+1 /1", "no object begins here; found `x`", entries: 2),
        Broken("\(a)\n]\n\(a)", "2:1+1 /1", "no object begins here; found `]`", entries: 2),
    ]

    @Test(arguments: lines)
    func line(broken: Broken) throws { try array(broken: broken) }

    /// One object on one line is an entry of JSON Lines, unless the name says that it is JSON.
    @Test(arguments: [
        ("-", "{\n}", 0), ("m.jsonl", "{\n}", 0), ("-", "{}\n", 1), ("m.jsonl", "{}\r\n", 1), ("m.json", "{}\n", 0),
    ])
    func oneObject(name: String, text: String, entries: Int) {
        let result = checked(Array(text.utf8), named: name)
        #expect(result.files[0].findings.filter { $0.rule == "parses" }.count == 1 - entries)
        #expect(!result.files[0].findings.contains { $0.rule == "file-format" })
        #expect(result.files[0].entries == entries)
    }

    @Test(arguments: [("", 0), ("\n \n", 0), (a, 1), ("\(a)\n\(a)", 2), (" \(a) \r\n\r\n\(a)\r\n", 2)])
    func soundLines(text: String, entries: Int) {
        let result = checked(Array(text.utf8), named: "m.jsonl")
        #expect(result.files[0].findings.filter { $0.rule == "parses" } == [])
        #expect(result.files[0].entries == entries)
    }

    @Test(
        arguments: [
            [0xFF, 0xFE, 0x5B, 0], [0x5B, 0x7B, 0x22, 0xFF, 0x22], [0x5B, 0x7B, 0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x5B, 0x7B, 0x22, 0xC0, 0x80, 0x22], [0x5B, 0x7B, 0x22, 0xE2, 0x82],
        ] as [[UInt8]])
    func encoding(bytes: [UInt8]) {
        #expect(findings(in: bytes).map(\.rule) == ["parses"])
    }

    /// Only the beginning of UTF-16 and of HTML looks like something, so nothing else is reported of their format.
    @Test(
        arguments: [
            (
                [0xFF, 0xFE, 0x5B, 0],
                "the content is no manifest, which is JSON or a property list; it looks like UTF-16, and a manifest is UTF-8; found the byte 0xFF"
            ),
            (
                Array("<!DOCTYPE html><html></html>".utf8),
                "the content is a page of HTML, such as servers send instead of a file; a manifest is JSON or a property list; found `<`"
            ),
            (Array("<p>&nbsp;".utf8), "a property list begins with <plist>, this XML with <p>"),
        ] as [([UInt8], String)])
    func otherContent(bytes: [UInt8], message: String) {
        #expect(findings(in: bytes).map(\.message) == [message])
    }

    @Test func compression() throws {
        let compressed = Bytes("[\n\(Self.a),\n]").gzipped.all
        #expect(findings(in: compressed, named: "m.json.gz").map(\.reported) == ["parses 3:1+1 /1"])
        let cut = try #require(findings(in: Array(compressed.dropLast(3))).first)
        #expect(cut.message == "the compressed content ends too early")
    }

    /// The reader survives every truncated manifest and every damaged one.
    @Test func prefixesAndMutations() {
        var seed = Seed.announced(for: "ParsesTests.prefixesAndMutations")
        let text = Array(#"[{"w":2,"h":3,"img":"a\u00e9😀\ud83d\ude00","price":"¥1","k":[{"a":[]},1.5e3,true,null]},{}]"#.utf8)
        for count in 0..<text.count {
            #expect(findings(in: Array(text[..<count])).contains { $0.rule == "parses" }, "\(seed)")
        }
        for _ in 0..<3000 {
            var mutated = text
            for _ in 0..<Int.random(in: 1...4, using: &seed) {
                let sign = "\"\\{}[],:0e.u\u{1}".utf8.randomElement(using: &seed)
                mutated[Int.random(in: 1..<text.count, using: &seed)] = sign ?? UInt8.random(in: 0...255, using: &seed)
            }
            _ = findings(in: mutated)
        }
    }
}
