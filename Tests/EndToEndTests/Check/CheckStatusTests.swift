// docs/checks.md: the exit status of weir check.
import TestSupport
import Testing

@Suite struct CheckStatusTests {
    private let folder: TemporaryFolder

    init() throws { folder = try CheckSample.folder() }

    @Test(
        arguments: [
            (["clean.json"], 0), (["clean.json", "--fail-on=info"], 0), (["doubtful.json"], 0),
            (["doubtful.json", "--fail-on", "error"], 0),
            (["doubtful.json", "--fail-on=warning"], 1), (["doubtful.json", "--fail-on=info"], 1), (["broken.json"], 1),
            (["refreshed.json", "--previous=clean.json", "--fail-on=warning"], 0),
            (["shuffled.json", "--previous=longer.json", "--fail-on=error"], 1), (["clean.json", "broken.json"], 1),
            (["broken.json", "clean.json"], 1),
            (["clean.json", "doubtful.json"], 0), (["-"], 1), (["no.json"], 1), (["empty.json"], 1), (["cut.json.gz"], 1),
            (["nothing.json"], 1), (["nothing.json", "--config=may-be-empty.json", "--fail-on=info"], 0),
            (["one.json", "--fail-on=info"], 0),
            // All others are those of CheckMisuseTests.
            (["clean.json", "gone.json"], 2), (["clean.json", "--previous=gone.json"], 2), (["clean.json", "--previous=broken-index"], 2),
            (["clean.json", "--devices=gone.json"], 2),
            (["clean.json", "--report=json=/dev/full"], 3), (["broken.json", "--report=sarif=/dev/full"], 3),
            (["broken.json", "--baseline=/dev/full", "--write-baseline"], 3),
        ] as [([Bytes], Int32)])
    func status(arguments: [Bytes], status: Int32) throws {
        try folder.add("no.json", "[{\"w\":1,\"h\":1,\n")
        try folder.add("empty.json")
        try folder.add("nothing.json", "[]")
        try folder.add("may-be-empty.json", #"{"rules":{"entries-present":"off"}}"#)
        try folder.add("one.json", #"[{"w":200,"h":300,"img":"a.jpg","price":"¥1"}]"#)
        try folder.add("cut.json.gz", CheckSample.clean.gzipped.prefix(40))
        try folder.addFolder("broken-index")
        try folder.add("broken-index/index.json", "{")
        let outcome = try check(arguments, input: "[]", in: folder)
        #expect(outcome.status == .exited(status), "\(outcome.text)\(outcome.messages)")
        // Standard error is empty unless the status is 2 or 3. Findings are on standard output.
        #expect(outcome.messages.isEmpty == (status < 2), "\(outcome.messages)")
    }

    @Test(
        arguments: [
            ["clean.json"], ["broken.json"], ["broken.json", "--format=sarif"], ["--help"],
        ] as [[Bytes]])
    func fullDisk(arguments: [Bytes]) throws {
        let outcome = try check(arguments, in: folder, output: .file("/dev/full"))
        #expect(outcome.status == .exited(3), "\(outcome.messages)")
        #expect(outcome.messages.lowercased().contains("no space left on device"))
    }

    /// If the disk has no room for a report, the previous report stays.
    @Test(.needs(.smallDisk)) func noRoomForAReport() throws {
        let disk = try SmallDisk(folder, "disk", size: "16k")
        try folder.add("disk/r.sarif", "[]")
        let outcome = try check("broken.json", "--report=sarif=disk/r.sarif", in: folder)
        #expect(outcome.status == .exited(3), "\(outcome.messages)")
        #expect(folder.text(of: "disk/r.sarif") == "[]")
        #expect(try folder.names(in: "disk") == ["r.sarif"])
        withExtendedLifetime(disk) {}
    }

    @Test(arguments: ["text", "json", "junit", "sarif", "github"])
    func closedPipe(format: String) throws {
        let entries = (0..<9000).map { entry($0 % 3 == 0 ? 0 : 200, 300, "\($0).jpg", "¥1") }
        try folder.add("many.json", Bytes(manifest(of: entries)))
        let running = try Program.weir.start(["check", "many.json", "--report=json=r.json", "--format", Bytes(format)], in: folder)
        running.closeOutput()
        let outcome = try running.finish()
        // A reader that stops is no error, but the findings still count.
        #expect(outcome.status == .exited(1))
        #expect(outcome.messages == "")
        #expect(folder.text(of: "r.json")?.contains("\"counts\":{\"error\":3000") == true)
    }
}
