import Foundation
import TestSupport
import Testing

@testable import System

/// A file appears completely or not at all.
@Suite struct AtomicFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

    private func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: folder.path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }

    private func file(_ name: Bytes) throws -> AtomicFile { try AtomicFile(replacing: folder.path(of: name).all) }

    private func write(_ text: String, to file: AtomicFile) throws {
        try Array(text.utf8).withUnsafeBufferPointer { try file.write($0) }
    }

    @Test(arguments: [nil, "old", ""])
    func appearsWithItsCommit(old: String?) throws {
        if let old { try folder.add("m.json", Bytes(old)) }
        let before = try names()
        let file = try file("m.json")
        try write("new", to: file)
        #expect(try names() == before)
        #expect(text("m.json") == old)
        try file.commit()
        #expect(try names() == ["m.json"])
        #expect(text("m.json") == "new")
    }

    /// A prepared file has a hidden name, and needs no more room on the disk.
    @Test func appearsInTwoSteps() throws {
        try folder.add("m.json", "old")
        let file = try file("m.json")
        try write("new", to: file)
        try file.prepare()
        #expect(try names().count == 2)
        #expect(try OutputFolder.isHidden(Array(names()[0].utf8)))
        #expect(text("m.json") == "old")
        try file.commit()
        #expect(try names() == ["m.json"])
        #expect(text("m.json") == "new")
    }

    @Test(arguments: [false, true])
    func leavesNothingWithoutACommit(isPrepared: Bool) throws {
        try folder.add("m.json", "old")
        do {
            let file = try file("m.json")
            try write("new", to: file)
            if isPrepared { try file.prepare() }
        }
        #expect(try names() == ["m.json"])
        #expect(text("m.json") == "old")
    }

    /// If two runs write at the same time, the file is the last one's, and is complete.
    @Test func twoAtOnce() throws {
        let files = [try file("m.json"), try file("m.json")]
        for (file, text) in zip(files, ["first", "second"]) { try write(text, to: file) }
        for file in files { try file.commit() }
        #expect(text("m.json") == "second")
        #expect(try names() == ["m.json"])
    }

    private static let leftovers: [Bytes] = [".m.json.weir-1", ".7.json.weir-18446744073709551615", ".x.weir-0123", ".a.weir-1.weir-2", ".é.weir-5"]
    private static let others: [Bytes] = [
        ".m.json.weir-", ".m.json.weir-1x", ".m.json.weir-1.json", "m.json.weir-1", ".weir-1", ".m.jsonweir-1", ".weir-journal", ".1",
        "1",
    ]

    /// The leftovers of killed runs are removed. Files with similar names stay.
    @Test func leftoversAreRemoved() throws {
        for name in AtomicFileTests.leftovers + AtomicFileTests.others { try folder.add(name, "x") }
        let file = try file("m.json")
        #expect(try names() == AtomicFileTests.others.map { String(decoding: $0.all, as: UTF8.self) }.sorted())
        try write("new", to: file)
        try file.commit()
        #expect(text("m.json") == "new")
    }

    /// While another run, or the program that started this one, holds the folder, nothing is removed. No run waits for
    /// the folder.
    @Test(arguments: [LOCK_SH, LOCK_EX])
    func leftoversOfARunningProgram(lock: Int32) throws {
        for name in AtomicFileTests.leftovers { try folder.add(name, "x") }
        let before = try names()
        let other = open(folder.path, O_RDONLY)
        defer { close(other) }
        #expect(flock(other, lock | LOCK_NB) == 0)
        let file = try file("m.json")
        try write("new", to: file)
        try file.commit()
        #expect(try names() == (before + ["m.json"]).sorted())
    }

    /// Two files in one folder: the second does not take the first one's hidden file for a leftover.
    @Test func besideAnother() throws {
        let first = try file("r.json")
        try write("report", to: first)
        try first.prepare()
        let second = try file("m.json")
        try write("new", to: second)
        try second.commit()
        try first.commit()
        #expect(try names() == ["m.json", "r.json"])
    }

    @Test func theLongestName() throws {
        let name = String(repeating: "n", count: 250) + ".json"
        try folder.add(Bytes(name), "old")
        let file = try file(Bytes(name))
        try write("new", to: file)
        try file.commit()
        #expect(try names() == [name])
        #expect(text(name) == "new")
    }

    /// A file is written in any number of pieces, or in none.
    @Test(arguments: [[], [0], [1, 0, 5], [100_000, 3_000_000]])
    func pieces(sizes: [Int]) throws {
        let file = try file("m.json")
        for size in sizes { try write(String(repeating: "x", count: size), to: file) }
        try file.commit()
        #expect(text("m.json")?.utf8.count == sizes.reduce(0, +))
    }

    @Test(arguments: [
        ("gone/m.json", MachineFailureKind.input, "there is no folder DIR/gone"), ("folder", .input, "it is a folder"),
        ("file/m.json", .input, "not a directory"), ("", .input, "it is a folder"),
    ] as [(Bytes, MachineFailureKind, String)])
    func placesThatAreNone(name: Bytes, kind: MachineFailureKind, reason: String) throws {
        try folder.addFolder("folder")
        try folder.add("file")
        let failure = #expect(throws: MachineFailure.self) { _ = try file(name) }
        #expect(failure?.kind == kind)
        let path = String(decoding: folder.path(of: name).all, as: UTF8.self)
        #expect(failure?.message == "\(path) cannot be written: \(reason.replacing("DIR", with: folder.path))")
    }
}
