import Base
import Glibc

/// A file that appears whole or not at all: it is written without a name, synced, and put in the place
/// of the old one by rename. So a process that is killed meanwhile leaves nothing behind, unless the file system
/// knows no files without names: there it leaves a hidden one.
public final class AtomicFile {
    /// The path as it was given, for messages.
    private let name: [UInt8]
    private let target: [UInt8]
    private let folder: OutputFolder
    /// Whether it is a device or a pipe.
    private let isSpecial: Bool
    private var file: Int32
    /// The name of the file before it is in its place, if it has one.
    private var hiddenPath: [UInt8]?

    /// Opens the file that is to replace the target, so that a place that cannot be written to is
    /// known before the work begins. A link is followed: the file that it points to is replaced. A caller with
    /// many files for one folder gives it.
    public init(replacing path: [UInt8], in folder: OutputFolder? = nil) throws(MachineFailure) {
        name = path
        let kind = fileStatus(path).map { $0.st_mode & S_IFMT }
        isSpecial = kind != nil && kind != S_IFREG && kind != S_IFDIR
        // What leads to a pipe need not be a path: /dev/stdout does not.
        let target = isSpecial ? path : try followingLinks(path)
        self.target = target
        self.folder = folder ?? OutputFolder(Base.folder(of: target))
        guard kind != S_IFDIR else {
            file = -1
            throw .unwritable(path, EISDIR)
        }
        if isSpecial {
            // A device or a pipe is written to as it is; a rename would put a file in its place.
            file = withPath(path) { path in retryingInterrupts { open(path, O_WRONLY | O_CLOEXEC) } }
        } else {
            (file, hiddenPath) = self.folder.openNewFile(for: lastName(of: target))
        }
        guard file >= 0 else { throw .unwritable(errno == ENOENT ? target : path, errno) }
    }

    deinit {
        if file >= 0 { close(file) }
        if let hiddenPath { removeFile(hiddenPath) }
    }

    public func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(MachineFailure) {
        guard writeAll(bytes, to: file) else { throw .unwritable(name, errno) }
    }

    /// Completes the file and gives it a hidden name beside the target. What is left to do needs no room on the
    /// disk. `isSynced` says that the caller brings the bytes to the disk.
    public func prepare(isSynced: Bool = false) throws(MachineFailure) {
        guard file >= 0, !isSpecial else { return }
        keepOwnerAndMode()
        guard isSynced || fsync(file) == 0 else { throw .unwritable(name, errno) }
        if hiddenPath == nil { try link(to: folder.hiddenPath(for: lastName(of: target))) }
        // A full disk may be noticed only now.
        let closed = close(file)
        file = -1
        guard closed == 0 else { throw .unwritable(name, errno) }
    }

    private func link(to hidden: [UInt8]) throws(MachineFailure) {
        let own = Array("/proc/self/fd/\(file)".utf8)
        let status = withPath(own) { own in
            withPath(hidden) { hidden in linkat(AT_FDCWD, own, AT_FDCWD, hidden, AT_SYMLINK_FOLLOW) }
        }
        guard status == 0 else { throw .unwritable(name, errno) }
        hiddenPath = hidden
    }

    /// Puts the file in its place. With `syncsFolder` it is there for good; without, the caller syncs the folder.
    public func commit(syncsFolder: Bool = true) throws(MachineFailure) {
        guard !isSpecial else { return }
        try prepare()
        guard let hiddenPath else { return }
        guard moveFile(hiddenPath, to: target) else { throw .unwritable(name, errno) }
        self.hiddenPath = nil
        if syncsFolder { try folder.sync() }
    }

    /// A file that is replaced keeps its permissions, and its owner where this user may give it away.
    private func keepOwnerAndMode() {
        guard let status = fileStatus(target) else { return }
        _ = fchown(file, status.st_uid, status.st_gid)
        fchmod(file, status.st_mode & 0o7777)
    }
}

private func lastName(of path: [UInt8]) -> ArraySlice<UInt8> { path[((path.lastIndex(of: slash) ?? -1) + 1)...] }

private var slash: UInt8 { UInt8(ascii: "/") }

/// Where a path leads; also if it is a link to a file that is not there yet.
private func followingLinks(_ path: [UInt8]) throws(MachineFailure) -> [UInt8] {
    if let real = realPath(path) { return real }
    guard errno == ENOENT else { throw .unwritable(path, errno) }
    var path = path
    while let next = linkTarget(path) { path = next.first == slash ? next : folder(of: path) + [slash] + next }
    return path
}

private func linkTarget(_ path: [UInt8]) -> [UInt8]? {
    let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
        let length = withPath(path) { path in
            buffer.withMemoryRebound(to: CChar.self) { text in text.baseAddress.map { readlink(path, $0, text.count) } ?? 0 }
        }
        count = max(0, length)
    }
    return target.isEmpty ? nil : target
}
