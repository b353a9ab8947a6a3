import Base
import CLinux
import Glibc

/// A folder into which a run puts files. All names are looked up below the open folder, and none of them as a link.
///
/// A folder for hidden files is locked for as long as this value lives, so that other runs do not remove them. A run
/// that finds such a folder unlocked removes hidden files that killed runs have left.
package final class OutputFolder: Sendable {
    /// The path without links, for messages.
    package let path: [UInt8]
    /// The folder as a place, which may be unreadable.
    private let place: Int32
    /// The folder for its lock and its listing. Negative if the folder cannot be read. Nothing is cleaned then.
    private let listing: Int32

    /// Opens a folder, and makes it if it is missing. Returns the place of a folder that was made. Links of this user and
    /// of root are followed, see `OutputPlace`. `isOwn` chooses the files that are removed from hidden folders of killed runs.
    package static func make(
        _ path: [UInt8], hasHiddenFiles: Bool = false, owning isOwn: ([UInt8]) -> Bool = { _ in false }
    ) throws(MachineFailure) -> (folder: OutputFolder, new: OutputPlace?) {
        let walk = try PathWalk(withoutEndSlashes(path))
        guard let name = try walk.goToFolderOfLastName() else {
            return (OutputFolder(walk.takeFolder(), walk.folderPath, hasHiddenFiles: hasHiddenFiles, owning: isOwn), nil)
        }
        let place = OutputPlace(OutputFolder(walk.takeFolder(), walk.folderPath), name)
        return (try place.folder.makeFolder(name, hasHiddenFiles: hasHiddenFiles, owning: isOwn), place)
    }

    /// Takes an open folder, and closes it at the end.
    init(_ place: Int32, _ path: [UInt8], hasHiddenFiles: Bool = false, owning isOwn: ([UInt8]) -> Bool = { _ in false }) {
        self.place = place
        self.path = path.isEmpty ? [UInt8(ascii: ".")] : path
        listing = openat(place, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard listing >= 0, hasHiddenFiles else { return }
        // The kernel releases a lock when its process ends, for any reason. A run never waits for a lock, since the
        // folder may be locked by the program that has started this run.
        if flock(listing, LOCK_EX | LOCK_NB) == 0 { removeLeftovers(isOwn) }
        _ = flock(listing, LOCK_SH | LOCK_NB)
    }

    deinit {
        if listing >= 0 { close(listing) }
        close(place)
    }

    /// The path of a file, for messages.
    package func path(of name: [UInt8]) -> [UInt8] { joined(path, name) }

    /// A path that leads through the open folder, so nobody can redirect it while this value lives. nil without `/proc`.
    package func lastingPath(of name: [UInt8]) -> [UInt8]? {
        let own = Array("/proc/self/fd/\(place)".utf8)
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

// Names in the folder. What returns a descriptor or a Bool sets errno when it fails.
extension OutputFolder {
    /// The status of the file itself, also of a link; nil, with errno, if there is none.
    package func status(of name: [UInt8]) -> stat? {
        var status = stat()
        return withPath(name, { fstatat(place, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 ? status : nil
    }

    /// The status of the file that a name leads to, with links followed.
    package func statusOfTarget(of name: [UInt8]) -> stat? {
        var status = stat()
        return withPath(name, { fstatat(place, $0, &status, 0) }) == 0 ? status : nil
    }

    /// Syncs the whole file system of the folder to the disk.
    package func syncFileSystem() -> Bool { CLinux_sync_file_system(listing) == 0 }

    /// Gives the folder the permissions of another one, and its owner where this user may change the owner.
    package func keepOwnerAndMode(of other: stat) { System.keepOwnerAndMode(of: other, for: listing) }

    /// The status of the folder.
    package var status: stat? {
        var status = stat()
        return fstat(place, &status) == 0 ? status : nil
    }

    /// Opens a file that is no link.
    package func open(_ name: [UInt8], _ flags: Int32, mode: mode_t = 0o666) -> Int32 {
        withPath(name) { name in retryingInterrupts { openat(place, name, flags | O_NOFOLLOW | O_CLOEXEC, mode) } }
    }

    /// Opens a device or a pipe that a link of the kernel's leads to.
    func openKernelLink(_ name: [UInt8]) -> Int32 {
        withPath(name) { name in retryingInterrupts { openat(place, name, O_WRONLY | O_CLOEXEC) } }
    }

    /// Makes a new file, and opens it for reading and writing.
    package func createFile(_ name: [UInt8]) -> Int32 { open(name, O_RDWR | O_CREAT | O_EXCL) }

    /// Takes the lock of a folder that only one run may use; false if another run has it. The lock ends with this value.
    package func lock() -> Bool { flock(listing, LOCK_EX | LOCK_NB) == 0 }

    /// Gives the lock back at once. A child process that is just starting has a copy of the descriptor.
    package func unlock() { _ = flock(listing, LOCK_UN) }

    /// Makes a folder unless it exists, and opens it. A link is no folder. A failure names `path`, which is that of the
    /// new folder by default.
    package func makeFolder(
        _ name: [UInt8], hasHiddenFiles: Bool = false, owning isOwn: ([UInt8]) -> Bool = { _ in false }, for path: [UInt8]? = nil
    ) throws(MachineFailure) -> OutputFolder {
        let isMade = withPath(name) { mkdirat(place, $0, 0o777) } == 0
        guard isMade || errno == EEXIST else { throw .unwritable(path ?? self.path(of: name), errno) }
        let folder = withPath(name) { CLinux_find_folder(place, $0) }
        guard folder >= 0 else { throw .unwritable(path ?? self.path(of: name), errno) }
        return OutputFolder(folder, self.path(of: name), hasHiddenFiles: hasHiddenFiles, owning: isOwn)
    }

    package func removeFile(_ name: [UInt8]) { _ = withPath(name) { unlinkat(place, $0, 0) } }

    /// Removes a folder with those files in it that `isOwn` chooses. Others stay, and keep the folder; returns their names.
    @discardableResult
    package func removeFolder(_ name: [UInt8], owning isOwn: ([UInt8]) -> Bool) -> [[UInt8]] {
        let folder = open(name, O_RDONLY | O_DIRECTORY)
        guard folder >= 0 else { return [] }
        defer { close(folder) }
        let names = (folderEntries(of: folder) ?? []).map(\.name)
        for name in names where isOwn(name) { _ = withPath(name) { unlinkat(folder, $0, 0) } }
        removeEmptyFolder(name)
        return names.filter { !isOwn($0) }
    }

    package func removeEmptyFolder(_ name: [UInt8]) { _ = withPath(name) { unlinkat(place, $0, AT_REMOVEDIR) } }

    /// Moves a file, and replaces any file of the new name.
    package func move(_ name: [UInt8], to target: [UInt8], in other: OutputFolder? = nil) -> Bool {
        let destination = other?.place ?? place
        return withPath(name) { from in withPath(target) { to in renameat(place, from, destination, to) } } == 0
    }

    /// Makes a symbolic link, and replaces any file of that name.
    package func link(_ name: [UInt8], to target: [UInt8]) -> Bool {
        let hidden = hiddenName(for: name)
        let isMade = withPath(target) { to in withPath(hidden) { symlinkat(to, place, $0) } } == 0
        guard isMade, move(hidden, to: name) else {
            let code = errno
            if isMade { removeFile(hidden) }
            errno = code
            return false
        }
        return true
    }

    /// The target of a link; nil if the file is no link.
    package func linkTarget(of name: [UInt8]) -> [UInt8]? { System.linkTarget(name, below: place) }

    /// Gives a file a second name in another folder, which is the same name by default.
    package func link(_ name: [UInt8], into other: OutputFolder, as newName: [UInt8]? = nil) -> Bool {
        withPath(name) { from in withPath(newName ?? name) { to in linkat(place, from, other.place, to, 0) } } == 0
    }

    /// Gives an open file without a name that name.
    func link(_ file: Int32, as name: [UInt8]) -> Bool {
        let own = Array("/proc/self/fd/\(file)".utf8)
        return withPath(own) { own in withPath(name) { linkat(AT_FDCWD, own, place, $0, AT_SYMLINK_FOLLOW) } } == 0
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
            let file = CLinux_open_unnamed(place)
            guard file < 0, [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else { return (file, nil) }
        }
        let hidden = hiddenName(for: name)
        return (createFile(hidden), hidden)
    }

    /// A hidden name for a file that will become `name`. No other run uses the same name. Names are at most 255 bytes
    /// long.
    package func hiddenName(for name: [UInt8]) -> [UInt8] {
        Array(".".utf8) + name.prefix(200) + Array("\(OutputFolder.mark)\(UInt64.random(in: 0...UInt64.max))".utf8)
    }

    private static let mark = ".weir-"

    /// A hidden file or folder that a link in this folder leads to is in use.
    private func removeLeftovers(_ isOwn: ([UInt8]) -> Bool) {
        guard let entries = entries() else { return }
        let links = entries.filter { ($0.kind == .link || $0.kind == .untold) && !OutputFolder.isHidden($0.name) }
        let used = Set(links.compactMap { linkTarget(of: $0.name) })
        for entry in entries where OutputFolder.isHidden(entry.name) && !used.contains(entry.name) {
            if status(of: entry.name)?.isFolder ?? false { removeFolder(entry.name, owning: isOwn) } else { removeFile(entry.name) }
        }
    }

    /// Whether the files of this folder belong together, as those of a set of pages.
    var isHidden: Bool { path.split(separator: UInt8(ascii: "/")).last.map { OutputFolder.isHidden(Array($0)) } ?? false }

    /// `.m.json.weir-123` is the hidden name of a new `m.json`.
    package static func isHidden(_ name: [UInt8]) -> Bool {
        let digits = name.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
        let rest = name.dropLast(digits)
        return digits > 0 && name.first == UInt8(ascii: ".") && rest.count > mark.utf8.count + 1
            && rest.suffix(mark.utf8.count).elementsEqual(mark.utf8)
    }
}
