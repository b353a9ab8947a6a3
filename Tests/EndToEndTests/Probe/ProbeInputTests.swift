// docs/cli.md: pictures on standard input, and those that file: and data: URLs name.
import Foundation
import TestSupport
import Testing

@Suite struct ProbeInputTests {
    private let folder: TemporaryFolder
    private static let picture: Bytes = .jpeg(width: 30, height: 20)

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", Self.picture)
        try folder.add("sp ace.jpg", .jpeg(width: 2, height: 3))
        try folder.add("-", .jpeg(width: 7, height: 8))
    }

    @Test func standardInput() throws {
        let outcome = try probe("a.jpg", "-", "./-", input: .jpeg(width: 5, height: 6), in: folder)
        #expect(outcome.text == "a.jpg: 30x20 jpeg\n-: 5x6 jpeg\n./-: 7x8 jpeg\n")
        #expect(outcome.status == .exited(0))
        #expect(try probe("-r", "-", input: .jpeg(width: 5, height: 6), in: folder).text == "-: 5x6 jpeg\n")
        #expect(try probe("--format=tsv", "-", input: Self.picture, in: folder).text == "30\t20\t30\t20\t1\tjpeg\t-\n")
    }

    @Test(
        arguments: [
            ("", "empty: there are no bytes in it"), ("just a note", "not-an-image: the content is text"),
            ([0xFF, 0xD8, 0xFF, 0xE0, 0, 16], "truncated: the bytes end at 6, before the size"),
        ] as [(Bytes, String)])
    func badPictures(content: Bytes, failure: String) throws {
        let outcome = try probe("-", input: content, in: folder)
        #expect(outcome.text == "-: error: \(failure)\n")
        #expect(outcome.status == .exited(1))
    }

    /// The answer comes before the pipe ends, and the writer of more bytes gets SIGPIPE.
    @Test func noMoreThanTheHeader() throws {
        let running = try Program.weir.start(["probe", "-"], in: folder)
        // The scan begins, so no Exif comes.
        running.write(Self.picture + [0xFF, 0xDA, 0, 8])
        try running.waitForLines(1)
        #expect(try running.finish().text == "-: 30x20 jpeg\n")
        let bash = try #require(Program.named("bash"))
        let endless = try bash.run(
            ["-c", "cat a.jpg /dev/zero | \"$0\" probe -; echo \"${PIPESTATUS[@]}\"", Bytes(Program.weir.name)], in: folder)
        #expect(endless.text == "-: 30x20 jpeg\n141 0\n")
    }

    @Test func skippedBytesAreDropped() throws {
        let metadata = Bytes(repeating: .segment(0xE2, Bytes(zeros: 65_533)), count: 40)
        let picture: Bytes = [0xFF, 0xD8] + metadata + .frame(width: 30, height: 20)
        #expect(try probe("-", input: picture, in: folder).text == "-: 30x20 jpeg\n")
        let limited = try probe("-", "--max-bytes=1MiB", input: picture, in: folder)
        #expect(limited.text == "-: error: too-large: the size stands behind more than 1048576 bytes\n")
    }

    @Test(
        arguments: [
            (["-", "-"], "- is the picture on standard input, which can be read only once"),
            (["-", "--files-from=-"], "standard input is a picture with -, or a list with --files-from -, but not both"),
        ] as [([Bytes], String)])
    func standardInputTwice(arguments: [Bytes], message: String) throws {
        let outcome = try Program.weir.run(["probe"] + arguments, input: Self.picture, in: folder)
        #expect(outcome.messages == "weir probe: \(message)\nTry 'weir probe --help'.\n")
        #expect(outcome.status == .exited(2))
    }

    private static let base64 = Data(picture.all).base64EncodedString()
    private static let escaped = picture.all.map { String(format: "%%%02x", $0) }.joined()

    /// The URL is the picture, so its output has only the beginning.
    @Test(arguments: [
        ("data:image/jpeg;base64,\(base64)", "30x20 jpeg"), ("DATA:;BASE64,\(base64)", "30x20 jpeg"),
        ("data:,\(escaped)", "30x20 jpeg"),
        ("data:,hello%20you", "error: not-an-image: the content is text"),
        ("data:;base64,", "error: empty: there are no bytes in it"),
        ("data:image/svg+xml,<svg/>", "error: corrupt: an SVG whose root is not in the namespace http://www.w3.org/2000/svg"),
        ("data:;base64,a*b=", "error: bad-url: the content of the data: URL is not base64"),
    ])
    func dataURLs(url: String, result: String) throws {
        let shown = url.count > 48 ? "\(url.prefix(48))... (\(url.utf8.count) bytes)" : url
        #expect(try probe(Bytes(url), in: folder).text == "\(shown): \(result)\n")
    }

    /// The manifest keeps what the catalogue has, and only equal URLs are one picture.
    @Test func dataURLsInACatalogue() throws {
        let (a, b) = ("data:image/jpeg;base64,\(Self.base64)", "data:,\(Self.escaped)")
        let broken = "data:,\(String(repeating: "x//", count: 100))"
        try folder.add("c.jsonl", Bytes([a, b, a, broken, "data:,x/x"].map { "{\"img\":\"\($0)\",\"price\":\"1\"}\n" }.joined()))
        let outcome = try ingest("c.jsonl", "-o", "m.json", "--max-failures=100%", "--base-url=https://h", in: folder)
        let entries = [(30, a), (30, b), (30, a), (300, broken), (300, "data:,x/x")]
        #expect(folder.text(of: "m.json") == manifest(of: entries.map { entry($0, $0 == 30 ? 20 : 300, $1) }))
        #expect(outcome.messages.contains("\(broken.prefix(48))... (\(broken.count) bytes): not-an-image: the content is text"))
    }
}
