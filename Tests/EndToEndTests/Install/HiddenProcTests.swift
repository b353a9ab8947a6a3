// docs/operations.md: weir runs on machines that do not show /proc.
import TestSupport
import Testing

@Suite(.needs(.smallDisk), .needs(.program("unshare")))
struct HiddenProcTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for (name, path) in [("a.tif", "tiff/pillow-rgba.tif"), ("a.jpg", "jpeg/cjpeg-640x480.jpg")] {
            let picture = try #require(Fixtures.made.first { $0.path == path })
            try folder.add(Bytes(name), Bytes(try picture.bytes()))
        }
        try folder.addCatalogue(["a.tif", "a.jpg"])
    }

    private func run(_ arguments: [Bytes]) throws -> Outcome {
        try Program.weir.withoutProc().run(arguments, in: folder)
    }

    /// The program finds itself again by the name that it was started with.
    @Test func placeholders() throws {
        let arguments: [Bytes] = ["probe", "--with=thumbhash", "--format=tsv", "a.tif", "a.jpg"]
        let usual = try Program.weir.run(arguments, in: folder)
        let hidden = try run(arguments)
        #expect(hidden.status == .exited(0) && hidden.messages.isEmpty, "\(hidden.messages)")
        #expect(hidden.text == usual.text && !usual.text.contains("\t-\t"))
    }

    @Test func manifests() throws {
        let outcome = try run(["ingest", "c.csv", "-o", "m.json", "--with=thumbhash"])
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
        #expect(folder.text(of: "m.json")?.split(separator: "thumbhash").count == 3)
        #expect(try run(["journal", "check"]).status == .exited(0))
    }
}
