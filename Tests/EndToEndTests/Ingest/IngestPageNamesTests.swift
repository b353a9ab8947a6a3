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

    /// The pages of the last two indexes stay, with the right content, and older ones go.
    @Test func keptPages() throws {
        var lists: [PageList] = []
        for pictures in [[1, 2, 3], [4, 2, 3, 5], [4, 2, 6], [1], [5, 6, 1, 2, 3], [1, 2, 3]] {
            lists.append(try run(pictures))
            // The same index again pushes nothing out.
            try run(pictures)
            for list in lists.suffix(2) { try list.check() }
            #expect(try names() == lists.suffix(2).reduce(into: Set()) { $0.formUnion($1.names) })
        }
    }

    /// An index that comes back is not kept twice.
    @Test func backAndForth() throws {
        let one = try run([1, 2, 3])
        let two = try run([4, 5])
        try run([1, 2, 3])
        #expect(try names() == one.names.union(two.names))
    }

    @Test func switching() throws {
        let numbers: Set<String> = ["1.json", "2.json", "index.json"]
        try run([1, 2, 3], hashed: false)
        #expect(try names() == numbers)
        let one = try run([1, 2, 3])
        #expect(try names() == one.names)
        let two = try run([4, 5, 6])
        #expect(try names() == one.names.union(two.names))
        try run([1, 2, 3], hashed: false)
        #expect(try names() == numbers)
        #expect(try run([1, 2]).names == names())
    }

    /// A file with the name of a page that no index lists is somebody's.
    @Test func foreignPages() throws {
        try run([1, 2, 3])
        let foreign = "7-0123456789abcdef.json"
        try folder.add(Bytes("pages/" + foreign), "mine")
        for pictures in [[4, 5], [1, 2, 3], [6]] { try run(pictures) }
        #expect(folder.text(of: "pages/" + foreign) == "mine")
    }

    /// A copy that a publisher has made goes with its page, since a server would go on sending it. Somebody's files stay.
    @Test(arguments: [true, false]) func copiesOfAPublisher(hashed: Bool) throws {
        try run([1, 2, 3], hashed: hashed)
        let gzip = try #require(Program.named("sh"))
        #expect(try gzip.run(["-c", "gzip -k pages/*.json"], in: folder).status == .exited(0))
        try folder.add("pages/7.json.gz", "mine")
        for pictures in [[3, 2, 1], [4, 5], [6]] { try run(pictures, hashed: hashed) }
        #expect(try names().filter { $0.hasSuffix(".gz") } == ["7.json.gz"])
    }

    /// The pages have the permissions of the index.
    @Test func permissions() throws {
        try run([1, 2, 3])
        let shell = try #require(Program.named("sh"))
        #expect(try shell.run(["-c", "chmod 640 pages/index.json"], in: folder).status == .exited(0))
        let list = try run([4, 5])
        let stat = try #require(Program.named("stat"))
        #expect(try stat.run(["-Lc", "%a", "pages/index.json", Bytes("pages/" + list.pages[0].file)], in: folder).text == "640\n640\n")
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
