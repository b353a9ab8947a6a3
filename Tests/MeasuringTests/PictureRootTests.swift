import Foundation
import TestSupport
import Testing
import WeirBase
import WeirSystem

@testable import Measuring

/// Kernels with openat2 and kernels without it give the same results.
@Suite struct PictureRootTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.addFolder("root")
        try folder.addFolder("root/sub")
        try folder.addFolder("root-2")
        for name: Bytes in ["root/a", "root/sub/b", "root-2/x", "x"] { try folder.add(name, name) }
        try folder.addLink("root/in", to: "sub/../a")
        try folder.addLink("root/out", to: "../x")
        try folder.addLink("root/far", to: folder.path(of: "x"))
        try folder.addLink("root/away", to: "..")
        try folder.addLink("root/loop", to: "loop")
        try folder.addLink("alias", to: "root")
    }

    /// The content of a file below the root, or the reason why the file is not opened.
    private func content(_ name: String, in root: borrowing PictureRoot) -> Result<String, Failure> {
        let name = Array(name.replacing("DIR", with: folder.path).utf8)
        guard let relative = root.relative(name) else { return .failure(Failure(.outsideRoot)) }
        return root.open(relative).map { file in
            String(decoding: FileHandle(fileDescriptor: file, closeOnDealloc: true).availableData, as: UTF8.self)
        }
    }

    private static let missing = Failure(.notFound)
    private static let outside = Failure(.outsideRoot)

    @Test(
        arguments: [
            ("a", .success("root/a")), ("./a", .success("root/a")), ("sub/../a", .success("root/a")), ("sub/b", .success("root/sub/b")),
            ("in", .success("root/a")), ("DIR/root/a", .success("root/a")), ("DIR/root///a", .success("root/a")),
            ("gone", .failure(missing)), ("a/b", .failure(missing)), ("", .failure(missing)), ("a\0b", .failure(missing)),
            ("../x", .failure(outside)), ("../root-2/x", .failure(outside)),
            ("DIR/x", .failure(outside)), ("DIR/root-2/x", .failure(outside)), ("DIR/root/../x", .failure(outside)),
            ("out", .failure(outside)), ("far", .failure(outside)), ("away/x", .failure(outside)), ("/", .failure(outside)),
            ("loop", .failure(Failure(.unreadable, "too many levels of symbolic links"))),
        ] as [(String, Result<String, Failure>)], [true, false])
    func opens(row: (name: String, expected: Result<String, Failure>), asksTheKernel: Bool) throws {
        let root = try PictureRoot(folder.path(of: "root").all, asksTheKernel: asksTheKernel)
        #expect(content(row.name, in: root) == row.expected)
    }

    /// A link may name the root, and pictures may have the link's path or the folder's.
    @Test(arguments: ["alias", "alias/", "root"] as [Bytes])
    func names(name: Bytes) throws {
        let root = try PictureRoot(folder.path(of: name).all)
        #expect(root.path == folder.path(of: "root").all)
        #expect(content("a", in: root) == .success("root/a"))
        #expect(content("DIR/root/a", in: root) == .success("root/a"))
        if name != "root" { #expect(content("DIR/alias/a", in: root) == .success("root/a")) }
        #expect(content("DIR/alias-2/a", in: root) == .failure(PictureRootTests.outside))
    }

    /// The root stays the same folder, even when another folder takes its name.
    @Test func isAFolderNotAName() throws {
        let root = try PictureRoot(folder.path(of: "root").all)
        try FileManager.default.moveItem(atPath: folder.path + "/root", toPath: folder.path + "/moved")
        try folder.addFolder("root")
        #expect(content("a", in: root) == .success("root/a"))
    }

    @Test(arguments: [("gone", "no such file or directory"), ("x", "not a directory")] as [(Bytes, String)])
    func isNone(name: Bytes, reason: String) throws {
        let path = folder.path(of: name).all
        let failure = #expect(throws: MachineFailure.self) { _ = try PictureRoot(path) }
        #expect(failure == .input("\(String(decoding: path, as: UTF8.self)): \(reason)"))
    }

    /// The root `/` already ends with a slash.
    @Test(arguments: [true, false])
    func everything(asksTheKernel: Bool) throws {
        let root = try PictureRoot(Array("/".utf8), asksTheKernel: asksTheKernel)
        #expect(content("DIR/root/a", in: root) == .success("root/a"))
    }
}
