import TestSupport
import Testing
import WeirSystem

/// Files and folders, as all rooms read and write them.
@Suite struct FilesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: Bytes) -> [UInt8] { folder.path(of: name).all }

    @Test(arguments: [0, 1, 9, 10, 11, 5000])
    func smallFiles(size: Int) throws {
        try folder.add("f", Bytes(Array(repeating: 7, count: size)))
        #expect(smallFile(path("f"), atMost: 10) == (size <= 10 ? Array(repeating: 7, count: size) : nil))
        #expect(smallFile(path("gone")) == nil)
    }

    @Test func entriesOfAFolder() throws {
        try folder.addFolder("f")
        try folder.addFolder("f/sub")
        try folder.add("f/.hidden", "x")
        try folder.addLink("f/link", to: "gone")
        try folder.addPipe("f/pipe")
        let entries = try #require(folderEntries(path("f")))
        let kinds = Dictionary(uniqueKeysWithValues: entries.map { (String(decoding: $0.name, as: UTF8.self), $0.kind) })
        #expect(kinds == ["sub": .folder, ".hidden": .other, "link": .link, "pipe": .other])
        #expect(folderEntries(path("gone")) == nil)
        #expect(folderEntries(path("f/.hidden")) == nil)
    }

    /// A file is read to its end, piece by piece; a folder cannot be read.
    @Test(arguments: [0, 1, 63, 64, 65, 1000])
    func inputs(size: Int) throws {
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        try folder.add("f", Bytes(content))
        let file = try InputFile(path("f"))
        #expect(file.length == Int64(size))
        var read: [UInt8] = []
        while true {
            let piece = try file.read(upTo: 64)
            if piece.isEmpty { break }
            #expect(piece.count <= 64)
            read += piece
        }
        #expect(read == content)
        #expect(throws: MachineFailure.input("\(folder.path)/gone: no such file or directory")) { try InputFile(path("gone")) }
        #expect(throws: MachineFailure.input("\(folder.path): is a directory")) {
            try InputFile(Array(folder.path.utf8)).read(upTo: 1)
        }
    }

    /// A file that is not committed leaves nothing behind.
    @Test(arguments: [false, true])
    func outputs(isCommitted: Bool) throws {
        let file = try OutputFile(path("f"))
        for word in ["one", ", ", "two"] { try file.write(word) }
        if isCommitted { try file.commit() }
        #expect(smallFile(path("f")) == (isCommitted ? Array("one, two".utf8) : nil))
        #expect(throws: MachineFailure.input("\(folder.path)/gone/f cannot be written: there is no folder \(folder.path)/gone")) {
            try OutputFile(path("gone/f"))
        }
    }
}
