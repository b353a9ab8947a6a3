// docs/mirror.md: pictures that cannot be fetched whole, or that are damaged, are not stored.
import Foundation
import TestSupport
import Testing

@Suite struct IngestMirrorFailureTests {
    private let mirror: Mirroring
    private let picture: Bytes

    init() throws {
        mirror = try Mirroring()
        picture = try Mirroring.picture("jpeg/cjpeg-640x480.jpg")
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let title: String
        let exchange: Exchange
        let code: String
        var options: [Bytes] = []
        /// The number of incomplete files that stay in the mirror.
        var left = 0
        var testDescription: String { title }
    }

    static let cases: [Case] = [
        Case(
            title: "shorter than announced", exchange: Exchange(.headers("Content-Length: 900"), .body("GIF89a"), .close),
            code: "truncated"),
        Case(
            title: "shorter than announced, with a tag",
            exchange: Exchange(.headers("Content-Length: 900\r\nETag: \"a\""), .body("GIF89a"), .close), code: "truncated", left: 2),
        Case(
            title: "longer than may be", exchange: Exchange(.headers("Content-Length: 200000"), .body("GIF89a"), .stall),
            code: "too-large", options: ["--max-bytes=1000"]),
        Case(
            title: "a page of HTML", exchange: Exchange(.header("Content-Type", "text/html"), .body("<html><body>404</body></html>")),
            code: "not-an-image"),
        Case(
            title: "a large page of HTML that does not end",
            exchange: Exchange(
                .headers("Content-Length: 900000"), .body(Bytes("<html>" + String(repeating: "<p>no</p>", count: 8000))), .stall),
            code: "not-an-image"),
        Case(title: "gone", exchange: Exchange(.status(404)), code: "http-status"),
        Case(title: "nothing", exchange: Exchange(.body("")), code: "empty"),
        Case(
            title: "a header and no more", exchange: Exchange(.body(.jpeg(width: 30, height: 20)), .header("ETag", "\"a\"")),
            code: "truncated", options: ["--verify"]),
    ]

    @Test(arguments: cases)
    func failure(_ row: Case) throws {
        let server = try ScriptedServer(["/a": [row.exchange]])
        try mirror.folder.addCatalogue([server.url("/a")])
        let outcome = try Program.weir.run(["ingest", "c.csv", "--retries=0"] + Mirroring.options + row.options, in: mirror.folder)
        #expect(outcome.messages.contains(": \(row.code): "), "\(outcome.messages)")
        #expect(outcome.status == .exited(0))
        #expect(try mirror.pictures() == [:])
        #expect(try mirror.partials().count == row.left)
    }

    // MARK: Verifying

    /// Pictures with damage behind their headers.
    private func unsound() throws -> [(bytes: Bytes, code: String)] {
        func damaged(_ path: String, _ change: (inout [UInt8]) -> Void) throws -> Bytes {
            var bytes = try Mirroring.picture(path).all
            change(&bytes)
            return Bytes(bytes)
        }
        return try [
            (damaged("jpeg/cjpeg-640x480.jpg") { $0.removeLast($0.count / 3) }, "truncated"),
            (
                damaged("jpeg/cjpeg-640x480.jpg") { $0.replaceSubrange(20_000..<20_200, with: [UInt8](repeating: 0xFF, count: 200)) },
                "corrupt"
            ),
            (damaged("png/pillow-640x480.png") { $0.removeLast(20) }, "truncated"),
            (damaged("png/pillow-640x480.png") { $0[$0.count / 2] ^= 1 }, "corrupt"),
            (damaged("webp/cwebp-640x480.webp") { $0.removeLast($0.count / 3) }, "truncated"),
            (
                damaged("webp/cwebp-lossless-640x480.webp") { $0.replaceSubrange(30..<60, with: [UInt8](repeating: 0xFF, count: 30)) },
                "corrupt"
            ),
        ]
    }

    @Test func unsoundPicturesOfTheNetwork() throws {
        let pictures = try unsound()
        let answers = pictures.enumerated().map { ("/\($0)", [Exchange(.body($1.bytes))]) }
        let server = try ScriptedServer(Dictionary(uniqueKeysWithValues: answers))
        let urls = pictures.indices.map { server.url("/\($0)") }
        #expect(try mirror.run(urls).status == .exited(0))
        #expect(try mirror.pictures().count == pictures.count)
        try FileManager.default.removeItem(atPath: mirror.folder.path + "/mir")
        let outcome = try mirror.run(urls, "--verify", "--report=r.json")
        #expect(outcome.status == .exited(0))
        #expect(try codes() == pictures.map(\.code), "\(outcome.messages)")
        #expect(try mirror.pictures() == [:])
        #expect(try mirror.partials() == [])
    }

    @Test func unsoundPicturesOfThisMachine() throws {
        let pictures = try unsound()
        for (number, picture) in pictures.enumerated() { try mirror.folder.add("\(number)" as Bytes, picture.bytes) }
        try mirror.folder.add("sound", picture)
        try mirror.folder.addCatalogue(pictures.indices.map(String.init) + ["sound"])
        let options: [Bytes] = ["ingest", "c.csv", "-o", "m.json", "--report=r.json", "--max-failures=100%"]
        #expect(try Program.weir.run(options, in: mirror.folder).status == .exited(0))
        #expect(try Program.weir.run(options + ["--verify"], in: mirror.folder).status == .exited(0))
        #expect(try codes() == pictures.map(\.code))
    }

    private func codes() throws -> [String?] {
        let report = try json(mirror.folder.content(of: "r.json")) as? [String: Any]
        return (report?["failures"] as? [[String: Any]] ?? []).map { $0["code"] as? String }
    }

    /// `--verify` needs a mirror for pictures of the network, even if only a later row has a URL.
    @Test func verifyingWithoutAMirror() throws {
        try mirror.folder.add("a.jpg", picture)
        try mirror.folder.add("m.json", "[]")
        try mirror.folder.addCatalogue(["a.jpg", "http://127.0.0.1:9/b.jpg"])
        let outcome = try ingest("c.csv", "-o", "m.json", "--verify", in: mirror.folder)
        #expect(
            outcome.messages == """
                weir: whole pictures are verified, and row 2 (line 3) names one of the network: \
                --mirror DIR says where such pictures are kept

                """)
        #expect(outcome.status == .exited(2))
        #expect(mirror.folder.text(of: "m.json") == "[]")
    }

    // MARK: The disk

    @Test(.needs(.smallDisk))
    func aFullDisk() throws {
        try mirror.folder.add("m.json", "[]")
        let disk = try SmallDisk(mirror.folder, "mir", size: "16k")
        defer { withExtendedLifetime(disk) {} }
        let server = try ScriptedServer(["/a": [Exchange(.body(picture))]])
        let outcome = try mirror.run([server.url("/a")])
        #expect(outcome.messages.contains("\nweir: mir/.partial/"), "\(outcome.messages)")
        #expect(outcome.messages.hasSuffix(" cannot be written: no space left on device\n"))
        #expect(outcome.status == .exited(3))
        #expect(mirror.folder.text(of: "m.json") == "[]")
        #expect(try mirror.partials() == [])
    }

    /// Too few descriptors to decode a picture are no fault of the picture. The next run continues what has arrived.
    @Test(.needs(.program("prlimit"))) func noDescriptorToVerify() throws {
        try mirror.folder.add("m.json", "[]")
        let server = try ScriptedServer(
            otherwise: [
                Exchange(
                    .header("ETag", "\"a\""), .body(Bytes(Array(picture.all[..<2000]))), .hold, .body(Bytes(Array(picture.all[2000...]))))
            ])
        try mirror.folder.addCatalogue([server.url("/a")])
        let options = ["ingest", "c.csv"] + Mirroring.options + ["--verify", "--journal=none"] + FetchCase.limits
        let shell = try #require(Program.named("sh")).running(.weir, after: ["-c", "echo $$; exec \"$0\" \"$@\""])
        let run = try shell.start(options, in: mirror.folder)
        try run.waitForLines(1)
        let process = String(decoding: run.output, as: UTF8.self).trimmingCharacters(in: .newlines)
        try mirror.waitForPartial(of: 2000)
        let prlimit = try #require(Program.named("prlimit"))
        #expect(try prlimit.run(["--pid", Bytes(process), "--nofile=3"]).status == .exited(0))
        server.release()
        let outcome = try run.finish()
        #expect(outcome.status == .exited(3))
        #expect(outcome.messages.contains("\nweir: mir/.partial/"), "\(outcome.messages)")
        #expect(outcome.messages.hasSuffix(": too many open files (see ulimit -n)\n"), "\(outcome.messages)")
        #expect(mirror.folder.text(of: "m.json") == "[]")
        #expect(try mirror.partials().count == 2)
        let next = try Program.weir.run(options + ["--max-removed=100%"], in: mirror.folder)
        #expect(next.status == .exited(0), "\(next.messages)")
        #expect(try mirror.pictures().values.map { $0 } == [picture])
    }

    @Test(arguments: ["file", "nowhere/deep"] as [Bytes])
    func aPathThatIsNoFolder(name: Bytes) throws {
        try mirror.folder.add("file", "a file")
        try mirror.folder.addCatalogue([])
        let outcome = try ingest("c.csv", "-o", "m.json", "--mirror", name, in: mirror.folder)
        #expect(outcome.messages.contains(" cannot be written: "), "\(outcome.messages)")
        #expect(outcome.status == .exited(2))
    }
}
