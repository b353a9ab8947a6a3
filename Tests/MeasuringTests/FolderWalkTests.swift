import Foundation
import Measuring
import TestSupport
import Testing

/// The walk over folders. The end-to-end tests check which links and names it follows.
@Suite struct FolderWalkTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func walk(_ names: Bytes...) throws -> [Bytes] {
        var walk = FolderWalk(PathList(names.map { folder.path(of: $0).all }))
        let start = folder.path.utf8.count + 1
        return try walk.rest().flatMap { $0 }.map { Bytes(Array($0.all.dropFirst(start))) }
    }

    /// The files of a tree come in the order of the bytes of their paths.
    @Test func randomTrees() throws {
        var seed = Seed.announced(for: "trees")
        var folders: [Bytes] = ["tree"]
        var files: [Bytes] = []
        try folder.addFolder("tree")
        for _ in 0..<500 {
            // A random name may begin with another name, or have bytes on both sides of the slash in the order.
            let letters: [UInt8] = [0x2D, 0x2E, 0x30, 0x41, 0x61, 0xC3, 0xFF]
            let name = Bytes([0x61] + (0..<3).map { _ in letters.randomElement(using: &seed)! })
            let path = folders.randomElement(using: &seed)! + "/" + name
            if files.contains(path) || folders.contains(path) { continue }
            if Int.random(in: 0..<5, using: &seed) == 0 {
                try folder.addFolder(path)
                folders.append(path)
            } else {
                try folder.add(path)
                files.append(path)
            }
        }
        #expect(try walk("tree") == files.sorted { $0.all.lexicographicallyPrecedes($1.all) }, "\(seed)")
    }

    /// A folder that a list names twice is walked twice.
    @Test func foldersAmongFiles() throws {
        try folder.addFolder("a")
        try folder.add("a/x")
        try folder.add("b")
        #expect(try walk("b", "a", "gone", "a/", "gone/", "a/x") == ["b", "a/x", "gone", "a/x", "gone/", "a/x"])
    }

    /// Files are delivered before the source is asked for more.
    @Test func doesNotReadAhead() throws {
        try folder.addFolder("a")
        for number in 100..<400 { try folder.add("a/\(number)") }
        var walk = FolderWalk(FailingPaths(batches: [[folder.path(of: "a")]]))
        #expect(try walk.next()?.count == 256)
        #expect(try walk.next()?.count == 44)
        #expect(throws: FailingPaths.failure) { try walk.next() }
    }

    /// The kernel would read only the part before the NUL, which names a folder.
    @Test func aNameWithNULIsNoFolder() throws {
        try folder.addFolder("a")
        try folder.add("a/x")
        #expect(try walk("a\0b", "a\0", "a") == ["a\0b", "a\0", "a/x"])
    }
}
