// docs/security.md: a run that gets too little memory ends with status 3 and a sentence.
import TestSupport
import Testing

@Suite(.needs(.time)) struct MemoryLimitTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let entry = #"{"w":1,"h":1,"img":"a-long-name-of-a-picture.jpg","price":"1"}"#
        try folder.add("m.json", Bytes("[\n" + String(repeating: entry + ",\n", count: 400_000) + entry + "\n]\n"))
    }

    /// Adds a compressed property list with that many megabytes of zeros.
    private func addBomb(megabytes: Int) throws {
        let command = "(printf bplist00 | gzip; head -c \(megabytes)M /dev/zero | gzip -1) > bomb.plist.gz"
        #expect(try #require(Program.named("sh")).run(["-c", Bytes(command)], in: folder).status == .exited(0))
    }

    /// The limits leave room to begin, and none to end.
    @Test(
        .disabled(if: Sanitizer.isOn, "a sanitizer needs more than the limit for itself"),
        arguments: [(["layout", "m.json", "-o", "l.json"], 60 << 20), (["ingest", "bomb.plist.gz", "-o", "o.json"], 200 << 20)]
            as [([Bytes], Int)])
    func notEnough(arguments: [Bytes], limit: Int) throws {
        try addBomb(megabytes: 240)
        let limiter = try #require(Program.named("prlimit"))
        let outcome = try limiter.running(.weir, after: [Bytes("--as=\(limit)")]).run(arguments, in: folder)
        #expect(outcome.messages.hasSuffix("weir: there is not enough memory\n"), "\(outcome.messages)")
        #expect(outcome.status == .exited(3))
        #expect(try !folder.names().contains("o.json"))
    }

    private static let tooLarge =
        "weir: list.plist.gz: it has more than 256 MiB when it is decompressed, and a binary property list is held in memory"

    /// A few megabytes that unpack beyond what can be held are refused before they are. Blanks show no format, so they are not held either.
    @Test(
        .disabled(if: Sanitizer.isOn, "a sanitizer needs more than the limit for itself"),
        arguments: [
            (["check", "list.plist.gz"], "list.plist.gz: error: the file has more than 2147483647 bytes [parses]", 1),
            (["layout", "list.plist.gz"], Self.tooLarge, 2),
            (["diff", "m.json", "list.plist.gz"], Self.tooLarge, 2),
            (["ingest", "list.plist.gz", "-o", "o.json"], Self.tooLarge, 2),
            (["layout", "blank.jsonl.gz"], "weir: blank.jsonl.gz: the first 65536 bytes are blank", 2),
        ] as [([Bytes], String, Int32)])
    func beyondTheBound(arguments: [Bytes], message: String, status: Int32) throws {
        func add(_ name: Bytes, _ beginning: Bytes, _ filling: UInt8) throws {
            let member = Bytes([UInt8](repeating: filling, count: 1 << 20)).gzipped.all
            try folder.add(name, Bytes(beginning.gzipped.all + (0..<2050).flatMap { _ in member }))
        }
        try add("list.plist.gz", "bplist00", 0)
        try add("blank.jsonl.gz", " ", UInt8(ascii: " "))
        let limiter = try #require(Program.named("prlimit"))
        let outcome = try limiter.running(.weir, after: [Bytes("--as=\(300 << 20)")]).run(arguments, in: folder)
        #expect("\(outcome.text)\(outcome.messages)".contains(message), "\(outcome.text)\(outcome.messages)")
        #expect(outcome.status == .exited(status))
    }

    /// A page without findings takes little memory besides its entries.
    @Test(.needs(.program("python3")), .disabled(if: Sanitizer.isOn, "a sanitizer needs more than the limit for itself"))
    func manyPages() throws {
        let script: Bytes = """
            import hashlib
            pages = []
            for number in range(1, 20001):
                page = b'[\\n{"w":500,"h":600,"img":"%d.jpg","price":"%d"}\\n]\\n' % (number, number)
                open("%d.json" % number, "wb").write(page)
                pages.append('{"file":"%d.json","count":1,"sha256":"%s"}' % (number, hashlib.sha256(page).hexdigest()))
            open("index.json", "w").write('{"count":20000,"pages":[\\n' + ",\\n".join(pages) + "\\n]}\\n")
            """
        try folder.addFolder("pages")
        #expect(
            try #require(Program.named("python3")).run(["-c", "import os; os.chdir('pages')\n" + script], in: folder).status == .exited(0))
        let limiter = try #require(Program.named("prlimit"))
        let outcome = try limiter.running(.weir, after: [Bytes("--data=\(70 << 20)")]).run(["check", "pages"], in: folder)
        #expect(outcome.text == "no findings in 20,001 files, 20,000 entries\n", "\(outcome.messages)")
    }

    /// Blanks show no format. So many are refused by every command.
    @Test(
        arguments: [
            (["check", "blank.json"], "blank.json: error: the first 65536 bytes are blank [parses]", 1),
            (["layout", "blank.json"], "weir: blank.json: the first 65536 bytes are blank\n", 2),
            (["diff", "blank.json", "blank.json"], "weir: blank.json: the first 65536 bytes are blank\n", 2),
        ] as [([Bytes], String, Int32)])
    func blanks(arguments: [Bytes], message: String, status: Int32) throws {
        let count = 1 << 16
        let entries = Bytes(#"[{"w":1,"h":1,"img":"a.jpg","price":"1"}]"# + "\n")
        try folder.add("blank.json", Bytes([UInt8](repeating: UInt8(ascii: " "), count: count - 1) + entries.all))
        #expect(try Program.weir.run(arguments, in: folder).status == .exited(0))
        try folder.add("blank.json", Bytes([UInt8](repeating: UInt8(ascii: " "), count: count) + entries.all))
        let outcome = try Program.weir.run(arguments, in: folder)
        #expect("\(outcome.text)\(outcome.messages)".contains(message), "\(outcome.text)\(outcome.messages)")
        #expect(outcome.status == .exited(status))
    }
}
