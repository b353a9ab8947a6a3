// docs/manifest.md: the paths to which a manifest is written, and their previous content.
import Foundation
import TestSupport
import Testing

@Suite struct IngestOutputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.addCatalogue(["a.jpg"])
    }

    private static let manifest = TestSupport.manifest(entry(30, 20, "a.jpg"))

    @Test func standardOutput() throws {
        let outcome = try ingest("c.csv", "-o", "-", in: folder)
        #expect(outcome.text == IngestOutputTests.manifest)
        #expect(outcome.messages == "weir: wrote standard output; 1 row: 1 with its true size\n")
        #expect(outcome.status == .exited(0))
        #expect(try folder.names() == ["a.jpg", "c.csv"])
    }

    /// If too many pictures fail, standard output has nothing, so that no reader takes a part for the whole manifest.
    @Test func standardOutputBehindAClosedGate() throws {
        try folder.addCatalogue(["a.jpg", "gone.jpg"])
        let outcome = try ingest("c.csv", "-o", "-", in: folder)
        #expect(outcome.text == "")
        #expect(
            outcome.messages.contains(
                "\nweir: standard output has no whole manifest: 1 row without a true size is more than --max-failures 20% allows; 2 rows"))
        #expect(outcome.status == .exited(1))
    }

    /// The link stays, and its target is replaced.
    @Test(arguments: ["here.json", "sub/there.json", "sub/not-yet.json"])
    func links(target: String) throws {
        try folder.addFolder("sub")
        try folder.add("here.json", "[]")
        try folder.add("sub/there.json", "[]")
        try folder.addLink("m.json", to: Bytes(target))
        let outcome = try ingest("c.csv", "-o", "m.json", in: folder)
        #expect(outcome.status == .exited(0))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/m.json") == target)
        #expect(folder.text(of: target) == IngestOutputTests.manifest)
        #expect(try folder.names() == ["a.jpg", "c.csv", "here.json", "m.json", "sub"])
    }

    @Test(arguments: [0o600, 0o644, 0o664, 0o400])
    func theModeStays(mode: Int) throws {
        try folder.add("m.json", "[]")
        try folder.setMode("m.json", mode_t(mode))
        #expect(try ingest("c.csv", "-o", "m.json", in: folder).status == .exited(0))
        #expect(folder.text(of: "m.json") == IngestOutputTests.manifest)
        #expect(try attribute(.posixPermissions) as? Int == mode)
    }

    private func attribute(_ key: FileAttributeKey) throws -> Any? {
        try FileManager.default.attributesOfItem(atPath: folder.path + "/m.json")[key]
    }

    /// A run by root keeps the owner, so that a server can still read the manifest.
    @Test(.needs(.root))
    func theOwnerStays() throws {
        try folder.add("m.json", "[]")
        try folder.setMode("m.json", 0o600)
        #expect(chown(folder.path + "/m.json", 65534, 65534) == 0)
        #expect(try ingest("c.csv", "-o", "m.json", in: folder).status == .exited(0))
        #expect(folder.text(of: "m.json") == IngestOutputTests.manifest)
        #expect(try attribute(.ownerAccountID) as? Int == 65534)
        #expect(try attribute(.groupOwnerAccountID) as? Int == 65534)
        #expect(try attribute(.posixPermissions) as? Int == 0o600)
    }

    /// The mode of a new manifest follows the umask.
    @Test func theModeOfANewManifest() throws {
        let shell = try #require(Program.named("sh"))
        let weir = shell.running(.weir, after: ["-c", "umask 027; exec \"$0\" \"$@\""])
        #expect(try weir.run(["ingest", "c.csv", "-o", "m.json"], in: folder).status == .exited(0))
        #expect(try attribute(.posixPermissions) as? Int == 0o640)
    }

    /// The manifest is written to the pipe, and the pipe stays.
    @Test func pipes() throws {
        try folder.addPipe("m.json")
        let reader = try #require(Program.named("cat")).start(["m.json"], in: folder)
        let outcome = try ingest("c.csv", "-o", "m.json", in: folder)
        #expect(outcome.status == .exited(0))
        #expect(try reader.finish().text == IngestOutputTests.manifest)
        #expect(try attribute(.type) as? FileAttributeType == .typeUnknown)
    }

    /// The run tells that nobody has the whole manifest.
    @Test func aPipeWhoseReaderGoes() throws {
        try folder.addPipe("m.json")
        try folder.addCatalogue([String](repeating: "a.jpg", count: 50_000))
        let reader = try #require(Program.named("head")).start(["-c1", "m.json"], in: folder)
        let outcome = try ingest("c.csv", "-o", "m.json", in: folder)
        #expect(outcome.messages.hasSuffix(": the reader of m.json has gone before the manifest was whole\n"), "\(outcome.messages)")
        #expect(outcome.status == .exited(3))
        #expect(try reader.finish().text == "[")
    }

    /// A parent process may leave a pipe non-blocking. Such a pipe may be full or empty without being broken.
    @Test(.needs(.program("python3")))
    func pipesThatDoNotBlock() throws {
        let python = try #require(Program.named("python3"))
        let weir = python.running(
            .weir,
            after: ["-c", "import os, sys; os.set_blocking(0, False); os.set_blocking(1, False); os.execv(sys.argv[1], sys.argv[1:])"])
        let running = try weir.start(["ingest", "--from=csv", "-", "-o-"], in: folder)
        running.write("img,price\n")
        for _ in 1...5 { running.write(Bytes(String(repeating: "a.jpg,1\n", count: 10_000))) }
        let outcome = try running.finish()
        #expect(outcome.text == TestSupport.manifest(of: [String](repeating: entry(30, 20, "a.jpg"), count: 50_000)))
        #expect(outcome.status == .exited(0))
    }

    /// Without a journal, runs do not lock each other out. Each writes a whole manifest, and the last one stays.
    @Test func severalAtOnce() throws {
        let runs = try (1...4).map { number in
            try folder.add("\(number).csv", Bytes("img,price\n" + String(repeating: "a.jpg,\(number)\n", count: 2000)))
            return try Program.weir.start(["ingest", "\(number).csv", "-o", "m.json", "--journal=none"], in: folder)
        }
        for run in runs { #expect(try run.finish().status == .exited(0)) }
        let wholes = (1...4).map { number in
            TestSupport.manifest(of: [String](repeating: entry(30, 20, "a.jpg", "\(number)"), count: 2000))
        }
        #expect(wholes.contains(try #require(folder.text(of: "m.json"))))
        #expect(try folder.names() == ["1.csv", "2.csv", "3.csv", "4.csv", "a.jpg", "c.csv", "m.json"])
    }

    /// A device is never replaced: without /dev/null, a machine would stop working.
    @Test(arguments: [("null", 3, Int32(0)), ("full", 7, Int32(3))])
    func devices(name: String, minor: Int, status: Int32) throws {
        let device = folder.path + "/\(name).json"
        guard mknod(device, S_IFCHR | 0o666, dev_t(1 << 8 | minor)) == 0 else { return try links(target: "here.json") }
        let outcome = try ingest("c.csv", "-o", Bytes("\(name).json"), in: folder)
        if status != 0 { #expect(outcome.messages.hasSuffix("\nweir: full.json cannot be written: no space left on device\n")) }
        #expect(outcome.status == .exited(status))
        #expect(try FileManager.default.attributesOfItem(atPath: device)[.type] as? FileAttributeType == .typeCharacterSpecial)
    }

    @Test(arguments: [
        ("gone/m.json", "gone/m.json cannot be written: there is no folder gone"),
        ("folder.json", "folder.json cannot be written: it is a folder"),
        ("c.csv/m.json", "c.csv/m.json cannot be written: not a directory"),
        ("loop.json", "loop.json cannot be written: too many levels of symbolic links"),
    ])
    func pathsThatCannotBeWritten(output: String, message: String) throws {
        try folder.addFolder("folder.json")
        try folder.addLink("loop.json", to: "loop.json")
        // The path is checked first, so the missing picture is not reported.
        try folder.addCatalogue(["gone.jpg"])
        let outcome = try ingest("c.csv", "-o", Bytes(output), in: folder)
        #expect(outcome.messages == "weir: \(message)\n")
        #expect(outcome.status == .exited(2))
        #expect(try folder.names() == ["a.jpg", "c.csv", "folder.json", "loop.json"])
    }

    /// A manifest may replace its own catalogue.
    @Test func itsOwnCatalogue() throws {
        try folder.add("m.json", Bytes(#"[{"img":"a.jpg","price":"1","w":1,"h":1}]"#))
        #expect(try ingest("m.json", "-o", "m.json", in: folder).status == .exited(0))
        #expect(folder.text(of: "m.json") == IngestOutputTests.manifest)
    }

    /// If a folder is the catalogue, a manifest in the folder is not taken for a picture.
    @Test(
        arguments: [
            ["-o", "p/m.json"], ["-o", "p/pages", "--page-size=1"], ["-o", "m.json", "--report=p/r.json"],
        ] as [[Bytes]])
    func insideTheCatalogue(options: [Bytes]) throws {
        try folder.addFolder("p")
        try folder.add("p/a.jpg", .jpeg(width: 30, height: 20))
        try folder.add("p/b.jpg", .jpeg(width: 3, height: 2))
        let output = String(decoding: options[1].all, as: UTF8.self)
        for state in ["wrote \(output)", "\(output) is unchanged"] {
            let outcome = try Program.weir.run(["ingest", "p"] + options, in: folder)
            #expect(outcome.messages.hasPrefix("weir: \(state); 2 rows: 2 with their true size"), "\(outcome.messages)")
            #expect(outcome.status == .exited(0))
        }
    }
}
