// docs/stream.md: results come in order and at once, and a failed output ends the run.
import TestSupport
import Testing

@Suite struct DeliveryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.add("b.jpg", .jpeg(width: 2, height: 3, behind: 90_000))
    }

    /// The writer of a list may wait for a result before it writes the next name.
    @Test(arguments: ["text", "tsv", "jsonl"])
    func resultsComeAsNamesDo(format: String) throws {
        let running = try Program.weir.start(["probe", "--files-from=-", "--format", Bytes(format), "a.jpg"], in: folder)
        for count in 1...10 {
            try running.waitForLines(count)
            running.write("gone-\(count)\n")
        }
        let outcome = try running.finish()
        #expect(outcome.lines.count == 12)
        #expect(outcome.lines[10].contains("gone-10"))
        #expect(outcome.status == .exited(1))
    }

    @Test func namesMayComeByteByByte() throws {
        let running = try Program.weir.start(["probe", "--files-from=-"], in: folder)
        for byte in Bytes("a.jpg\nb.jpg").all {
            running.write([byte])
            if byte == UInt8(ascii: "\n") { try running.waitForLines(1) }
        }
        #expect(try running.finish().text == "a.jpg: 30x20 jpeg\nb.jpg: 2x3 jpeg\n")
    }

    /// With few descriptors, each name has one result in order. Many names need no more memory than those that
    /// wait for their turn.
    @Test(.needs(.time)) func hundredThousandNames() throws {
        let few = try run(20_000)
        let many = try run(100_000)
        if !Sanitizer.isOn { #expect(many - few < 2 << 20, "\(few) bytes for 20,000 names, \(many) for 100,000") }
    }

    private func run(_ count: Int) throws -> Int {
        var names: [String] = []
        var expected: [String] = []
        for number in 0..<count {
            let (name, result) =
                switch number % 3 {
                case 0: ("gone-\(number)", "error: not-found: there is no such file")
                case 1: ("a.jpg", "30x20 jpeg")
                default: ("b.jpg", "2x3 jpeg")
                }
            names.append(name)
            expected.append("\(name): \(result)")
        }
        let shell = try #require(Program.named("sh"))
        let weir = shell.running(.weir, after: ["-c", "ulimit -n 32; exec \"$0\" \"$@\""])
        let running = try weir.start(["probe", "--files-from=-"], in: folder)
        running.write(Bytes(names.joined(separator: "\n") + "\n"))
        try running.waitForLines(count)
        let peak = try running.peakMemory()
        let outcome = try running.finish()
        let lines = outcome.lines
        let firstWrong = zip(lines, expected).first { $0 != $1 }
        #expect(firstWrong == nil, "\(firstWrong?.0 ?? "") instead of \(firstWrong?.1 ?? "")")
        #expect(lines.count == count + 1)
        #expect(outcome.messages == "")
        #expect(outcome.status == .exited(1))
        return peak
    }

    /// A reader that stops is no failure, even if the results are failures.
    @Test(arguments: ["text", "json"])
    func closedPipe(format: String) throws {
        let running = try Program.weir.start(["probe", "--files-from=-", "--format", Bytes(format)], in: folder)
        running.write(Bytes(String(repeating: "gone.jpg\n", count: 20_000)))
        try running.waitForLines(1)
        running.closeOutput()
        let outcome = try running.finish()
        #expect(outcome.messages == "")
        #expect(outcome.status == .exited(0))
    }

    @Test(arguments: [["a.jpg"], ["gone.jpg"], ["--format=json", "a.jpg"], ["--help"]] as [[Bytes]])
    func fullDisk(arguments: [Bytes]) throws {
        let outcome = try Program.weir.run(["probe"] + arguments, in: folder, output: .file("/dev/full"))
        #expect(outcome.messages == "weir: the output cannot be written: no space left on device\n")
        #expect(outcome.status == .exited(3))
    }
}
