import CWeirLinux
import Glibc
import WeirBase

/// A folder into which a run puts files. All names are looked up below the open folder, and none of them as a link.
///
/// A folder for hidden files is locked for as long as this value lives, so that other runs do not remove them. A run
/// that finds such a folder unlocked removes hidden files that killed runs have left, as far as they are surely weir's.
package final class OutputFolder: Sendable {
    /// The path without links, for messages.
    package let path: [UInt8]
    /// The descriptor of the folder, which may be unreadable.
    private let descriptor: Int32
    /// The folder for its lock and its listing. Negative if the folder cannot be read. Nothing is cleaned then.
    private let listing: Int32

    /// Opens a folder, and makes it if it is missing. Returns the path of a folder that was made. Links of this user and
    /// of root are followed, see `OutputPath`.
    package static func make(_ path: [UInt8], hasHiddenFiles: Bool = false) throws(MachineFailure) -> (
        folder: OutputFolder, new: OutputPath?
    ) {
        let walk = try PathWalk(withoutEndSlashes(path))
        guard let name = try walk.goToFolderOfLastName() else {
            return (OutputFolder(walk.takeFolder(), walk.folderPath, hasHiddenFiles: hasHiddenFiles), nil)
        }
        let new = OutputPath(OutputFolder(walk.takeFolder(), walk.folderPath), name)
        return (try new.folder.makeFolder(name, hasHiddenFiles: hasHiddenFiles), new)
    }

    /// Takes an open folder, and closes it at the end.
    init(_ descriptor: Int32, _ path: [UInt8], hasHiddenFiles: Bool = false) {
        self.descriptor = descriptor
        self.path = path.isEmpty ? [UInt8(ascii: ".")] : path
        listing = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard listing >= 0, hasHiddenFiles else { return }
        // The kernel releases a lock when its process ends, for any reason. A run never waits for a lock, since the
        // folder may be locked by the program that has started this run.
        if flock(listing, LOCK_EX | LOCK_NB) == 0 { removeLeftovers() }
        _ = flock(listing, LOCK_SH | LOCK_NB)
    }

    deinit {
        if listing >= 0 { close(listing) }
        close(descriptor)
    }

    /// The path of a file, for messages.
    package func path(of name: [UInt8]) -> [UInt8] { joined(path, name) }

    /// A path that leads through the open folder, so nobody can redirect it while this value lives. nil without `/proc`.
    package func lastingPath(of name: [UInt8]) -> [UInt8]? {
        let own = Array("/proc/self/fd/\(descriptor)".utf8)
        guard let open = status, let found = fileStatus(own) else { return nil }
        return (open.st_dev, open.st_ino) == (found.st_dev, found.st_ino) ? joined(own, name) : nil
    }

    /// Syncs the renames in this folder to the disk.
    package func sync() throws(MachineFailure) {
        guard listing >= 0 else { return }
        // Some file systems cannot sync a folder; this is no error.
        guard fsync(listing) == 0 || errno == EINVAL else { throw .unwritable(path, errno) }
    }
}

// Names in the folder. A function that returns a descriptor or a Bool sets errno when it fails.
extension OutputFolder {
    /// The status of the file itself, also of a link; nil, with errno, if there is none.
    package func status(of name: [UInt8]) -> stat? {
        var status = stat()
        return withPath(name, { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 ? status : nil
    }

    /// Whether there is a file of this name, also a link; nil if the folder does not answer.
    package func contains(_ name: [UInt8]) -> Bool? { status(of: name) != nil ? true : errno == ENOENT ? false : nil }

    /// The status of the file that a name leads to, with links followed.
    package func statusOfTarget(of name: [UInt8]) -> stat? {
        var status = stat()
        return withPath(name, { fstatat(descriptor, $0, &status, 0) }) == 0 ? status : nil
    }

    /// Syncs the whole file system of the folder to the disk.
    package func syncFileSystem() -> Bool { CLinux_sync_file_system(listing) == 0 }

    /// The status of the folder.
    package var status: stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }

    /// Opens a file that is no link.
    package func open(_ name: [UInt8], _ flags: Int32, mode: mode_t = 0o666) -> Int32 {
        withPath(name) { name in retryingInterrupts { openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC, mode) } }
    }

    /// Opens a device or a pipe that a link of the kernel's leads to.
    func openKernelLink(_ name: [UInt8]) -> Int32 {
        withPath(name) { name in retryingInterrupts { openat(descriptor, name, O_WRONLY | O_CLOEXEC) } }
    }

    /// Makes a new file, and opens it for reading and writing.
    package func createFile(_ name: [UInt8]) -> Int32 { open(name, O_RDWR | O_CREAT | O_EXCL) }

    /// Takes the lock of a folder that only one run may use; false if another run has it. The lock ends with this value.
    package func lock() -> Bool { flock(listing, LOCK_EX | LOCK_NB) == 0 }

    /// Gives the lock back at once. A child process that is just starting has a copy of the descriptor.
    package func unlock() { _ = flock(listing, LOCK_UN) }

    /// Makes a folder unless it exists, and opens it. A link is no folder.
    package func makeFolder(_ name: [UInt8], hasHiddenFiles: Bool = false) throws(MachineFailure) -> OutputFolder {
        let isMade = withPath(name) { mkdirat(descriptor, $0, 0o777) } == 0
        guard isMade || errno == EEXIST, let folder = openFolder(name, hasHiddenFiles: hasHiddenFiles) else {
            throw .unwritable(path(of: name), errno)
        }
        return folder
    }

    /// Opens a folder that exists; nil, with errno, if there is none. A link is no folder.
    package func openFolder(_ name: [UInt8], hasHiddenFiles: Bool = false) -> OutputFolder? {
        let folder = withPath(name) { CLinux_find_folder(descriptor, $0) }
        return folder < 0 ? nil : OutputFolder(folder, path(of: name), hasHiddenFiles: hasHiddenFiles)
    }

    @discardableResult
    package func removeFile(_ name: [UInt8]) -> Bool { withPath(name) { unlinkat(descriptor, $0, 0) } == 0 }

    @discardableResult
    package func removeEmptyFolder(_ name: [UInt8]) -> Bool { withPath(name) { unlinkat(descriptor, $0, AT_REMOVEDIR) } == 0 }

    /// Moves a file, and replaces any file of the new name.
    package func move(_ name: [UInt8], to target: [UInt8], in other: OutputFolder? = nil) -> Bool {
        let destination = other?.descriptor ?? descriptor
        return withPath(name) { from in withPath(target) { to in renameat(descriptor, from, destination, to) } } == 0
    }

    /// Gives an open file without a name that name.
    func link(_ file: Int32, as name: [UInt8]) -> Bool {
        let own = Array("/proc/self/fd/\(file)".utf8)
        return withPath(own) { own in withPath(name) { linkat(AT_FDCWD, own, descriptor, $0, AT_SYMLINK_FOLLOW) } } == 0
    }

    /// The entries of the folder; nil, with errno, if it cannot be read.
    package func entries() -> [FolderEntry]? { folderEntries(of: listing) }
}

// Hidden files, which become visible when they are complete.
extension OutputFolder {
    /// Opens a new file without a name, for reading and writing; it is removed when it is closed. If the file system
    /// has no unnamed files, or there is no /proc, the file gets a hidden name, which is returned too. The descriptor is negative, with
    /// errno, if the folder cannot be written.
    func openNewFile(for name: [UInt8]) -> (file: Int32, hiddenName: [UInt8]?) {
        // A file without a name gets its name through /proc.
        if access("/proc/self/fd", X_OK) == 0 {
            let file = CLinux_open_unnamed(descriptor)
            guard file < 0, [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else { return (file, nil) }
        }
        let hidden = hiddenName(for: name)
        return (createFile(hidden), hidden)
    }

    /// A hidden name for a file that will become `name`. No other run uses the same name. Names are at most 255 bytes
    /// long.
    func hiddenName(for name: [UInt8]) -> [UInt8] {
        let ending = "\(mark)\(UInt64.random(in: 0...UInt64.max))"
        return [dot] + Array(name.prefix(200)) + Array(ending.utf8)
    }

    /// A hidden name for a whole file. It ends with a seal of the content, by which a later run recognizes the file as weir's.
    func sealedName(for name: [UInt8], _ file: Int32) -> [UInt8]? {
        seal(of: file).map { hiddenName(for: name) + Array("-\($0)".utf8) }
    }

    /// Removes the whole files that killed runs have left under hidden names. A file whose name does not fit its content may be
    /// somebody else's, so it stays.
    private func removeLeftovers() {
        for name in (entries() ?? []).map(\.name) where OutputFolder.isHidden(name) {
            let file = open(name, O_RDONLY | O_NONBLOCK)
            guard file >= 0 else { continue }
            defer { close(file) }
            if let seal = seal(of: file), name.suffix(seal.utf8.count + 1).elementsEqual("-\(seal)".utf8) { removeFile(name) }
        }
    }

    /// Files with hidden names for these files, which `removeLeftovers` has not recognized as weir's.
    package func doubtfulLeftovers(for names: [[UInt8]]) -> [[UInt8]] {
        let hidden = (entries() ?? []).map(\.name).filter { OutputFolder.isHidden($0) }
        return hidden.filter { name in names.contains { OutputFolder.isHidden(name, for: $0) } }
    }

    /// `.m.json.weir-123` is the hidden name of a new `m.json`, and `.m.json.weir-123-0123456789abcdef` that of a whole one.
    /// Without `final`, the file may be to become any.
    package static func isHidden(_ name: [UInt8], for final: [UInt8]? = nil) -> Bool {
        var rest = name[...]
        let seal = rest.suffix(sealLength + 1)
        if seal.first == UInt8(ascii: "-"), seal.dropFirst().allSatisfy("0123456789abcdef".utf8.contains) { rest.removeLast(seal.count) }
        let digits = rest.reversed().prefix { isDigit($0) }.count
        rest.removeLast(digits)
        guard digits > 0, rest.first == dot, rest.count > mark.utf8.count + 1, rest.suffix(mark.utf8.count).elementsEqual(mark.utf8)
        else { return false }
        return final?.prefix(200).elementsEqual(rest.dropFirst().dropLast(mark.utf8.count)) ?? true
    }

    /// Whether a file that is no link has the same bytes as an open one; false if it cannot be read.
    func hasBytes(_ name: [UInt8], of file: Int32) -> Bool {
        let other = open(name, O_RDONLY | O_NONBLOCK)
        guard other >= 0 else { return false }
        defer { close(other) }
        var (one, two) = (stat(), stat())
        guard fstat(file, &one) == 0, fstat(other, &two) == 0, two.isRegular, one.st_size == two.st_size else { return false }
        var (position, blocks) = (off_t(0), ([UInt8](), [UInt8]()))
        while position < one.st_size {
            blocks = (bytes(of: file, at: position), bytes(of: other, at: position))
            guard !blocks.0.isEmpty, blocks.0 == blocks.1 else { return false }
            position += off_t(blocks.0.count)
        }
        return true
    }
}

/// The digits that a regular file's length and its first bytes give; nil if they cannot be read.
private func seal(of file: Int32) -> String? {
    var status = stat()
    guard fstat(file, &status) == 0, status.isRegular else { return nil }
    let start = bytes(of: file, at: 0)
    guard start.count == min(Int(status.st_size), blockSize) else { return nil }
    var hash = SHA256()
    Array("\(status.st_size)\n".utf8).withUnsafeBytes { hash.append($0) }
    start.withUnsafeBytes { hash.append($0) }
    return String(hash.hexDigest.prefix(sealLength))
}

/// Up to a block of a file's bytes; none if they cannot be read.
private func bytes(of file: Int32, at position: off_t) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: blockSize) { buffer, count in
        while count < blockSize {
            let read = retryingInterrupts { pread(file, buffer.baseAddress.map { $0 + count }, blockSize - count, position + off_t(count)) }
            guard read > 0 else { break }
            count += read
        }
    }
}

private let blockSize = 1 << 16
private let sealLength = 16
private let mark = ".weir-"
private let dot = UInt8(ascii: ".")
