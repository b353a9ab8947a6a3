// docs/security.md: a system call that fails leaves the old files whole.
import Foundation
import TestSupport
import Testing

@Suite(.needs(.time), .needs(.tracer), .disabled(if: Sanitizer.isOn, "a sanitizer makes such calls of its own"))
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
        return try strace.run(["ingest", "c.csv", "--journal=none"] + arguments, in: folder)
    }

    /// The message has the reason of the failed step, and the previous manifest stays whole.
    @Test(arguments: [
        ("fsync$:error=EIO:when=1", "input/output error"), ("linkat$:error=ENOSPC", "no space left on device"),
        ("linkat$:error=EPERM", "operation not permitted"), ("rename:error=EIO", "input/output error"),
        ("write$:error=EDQUOT:when=1", "disk quota exceeded"), ("write$:error=EFBIG:when=1", "file too large (see ulimit -f)"),
    ])
    func aStepThatFails(fault: String, reason: String) throws {
        try folder.add("out/m.json", "[]")
        let outcome = try run(fault, ["-o", "out/m.json"])
        #expect(outcome.messages.hasSuffix("\nweir: out/m.json cannot be written: \(reason)\n"))
        #expect(outcome.status == .exited(3))
        #expect(try folder.names(in: "out") == ["m.json"])
        #expect(folder.text(of: "out/m.json") == "[]")
    }

    /// The old index stays, and the next run removes the pages that it does not list.
    @Test(arguments: [
        ("syncfs$:error=EIO", "out"), ("linkat$:error=ENOSPC:when=1", "out/4.json"), ("linkat$:error=EPERM:when=8", "out/index.json"),
        ("renameat$:error=EIO:when=8", "out/9.json"), ("write$:error=ENOSPC:when=5", "out/5.json"),
        ("write$:error=ENOSPC:when=11", "out/index.json"),
    ])
    func aStepOfPagesThatFails(fault: String, path: String) throws {
        try folder.addCatalogue(["a.jpg", "a.jpg", "a.jpg"], as: "old.csv")
        #expect(try ingest("old.csv", "--journal=none", "-o", "out", "--page-size=1", in: folder).status == .exited(0))
        let names = ["1.json", "2.json", "3.json", "index.json"]
        let old = names.map { folder.text(of: "out/" + $0) }
        let outcome = try run(fault, ["-o", "out", "--page-size=1"])
        let errors = [
            "EIO": "input/output error", "ENOSPC": "no space left on device", "EPERM": "operation not permitted",
            "EDQUOT": "disk quota exceeded",
        ]
        let code = fault.split(separator: "=")[1].prefix { $0 != ":" }
        #expect(("\n" + outcome.messages).hasSuffix("\nweir: \(path) cannot be written: \(errors[String(code)] ?? "")\n"))
        #expect(outcome.status == .exited(3))
        #expect(names.map { folder.text(of: "out/" + $0) } == old)
        #expect(try ingest("old.csv", "--journal=none", "-o", "out", "--page-size=1", in: folder).status == .exited(0))
        #expect(try folder.names(in: "out") == names)
    }

    /// If the folder cannot be synced, the new manifest has its name, but a loss of power may remove it.
    @Test func theFolderCannotBeSynced() throws {
        let outcome = try run("fsync$:error=EIO:when=2", ["-o", "out/m.json", "--report=r.json"])
        #expect(outcome.messages.hasPrefix("weir: out/m.json is the new manifest already: stopped after 10 rows"), "\(outcome.messages)")
        #expect(outcome.messages.hasSuffix("\nweir: out cannot be written: input/output error\n"))
        #expect(outcome.status == .exited(3))
        #expect(try folder.names(in: "out") == ["m.json"])
        #expect((try json(folder.content(of: "r.json")) as? [String: Any])?["written"] as? Bool == true)
    }

    /// A signal after the rename comes too late, however long the disk takes: messages, report and metrics are those of this run.
    @Test(
        arguments: [(2, "out/m.json", ["-o", "out/m.json"]), (3, "out/1.json", ["-o", "out", "--page-size=5"])] as [(Int, String, [Bytes])])
    func aSignalAfterTheRename(call: Int, file: String, output: [Bytes]) throws {
        let strace = try #require(Program.tracer).running(
            try #require(Program.named("sh")),
            after: [
                "-f", "-qq", "-o", "/dev/null", "-e", "trace=/^fsync$", "-e", Bytes("inject=/^fsync$:delay_enter=4000000:when=\(call)"),
            ])
        let arguments: [Bytes] = ["ingest", "c.csv", "--journal=none", "--report=r.json", "--metrics=w.prom"]
        let run = try strace.start(["-c", "echo $$; exec \"$0\" \"$@\"", Program.weir.path] + arguments + output, in: folder)
        try run.waitForLines(1)
        try waitUntil("the manifest is there") { folder.content(of: file) != nil }
        let process = String(decoding: run.output, as: UTF8.self).trimmingCharacters(in: .newlines)
        #expect(kill(try #require(pid_t(process)), SIGTERM) == 0)
        let outcome = try run.finish()
        #expect(outcome.status == .exited(0))
        #expect(
            outcome.messages.hasPrefix("weir: wrote \(output.count == 2 ? file : "out"); 10 rows: 10 with their true size"),
            "\(outcome.messages)")
        #expect((try json(folder.content(of: "r.json")) as? [String: Any])?["written"] as? Bool == true)
        #expect(folder.text(of: "w.prom")?.contains("weir_success{manifest=\"") == true)
    }

    /// The same of pages. The first two calls are for their record, the third one comes after the renames.
    @Test func theFolderOfPagesCannotBeSynced() throws {
        let outcome = try run("fsync$:error=EIO:when=3", ["-o", "out", "--page-size=1"])
        #expect(
            outcome.messages.contains("weir: out is the new manifest already: stopped after ")
                && outcome.messages.hasSuffix("\nweir: out cannot be written: input/output error\n"))
        #expect(outcome.status == .exited(3))
        #expect(folder.text(of: "out/1.json") == manifest(entry(30, 20, "a.jpg")))
    }

    /// A run succeeds on a system that cannot do one of these steps.
    @Test(arguments: ["fsync$:error=EINVAL:when=2", "flock$:error=ENOLCK", "openat2$:error=ENOSYS", "fchown$:error=EPERM"])
    func aStepThatIsUnknown(fault: String) throws {
        let outcome = try run(fault, ["-o", "out/m.json"])
        #expect(outcome.messages == "weir: wrote out/m.json; 10 rows: 10 with their true size\n")
        #expect(outcome.status == .exited(0))
        #expect(folder.text(of: "out/m.json") == manifest(of: [String](repeating: entry(30, 20, "a.jpg"), count: 10)))
        #expect(try folder.names(in: "out") == ["m.json"])
    }

    /// On a file system without unnamed files, a hidden file is used and removed.
    @Test(arguments: ["EOPNOTSUPP", "EISDIR", "EINVAL"])
    func noUnnamedFiles(code: String) throws {
        // The folder is opened for the names in it, for its lock, for its entries, and then for an unnamed file.
        let strace = try #require(Program.named("strace")).running(
            .weir,
            after: [
                "-f", "-qq", "-o", "log", "-P", folder.path(of: "out"), "-P", "out", "-e", "trace=openat", "-e",
                Bytes("inject=openat:error=\(code):when=4"),
            ])
        for catalogue: Bytes in ["c.csv", "failing.csv"] {
            try folder.addCatalogue(["gone.jpg"], as: "failing.csv")
            let outcome = try strace.run(["ingest", catalogue, "-o", "out/m.json"], in: folder)
            #expect(outcome.status == .exited(catalogue == "c.csv" ? 0 : 1), "\(outcome.messages)")
            #expect(folder.text(of: "log")?.contains("(INJECTED)") == true)
            #expect(try folder.names(in: "out") == ["m.json"])
            #expect(folder.text(of: "out/m.json") == manifest(of: [String](repeating: entry(30, 20, "a.jpg"), count: 10)))
        }
    }
}
