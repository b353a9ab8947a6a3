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
    }

    private static let failed = #""w":null,"h":null,"status":"failed","code":"#

    /// Input and output, line by line.
    static let lines: [(String, String)] = [
        (#"{"img":"a.jpg"}"#, #"{"img":"a.jpg","w":30,"h":20,"status":"ok"}"#),
        (
            #" { "id" : 1.50, "img" :"b.jpg" , "t":{"a":[ 1, "ü\n"]} } "#,
            #"{ "id" : 1.50, "img" :"b.jpg" , "t":{"a":[ 1, "ü\n"]},"w":5,"h":4,"status":"ok"}"#
        ),
        (#"{"img":"gone.jpg"}"#, #"{"img":"gone.jpg",\#(failed)"not-found","message":"there is no such file"}"#),
        ("nonsense", #"{"line":4,\#(failed)"broken-row","message":"no object begins the line"}"#),
    ]

    @Test func everyLine() throws {
        let outcome = try stream(Bytes(Self.lines.map { $0.0 + "\n" }.joined()), in: folder)
        #expect(outcome.status == .exited(0))
        #expect(outcome.messages == "")
        for (line, expected) in zip(outcome.lines, Self.lines.map(\.1)) { #expect(line == expected) }
        #expect(outcome.lines.count == Self.lines.count + 1)
    }

    /// Input of another format is answered line by line, and then refused once.
    @Test func noRows() throws {
        let outcome = try stream("img,price\na.jpg,1\n", in: folder)
        #expect(outcome.status == .exited(2) && outcome.answers == ["failed broken-row", "failed broken-row"])
        #expect(
            outcome.messages
                == "weir: no line of standard input is a row: a row is an object of JSON on a line of its own, and weir ingest reads other formats\n"
        )
    }

    /// Options of other commands are no topic here.
    @Test func theHelpSpeaksOfNothingElse() throws {
        let help = try stream("", "--help", in: folder).text
        for word in ["journal", "mirror", "catalogue"] { #expect(!help.lowercased().contains(word), "\(word)") }
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
}
