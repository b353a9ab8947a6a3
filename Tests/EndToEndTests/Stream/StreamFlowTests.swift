// docs/stream.md: rows and answers flow through pauses, readers that stop, writers that never close, and signals.
import Foundation
import TestSupport
import Testing

@Suite struct StreamFlowTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .picture)
    }

    private func start(_ options: Bytes...) throws -> RunningProgram {
        try Program.weir.start(["stream"] + FetchCase.limits + options, in: folder)
    }

    /// Each answer comes while the input is open and silent.
    @Test func atOnce() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.range(of: .picture))])
        let running = try start()
        for count in 1...20 {
            let img = count % 2 == 0 ? "a.jpg" : server.url("/\(count).jpg")
            // The first half of the next line is no reason to wait.
            running.write(Bytes((count == 1 ? "{\"img\":\"" : "") + "\(img)\"}\n{\"img\":\""))
            try running.waitForLines(count)
        }
        running.write("x\"}")
        let outcome = try running.finish()
        #expect(outcome.answers == (1...20).map { _ in "ok 30x20" } + ["failed not-found"])
    }

    /// Answers before a slow picture do not wait for it, and those behind it keep their order.
    @Test func inOrder() throws {
        let server = try ScriptedServer(["/slow.jpg": [Exchange(.hold, .body(.photograph))]], otherwise: [Exchange(.range(of: .picture))])
        let running = try start()
        // Of a host that has not answered yet, one picture is asked for.
        running.write(Bytes(row(server.url("/first.jpg"))))
        try running.waitForLines(1)
        running.write(Bytes(row(server.url("/slow.jpg"))))
        try running.waitUntilInputIsRead()
        try server.waitForRequests(2)
        running.write(Bytes((0..<50).map { row(server.url("/\($0).jpg")) }.joined()))
        try running.waitUntilInputIsRead()
        try server.waitForAnswers(51)
        #expect(running.output.jsonLines.count == 1)
        server.release()
        #expect(try running.finish().answers == ["ok 30x20", "ok 40x30"] + (0..<50).map { _ in "ok 30x20" })
    }

    /// After a signal the output ends with a whole line, and each row before it has its answer.
    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func signals(signal: (number: Int32, status: Int32)) throws {
        let server = try ScriptedServer(["/stall.jpg": [Exchange(.stall)]], otherwise: [Exchange(.range(of: .picture))])
        let running = try start()
        let urls = (0..<40).map { server.url("/\($0).jpg") } + [server.url("/stall.jpg")] + (40..<80).map { server.url("/\($0).jpg") }
        running.write(Bytes(row("a.jpg")))
        try running.waitForLines(1)
        running.write(Bytes(urls.map { row($0) }.joined()))
        try running.waitUntilInputIsRead()
        try server.waitForRequests(60)
        running.send(signal: signal.number)
        // The input stays open.
        let outcome = try running.waitUntilItEnds()
        #expect(outcome.status == .exited(signal.status))
        #expect(outcome.output.last == UInt8(ascii: "\n"))
        if Sanitizer.isOn { return }
        #expect(outcome.rows.map { $0?["img"] as? String } == ["a.jpg"] + urls.prefix(40))
        #expect(outcome.answers.allSatisfy { $0 == "ok 30x20" })
        #expect(outcome.messages == "weir: interrupted\n")
    }

    /// An answer that comes after a signal is written behind those that were written before it. It may also come too late.
    @Test func anAnswerAfterASignal() throws {
        let server = try ScriptedServer(["/slow.jpg": [Exchange(.hold, .range(of: .picture))]])
        let running = try start()
        let names = ["a.jpg", server.url("/slow.jpg")]
        running.write(Bytes(names.map { row($0) }.joined()))
        try running.waitForLines(1)
        try server.waitForRequests(1)
        running.send(signal: SIGTERM)
        usleep(100_000)
        server.release()
        let outcome = try running.waitUntilItEnds()
        #expect(outcome.status == .exited(143))
        #expect(outcome.output.last == UInt8(ascii: "\n"))
        #expect(names.starts(with: outcome.rows.map { $0?["img"] as? String ?? "" }), "\(outcome.text)")
    }

    /// A signal while the input is silent and all is answered.
    @Test func signalInAPause() throws {
        let running = try start()
        running.write(Bytes(row("a.jpg") + "{\"img\":"))
        try running.waitForLines(1)
        try running.waitUntilInputIsRead()
        try running.waitUntilAtRest()
        running.send(signal: SIGTERM)
        let outcome = try running.waitUntilItEnds()
        #expect(outcome.status == .exited(143))
        #expect(outcome.answers == ["ok 30x20"])
    }

    /// Rows in a file, and answers in a pipe that nobody reads.
    private func startUnread(_ rows: String) throws -> (running: RunningProgram, answers: FileHandle) {
        try folder.add("rows.jsonl", Bytes(rows))
        try folder.addPipe("answers")
        let reading = open(folder.path + "/answers", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        let shell = try #require(Program.named("sh")).running(.weir, after: ["-c", "exec \"$0\" \"$@\" <rows.jsonl >answers"])
        let running = try shell.start(["stream"] + FetchCase.limits, in: folder)
        try waitUntil("the pipe is full") {
            var unread: Int32 = 0
            return ioctl(reading, UInt(FIONREAD), &unread) == 0 && unread > 50_000
        }
        try running.waitUntilAtRest()
        _ = fcntl(reading, F_SETFL, 0)
        return (running, FileHandle(fileDescriptor: reading, closeOnDealloc: true))
    }

    /// Pictures of rows that are not read are not fetched.
    @Test func aReaderThatStops() throws {
        let server = try ScriptedServer(otherwise: [Exchange(.range(of: .picture))])
        let padding = ",\"text\":\"\(String(repeating: "x", count: 8000))\""
        let urls = (0..<3000).map { server.url("/\($0).jpg") }
        let (running, answers) = try startUnread(urls.map { row($0, padding) }.joined())
        // At most 8 MB of rows are held, and one batch more for each thread.
        #expect(server.requests.count < 1600, "\(server.requests.count)")
        #expect(try running.peakMemory() < 150 << 20 || Sanitizer.isOn)
        let text = Array(answers.readDataToEndOfFile())
        #expect(text.jsonLines.map { $0?["img"] as? String } == urls)
        #expect(try running.finish().status == .exited(0))
    }

    /// Nobody reads when the signal comes. What the pipe holds is whole lines.
    @Test func aSignalWhileNobodyReads() throws {
        let imgs = (0..<5000).map { "\($0).jpg" }
        let (running, answers) = try startUnread(imgs.map { row($0, ",\"id\":\"\(String(repeating: "y", count: 150))\"") }.joined())
        running.send(signal: SIGTERM)
        #expect(try running.finish().status == .exited(143))
        let text = Array(answers.readDataToEndOfFile())
        #expect(text.last == UInt8(ascii: "\n"))
        let rows = text.jsonLines
        #expect(rows.count > 100 && rows.count < imgs.count)
        #expect(rows.compactMap { $0?["img"] as? String } == Array(imgs.prefix(rows.count)))
    }

    /// A reader that has gone is no error.
    @Test func aReaderThatGoes() throws {
        let running = try start()
        running.write(Bytes(row("a.jpg")))
        try running.waitForLines(1)
        running.closeOutput()
        running.write(Bytes((0..<2000).map { row("\($0).jpg") }.joined()))
        #expect(try running.finish().status == .exited(0))
    }

    /// A line without an end does not fill the memory.
    @Test func aLineWithoutEnd() throws {
        let running = try start()
        running.write(Bytes(row("a.jpg")))
        try running.waitForLines(1)
        running.write(Bytes(zeros: 64 << 20))
        try running.waitUntilInputIsRead()
        #expect(try running.peakMemory() < 64 << 20 || Sanitizer.isOn)
        running.write(Bytes("\n" + row("a.jpg")))
        let outcome = try running.finish()
        #expect(outcome.answers == ["ok 30x20", "failed broken-row", "ok 30x20"])
    }

    /// Lines that are no rows, whoever has written them.
    private static let hostileLines: [[UInt8]] =
        [
            "", " ", "\r", "null", "[1,2", #"{"img":"a.jpg""#, #"{"img":"a.jpg"}}"#, #"{"img":"\u0000"}"#, #"{"img":["a.jpg"]}"#,
            #"{"img":1e9}"#, #"{"img":"a.jpg","img":"a.jpg"}"#, #"{"img":"\ud800"}"#, #"{"img":"a.jpg",}"#, "{'img':'a.jpg'}",
            #"{"img":"a.jpg","x":"# + String(repeating: "[", count: 5000), "</script><!--", "\u{202E}{}",
        ].map { Array($0.utf8) } + [[0, 0], [0xFF, 0xFE, 0x7B, 0], Array(#"{"img":""#.utf8) + [0xC3, 0x28] + Array("\"}".utf8)]

    /// Among a hundred thousand lines some are broken, huge or hostile, and some are pictures of a server that answers none for a
    /// while. Memory is bounded meanwhile, and each line gets its answer in the order of the lines.
    @Test func manyBadLines() throws {
        var seed = Seed.announced(for: "manyBadLines")
        let server = try ScriptedServer(
            ["/1000.jpg": [Exchange(.hold, .range(of: .picture))]], otherwise: [Exchange(.range(of: .picture))])
        let count = 100_000
        var lines: [UInt8] = []
        var areRows: [Bool] = []
        for index in 0..<count {
            let isHuge = index % 10_000 == 501
            let isRow = index % 25 == 0 || (!isHuge && Int.random(in: 0..<4, using: &seed) > 0)
            if isRow {
                let img = index % 25 == 0 && index > 0 ? server.url("/\(index).jpg") : "a.jpg"
                lines += row(img, ",\"id\":\(index)").dropLast().utf8
            } else if isHuge {
                lines += Array(#"{"img":"a.jpg","x":""#.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 2 << 20)
            } else {
                lines += Self.hostileLines.randomElement(using: &seed) ?? []
            }
            lines.append(UInt8(ascii: "\n"))
            areRows.append(isRow)
        }
        try folder.add("rows.jsonl", Bytes(lines))
        let shell = try #require(Program.named("sh")).running(.weir, after: ["-c", "exec \"$0\" \"$@\" <rows.jsonl >answers.jsonl"])
        let running = try shell.start(["stream"] + FetchCase.limits, in: folder)
        try server.waitForRequests(1)
        try running.waitUntilAtRest()
        let answered = try #require(folder.content(of: "answers.jsonl"))
        #expect(answered.filter { $0 == UInt8(ascii: "\n") }.count < 20_000)
        server.release()
        try server.waitForAnswers(2)
        let memory = try running.peakMemory()
        let outcome = try running.finish()
        #expect(outcome.status == .exited(0) && outcome.messages == "", "\(outcome.messages)")
        #expect(memory < 150 << 20 || Sanitizer.isOn, "\(memory)")
        let answers = try #require(folder.content(of: "answers.jsonl")).jsonLines
        #expect(answers.count == count)
        for (index, answer) in answers.enumerated() {
            let number = areRows[index] ? answer?["id"] as? Int : (answer?["line"] as? Int).map { $0 - 1 }
            guard number == index, answer?.answer == (areRows[index] ? "ok 30x20" : "failed broken-row") else {
                Issue.record("line \(index + 1): \(answer ?? [:]) \(seed)")
                break
            }
        }
    }

    @Test func aFullDisk() throws {
        let outcome = try Program.weir.run(["stream"], input: Bytes(row("a.jpg")), in: folder, output: .file("/dev/full"))
        #expect(outcome.status == .exited(3))
        #expect(outcome.messages == "weir: the output cannot be written: no space left on device\n")
    }
}
