// docs/operations.md: on a full disk or in a read-only folder the status is 3, and nothing changes.
import TestSupport
import Testing

@Suite struct IngestDiskTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.addCatalogue(["a.jpg"], as: "few.csv")
        try folder.addCatalogue([String](repeating: "a.jpg", count: 20_000), as: "many.csv")
        try folder.addCatalogue((1...5000).map { "gone-\($0).jpg" }, as: "failing.csv")
    }

    private static let noSpace = "no space left on device"

    /// The files on the small disk, with their contents.
    private func tree() throws -> [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: try folder.names(in: "disk").map { ($0, folder.content(of: "disk/\($0)")!) })
    }

    /// Writes a small manifest, then one for which there is no room.
    private func check(_ options: [Bytes], size: Bytes, from few: Bytes = "few.csv", to many: Bytes, message: String) throws {
        let disk = try SmallDisk(folder, "disk", size: size)
        defer { withExtendedLifetime(disk) {} }
        let first = try Program.weir.run(["ingest", few, "--journal=none"] + options, in: folder)
        #expect(first.status == .exited(0), "\(first.messages)")
        let old = try tree()
        let outcome = try Program.weir.run(["ingest", many, "-q", "--journal=none"] + options, in: folder)
        #expect(outcome.messages.split(separator: "\n").last.map(String.init) == "weir: " + message)
        #expect(outcome.status == .exited(3))
        #expect(try tree() == old)
    }

    /// The manifest has 840 KB. The disk is full at once, after a while, or at the last block.
    @Test(.needs(.smallDisk), arguments: ["16k", "300k", "840k"] as [Bytes])
    func manifest(size: Bytes) throws {
        try check(["-o", "disk/m.json"], size: size, to: "many.csv", message: "disk/m.json cannot be written: \(IngestDiskTests.noSpace)")
    }

    @Test(.needs(.smallDisk), arguments: ["plist", "plist.gz"] as [Bytes])
    func otherFormats(suffix: Bytes) throws {
        let name = "disk/m." + suffix
        let text = String(decoding: name.all, as: UTF8.self)
        try check(["-o", name], size: "8k", to: "many.csv", message: "\(text) cannot be written: \(IngestDiskTests.noSpace)")
    }

    /// The disk is full while all entries are spooled, after the first pages, or after most of the pages.
    @Test(.needs(.smallDisk), arguments: ["100k", "2m", "6m"] as [Bytes])
    func pages(size: Bytes) throws {
        let disk = try SmallDisk(folder, "disk", size: size)
        defer { withExtendedLifetime(disk) {} }
        #expect(try ingest("few.csv", "--journal=none", "-o", "disk", "--page-size=1", in: folder).status == .exited(0))
        let old = try tree()
        let outcome = try ingest("many.csv", "--journal=none", "-o", "disk", "--page-size=10", in: folder)
        #expect(outcome.messages.contains("\nweir: disk") && outcome.messages.hasSuffix(" cannot be written: \(IngestDiskTests.noSpace)\n"))
        #expect(outcome.status == .exited(3))
        #expect(try tree() == old)
    }

    @Test(.needs(.smallDisk))
    func report() throws {
        try folder.addFolder("out")
        try folder.add("out/m.json", "[]")
        let disk = try SmallDisk(folder, "disk", size: "64k")
        defer { withExtendedLifetime(disk) {} }
        let old = Bytes(#"{"failures":[],"rows":7}"#)
        try folder.add("disk/r.json", old)
        let outcome = try ingest(
            "failing.csv", "-o", "out/m.json", "--report=disk/r.json", "--max-failures=100%", in: folder)
        #expect(outcome.messages.hasSuffix("\nweir: disk/r.json cannot be written: \(IngestDiskTests.noSpace)\n"))
        #expect(outcome.status == .exited(3))
        #expect(folder.text(of: "out/m.json") == "[]")
        #expect(try tree() == ["r.json": old.all])
    }

    /// If the report cannot be written, the message about the manifest is printed nevertheless.
    @Test(.needs(.smallDisk))
    func reportAtItsEnd() throws {
        let disk = try SmallDisk(folder, "disk", size: "4k")
        defer { withExtendedLifetime(disk) {} }
        try folder.add("disk/full", Bytes(zeros: 4096))
        let outcome = try ingest("few.csv", "-o", "m.json", "--report=disk/r.json", in: folder)
        #expect(
            outcome.messages == """
                weir: wrote m.json; 1 row: 1 with its true size
                weir: disk/r.json cannot be written: \(IngestDiskTests.noSpace)

                """)
        #expect(outcome.status == .exited(3))
        #expect(try folder.names(in: "disk") == ["full"])
    }

    @Test(
        .needs(.obedience),
        arguments: [
            ["-o", "locked/m.json"], ["-o", "locked/p", "--page-size=1"], ["-o", "m.json", "--report=locked/r.json"],
        ] as [[Bytes]])
    func aFolderWithoutPermission(options: [Bytes]) throws {
        try folder.addFolder("locked")
        try folder.add("locked/m.json", "[]")
        try folder.setMode("locked", 0o555)
        defer { try? folder.setMode("locked", 0o755) }
        let outcome = try #require(Program.weir.obedient).run(["ingest", "few.csv"] + options, in: folder)
        let name = options[1] == "m.json" ? "locked/r.json" : String(decoding: options[1].all, as: UTF8.self)
        #expect(outcome.messages == "weir: \(name) cannot be written: permission denied\n")
        #expect(outcome.status == .exited(3))
        #expect(folder.text(of: "locked/m.json") == "[]")
        #expect(try folder.names() == ["a.jpg", "failing.csv", "few.csv", "locked", "many.csv"])
    }

    @Test(arguments: [["-o", "-"]] as [[Bytes]])
    func standardOutput(options: [Bytes]) throws {
        let outcome = try Program.weir.run(["ingest", "many.csv"] + options, in: folder, output: .file("/dev/full"))
        #expect(
            outcome.messages.hasPrefix("weir: standard output has no whole manifest: stopped after "), "\(outcome.messages)")
        #expect(
            outcome.messages.hasSuffix("\nweir: standard output cannot be written: no space left on device\n"))
        #expect(outcome.status == .exited(3))
    }
}
