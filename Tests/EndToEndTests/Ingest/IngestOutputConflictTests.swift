// docs/cli.md: outputs that would be one file, or a file that the run reads, are refused.
import TestSupport
import Testing

@Suite struct IngestOutputConflictTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("a.jpg", .jpeg(width: 30, height: 20))
        try folder.addCatalogue(["a.jpg"])
        try folder.add("o.json", #"{"ingest":{"report":"r.json"}}"#)
        try folder.add("secrets", "Accept-Language: de\n")
        try folder.add("more.json", "Accept: image/webp\n")
        try folder.addFolder("sub")
        try folder.addLink("link.json", to: "new.json")
        try folder.addLink("far.json", to: "sub/../link.json")
        try folder.addLink("here", to: ".")
    }

    @Test(
        arguments: [
            (["-o", "m.json", "--config=o.json", "--report=o.json"], "the configuration and the report cannot both be o.json"),
            (["-o", "o.json", "--config=./o.json"], "the configuration and the manifest cannot both be o.json"),
            (
                ["-o", "m.json", "--header=@secrets", "--metrics=secrets"],
                "the file of header lines and the metrics cannot both be secrets"
            ),
            (
                ["-o", "more.json", "--header=@secrets", "--header=@more.json"],
                "the file of header lines and the manifest cannot both be more.json"
            ),
            (["-o", "new.json", "--report=link.json"], "the manifest and the report cannot both be link.json"),
            (["-o", "far.json", "--metrics=new.json"], "the manifest and the metrics cannot both be new.json"),
            (["-o", "new.json", "--report=here/here/new.json"], "the manifest and the report cannot both be here/here/new.json"),
            (["-o", "new.json", "--report=sub/../new.json"], "the manifest and the report cannot both be sub/../new.json"),
            (["-o", "sub/new.json", "--report=sub/./new.json"], "the manifest and the report cannot both be sub/./new.json"),
            (
                ["-o", "p", "--page-size=1", "--report=p/../p/1.json"],
                "the report cannot be p/../p/1.json, which is a page of the manifest"
            ),
            (["-o", "here/m.json", "--journal=m.json"], "the manifest and the journal cannot both be m.json"),
        ] as [([Bytes], String)])
    func refused(options: [Bytes], message: String) throws {
        let names = try folder.names()
        let outcome = try Program.weir.run(["ingest", "c.csv"] + options, in: folder)
        #expect(outcome.messages == "weir ingest: \(message)\nTry 'weir ingest --help'.\n")
        #expect(outcome.status == .exited(2))
        #expect(try folder.names() == names)
    }

    /// A folder's prices are read if there are any, so no report takes their name.
    @Test func reportInTheFolder() throws {
        try folder.add("sub/a.jpg", .jpeg(width: 30, height: 20))
        let outcome = try Program.weir.run(["ingest", "sub", "-o", "m.json", "--report", "sub/prices.csv"], in: folder)
        #expect(outcome.messages == "weir ingest: the prices and the report cannot both be sub/prices.csv\nTry 'weir ingest --help'.\n")
        #expect(outcome.status == .exited(2))
        #expect(try folder.names(in: "sub") == ["a.jpg"])
    }

    @Test(
        arguments: [
            ["-o", "new.json", "--report=sub/new.json"], ["-o", "new.json", "--report=sub/../r.json", "--metrics=here/w.prom"],
            ["-o", "link.json", "--report=sub/link.json", "--config=o.json", "--header=@secrets"],
        ] as [[Bytes]])
    func accepted(options: [Bytes]) throws {
        let outcome = try Program.weir.run(["ingest", "c.csv"] + options, in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.messages)")
    }
}
