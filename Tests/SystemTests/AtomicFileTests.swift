import Foundation
import TestSupport
import Testing

@testable import WeirSystem

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

    private static let others: [Bytes] = [
        ".m.json.weir-", ".m.json.weir-1x", ".m.json.weir-1.json", "m.json.weir-1", ".weir-1", ".m.jsonweir-1", ".weir-journal", ".1",
        "1", ".m.json.weir-1", ".m.json.weir-18446744073709551615", ".m.json.weir-1-0123456789abcdef",
    ]

    /// The hidden file of a run that was killed before its rename.
    private func leaveFile() throws -> String {
        let file = try file("m.json")
        defer { withExtendedLifetime(file) {} }
        try write("old", to: file)
        try file.prepare()
        return try #require(try names().first { OutputFolder.isHidden(Array($0.utf8), for: Array("m.json".utf8)) && text($0) == "old" })
    }

    /// The leftover of a killed run is removed, whichever file is written. Files with similar names or other contents stay.
    @Test(arguments: [true, false]) func leftoversAreRemoved(isWhole: Bool) throws {
        let name = try leaveFile()
        for name in AtomicFileTests.others { try folder.add(name, "x") }
        try folder.add(Bytes(name), isWhole ? "old" : "odl")
        let others = AtomicFileTests.others.map { String(decoding: $0.all, as: UTF8.self) } + (isWhole ? [] : [name])
        let file = try file("r.json")
        #expect(try names() == others.sorted())
        try write("new", to: file)
        try file.commit()
        #expect(text("r.json") == "new")
    }

    /// While another run, or the program that started this one, holds the folder, nothing is removed. No run waits for
    /// the folder.
    @Test(arguments: [LOCK_SH, LOCK_EX])
    func leftoversOfARunningProgram(lock: Int32) throws {
        let name = try leaveFile()
        try folder.add(Bytes(name), "old")
        let other = open(folder.path, O_RDONLY)
        defer { close(other) }
        // A process that another test starts holds the lock of `leaveFile` until it runs its own program, so this waits.
        #expect(flock(other, lock) == 0)
        let file = try file("m.json")
        try write("new", to: file)
        try file.commit()
        #expect(try names() == [name, "m.json"])
    }

    /// A file with the same bytes stays as it is, if the caller asks for that.
    @Test(arguments: [false, true], ["old", "new", "older"]) func sameBytes(keepsSame: Bool, text: String) throws {
        try folder.add("m.json", "old")
        var before = stat()
        #expect(stat(folder.path + "/m.json", &before) == 0)
        let file = try AtomicFile(replacing: folder.path(of: "m.json").all, keepsSame: keepsSame)
        try write(text, to: file)
        try file.commit()
        var after = stat()
        #expect(stat(folder.path + "/m.json", &after) == 0)
        #expect(file.isInPlace && file.isUnchanged == (keepsSame && text == "old"))
        #expect((before.st_ino == after.st_ino) == file.isUnchanged)
        #expect(self.text("m.json") == text)
        #expect(try names() == ["m.json"])
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

    @Test(
        arguments: [
            ("gone/m.json", MachineFailureKind.input, "there is no folder DIR/gone"), ("folder", .input, "it is a folder"),
            ("file/m.json", .input, "not a directory"), ("", .input, "it is a folder"),
        ] as [(Bytes, MachineFailureKind, String)])
    func pathsThatCannotBeWritten(name: Bytes, kind: MachineFailureKind, reason: String) throws {
        try folder.addFolder("folder")
        try folder.add("file")
        let failure = #expect(throws: MachineFailure.self) { _ = try file(name) }
        #expect(failure?.kind == kind)
        let path = String(decoding: folder.path(of: name).all, as: UTF8.self)
        #expect(failure?.message == "\(path) cannot be written: \(reason.replacing("DIR", with: folder.path))")
    }
}
