import Base
import Glibc

/// A file that appears whole or not at all. It is written without a name, synced, and moved over the old file by
/// rename. A killed process therefore leaves no file behind, except on file systems without unnamed files, where a
/// hidden file remains.
public final class AtomicFile {
    /// The path as it was given, for messages.
    private let name: [UInt8]
    private let target: [UInt8]
    private let folder: OutputFolder
    /// Whether the target is a device or a pipe.
    private let isSpecial: Bool
    private var file: Int32
    /// The path of the new file before `commit`, if it has one.
    private var hiddenPath: [UInt8]?

    /// Opens the file that will replace the target. An unwritable place is therefore reported before the work begins.
    /// If the path is a link, the file that the link points to is replaced. A caller with many files for one folder
    /// passes the folder.
    public init(replacing path: [UInt8], in folder: OutputFolder? = nil) throws(MachineFailure) {
        name = path
        let kind = fileStatus(path).map { $0.st_mode & S_IFMT }
        isSpecial = kind != nil && kind != S_IFREG && kind != S_IFDIR
        // The path of a pipe may not resolve, as with /dev/stdout.
        let target = isSpecial ? path : try followingLinks(path)
        self.target = target
        self.folder = folder ?? OutputFolder(Base.folder(of: target))
        guard kind != S_IFDIR else {
            file = -1
            throw .unwritable(path, EISDIR)
        }
        if isSpecial {
            // A device or a pipe is written directly; a rename would replace it by a file.
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

    /// Completes the file and gives it a hidden name beside the target. The later steps need no room on the disk.
    /// `isSynced` means that the caller syncs the bytes to the disk.
    public func prepare(isSynced: Bool = false) throws(MachineFailure) {
        guard file >= 0, !isSpecial else { return }
        keepOwnerAndMode()
        guard isSynced || fsync(file) == 0 else { throw .unwritable(name, errno) }
        if hiddenPath == nil { try link(to: folder.hiddenPath(for: lastName(of: target))) }
        // A full disk may be reported only by close(2).
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

    /// Moves the file to its target. With `syncsFolder` the rename is synced to the disk; without it, the caller
    /// syncs the folder.
    public func commit(syncsFolder: Bool = true) throws(MachineFailure) {
        guard !isSpecial else { return }
        try prepare()
        guard let hiddenPath else { return }
        guard moveFile(hiddenPath, to: target) else { throw .unwritable(name, errno) }
        self.hiddenPath = nil
        if syncsFolder { try folder.sync() }
    }

    /// The new file gets the permissions of the old one, and its owner where this user may change the owner.
    private func keepOwnerAndMode() {
        guard let status = fileStatus(target) else { return }
        _ = fchown(file, status.st_uid, status.st_gid)
        fchmod(file, status.st_mode & 0o7777)
    }
}

private func lastName(of path: [UInt8]) -> ArraySlice<UInt8> { path[((path.lastIndex(of: slash) ?? -1) + 1)...] }

private var slash: UInt8 { UInt8(ascii: "/") }

/// The target of a path after all links, even if the last link points to a missing file.
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
