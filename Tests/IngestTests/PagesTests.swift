// docs/manifest.md: a manifest in pages, and the index that lists them.
import Foundation
import TestSupport
import Testing
import WeirBase

@testable import Ingest

@Suite struct PagesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for number in 1...10 { try folder.add(Bytes("\(number).jpg"), .jpeg(width: UInt16(number), height: 5)) }
    }

    private func run(_ count: Int, pageSize: Int, _ more: Bytes...) throws -> IngestOutcome {
        try folder.addCatalogue(PagesTests.pictures(count))
        return try ingest(["c.csv", "-o", "pages", "--page-size", "\(pageSize)", "--max-removed=100%"] + more, in: folder)
    }

    private static func pictures(_ count: Int) -> [String] { (0..<count).map { "\($0 % 10 + 1).jpg" } }

    /// Compares the folder with the expected pages and index.
    private func check(_ count: Int, pageSize: Int, others: [String] = [], location: SourceLocation = #_sourceLocation) throws {
        let entries = PagesTests.pictures(count).map { entry(Int($0.prefix { $0 != "." })!, 5, $0) }
        var pages: [String: String] = [:]
        var index: [String] = []
        for (number, start) in stride(from: 0, to: count, by: pageSize).enumerated() {
            let page = entries[start..<min(start + pageSize, count)]
            let name = "\(number + 1).json"
            pages[name] = manifest(of: Array(page))
            #expect(folder.text(of: "pages/\(name)") == pages[name], sourceLocation: location)
            let hash = Array((pages[name] ?? "").utf8).withUnsafeBytes { SHA256.hexDigest(of: $0) }
            index.append("{\"file\":\"\(name)\",\"count\":\(page.count),\"sha256\":\"\(hash)\"}")
        }
        let expected = "{\"count\":\(count),\"pages\":[" + (index.isEmpty ? "" : "\n" + index.joined(separator: ",\n") + "\n") + "]}\n"
        #expect(folder.text(of: "pages/index.json") == expected, sourceLocation: location)
        #expect(try folder.names(in: "pages") == (Array(pages.keys) + ["index.json"] + others).sorted(), sourceLocation: location)
    }

    /// weir removes only files that it wrote.
    @Test func foreignFilesStay() throws {
        let names = [".hidden", "0.json", "01.json", "+3.json", "3.json.gz", "3.jsonl", "2024.json", "notes.txt", "-1.json"]
        #expect(try run(3, pageSize: 2).isWritten)
        for name in names { try folder.add(Bytes("pages/" + name), "mine") }
        #expect(try run(6, pageSize: 2).isWritten)
        #expect(try run(2, pageSize: 2).isWritten)
        try check(2, pageSize: 2, others: names)
        for name in names { #expect(folder.text(of: "pages/" + name) == "mine") }
    }

    /// A folder with files and without an index of weir's is refused before anything is measured. Nothing is left in it.
    @Test(
        arguments: [
            ["index.json"], ["1.json"], ["1.json", "2.json"], ["notes.txt"], [".hidden", "2.json", "index.json"], ["3.json.gz", "a"],
        ])
    func foreignFolders(names: [String]) throws {
        try folder.addFolder("pages")
        for name in names { try folder.add(Bytes("pages/" + name), "{\"count\":1,\"pages\":[\"mine\"]}") }
        let first = try #require(names.first { !$0.hasPrefix(".") })
        let outcome = try run(6, pageSize: 2)
        #expect(outcome.fault == "pages is no folder of pages: it has \(first), and no index.json of weir's; name a new or an empty folder")
        #expect(outcome.summary.pictures == 0)
        #expect(try folder.names(in: "pages") == names)
        for name in names { #expect(folder.text(of: "pages/" + name) == "{\"count\":1,\"pages\":[\"mine\"]}") }
    }

    /// Hidden files and what a new file system has do not make a folder somebody's.
    @Test func almostEmptyFolders() throws {
        try folder.addFolder("pages")
        try folder.addFolder("pages/lost+found")
        try folder.add("pages/.gitkeep", "mine")
        #expect(try run(6, pageSize: 2).isWritten)
        try check(6, pageSize: 2, others: [".gitkeep", "lost+found"])
    }

    /// Files with the names of killed runs and of records, but with other contents, stay.
    @Test func almostOwnFiles() throws {
        let names: [Bytes] = [
            ".pages.weir-7", ".1.json.weir-12", ".1.json.weir-12-0123456789abcdef", ".index-1-0123456789abcdef.json",
            ".index--1-0123456789abcdef.json", ".index-0-0123456789abcdef.json", ".index-1-0123.json", ".other-1-0123456789abcdef.json",
        ]
        #expect(try run(4, pageSize: 2).isWritten)
        for name in names { try folder.add("pages/" + name, "mine") }
        let outcome = try run(2, pageSize: 2)
        #expect(outcome.isWritten && outcome.news.count == 1, "\(outcome)")
        #expect(outcome.news[0].hasPrefix("pages/.index-1-0123456789abcdef.json may be left from a killed run, and may be somebody's"))
        for name in names { #expect(folder.text(of: "pages/" + String(decoding: name.all, as: UTF8.self)) == "mine") }
        // Nothing is removed while there may be an index that cannot be read.
        #expect(folder.text(of: "pages/2.json") != nil)
        try FileManager.default.removeItem(atPath: folder.path + "/pages/.index-1-0123456789abcdef.json")
        #expect(try run(1, pageSize: 2).news.contains { $0.hasPrefix("pages/.1.json.weir-12 may be left") })
    }

    /// A file whose bytes are the same keeps its inode and its times.
    @Test(arguments: [[], ["--page-names=hash"]] as [[Bytes]]) func unchanged(options: [Bytes]) throws {
        func states() throws -> [String: [Int]] {
            let names = try folder.names(in: "pages").map { "pages/" + $0 } + ["m.json"]
            return try Dictionary(
                uniqueKeysWithValues: names.map { name in
                    var state = stat()
                    try #require(stat("\(folder.path)/\(name)", &state) == 0)
                    let times = [state.st_mtim, state.st_ctim].flatMap { [$0.tv_sec, $0.tv_nsec] }
                    return (name, [Int(state.st_ino)] + times)
                })
        }
        func write(_ pictures: [String]) throws -> [Bool] {
            try folder.addCatalogue(pictures)
            let outcome = try ingest(["c.csv", "-o", "pages", "--page-size=2", "-o", "m.json"] + options, in: folder)
            #expect(outcome.isWritten, "\(outcome)")
            return outcome.result.unchanged
        }
        #expect(try write(["1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg"]) == [false, false])
        let before = try states()
        #expect(try write(["1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg"]) == [true, true])
        #expect(try states() == before)
        #expect(try write(["1.jpg", "2.jpg", "3.jpg", "4.jpg", "6.jpg"]) == [false, false])
        let after = try states()
        for (name, state) in before where name.contains("/1") || name.contains("/2") { #expect(after[name] == state) }
    }

    private static let foreign = "is no file of a manifest in pages, and is not written over; move it away, or name another folder"

    /// A page behind the old ones is found only when the new pages are complete.
    @Test func aForeignPageBehind() throws {
        #expect(try run(4, pageSize: 2).isWritten)
        try folder.add("pages/3.json", "mine")
        let outcome = try run(6, pageSize: 2)
        #expect(outcome.fault == "pages/3.json \(PagesTests.foreign)" && outcome.summary.pictures == 6)
        try check(4, pageSize: 2, others: ["3.json"])
        #expect(folder.text(of: "pages/3.json") == "mine")
    }

    /// A page of the previous manifest is most likely one of the new manifest, so another program's file of that name is found before a
    /// picture is measured.
    @Test(arguments: ["mine", [0x1F, 0x8B, 8, 0], #"[{"w":3,"h":2,"img":"1.jpg","price":"1","sku":"a"}]"#] as [Bytes])
    func aForeignPageAmongTheOldOnes(content: Bytes) throws {
        #expect(try run(6, pageSize: 2).isWritten)
        try FileManager.default.removeItem(atPath: folder.path + "/pages/3.json")
        try folder.add("pages/3.json", content)
        let outcome = try run(6, pageSize: 2)
        #expect(outcome.fault == "pages/3.json \(PagesTests.foreign)" && outcome.summary.pictures == 0)
        #expect(folder.content(of: "pages/3.json") == content.all)
    }

    /// A run that was killed among its pages has left a record of its index. Then pages may be those of two manifests, or not.
    @Test func afterAKilledRun() throws {
        #expect(try run(1, pageSize: 2).isWritten)
        let (index, page) = (try #require(folder.content(of: "pages/index.json")), try #require(folder.content(of: "pages/1.json")))
        #expect(try run(4, pageSize: 2).isWritten)
        let record = Bytes("pages/.index-7-\(index.withUnsafeBytes { SHA256.hexDigest(of: $0) }.prefix(16)).json")
        func night(_ change: () throws -> Void) throws -> [String] {
            try folder.add(record, Bytes(index))
            try change()
            let outcome = try run(4, pageSize: 2)
            #expect(outcome.isWritten, "\(outcome)")
            try check(4, pageSize: 2)
            return outcome.news.map { String($0.prefix { $0 != ";" }) }
        }
        #expect(try night {} == [])
        #expect(
            try night { try folder.add("pages/1.json", Bytes(page)) }
                == ["pages has pages of two manifests, as a killed run leaves them"])
        #expect(try night { try FileManager.default.removeItem(atPath: folder.path + "/pages/1.json") } == ["pages/1.json is no file"])
    }

    /// A single file never replaces one of the pages, through whatever link.
    @Test(arguments: ["pages/1.json", "latest.json", "pages/3.json.gz"]) func throughALink(path: String) throws {
        #expect(try run(6, pageSize: 2).isWritten)
        try folder.addLink("latest.json", to: "pages/2.json")
        try folder.add("pages/3.json.gz", Bytes(try #require(folder.content(of: "pages/3.json"))).gzipped)
        let fault = "\(path) is a page that the index beside it lists, and is not written over; move it away, or name another file"
        #expect(try ingest("c.csv", "-o", Bytes(path), in: folder).fault == fault)
        try check(6, pageSize: 2, others: ["3.json.gz"])
    }

    /// A file that is named like a page may be one, if no index lists it.
    @Test func namedLikeAPage() throws {
        #expect(try run(6, pageSize: 2).isWritten)
        for path: Bytes in ["7.json", "pages/7.json"] {
            for state in [false, true] { #expect(try ingest("c.csv", "-o", path, in: folder).result.unchanged == [state]) }
        }
        try check(6, pageSize: 2, others: ["7.json"])
    }

    /// Without entries there are no pages.
    @Test func noEntries() throws {
        for count in [0, 3, 0] {
            #expect(try run(count, pageSize: 2).isWritten)
            try check(count, pageSize: 2)
        }
    }

    /// A first run that is not within its gates leaves no folder.
    @Test func gatedFirstRun() throws {
        let outcome = try run(3, pageSize: 2, "--expect-rows=4")
        #expect(outcome.ending == .gated([.rows(expected: 4)]) && !outcome.result.isReplaced, "\(outcome)")
        #expect(folder.content(of: "pages/index.json") == nil && !FileManager.default.fileExists(atPath: folder.path + "/pages"))
    }

    /// The folder keeps its permissions, and so do pages.
    @Test func permissions() throws {
        #expect(try run(6, pageSize: 2).isWritten)
        try folder.setMode("pages", 0o2750)
        try folder.setMode("pages/2.json", 0o640)
        #expect(try run(4, pageSize: 2).isWritten)
        let modes = try ["pages", "pages/1.json", "pages/2.json"].map {
            try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\($0)")[.posixPermissions] as? Int
        }
        #expect(modes == [0o2750, 0o644, 0o640])
    }

    @Test(
        arguments: [
            ("gone/pages", "gone/pages cannot be written: there is no folder gone"),
            ("1.jpg/pages", "1.jpg/pages cannot be written: not a directory"),
        ] as [(Bytes, String)])
    func aFolderThatIsNone(path: Bytes, fault: String) throws {
        try folder.addCatalogue(["1.jpg"])
        #expect(try ingest("c.csv", "-o", path, "--page-size=1", in: folder).fault == fault)
    }
}
