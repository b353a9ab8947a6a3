import TestSupport
import Testing

@testable import weir

/// A list joins itself when it is given again. That of the command line replaces that of the configuration.
@Suite struct ListOptionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("o.json", #"{"ingest":{"keep":["f","g"],"with":"bytes","header":["F: 1","G: 2"],"output":"m.json"}}"#)
    }

    @Test(
        arguments: [
            (["--keep=sku", "--keep", "n,x"], ["sku", "n", "x"], [], []),
            (["--with=status", "--with=bytes,format"], [], ["status", "bytes", "format"], []),
            (["--header=A: 1", "--header=B: 2"], [], [], ["A: 1", "B: 2"]),
            (["--config=o.json"], ["f", "g"], ["bytes"], ["F: 1", "G: 2"]),
            (["--keep=sku", "--config=o.json", "--keep=f"], ["sku", "f"], ["bytes"], ["F: 1", "G: 2"]),
            (["--config=o.json", "--with=status"], ["f", "g"], ["status"], ["F: 1", "G: 2"]),
            (["--config=o.json", "--header=A: 1"], ["f", "g"], ["bytes"], ["A: 1"]),
        ] as [([String], [String], [String], [String])])
    func ofIngest(options: [String], kept: [String], facts: [String], lines: [String]) throws {
        let words = ["c.csv", "-o", "m.json"] + options.map { $0.replacing("o.json", with: folder.path + "/o.json") }
        let parsed = try #require(try IngestOptions.grammar.options(from: arguments(words)))
        #expect(parsed.plan.columns.kept == kept)
        #expect(parsed.plan.facts.map(\.rawValue) == facts)
        #expect(parsed.fetching.lines == lines)
    }

    /// A row's further pictures are entries of their own, or a member of its entry.
    @Test(arguments: [false, true]) func furtherPictures(isEachImage: Bool) throws {
        let words = ["c.csv", "-o", "m.json", "--img-separator=|", "--max-pixels=5"] + (isEachImage ? ["--each-image"] : [])
        var options = try #require(try IngestOptions.grammar.options(from: arguments(words)))
        try options.completePlan()
        #expect(options.plan.isEachImage == isEachImage && options.plan.output.extras == (isEachImage ? [] : ["images"]))
        #expect(options.plan.measuring.fetching.headers.maxPixels == 5)
    }
}
