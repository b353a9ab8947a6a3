import TestSupport
import Testing
import WeirRecords

/// Lines whose rows keep their members.
@Suite struct RowLineTests {
    /// A line, the members that are kept, and the picture's name or the reason why the line is broken.
    struct LineCase: Sendable {
        let line: String
        let members: String
        let img: String?
        var fault: String?

        init(_ line: String, _ members: String, img: String) { (self.line, self.members, self.img) = (line, members, img) }
        init(_ line: String, _ members: String = "", fault: String) {
            (self.line, self.members, self.img, self.fault) = (line, members, nil, fault)
        }
    }

    static let cases: [LineCase] = [
        LineCase(#"{"img":"a"}"#, #""img":"a""#, img: "a"),
        LineCase("  { \"b\" : 1.50 ,\t\"img\" : \"a\" }\r", " \"b\" : 1.50 ,\t\"img\" : \"a\"", img: "a"),
        LineCase(#"{"w":1,"img":"a","x":[1, 2],"h":null}"#, #""img":"a","x":[1, 2]"#, img: "a"),
        LineCase(#"{"w":1,"h":2,"img":"\u0061\/b"}"#, #""img":"\u0061\/b""#, img: "a/b"),
        LineCase(#"{"i\u006Dg":"a","\u0077":1}"#, #""i\u006Dg":"a""#, img: "a"),
        LineCase(#"{"img":"é","line":3}"#, #""img":"é","line":3"#, img: "é"),
        LineCase(#"{"a":1,"a":2,"img":"b"}"#, #""a":1,"a":2,"img":"b""#, img: "b"),
        LineCase("", fault: "the line is empty"),
        LineCase(" \t\r", fault: "the line is empty"),
        LineCase("[1]", fault: "no object begins the line"),
        LineCase("{", fault: "the line ends inside the row, in column 2"),
        LineCase(#"{"img":"a""#, fault: "the line ends inside the row, in column 11"),
        LineCase(#"{"img":"a"} x"#, fault: "text follows the row, in column 13"),
        LineCase(#"{"img" "a"}"#, fault: "a colon is missing behind the key, in column 8"),
        LineCase("{}", fault: "the row has no picture (img)"),
        LineCase(#"{"b":1,"line":2,"w":3}"#, #""b":1"#, fault: "the row has no picture (img)"),
        LineCase(#"{"img":null}"#, #""img":null"#, fault: "the row has no picture (img)"),
        LineCase(#"{"img":""}"#, #""img":"""#, fault: "the row has no picture (img)"),
        LineCase(#"{"img":7}"#, #""img":7"#, fault: "img is a number, not text"),
        LineCase(#"{"img":"a","img":"b"}"#, #""img":"a","img":"b""#, fault: "the key of the picture (img) stands twice"),
        LineCase(#"{"img":"\u0001"}"#, #""img":"\u0001""#, fault: "img holds a control character"),
    ]

    private static func form(_ img: String = "img") -> RowLineForm {
        RowLineForm(img: img, known: "known", knownNames: ["w", "etag"], version: "version", replaced: ["w", "h"], ofBroken: ["line"])
    }

    private func read(_ document: Bytes, in pieces: [Int] = [], _ form: RowLineForm = form()) -> [String] {
        var reader = RowLineReader(form)
        var found: [String] = []
        var start = 0
        for end in pieces + [document.count] {
            found += describe(reader.read(Array(document.all[start..<end])))
            start = end
        }
        return found + describe(reader.finish())
    }

    private func describe(_ lines: RowLines) -> [String] {
        lines.withBytes { bytes in
            func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
            return lines.lines.map { line in
                switch line.content {
                case .broken(let message): return "\(line.number) <\(text(line.members))> ! \(message)"
                case .row(let img, let known):
                    let values = known.map { index in
                        let known = lines.known[index]
                        return (known.values + [known.version]).map { $0.map(text) ?? "-" }.joined(separator: " ")
                    }
                    return "\(line.number) <\(text(line.members))> \(text(img))" + (values.map { " | \($0)" } ?? "")
                }
            }
        }
    }

    private static func expected(_ cases: [LineCase]) -> [String] {
        cases.enumerated().map { "\($0 + 1) <\($1.members)> \($1.img ?? "! \($1.fault ?? "")")" }
    }

    @Test func lines() {
        let document = Bytes(Self.cases.map { $0.line + "\n" }.joined())
        let found = read(document)
        for (line, expected) in zip(found, Self.expected(Self.cases)) { #expect(line == expected) }
        #expect(found.count == Self.cases.count)
    }

    /// Pieces that end anywhere give the same lines, and the last line needs no line feed.
    @Test func pieces() {
        let document = Bytes(Self.cases.map { $0.line + "\n" }.joined() + Self.cases[0].line)
        let expected = read(document)
        #expect(expected.count == Self.cases.count + 1)
        for end in 0...document.count { #expect(read(document, in: [end]) == expected) }
        #expect(read(document, in: Array(1..<document.count)) == expected)
    }

    @Test func pointers() {
        let row = #"{"image":{"src":["x","a"],"alt":1},"w":2}"#
        #expect(read(Bytes(row), Self.form("/image/src/1")) == [#"1 <"image":{"src":["x","a"],"alt":1}> a"#])
        #expect(
            read(Bytes(row), Self.form("/image/src/2")) == [
                #"1 <"image":{"src":["x","a"],"alt":1}> ! the row has no picture (/image/src/2)"#
            ])
        #expect(read(#"{"a/b":"c"}"#, Self.form("/a~1b")) == [#"1 <"a/b":"c"> c"#])
    }

    @Test func whatIsKnown() {
        #expect(
            read(#"{"img":"a","known":{"etag":"\"x\"","w":7,"z":[1]}}"#) == [
                #"1 <"img":"a","known":{"etag":"\"x\"","w":7,"z":[1]}> a | 7 "\"x\"" -"#
            ])
        #expect(read(#"{"img":"a","known":7}"#) == [#"1 <"img":"a","known":7> a"#])
        #expect(read(#"{"known":{},"w":1,"img":"a"}"#) == [#"1 <"known":{},"img":"a"> a | - - -"#])
        #expect(
            read(#"{"img":"a","version":"v 1","known":{"w":7},"b":1}"#) == [
                #"1 <"img":"a","version":"v 1","known":{"w":7},"b":1> a | 7 - "v 1""#
            ])
    }

    /// A line may be as long as a record, and what is longer is one broken line, however it arrives.
    @Test func length() {
        let most = RecordLimits.recordBytes
        let frame = #"{"img":"a","b":""}"#
        for (extra, count) in [(0, 1), (1, 0), (200_000, 0)] {
            let row = Bytes(#"{"img":"a","b":""# + String(repeating: "x", count: most - frame.utf8.count + extra) + "\"}\n")
            for pieces in [[], [5], [most - 1], [most], Array(stride(from: 1, to: row.count, by: 60_000))] {
                let found = read(row + "{\"img\":\"b\"}\n", in: pieces)
                #expect(found.count == 2)
                #expect(found.last == #"2 <"img":"b"> b"#)
                #expect(found.count { $0.contains("! the line is longer than 1048576 bytes") } == 1 - count, "\(pieces)")
            }
        }
    }

    @Test func byteOrderMark() {
        #expect(read([0xEF, 0xBB, 0xBF] + #"{"img":"a"}"#) == [#"1 <"img":"a"> a"#])
        #expect(read(#"{"img":"a"}"# + "\n" + [0xEF, 0xBB, 0xBF] + "{}")[1] == "2 <> ! no object begins the line")
        #expect(read([0x7B, 0x22, 0xFF, 0x22]) == ["1 <> ! the text is not UTF-8, in column 3"])
    }
}
