// docs/stream.md: the rows of weir stream, and its answers.
import Foundation
import TestSupport
import Testing

@Suite struct StreamRowsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .picture)
        try folder.add("b.jpg", .jpeg(width: 5, height: 4))
        try folder.add("bad.jpg", "no picture")
    }

    private static let failed = #""w":null,"h":null,"status":"failed","code":"#

    /// Input and output, line by line.
    static let lines: [(String, String)] = [
        (#"{"img":"a.jpg"}"#, #"{"img":"a.jpg","w":30,"h":20,"status":"ok"}"#),
        (
            #" { "id" : 1.50, "img" :"b.jpg" , "t":{"a":[ 1, "ü\n"]} } "#,
            #"{ "id" : 1.50, "img" :"b.jpg" , "t":{"a":[ 1, "ü\n"]},"w":5,"h":4,"status":"ok"}"#
        ),
        (#"{"status":"sold","img":"a.jpg","w":"7","etag":0}"#, #"{"img":"a.jpg","w":30,"h":20,"status":"ok"}"#),
        (#"{"img":"a.jpg","line":7,"price":null}"#, #"{"img":"a.jpg","line":7,"price":null,"w":30,"h":20,"status":"ok"}"#),
        (#"{"img":"gone.jpg"}"#, #"{"img":"gone.jpg",\#(failed)"not-found","message":"there is no such file"}"#),
        (#"{"img":"bad.jpg"}"#, #"{"img":"bad.jpg",\#(failed)"not-an-image","message":"the content is text"}"#),
        (#"{"img":"../x"}"#, #"{"img":"../x",\#(failed)"outside-root","message":"the path leaves the root folder"}"#),
        ("nonsense", #"{"line":8,\#(failed)"broken-row","message":"no object begins the line"}"#),
        ("", #"{"line":9,\#(failed)"broken-row","message":"the line is empty"}"#),
        (#"{"id":7,"line":1}"#, #"{"id":7,"line":10,\#(failed)"broken-row","message":"the row has no picture (img)"}"#),
        (
            #"{"img":"gone.jpg","known":{"w":8,"h":9.0,"etag":"x"}}"#,
            #"{"img":"gone.jpg","known":{"w":8,"h":9.0,"etag":"x"},"w":8,"h":9,"status":"stale","code":"not-found","message":"there is no such file","etag":"x"}"#
        ),
        (#"{"img":"a.jpg","known":{"w":8,"h":9}}"#, #"{"img":"a.jpg","known":{"w":8,"h":9},"w":30,"h":20,"status":"ok"}"#),
    ]

    @Test func everyLine() throws {
        let outcome = try stream(Bytes(Self.lines.map { $0.0 + "\n" }.joined()), in: folder)
        #expect(outcome.status == .exited(0))
        #expect(outcome.messages == "")
        for (line, expected) in zip(outcome.lines, Self.lines.map(\.1)) { #expect(line == expected) }
        #expect(outcome.lines.count == Self.lines.count + 1)
    }

    /// Input of another format is answered line by line, and then refused once.
    @Test(arguments: ["img,price\na.jpg,1\n", "[\n]\n", "\n\n"] as [Bytes]) func noRows(input: Bytes) throws {
        let outcome = try stream(input, in: folder)
        #expect(outcome.status == .exited(2) && outcome.answers == ["failed broken-row", "failed broken-row"])
        #expect(
            outcome.messages
                == "weir: no line of standard input is a row: a row is an object of JSON on a line of its own, and weir ingest reads other formats\n"
        )
        #expect(try stream(input + "{\"id\":1}\n", in: folder).status == .exited(0))
    }

    /// Messages call the picture's member by its own name.
    @Test(arguments: [
        (#"{"img":"a.jpg"}"#, "the row has no picture (picture)"), (#"{"picture":1}"#, "picture is a number, not text"),
        (#"{"picture":"a","picture":"b"}"#, "the key of the picture (picture) stands twice"),
        (#"{"picture":"\u0007"}"#, "picture holds a control character"),
    ])
    func anotherColumnIsNamed(line: String, message: String) throws {
        let outcome = try stream(Bytes(line + "\n"), "--img-column=picture", in: folder)
        #expect(outcome.rows.first??["message"] as? String == message)
    }

    /// Options of other commands are no topic here.
    @Test func theHelpSpeaksOfNothingElse() throws {
        let help = try stream("", "--help", in: folder).text
        for word in ["journal", "mirror", "catalogue"] { #expect(!help.lowercased().contains(word), "\(word)") }
    }

    @Test func facts() throws {
        let outcome = try stream(
            Bytes(row("a.jpg", #","format":"x","mime":1"#) + row("gone.jpg", #","format":"x""#)), "--with=format,bytes,animated", in: folder
        )
        let bytes = Bytes.picture.count
        #expect(
            outcome.lines[0] == #"{"img":"a.jpg","mime":1,"w":30,"h":20,"status":"ok","format":"jpeg","bytes":\#(bytes),"animated":false}"#)
        #expect(outcome.lines[1].hasPrefix(#"{"img":"gone.jpg","w":null"#) && !outcome.lines[1].contains("format"))
    }

    @Test func columnsAndRoots() throws {
        try folder.addFolder("p")
        try folder.add("p/c.jpg", .jpeg(width: 3, height: 2))
        let rows = #"{"image":[{"src":"c.jpg"}],"img":1}"# + "\n"
        let outcome = try stream(Bytes(rows), "--img-column=/image/0/src", "--root", "p", in: folder)
        #expect(outcome.text == #"{"image":[{"src":"c.jpg"}],"img":1,"w":3,"h":2,"status":"ok"}"# + "\n")
    }

    @Test(
        arguments: [
            (["rows.jsonl"], "rows come from standard input: weir stream <rows.jsonl"),
            (["--img-column=/w/0"], "--img-column: w is a key that each row gets"),
            (["--img-column=/a~2"], "--img-column: /a~2 is not a JSON pointer: in it, ~0 stands for ~ and ~1 for /"),
            (["--img-column=format", "--with=format"], "--img-column: format is a key that each row gets"),
            (["--img-column=line"], "--img-column: line is a key that a broken row gets"),
            (["--img-column=/known/img"], "--img-column: known is a key that has the answer of an earlier run"),
        ] as [([Bytes], String)])
    func misuse(arguments: [Bytes], message: String) throws {
        let outcome = try Program.weir.run(["stream"] + arguments, in: folder)
        #expect(outcome.messages == "weir stream: \(message)\nTry 'weir stream --help'.\n")
        #expect(outcome.status == .exited(2))
    }

    /// A file of columns is refused, instead of a broken row for each of its line feeds. A name loses its blanks.
    @Test func binaryInput() throws {
        let outcome = try stream(Bytes("PAR1") + [0x15, 0, 0x0A, 0x15, 0, 0x0A], in: folder)
        #expect(outcome.messages == "weir: standard input is no text, and rows are JSON Lines in UTF-8\n")
        #expect(outcome.text.isEmpty)
        #expect(outcome.status == .exited(2))
    }

    /// A zero in a later row is a fault of that row.
    @Test func zeroInARow() throws {
        let outcome = try stream(Bytes("[]\n" + String(repeating: "{\"id\":1}\n", count: 9)) + [0, 0x0A], in: folder)
        #expect(outcome.messages == "" && outcome.status == .exited(0))
        #expect(outcome.text.split(separator: "\n").count == 11, "\(outcome.text)")
    }

    @Test func noInput() throws {
        let outcome = try stream("", "-", in: folder)
        #expect(outcome.status == .exited(0) && outcome.text == "")
        let rootless = try stream("", "--root=nowhere", in: folder)
        #expect(rootless.messages == "weir: nowhere: no such file or directory\n", "\(rootless.messages)")
        #expect(rootless.status == .exited(2))
    }

    /// Rows that name the same picture share an answer while they are on their way together.
    @Test func manyRowsOfFewPictures() throws {
        let names = ["a.jpg", "b.jpg", "gone.jpg"]
        let rows = (0..<30_000).map { row(names[$0 % 3], ",\"id\":\($0)") }
        let answers = ["ok 30x20", "ok 5x4", "failed not-found"]
        let watch = try FileWatch(folder)
        let outcome = try stream(Bytes(rows.joined()), in: folder)
        #expect(outcome.answers == rows.indices.map { answers[$0 % 3] })
        #expect(outcome.rows.map { $0?["id"] as? Int } == rows.indices.map { $0 })
        #expect((1..<1000).contains(watch.opened()["a.jpg"] ?? 0))
    }

    /// A row gets the answer of its own time: a picture that failed is asked for again when its row has been answered.
    @Test func aPictureThatComes() throws {
        let running = try Program.weir.start(["stream"], in: folder)
        running.write(Bytes(row("new.jpg")))
        try running.waitForLines(1)
        try folder.add("new.jpg", .jpeg(width: 7, height: 9))
        running.write(Bytes(row("new.jpg")))
        try running.waitForLines(2)
        let lines = try running.finish().lines
        #expect(lines[0].contains("\"code\":\"not-found\"") && lines[1].contains("\"w\":7,\"h\":9,"), "\(lines)")
    }

    /// More pictures than are remembered at once.
    @Test func manyPictures() throws {
        let rows = (0..<150_000).map { row($0 % 5 == 0 ? "a.jpg" : "\($0).jpg") }
        let outcome = try stream(Bytes(rows.joined()), in: folder)
        #expect(outcome.lines.count == rows.count + 1)
        #expect(
            outcome.lines.enumerated().allSatisfy { index, line in
                index == rows.count || line.contains(index % 5 == 0 ? "\"a.jpg\",\"w\":30,\"h\":20," : "\"\(index).jpg\",\"w\":null")
            })
    }

    /// A line for each line, whatever stands on it.
    @Test func hostileLines() throws {
        var seed = Seed.announced(for: "hostileLines")
        let sound = [
            row("a.jpg"), row("b.jpg", #","known":{"w":1,"h":2,"etag":"\"e\"","askedAt":3},"x":[{},[],"\u00e9\\"]"#),
            row("gone.jpg", #","w":-1e9,"status":{"a":1}"#), row("data:,x"), row("http://"),
        ]
        var lines: [[UInt8]] = (0..<10_000).map { index in
            var line = Array(sound[index % sound.count].dropLast().utf8)
            for _ in 0..<Int.random(in: 0..<4, using: &seed) {
                let offset = Int.random(in: 0..<max(1, line.count), using: &seed)
                switch Int.random(in: 0..<4, using: &seed) {
                case 0: line = Array(line.prefix(offset))
                case 1: if offset < line.count { line[offset] = UInt8.random(in: 0...255, using: &seed) }
                case 2: line.insert(contentsOf: Array("{}[]\":,\\u0".utf8).prefix(Int.random(in: 0...10, using: &seed)), at: offset)
                default: line += Array(line.prefix(offset))
                }
            }
            return line.map { $0 == UInt8(ascii: "\n") ? 0 : $0 }
        }
        lines[5000] = Array(repeating: UInt8(ascii: "["), count: 100_000)
        lines[6000] = Array(#"{"img":"a.jpg","a":"#.utf8) + Array(repeating: UInt8(ascii: "{"), count: 2_000_000)
        lines[7000] = Array((row("a.jpg").dropLast(2) + String(repeating: #","k":0"#, count: 100_000) + "}").utf8)
        let outcome = try stream(Bytes(lines.flatMap { $0 + [UInt8(ascii: "\n")] }), in: folder)
        #expect(outcome.status == .exited(0), "\(seed): \(outcome.messages)")
        let rows = outcome.rows
        #expect(rows.count == lines.count, "\(seed)")
        for (index, answer) in rows.enumerated() {
            guard let answer else {
                Issue.record("\(seed): line \(index + 1) is no row")
                continue
            }
            #expect(["ok", "stale", "failed"].contains(answer["status"] as? String ?? ""), "\(seed)")
            if answer["line"] as? Int != nil { #expect(answer["line"] as? Int == index + 1, "\(seed)") }
        }
        #expect(rows[7000]?.answer == "ok 30x20")
    }
}
