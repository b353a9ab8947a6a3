// docs/stream.md: the rows of weir stream, and its answers.
import Fetching
import Foundation
import Measuring
import TestSupport
import Testing
import WeirBase
import WeirSystem

@testable import Ingest

@Suite struct StreamTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.addFolder("root")
        try folder.add("root/a.jpg", .jpeg(width: 30, height: 20))
        try folder.add("root/b.jpg", .jpeg(width: 5, height: 4))
        try folder.add("root/bad.jpg", "no picture")
    }

    /// The lines of the answers, and the message of the failure at the end.
    private func answers(
        _ input: [UInt8], _ facts: [HeaderFact] = [], maxAge: Int64 = 0, img: String = "img"
    ) throws -> (lines: [String], fault: String) {
        var plan = StreamPlan(fetching: FetchOptions(userAgent: "test"))
        (plan.root, plan.facts, plan.maxAge, plan.img) = (Array("\(folder.path)/root".utf8), facts, maxAge, img)
        try folder.add("answers")
        let file = try #require(FileHandle(forWritingAtPath: "\(folder.path)/answers"))
        var fault = ""
        do throws(MachineFailure) {
            let output = LineOutput(descriptor: file.fileDescriptor, until: .never())
            try StreamRun(plan, .never()).run(InputFile(content: input, name: "the rows"), into: output)
        } catch { fault = error.message }
        let text = try #require(folder.text(of: "answers"))
        #expect(text.isEmpty || text.hasSuffix("\n"))
        return (text.split(separator: "\n").map(String.init), fault)
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
        let answers = try answers(Array(Self.lines.map { $0.0 + "\n" }.joined().utf8))
        #expect(answers.lines == Self.lines.map(\.1) && answers.fault == "")
        // Without its line end the last line is one all the same.
        #expect(try self.answers(Array(Self.lines.map(\.0).joined(separator: "\n").utf8)).lines == Self.lines.map(\.1))
    }

    private static let url = #""img":"http://127.0.0.1/a.jpg""#

    /// A known size of a picture that cannot be had, since the address is forbidden; nil if the member says nothing of a size.
    @Test(
        arguments: [
            (#"{"w":7,"h":8}"#, "stale 7 8 -"), (#"{"w":7.0,"h":8.00,"askedAt":5}"#, "stale 7 8 5"),
            (#"{"w":2147483647,"h":1,"askedAt":0}"#, "stale 2147483647 1 0"), (#"{"w":1,"h":1,"askedAt":-5}"#, "stale 1 1 -"),
            (#"{"w":1,"h":1,"askedAt":9999999999999999}"#, "stale 1 1 9999999999999999"),
            (#"{"w":1,"h":1,"askedAt":99999999999999999}"#, "stale 1 1 -"), (#"{"w":2147483648,"h":1}"#, "failed"),
            (#"{"w":0,"h":1}"#, "failed"), (#"{"w":1,"h":0}"#, "failed"), (#"{"w":1}"#, "failed"), (#"{"w":"1","h":1}"#, "failed"),
            (#"{"w":1.5,"h":1}"#, "failed"), (#"{"w":1,"h":2147483648}"#, "failed"), ("[]", "failed"), ("7", "failed"),
        ])
    func knownSizes(known: String, answer: String) throws {
        let line = try #require(try answers(Array("{\(Self.url),\"known\":\(known)}\n".utf8)).lines.first)
        let members = try #require(try json(Array(line.utf8)) as? [String: Any])
        #expect(members["code"] as? String == "forbidden-address")
        let words = ["status", "w", "h", "askedAt"].map { members[$0].map { $0 is NSNull ? "null" : "\($0)" } ?? "-" }
        #expect(words.joined(separator: " ") == (answer == "failed" ? "failed null null -" : answer), "\(line)")
    }

    /// Facts and validators of a known answer are repeated if they are of their kind, and not too long.
    @Test func knownFacts() throws {
        let facts: [HeaderFact] = [.format, .bytes, .orientation, .alpha, .depth, .mime]
        func rest(_ known: String) throws -> String {
            let answer = try answers(Array("{\(Self.url),\"known\":{\"w\":7,\"h\":8,\(known)}}\n".utf8), facts)
            let line = try #require(answer.lines.first)
            return String(line[(try #require(line.range(of: "private hosts are not allowed\"")).upperBound)...])
        }
        let sound =
            #""format":"gif","bytes":12,"orientation":6,"alpha":true,"depth":8,"mime":"image/gif","etag":"\"v\"","lastModified":"x""#
        #expect(try rest(sound + #","askedAt":5"#) == ",\(sound),\"askedAt\":5}")
        #expect(
            try rest(#""format":{"a":1},"bytes":"many","orientation":null,"alpha":0,"depth":-8,"mime":7,"etag":["x"],"lastModified":1"#)
                == "}")
        for (length, isKept) in [(1022, true), (1023, false)] {
            let text = String(repeating: "x", count: length)
            #expect(try rest("\"etag\":\"\(text)\"") == (isKept ? ",\"etag\":\"\(text)\"}" : "}"))
        }
    }

    /// A size is trusted without a request within its age, or if the row states the version that is known.
    @Test(
        arguments: [
            (#""askedAt":NOW"#, nil, 3600, true), (#""askedAt":NOW"#, nil, 0, false), (#""askedAt":1"#, nil, 3600, false),
            (#""askedAt":99999999999"#, nil, 3600, false), (#""version":"a""#, #""a""#, 0, true),
            (#""version":"a","askedAt":NOW"#, #""b""#, 3600, false),
            (#""version":7"#, "7", 0, true), (#""version":"7""#, "7", 0, false), (#""version":null"#, "null", 0, false),
            (#""version":" ""#, #"" ""#, 0, false), (#""x":1"#, "7", 0, false), (#""version":7"#, nil, 0, false),
            (#""askedAt":NOW"#, "7", 3600, true),
        ] as [(String, String?, Int64, Bool)])
    func trust(known: String, version: String?, maxAge: Int64, isTrusted: Bool) throws {
        let stated = version.map { ",\"version\":\($0)" } ?? ""
        let row = "{\(Self.url)\(stated),\"known\":{\"w\":7,\"h\":8,\(known.replacing("NOW", with: "\(unixSeconds())"))}}\n"
        let line = try #require(try answers(Array(row.utf8), maxAge: maxAge).lines.first)
        #expect(line.contains(#""w":7,"h":8,"status":"\#(isTrusted ? "ok" : "stale")""#), "\(line)")
    }

    /// Input of another format is answered line by line, and then refused once.
    @Test(arguments: ["img,price\na.jpg,1\n", "[\n]\n", "\n\n"]) func noRows(input: String) throws {
        let fault = "no line of the rows is a row: a row is an object of JSON on a line of its own, and weir ingest reads other formats"
        let answers = try answers(Array(input.utf8))
        #expect(answers.lines.count == 2 && answers.lines.allSatisfy { $0.contains("\"code\":\"broken-row\"") })
        #expect(answers.fault == fault)
        #expect(try self.answers(Array((input + "{\"id\":1}\n").utf8)).fault == "")
        #expect(try self.answers([]) == ([], ""))
        // One row is enough, however much comes behind it.
        #expect(try self.answers(Array((#"{"img":"a.jpg"}"# + "\n" + String(repeating: "x\n", count: 70_000)).utf8)).fault == "")
    }

    /// Messages call the picture's member by its own name.
    @Test(arguments: [
        (#"{"img":"a.jpg"}"#, "the row has no picture (picture)"), (#"{"picture":1}"#, "picture is a number, not text"),
        (#"{"picture":"a","picture":"b"}"#, "the key of the picture (picture) stands twice"),
        (#"{"picture":"\u0007"}"#, "picture holds a control character"),
    ])
    func anotherColumnIsNamed(line: String, message: String) throws {
        #expect(try answers(Array((line + "\n").utf8), img: "picture").lines.first?.hasSuffix("\"message\":\"\(message)\"}") == true)
    }

    @Test func facts() throws {
        let rows = #"{"img":"a.jpg","format":"x","mime":1}"# + "\n" + #"{"img":"gone.jpg","format":"x"}"# + "\n"
        let lines = try answers(Array(rows.utf8), [.format, .bytes, .animated]).lines
        let bytes = Bytes.jpeg(width: 30, height: 20).count
        #expect(lines[0] == #"{"img":"a.jpg","mime":1,"w":30,"h":20,"status":"ok","format":"jpeg","bytes":\#(bytes),"animated":false}"#)
        #expect(lines[1].hasPrefix(#"{"img":"gone.jpg","w":null"#) && !lines[1].contains("format"))
        let pointer = try answers(Array((#"{"image":[{"src":"b.jpg"}],"img":1}"# + "\n").utf8), img: "/image/0/src").lines
        #expect(pointer == [#"{"image":[{"src":"b.jpg"}],"img":1,"w":5,"h":4,"status":"ok"}"#])
    }

    /// A file of columns is refused, instead of a broken row for each of its line feeds. A zero in a later row is a fault of that row.
    @Test func zeros() throws {
        let columns = Array("PAR1".utf8) + [0x15, 0, 0x0A, 0x15, 0, 0x0A]
        #expect(try answers(columns) == ([], "the rows is no text, and rows are JSON Lines in UTF-8"))
        #expect(try answers(Array(("[]\n" + String(repeating: "{\"id\":1}\n", count: 9)).utf8) + [0, 0x0A]).lines.count == 11)
        #expect(try answers([0x7B, 0, 0x0A] + Array("{}\n".utf8)).lines.count == 2)
        #expect(try answers(Array(repeating: 0x20, count: 64) + [0, 0x0A] + Array("{}\n".utf8)).lines.count == 2)
        #expect(try answers(Array(repeating: 0x20, count: 63) + [0, 0x0A] + Array("{}\n".utf8)).lines.isEmpty)
        // It may be the first byte of what is read next.
        let lines = Array(String(repeating: "{\"n\":1}\n", count: (1 << 16) / 8).utf8)
        #expect(try answers(lines + [0, 0x0A]).fault == "")
    }

    /// Many rows, which are more than are held at once, keep their order, whatever their length.
    @Test func manyRows() throws {
        let names = ["a.jpg", "b.jpg", "gone.jpg"]
        let sizes = ["\"w\":30,\"h\":20,\"status\":\"ok\"", "\"w\":5,\"h\":4,\"status\":\"ok\"", Self.failed]
        for text in ["", String(repeating: "x", count: 3000)] {
            let rows = (0..<(text.isEmpty ? 20_000 : 3000)).map { "{\"img\":\"\(names[$0 % 3])\",\"id\":\($0),\"t\":\"\(text)\"}\n" }
            let lines = try answers(Array(rows.joined().utf8)).lines
            #expect(lines.count == rows.count)
            let isRight = lines.enumerated().allSatisfy { index, line in
                line.contains("\"id\":\(index),") && line.contains(sizes[index % 3])
            }
            #expect(isRight)
        }
    }

    /// A line for each line, whatever stands on it.
    @Test func hostileLines() throws {
        var seed = Seed.announced(for: "StreamTests.hostileLines")
        let sound = [
            #"{"img":"a.jpg"}"#, #"{"img":"b.jpg","known":{"w":1,"h":2,"etag":"\"e\"","askedAt":3},"x":[{},[],"\u00e9\\"]}"#,
            #"{"img":"gone.jpg","w":-1e9,"status":{"a":1}}"#, #"{"img":"data:,x"}"#, #"{"img":"http://"}"#,
        ]
        var lines: [[UInt8]] = (0..<5000).map { index in
            var line = Array(sound[index % sound.count].utf8)
            for _ in 0..<Int.random(in: 0..<4, using: &seed) {
                let offset = Int.random(in: 0..<max(1, line.count), using: &seed)
                switch Int.random(in: 0..<4, using: &seed) {
                case 0: line = Array(line.prefix(offset))
                case 1: if offset < line.count { line[offset] = UInt8.random(in: 1...255, using: &seed) }
                case 2: line.insert(contentsOf: Array("{}[]\":,\\u0".utf8).prefix(Int.random(in: 0...10, using: &seed)), at: offset)
                default: line += Array(line.prefix(offset))
                }
            }
            return line.map { $0 == UInt8(ascii: "\n") ? 1 : $0 }
        }
        lines[3000] = Array(repeating: UInt8(ascii: "["), count: 100_000)
        lines[4000] = Array((#"{"img":"a.jpg""# + String(repeating: #","k":0"#, count: 10_000) + "}").utf8)
        let answers = try answers(lines.flatMap { $0 + [UInt8(ascii: "\n")] })
        #expect(answers.fault == "" && answers.lines.count == lines.count, "\(seed)")
        for (index, line) in answers.lines.enumerated() {
            let answer = try? json(Array(line.utf8)) as? [String: Any]
            #expect(["ok", "stale", "failed"].contains(answer?["status"] as? String ?? ""), "\(seed): \(line)")
            if answer?["code"] as? String == "broken-row" { #expect(answer?["line"] as? Int == index + 1, "\(seed)") }
        }
        #expect(answers.lines[4000].contains("\"w\":30,\"h\":20,"))
    }

    private func hash(_ name: Int) -> NameHash { withUnsafeBytes(of: name) { NameHash(of: $0) } }

    private func way(_ share: SharedAnswers.Share) -> String {
        switch share {
        case .ask: "ask"
        case .wait: "wait"
        case .answer(let result): "answer \(result.number)"
        }
    }

    /// Many remembered answers are forgotten together, but none that a row waits for.
    @Test func manySharedAnswers() {
        let shared = SharedAnswers(maxAge: 1000)
        #expect(way(shared.take(hash(0), for: 0)) == "ask")
        for name in 1...1 << 16 {
            _ = shared.take(hash(name), for: Int32(name))
            _ = shared.finish(PictureResult(Int32(name), given: .memory(isRemote: true)))
            shared.forget([hash(name)])
        }
        #expect(way(shared.take(hash(0), for: 70_000)) == "wait")
        #expect(way(shared.take(hash(1), for: 70_001)) == "ask")
    }

    /// Rows of one picture share its answer while they are in the window, and a while longer if it is no failure.
    @Test func sharedAnswers() {
        for (maxAge, isFailure, remembered) in [(0, false, false), (1000, false, true), (1000, true, false)] {
            let shared = SharedAnswers(maxAge: Int64(maxAge))
            #expect(way(shared.take(hash(1), for: 0)) == "ask")
            #expect(way(shared.take(hash(2), for: 1)) == "ask")
            #expect(way(shared.take(hash(1), for: 2)) == "wait")
            let result =
                isFailure
                ? PictureResult(Failure(.notFound), of: Picture(0, Array("x".utf8))) : PictureResult(0, given: .memory(isRemote: true))
            #expect(shared.finish(result).map(\.number) == [0, 2])
            #expect(shared.finish(result).map(\.number) == [0])
            #expect(way(shared.take(hash(1), for: 3)) == "answer 3")
            shared.forget([hash(1), hash(1)])
            #expect(way(shared.take(hash(1), for: 4)) == "answer 4")
            shared.forget([hash(1), hash(1)])
            #expect(way(shared.take(hash(1), for: 5)) == (remembered ? "answer 5" : "ask"))
        }
    }
}
