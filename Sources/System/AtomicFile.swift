import Base
import CLinux
import Glibc

/// A file that appears whole or not at all. It is written without a name, synced, and moved over the old file by
/// rename. A killed process therefore leaves no file behind, except on file systems without unnamed files, where a
/// hidden file remains.
package final class AtomicFile {
    /// The path as it was given, for messages.
    private let path: [UInt8]
    private let place: OutputPlace
    /// Whether the target is a device or a pipe.
    private let isSpecial: Bool
    private var file: Int32
    /// The name of the new file before `commit`, if it has one.
    private var hiddenName: [UInt8]?
    /// Whether the file has replaced its target.
    package private(set) var isInPlace = false

    /// Opens the file that will replace the target. An unwritable place is therefore reported before the work begins.
    /// If the path is a link, the file that the link points to is replaced. A device or a pipe is an output only if the
    /// user has named it.
    package init(replacing path: [UInt8], isNamed: Bool = true) throws(MachineFailure) {
        self.path = path
        place = try OutputPlace(path, hasHiddenFiles: true)
        guard !place.folder.isHidden else {
            throw .input("\(shown(path)) leads into a hidden folder of pages, which are replaced together; name another file")
        }
        let kind = place.folder.status(of: place.name).map { $0.st_mode & S_IFMT }
        isSpecial = kind != nil && kind != S_IFREG
        guard isNamed || !isSpecial else {
            file = -1
            throw .unwritable(path, EEXIST)
        }
        if !isSpecial {
            (file, hiddenName) = place.folder.openNewFile(for: place.name)
        } else if place.isKernelLink {
            file = place.folder.openKernelLink(place.name)
        } else {
            // A device or a pipe is written directly; a rename would replace it by a file.
            file = place.folder.open(place.name, O_WRONLY)
        }
        guard file >= 0 else { throw .unwritable(path, errno) }
    }

    deinit {
        if file >= 0 { close(file) }
        if let hiddenName { place.folder.removeFile(hiddenName) }
    }

    package func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(MachineFailure) {
        guard writeAll(bytes, to: file) else { throw .unwritable(path, errno) }
    }

    /// Takes room on the disk for so many bytes, so that a full disk is noticed before the work begins. What is not written is given
    /// back.
    package func reserve(_ bytes: Int64) throws(MachineFailure) {
        guard file >= 0, !isSpecial else { return }
        guard CLinux_reserve(file, off_t(bytes)) != 0, errno == ENOSPC || errno == EDQUOT else { return }
        throw .unwritable(path, errno)
    }

    /// Completes the file and gives it a hidden name beside the target. The later steps need no room on the disk. If
    /// there is no target yet, the file gets the permissions of `model`.
    package func prepare(like model: stat? = nil) throws(MachineFailure) {
        guard file >= 0, !isSpecial else { return }
        if let old = place.folder.status(of: place.name) ?? model { keepOwnerAndMode(of: old, for: file) }
        var status = stat()
        // Reserved room behind the end is given back.
        if fstat(file, &status) == 0 { _ = ftruncate(file, status.st_size) }
        guard fsync(file) == 0 else { throw .unwritable(path, errno) }
        if hiddenName == nil {
            let hidden = place.folder.hiddenName(for: place.name)
            guard place.folder.link(file, as: hidden) else { throw .unwritable(path, errno) }
            hiddenName = hidden
        }
        // A full disk may be reported only by close(2).
        let closed = close(file)
        file = -1
        guard closed == 0 else { throw .unwritable(path, errno) }
    }

    /// Removes the old file before the new one takes its place.
    package func removeTarget() throws(MachineFailure) {
        guard !isSpecial, place.folder.status(of: place.name) != nil else { return }
        place.folder.removeFile(place.name)
        guard place.folder.status(of: place.name) == nil else { throw .unwritable(path, EPERM) }
        try place.folder.sync()
    }

    /// Moves the file to its target, and syncs the rename to the disk.
    package func commit() throws(MachineFailure) {
        guard !isSpecial else { return }
        try prepare()
        guard let hiddenName else { return }
        guard place.folder.move(hiddenName, to: place.name) else { throw .unwritable(path, errno) }
        self.hiddenName = nil
        isInPlace = true
        try place.folder.sync()
    }
}

/// Gives a new file the permissions of the old one, and its owner where this user may change the owner. Permissions to
/// run as the owner are not given to new content.
package func keepOwnerAndMode(of old: stat, for file: Int32) {
    _ = fchown(file, old.st_uid, old.st_gid)
    fchmod(file, old.st_mode & 0o777)
}
