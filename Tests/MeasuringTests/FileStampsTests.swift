import Foundation
import Journals
import TestSupport
import Testing

@testable import Measuring

/// The stamps of files below a root.
@Suite struct FileStampsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name: Bytes in ["root", "root/p", "root/p/q", "out"] { try folder.addFolder(name) }
        for name: Bytes in ["root/a", "root/p/b", "root/p/q/c", "out/d"] { try folder.add(name, "x") }
        try folder.addLink("root/link", to: "a")
        try folder.addLink("root/inside", to: "p")
        try folder.addLink("root/outside", to: "../out")
        try folder.addPipe("root/pipe")
    }

    /// A file has a stamp. A link to a file has none.
    @Test(
        arguments: [
            ("a", "root/a"), ("p/b", "root/p/b"), ("p//b", "root/p/b"), ("p/q/../b", "root/p/b"), ("inside/b", "root/p/b"),
            ("./a", "root/a"), ("link", nil), ("outside/d", nil), ("../out/d", nil), ("p/../../out/d", nil), ("pipe", nil),
            ("p", nil), ("gone", nil), ("gone/a", nil), ("a/", nil), ("a/b", nil), ("", nil), ("..", nil), ("a\0", nil),
        ] as [(String, String?)], [true, false])
    func stamps(_ picture: (name: String, file: String?), asksTheKernel: Bool) throws {
        let root = try PictureRoot(Array("\(folder.path)/root".utf8), asksTheKernel: asksTheKernel)
        var stamps = FileStamps()
        // The second lookup uses the folder that the first one has opened.
        for _ in 0..<2 {
            let stamp = stamps.stamp(of: Array(picture.name.utf8)[...], in: root)
            var status = stat()
            let expected = picture.file.map { file in
                stat("\(folder.path)/\(file)", &status)
                return FileStamp(status)
            }
            #expect(stamp == expected)
        }
    }

    @Test func manyFolders() throws {
        let root = try PictureRoot(Array("\(folder.path)/root".utf8))
        for number in 0..<50 {
            try folder.addFolder(Bytes("root/\(number)"))
            try folder.add(Bytes("root/\(number)/a"), "x")
        }
        var stamps = FileStamps()
        let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        for number in (0..<50).flatMap({ [$0, 49 - $0] }) {
            #expect(stamps.stamp(of: Array("\(number)/a".utf8)[...], in: root) != nil)
        }
        // Other tests open files at the same time, so the number is not exact.
        #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count < before + 40)
    }
}
