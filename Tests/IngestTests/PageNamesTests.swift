// docs/manifest.md: pages whose names have a part of their hash, and the pages of previous indexes.
import Foundation
import TestSupport
import Testing
import WeirBase

@Suite struct PageNamesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for number in 1...6 { try folder.add(Bytes("\(number).jpg"), .jpeg(width: UInt16(number), height: 5)) }
    }

    /// Writes pages of two of the pictures whose numbers are given, and returns the names of the files that the index lists, and its own.
    @discardableResult
    private func run(_ pictures: [Int], hashed: Bool = true) throws -> Set<String> {
        try folder.addCatalogue(pictures.map { "\($0).jpg" })
        let names: [Bytes] = hashed ? ["--page-names=hash"] : []
        let outcome = try ingest(["c.csv", "-o", "pages", "--page-size=2", "--max-removed=100%"] + names, in: folder)
        try #require(outcome.isWritten, "\(outcome)")
        let index = try #require(try json(folder.content(of: "pages/index.json")) as? [String: Any])
        return Set(try #require(index["pages"] as? [[String: Any]]).compactMap { $0["file"] as? String } + ["index.json"])
    }

    private func names() throws -> Set<String> { Set(try folder.names(in: "pages")) }

    @Test func switching() throws {
        let numbers: Set<String> = ["1.json", "2.json", "index.json"]
        try run([1, 2, 3], hashed: false)
        #expect(try names() == numbers)
        let one = try run([1, 2, 3])
        #expect(try names() == one)
        let two = try run([4, 5, 6])
        #expect(try names() == one.union(two))
        try run([1, 2, 3], hashed: false)
        #expect(try names() == numbers)
        #expect(try run([1, 2]) == names())
    }

    /// Of a folder with records of weir's the index may be damaged, as by a power cut, but no other program's.
    @Test(
        arguments: [
            ("", true), ("{\"cou", true), ("{\"count\":3,\"pages\":[", true), ("{\"count\":3,\"keep\":[\"x", true),
            (Bytes(zeros: 99), true),
            ("{\"name\":\"shop\"}", false), ("{\"count\":7,\"x\":1}", false), ([0x1F, 0x8B, 8, 0], false), ("note", false),
        ] as [(Bytes, Bool)])
    func damagedIndexes(content: Bytes, isReplaced: Bool) throws {
        for pictures in [[1, 2, 3], [4, 5]] { try run(pictures) }
        try folder.add("pages/index.json", content)
        let outcome = try ingest("c.csv", "-o", "pages", "--page-size=2", "--page-names=hash", in: folder)
        #expect(outcome.isWritten == isReplaced && outcome.fault.hasPrefix("pages/index.json") != isReplaced, "\(outcome)")
    }

    /// Each record has a larger number than those before it, and the pages of the last two different indexes stay. The index in place
    /// needs no record.
    @Test func records() throws {
        var last = 0
        var indexes: [Set<String>] = []
        for pictures in [[1, 2, 3], [1, 2, 3], [4, 5], [4, 5], [6], [6], [1, 2, 3], [1, 2, 3], [6], [6]] {
            let index = try run(pictures)
            let isNew = index != indexes.last
            if isNew { indexes.append(index) }
            #expect(try names() == indexes.suffix(2).reduce([]) { $0.union($1) })
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/pages").filter { $0.hasPrefix(".index-") }
            let numbers = names.compactMap { Int($0.split(separator: "-")[1]) }
            #expect(numbers.count == (indexes.count == 1 ? 0 : 1), "\(names)")
            #expect(last == 0 || (numbers.max() ?? 0 > last) == isNew, "\(names)")
            last = numbers.max() ?? 0
        }
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
        for name in try names() where name.hasSuffix(".json") {
            try folder.add(Bytes("pages/\(name).gz"), Bytes(try #require(folder.content(of: "pages/" + name))).gzipped)
        }
        try folder.add("pages/7.json.gz", "mine")
        for pictures in [[3, 2, 1], [4, 5], [6]] { try run(pictures, hashed: hashed) }
        #expect(try names().filter { $0.hasSuffix(".gz") } == ["7.json.gz"])
    }

    /// The copy of a page goes also if a power cut has damaged the page, or the index.
    @Test(arguments: ["pages/1.json", "pages/index.json"] as [Bytes]) func copiesBesideDamage(name: Bytes) throws {
        try run([1, 2, 3], hashed: false)
        try folder.add("pages/1.json.gz", Bytes(try #require(folder.content(of: "pages/1.json"))).gzipped)
        try folder.add(name, Bytes(zeros: 99))
        try run([3, 2, 1], hashed: false)
        #expect(try names() == ["1.json", "2.json", "index.json"])
    }

    /// The pages have the permissions of the index.
    @Test func permissions() throws {
        try run([1, 2, 3])
        try folder.setMode("pages/index.json", 0o640)
        for name in try run([4, 5]) {
            #expect(try FileManager.default.attributesOfItem(atPath: "\(folder.path)/pages/\(name)")[.posixPermissions] as? Int == 0o640)
        }
    }
}
