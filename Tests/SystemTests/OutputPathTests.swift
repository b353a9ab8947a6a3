import Foundation
import TestSupport
import Testing

@testable import WeirSystem

/// The links that lead to an output.
@Suite struct OutputPathTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name: Bytes in ["real", "open", "sticky", "foreign"] { try folder.addFolder(name) }
        try folder.add("real/victim", "precious")
        #expect(chmod(folder.path + "/open", 0o777) == 0)
        #expect(chmod(folder.path + "/sticky", 0o1777) == 0)
    }

    private func write(_ name: Bytes) throws {
        let file = try AtomicFile(replacing: folder.path(of: name).all)
        try Array("new".utf8).withUnsafeBufferPointer { try file.write($0) }
        try file.commit()
    }

    private func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: folder.path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }

    private func giveAway(_ name: String) { #expect(lchown(folder.path + "/" + name, 1, 1) == 0) }

    /// Links of this user, also several in a row, through folders and with `..`.
    @Test(
        arguments: [
            ("a", "real/victim"), ("a", "./real/../real/victim"), ("real/a", "victim"), ("real/a", "../real/victim"),
            ("sticky/a", "../real/victim"),
        ] as [(Bytes, Bytes)])
    func ownLinks(name: Bytes, target: Bytes) throws {
        try folder.addLink(name, to: target)
        try folder.addLink("b", to: name)
        try write("b")
        #expect(text("real/victim") == "new")
        let left = try FileManager.default.attributesOfItem(atPath: folder.path + "/b")[.type] as? FileAttributeType
        #expect(left == .typeSymbolicLink)
    }

    /// Links that somebody else may have put there: in a folder that everybody may write, or of another user.
    @Test(
        .needs(.root),
        arguments: [
            ("open/a", "../real/victim", false), ("sticky/a", "../real/victim", true), ("foreign/a", "../real/victim", true),
            ("real/a", "victim", true), ("sticky/a", "../real/missing", true),
        ] as [(Bytes, Bytes, Bool)])
    func foreignLinks(name: Bytes, target: Bytes, isGivenAway: Bool) throws {
        try folder.addLink(name, to: target)
        if isGivenAway { giveAway(String(decoding: name.all, as: UTF8.self)) }
        let failure = #expect(throws: MachineFailure.self) { try write(name) }
        let path = String(decoding: folder.path(of: name).all, as: UTF8.self)
        let reason = "\(path) is a link that somebody else may have put there; name the place itself"
        #expect(failure == .machine("\(path) cannot be written: \(reason)"))
        #expect(text("real/victim") == "precious")
        #expect(text("real/missing") == nil)
    }

    /// The same on the way to the file.
    @Test(.needs(.root)) func foreignFolders() throws {
        try folder.addLink("sticky/folder", to: "../real")
        giveAway("sticky/folder")
        #expect(throws: MachineFailure.self) { try write("sticky/folder/victim") }
        #expect(throws: MachineFailure.self) { _ = try OutputFolder.make(folder.path(of: "sticky/folder").all) }
        #expect(throws: MachineFailure.self) { _ = try OutputFolder.make(folder.path(of: "sticky/folder/new").all) }
        #expect(text("real/victim") == "precious")
        #expect(text("real/new") == nil)
    }

    @Test func linksInACircle() throws {
        try folder.addLink("a", to: "b")
        try folder.addLink("b", to: "a")
        let failure = #expect(throws: MachineFailure.self) { try write("a") }
        #expect(failure?.message.hasSuffix("cannot be written: too many levels of symbolic links") == true, "\(failure?.message ?? "")")
    }

    /// New content does not get the permission to run as another user.
    @Test func modes() throws {
        for (mode, new) in [(0o4755, 0o755), (0o2710, 0o710), (0o600, 0o600)] as [(mode_t, Int)] {
            try folder.add("m", "old")
            #expect(chmod(folder.path + "/m", mode) == 0)
            try write("m")
            #expect(try FileManager.default.attributesOfItem(atPath: folder.path + "/m")[.posixPermissions] as? Int == new)
        }
    }
}
