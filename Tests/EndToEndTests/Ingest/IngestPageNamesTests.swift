// docs/manifest.md: pages whose names have a part of their hash, and the pages of previous indexes.
import Foundation
import TestSupport
import Testing

@Suite struct IngestPageNamesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for number in 1...6 { try folder.add(Bytes("\(number).jpg"), .jpeg(width: UInt16(number), height: 5)) }
    }

    /// Writes pages of two of the pictures whose numbers are given, and returns the index.
    @discardableResult
    private func run(_ pictures: [Int], _ more: Bytes..., hashed: Bool = true) throws -> PageList {
        try folder.addCatalogue(pictures.map { "\($0).jpg" })
        let options: [Bytes] = hashed ? ["--page-names=hash"] : []
        let outcome = try Program.weir.run(
            ["ingest", "c.csv", "-o", "pages", "--page-size=2", "--max-removed=100%"] + options + more, in: folder)
        try #require(outcome.status == .exited(0), "\(outcome.messages)")
        let list = try PageList(folder, "pages")
        try list.check()
        let check = try Program.weir.run(["check", "pages"], in: folder)
        #expect(check.status == .exited(0), "\(check.text)")
        return list
    }

    private func names() throws -> Set<String> { Set(try folder.names(in: "pages")) }

    @Test func hashes() throws {
        let list = try run([1, 2, 3])
        #expect(list.pages.map(\.file) == list.pages.enumerated().map { "\($0 + 1)-\($1.sha256.prefix(16)).json" })
        #expect(folder.text(of: "pages/" + list.pages[1].file) == manifest(entry(3, 5, "3.jpg")))
        #expect(try names() == list.names)
        #expect(try Program.weir.run(["layout", "pages", "--layout=flow-waterfall"], in: folder).status == .exited(0))
        #expect(try Program.weir.run(["diff", "pages", "pages"], in: folder).status == .exited(0))
    }

    @Test(
        arguments: [
            (["-o", "m.json", "--page-names=hash"], "--page-names needs --page-size"),
            (
                ["-o", "pages", "--page-size=2", "--page-names=hash", "--report=pages/1-0123456789abcdef.json"],
                "the report cannot be pages/1-0123456789abcdef.json, which is a page of the manifest"
            ),
        ] as [([Bytes], String)])
    func misuse(options: [Bytes], message: String) throws {
        try folder.addCatalogue(["1.jpg"])
        let outcome = try Program.weir.run(["ingest", "c.csv"] + options, in: folder)
        #expect(outcome.messages == "weir ingest: \(message)\nTry 'weir ingest --help'.\n")
        #expect(outcome.status == .exited(2))
    }
}

/// The pages that an index lists.
struct PageList: Equatable {
    struct Page: Equatable {
        let file: String
        let sha256: String
    }

    let pages: [Page]
    private let path: String

    init(_ folder: TemporaryFolder, _ name: String) throws {
        path = folder.path + "/" + name
        let index = try #require(try json(FileManager.default.contents(atPath: path + "/index.json").map(Array.init)) as? [String: Any])
        pages = try #require(index["pages"] as? [[String: Any]]).map {
            Page(file: try #require($0["file"] as? String), sha256: try #require($0["sha256"] as? String))
        }
    }

    /// With the index.
    var names: Set<String> { Set(pages.map(\.file) + ["index.json"]) }

    /// Each page has the bytes that the index tells of.
    func check(location: SourceLocation = #_sourceLocation) throws {
        for page in pages {
            let outcome = try #require(Program.named("sha256sum")).run([Bytes(path + "/" + page.file)])
            #expect(outcome.text.prefix(64) == page.sha256, "\(page.file)", sourceLocation: location)
        }
    }
}
