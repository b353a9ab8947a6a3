import Foundation
import Journals
import TestSupport
import Testing

/// Only one run at a time can use a journal.
@Suite struct RunLockTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func lock(_ name: Bytes = "j", startedAt: Int64 = 5) throws -> RunLock {
        try RunLock(of: folder.path(of: name).all, startedAt: startedAt)
    }

    private func refusal(_ name: Bytes = "j") -> RunLockFailure? {
        #expect(throws: RunLockFailure.self) { _ = try lock(name) }
    }

    private static var own: Int32 { getpid() }

    @Test func theSecondIsTold() throws {
        try holdAndAsk()
        _ = try lock()
    }

    private func holdAndAsk() throws {
        let first = try lock(startedAt: 1_700_000_000)
        #expect(refusal() == .held(RunLockHolder(pid: Self.own, startedAt: 1_700_000_000)))
        let held = "another run holds the journal a/j (pid \(Self.own), started at 2023-11-14T22:13:20Z); try again when it has ended"
        #expect(refusal()?.message(Bytes("a/j").all) == held)
        #expect(refusal()?.advice == "\(.waiting)")
        #expect(folder.bytes(of: "j.lock") == Array("pid \(Self.own)\nstarted 1700000000\n".utf8))
        let other = try lock("other")
        extendLifetime(first)
        extendLifetime(other)
    }

    /// The path of a manifest may have any bytes.
    @Test(arguments: ["/srv/de.json", "/a b\nmanifest \n/c", "/", [0x2F, 0xFF]] as [Bytes])
    func manifests(path: Bytes) throws {
        let first = try RunLock(of: folder.path(of: "j").all, for: path.all, startedAt: 5)
        #expect(refusal() == .held(RunLockHolder(pid: Self.own, startedAt: 5, manifest: path.all)))
        extendLifetime(first)
    }

    /// Two names of one journal have one lock.
    @Test(arguments: [false, true])
    func links(isThere: Bool) throws {
        try folder.addFolder("real")
        if isThere { try folder.add("real/j") }
        try folder.addLink("by-folder", to: "real")
        try folder.addLink("by-file", to: "real/j")
        let first = try lock("real/j")
        #expect(refusal("by-folder/j") == .held(RunLockHolder(pid: Self.own, startedAt: 5)))
        if isThere { #expect(refusal("by-file") == .held(RunLockHolder(pid: Self.own, startedAt: 5))) }
        extendLifetime(first)
    }

    /// Another process holds the lock until it ends, even if it is killed.
    @Test func ofAnotherProcess() throws {
        try folder.add("j.lock", "pid 7\nstarted 3\n")
        let locker = try #require(Program.named("flock"))
        do {
            let other = try locker.start([folder.path(of: "j.lock"), "-c", "echo locked; exec cat"])
            try other.waitForLines(1)
            // The file still has the note of an earlier run.
            #expect(refusal() == .held(RunLockHolder()))
            // Leaving the scope kills flock; cat ends with its input.
        }
        // A process that another test starts now must not inherit the lock, also not before it runs its program.
        let file = open(folder.path + "/j.lock", O_RDWR | O_CLOEXEC)
        try waitUntil("cat has ended") { flock(file, LOCK_EX | LOCK_NB) == 0 }
        flock(file, LOCK_UN)
        close(file)
        _ = try lock()
    }

    @Test(arguments: ["", "pi", "pid ", "pid x\nstarted 99999999999999999999\n", "pid 99999999999\n"] as [Bytes])
    func unreadableNotes(content: Bytes) throws {
        try folder.add("j.lock", content)
        _ = try lock()
        try folder.add("j.lock", content)
        let file = open(String(decoding: folder.path(of: "j.lock").all, as: UTF8.self), O_RDWR)
        defer { close(file) }
        #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
        #expect(refusal() == .held(RunLockHolder(pid: nil, startedAt: nil)))
    }

    /// A run that was killed has left the beginning of its text, and a power cut the length of the file alone.
    @Test(arguments: ["", "p", "pid 7\nsta", Bytes(zeros: 30)] as [Bytes])
    func unfinishedLocks(content: Bytes) throws {
        try folder.add("j.lock", content)
        let held = try lock()
        #expect(folder.bytes(of: "j.lock") == Array("pid \(Self.own)\nstarted 5\n".utf8))
        extendLifetime(held)
    }

    /// A file or a link that is no lock stays as it is, and so does the target of the link.
    @Test(arguments: ["dependencies: 5\n", "pid\n", [0xFF, 0], "pid 1\n" + Bytes(String(repeating: " ", count: 5000))] as [Bytes])
    func foreignFiles(content: Bytes) throws {
        try folder.add("j.lock", content)
        try folder.add("target", content)
        try folder.addLink("k.lock", to: "target")
        try folder.addLink("l.lock", to: "missing")
        for name: Bytes in ["j", "k", "l"] {
            let path = String(decoding: folder.path(of: name).all, as: UTF8.self) + ".lock"
            #expect(refusal(name) == .notMade("\(path) is no lock of weir, and is not written over"))
        }
        #expect(folder.bytes(of: "j.lock") == content.all)
        #expect(folder.bytes(of: "target") == content.all)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/missing"))
    }

    /// A removed lock file is made again. The lock on the removed file protects nothing.
    @Test func removedMeanwhile() throws {
        let first = try lock()
        try FileManager.default.removeItem(atPath: folder.path + "/j.lock")
        let second = try lock(startedAt: 6)
        #expect(refusal() == .held(RunLockHolder(pid: Self.own, startedAt: 6)))
        extendLifetime(first)
        extendLifetime(second)
    }

    @Test(
        arguments: [
            ("gone/j", "cannot be written: there is no folder DIR/gone"), ("folder", "cannot be written: it is a folder"),
            ("file", "cannot be locked: is a directory"),
        ] as [(Bytes, String)])
    func unusablePaths(name: Bytes, reason: String) throws {
        try folder.addFolder("folder")
        try folder.addFolder("file.lock")
        let failure = refusal(name)
        let sentence = reason.replacing("DIR", with: folder.path)
        #expect(failure?.message(name.all).hasSuffix(sentence) == true, "\(String(describing: failure))")
        #expect(failure?.advice == "; \(.otherJournal), or \(.noJournal)")
    }
}

/// Keeps a value that cannot be copied alive up to this call.
private func extendLifetime(_ lock: borrowing RunLock) {}
