import Glibc
import WeirBase
import WeirSystem

/// The lock of a run, held on a file beside the journal while this value lives. The kernel releases the
/// lock when the process ends, even after a crash.
///
/// The file names the run that holds the lock. A second lock, on the file's first byte, says that this note is written: what stands in
/// the file without it is the note of a run before.
///
/// The file stays. Where it is removed all the same, because its journal has moved, a run that has locked the old file
/// notices that another one has its name.
/// A read-only folder has no lock, and no journal either.
public struct RunLock: ~Copyable, Sendable {
    private let file: Int32

    /// The ending of the lock's name, behind the journal's.
    static let ending = ".lock"

    /// Takes the lock of the journal at that path; the journal need not exist yet. `startedAt`, in Unix seconds, and the
    /// absolute path of the run's manifest are shown to other runs that want the lock.
    public init(of journal: [UInt8], for manifest: [UInt8]? = nil, startedAt: Int64) throws(RunLockFailure) {
        let outputPath: OutputPath
        do throws(MachineFailure) { outputPath = try OutputPath(journal) } catch { throw .notMade(error.message) }
        file = try Self.lockedFile(outputPath.name + Array(Self.ending.utf8), in: outputPath.folder)
        var text = Array("pid \(getpid())\nstarted \(startedAt)\n".utf8)
        // A path may have any bytes, so it is the last line.
        if let manifest { text += RunLockHolder.manifestWord + manifest + [UInt8(ascii: "\n")] }
        // If the disk is full, the lock holds, but the file does not name its owner.
        _ = ftruncate(file, 0)
        _ = text.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
        FirstByteLock.take(file)
    }

    deinit {
        FirstByteLock.giveUp(file)
        // `close` alone is not enough: a child between fork and exec would still hold the lock.
        flock(file, LOCK_UN)
        close(file)
    }

    private static func lockedFile(_ name: [UInt8], in folder: OutputFolder) throws(RunLockFailure) -> Int32 {
        let path = folder.path(of: name)
        while true {
            let file = folder.open(name, O_RDWR | O_CREAT | O_NONBLOCK, mode: 0o600)
            // The kernel says so of a link.
            if file < 0, errno == ELOOP { throw .foreign(path) }
            guard file >= 0 else { throw .notMade(RunLockFailure.sentence(path, errno)) }
            if flock(file, LOCK_EX | LOCK_NB) != 0 {
                let code = errno
                defer { close(file) }
                if code == EINTR { continue }
                guard code == EWOULDBLOCK else { throw .notMade(RunLockFailure.sentence(path, code)) }
                throw holder(file)
            }
            var own = stat()
            guard fstat(file, &own) == 0, isOwn(file, own) else {
                close(file)
                throw .foreign(path)
            }
            makePrivate(file)
            // If the file was removed after it was opened, other runs lock a new file.
            if let there = folder.status(of: name), there.st_ino == own.st_ino, there.st_dev == own.st_dev { return file }
            close(file)
        }
    }

    private static let beginning = Array("pid ".utf8)
    private static let mostBytes = 128 + Int(PATH_MAX)

    /// Whether a file is a lock, which may be overwritten. A killed run may have left the beginning of its text only, and a power cut
    /// may have left zeros in place of it.
    private static func isOwn(_ file: Int32, _ status: stat) -> Bool {
        guard status.isRegular, status.st_size <= mostBytes, status.st_nlink <= 1 else { return false }
        let text = self.text(of: file)
        return beginning.starts(with: text.prefix(beginning.count)) || text.allSatisfy { $0 == 0 }
    }

    private static func text(of file: Int32) -> ArraySlice<UInt8> {
        var bytes = [UInt8](repeating: 0, count: mostBytes)
        let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
        return bytes.prefix(max(0, count))
    }

    private static func holder(_ file: Int32) -> RunLockFailure {
        .held(FirstByteLock.isTaken(file) ? RunLockHolder(Array(text(of: file))) : RunLockHolder())
    }
}

/// The reason why a run has no lock.
public enum RunLockFailure: Error, Equatable, Sendable {
    case held(RunLockHolder)
    /// The file cannot be created or locked; one sentence without a full stop.
    case notMade(String)

    static func foreign(_ path: [UInt8]) -> RunLockFailure {
        .notMade("\(shown(path)) is no lock of weir, and is not written over")
    }

    static func sentence(_ path: [UInt8], _ code: Int32) -> String {
        let reason = [EACCES, EROFS].contains(code) ? "the file or its folder is read-only" : errorText(code)
        return "\(shown(path)) cannot be locked: \(reason)"
    }

    /// One sentence without a full stop.
    public func message(_ journal: [UInt8]) -> String {
        switch self {
        case .held(let holder): "another run holds the journal \(shown(journal))\(holder.note("started at")); try again when it has ended"
        case .notMade(let sentence): sentence
        }
    }

    /// The end of the sentence in a run that can do without a journal.
    public var advice: Advice {
        switch self {
        case .held: "\(.waiting)"
        case .notMade: "; \(.otherJournal), or \(.noJournal)"
        }
    }
}

/// The run that holds a lock, as its file names it. Every value is nil if that run has not written its note yet.
public struct RunLockHolder: Equatable, Sendable {
    /// The number of its process.
    public var pid: Int32?
    /// Unix seconds.
    public var startedAt: Int64?
    /// The absolute path of the manifest; nil also if the run writes none.
    public var manifest: [UInt8]?

    static let manifestWord = Array("manifest ".utf8)

    package init(pid: Int32? = nil, startedAt: Int64? = nil, manifest: [UInt8]? = nil) {
        (self.pid, self.startedAt, self.manifest) = (pid, startedAt, manifest)
    }

    /// Reads the content of a lock's file.
    init(_ text: [UInt8]) {
        let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        pid = lines.first.flatMap { Self.number($0, behind: "pid ") }.flatMap { Int32(exactly: $0) }
        guard lines.count > 1 else { return }
        startedAt = Self.number(lines[1], behind: "started ")
        guard lines.count > 2, lines[2].starts(with: Self.manifestWord), lines[2].last == UInt8(ascii: "\n") else { return }
        manifest = Array(lines[2].dropFirst(Self.manifestWord.count).dropLast())
    }

    private static func number(_ line: ArraySlice<UInt8>, behind word: String) -> Int64? {
        line.starts(with: word.utf8) ? Int64(String(decoding: line.dropFirst(word.utf8.count), as: UTF8.self)) : nil
    }

    /// ` (pid 71, since 2026-01-31T03:00:00Z)`, as far as it is known.
    package func note(_ since: String) -> String {
        pid.map { " (pid \($0)" + (startedAt.map { ", \(since) \(calendarTime($0))" } ?? "") + ")" } ?? ""
    }
}
