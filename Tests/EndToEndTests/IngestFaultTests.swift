import TestSupport
import Testing

/// System calls that strace makes fail, for faults that no test disk has.
@Suite(.needs(.tracer), .disabled(if: Sanitizer.isOn, "a sanitizer makes such calls of its own"))
struct IngestFaultTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.addCatalogue([String](repeating: "a.jpg", count: 10))
        try folder.addFolder("out")
    }

    private func run(_ fault: String, _ arguments: [Bytes]) throws -> Outcome {
        let call = fault.prefix { $0 != ":" }
        let strace = try #require(Program.tracer).running(
            .weir, after: ["-f", "-qq", "-o", "/dev/null", "-e", Bytes("trace=/^\(call)"), "-e", Bytes("inject=/^\(fault)")])
        return try strace.run(["ingest", "c.csv", "--no-journal"] + arguments, in: folder)
    }

    /// The message has the reason of the failed step, and the old manifest stays whole.
    @Test(arguments: [
        ("fsync$:error=EIO:when=1", "input/output error"), ("linkat$:error=ENOSPC", "no space left on device"),
        ("linkat$:error=EPERM", "operation not permitted"), ("rename:error=EIO", "input/output error"),
        ("write$:error=EDQUOT:when=1", "disk quota exceeded"), ("write$:error=EFBIG:when=1", "file too large"),
    ])
    func aStepThatFails(fault: String, reason: String) throws {
        try folder.add("out/m.json", "the old one")
        let outcome = try run(fault, ["-o", "out/m.json"])
        #expect(outcome.messages == "weir: out/m.json cannot be written: \(reason)\n")
        #expect(outcome.status == .exited(3))
        #expect(try folder.names(in: "out") == ["m.json"])
        #expect(folder.text(of: "out/m.json") == "the old one")
    }

    @Test(arguments: [
        ("syncfs$:error=EIO", "out cannot be written: input/output error"),
        ("linkat$:error=ENOSPC:when=5", "out/5.json cannot be written: no space left on device"),
        ("linkat$:error=ENOSPC:when=11", "out/index.json cannot be written: no space left on device"),
        ("fsync$:error=EIO", "out/index.json cannot be written: input/output error"),
        ("write$:error=ENOSPC:when=15", "out/5.json cannot be written: no space left on device"),
        ("pread64$:error=EIO:when=4", "out: the pages cannot be read back: input/output error"),
    ])
    func aStepOfPagesThatFails(fault: String, message: String) throws {
        let names = ["1.json", "10.json", "index.json"]
        for name in names { try folder.add(Bytes("out/" + name), "the old one") }
        let outcome = try run(fault, ["-o", "out", "--page-size=1"])
        #expect(outcome.messages == "weir: \(message)\n")
        #expect(outcome.status == .exited(3))
        #expect(try folder.names(in: "out") == names)
        for name in names { #expect(folder.text(of: "out/" + name) == "the old one") }
    }

    /// If the folder cannot be synced, the new manifest is in its place, but a loss of power may remove it.
    @Test func theFolderCannotBeSynced() throws {
        let outcome = try run("fsync$:error=EIO:when=2", ["-o", "out/m.json"])
        #expect(outcome.messages == "weir: out cannot be written: input/output error\n")
        #expect(outcome.status == .exited(3))
        #expect(try folder.names(in: "out") == ["m.json"])
    }

    /// A run succeeds on a system that cannot do one of these steps.
    @Test(arguments: ["fsync$:error=EINVAL:when=2", "flock$:error=ENOLCK", "openat2$:error=ENOSYS", "fchown$:error=EPERM"])
    func aStepThatIsUnknown(fault: String) throws {
        let outcome = try run(fault, ["-o", "out/m.json"])
        #expect(outcome.messages == "weir: 10 rows: 10 with their true size; wrote out/m.json\n")
        #expect(outcome.status == .exited(0))
        #expect(folder.text(of: "out/m.json") == manifest(of: [String](repeating: entry(30, 20, "a.jpg"), count: 10)))
        #expect(try folder.names(in: "out") == ["m.json"])
    }

    /// On a file system without unnamed files, a hidden file is used and removed.
    @Test(arguments: [["-o", "out/m.json"], ["-o", "out", "--page-size=4"]] as [[Bytes]], ["EOPNOTSUPP", "EISDIR", "EINVAL"])
    func noUnnamedFiles(arguments: [Bytes], code: String) throws {
        // The folder is opened first for its lock, and then for an unnamed file.
        let strace = try #require(Program.named("strace")).running(
            .weir,
            after: [
                "-f", "-qq", "-o", "log", "-P", folder.path(of: "out"), "-P", "out", "-e", "trace=openat", "-e",
                Bytes("inject=openat:error=\(code):when=2+2"),
            ])
        for catalogue: Bytes in ["c.csv", "failing.csv"] {
            try folder.addCatalogue(["gone.jpg"], as: "failing.csv")
            let outcome = try strace.run(["ingest", catalogue] + arguments, in: folder)
            #expect(outcome.status == .exited(catalogue == "c.csv" ? 0 : 1), "\(outcome.messages)")
            #expect(folder.text(of: "log")?.contains("(INJECTED)") == true)
            let names = arguments.count == 2 ? ["m.json"] : ["1.json", "2.json", "3.json", "index.json"]
            #expect(try folder.names(in: "out") == names)
            let first = folder.text(of: "out/" + names[0]) ?? ""
            #expect(first == manifest(of: [String](repeating: entry(30, 20, "a.jpg"), count: names.count == 1 ? 10 : 4)))
        }
    }
}
