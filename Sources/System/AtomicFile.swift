import CWeirLinux
import Glibc
import WeirBase

/// A file that appears whole or not at all. It is written without a name, synced, and moved over the old file by
/// rename. A process that is killed right before its rename leaves a hidden file, which the next run recognizes and removes.
/// On file systems without unnamed files, one that is killed earlier leaves a hidden file that stays.
package final class AtomicFile {
    /// The path as it was given, for messages.
    private var path: [UInt8]
    private var outputPath: OutputPath
    /// Whether the target is a device or a pipe.
    private let isSpecial: Bool
    /// Whether a target with the same bytes stays as it is.
    private let keepsSame: Bool
    /// Whether the caller syncs the file with the others of its folder.
    private let isOneOfMany: Bool
    private var file: Int32
    /// The name of the new file before `commit`, if it has one.
    private var hiddenName: [UInt8]?
    /// Whether the complete file is the one under the final name.
    package private(set) var isInPlace = false
    /// Whether the target has the same bytes already; known after `prepare`.
    package private(set) var isUnchanged = false

    /// Opens the file that will replace the target. An unwritable path is therefore reported before the work begins.
    /// If the path is a link, the file that the link points to is replaced. A device or a pipe is an output only if the
    /// user has named it.
    package init(replacing path: [UInt8], isNamed: Bool = true, keepsSame: Bool = false) throws(MachineFailure) {
        (self.path, self.keepsSame, isOneOfMany) = (path, keepsSame, false)
        outputPath = try OutputPath(path, hasHiddenFiles: true)
        let kind = outputPath.folder.status(of: outputPath.name).map { $0.st_mode & S_IFMT }
        isSpecial = kind != nil && kind != S_IFREG
        guard isNamed || !isSpecial else {
            file = -1
            throw .unwritable(path, EEXIST)
        }
        if !isSpecial {
            (file, hiddenName) = outputPath.folder.openNewFile(for: outputPath.name)
        } else if outputPath.isKernelLink {
            file = outputPath.folder.openKernelLink(outputPath.name)
        } else {
            // A device or a pipe is written directly; a rename would replace it by a file.
            file = outputPath.folder.open(outputPath.name, O_WRONLY)
        }
        guard file >= 0 else { throw .unwritable(path, errno) }
    }

    /// A file in an open folder. What has the name is replaced, even a link. The caller syncs one of many files.
    package init(_ name: [UInt8], in folder: OutputFolder, isOneOfMany: Bool = true) throws(MachineFailure) {
        (path, outputPath) = (folder.path(of: name), OutputPath(folder, name))
        (isSpecial, keepsSame, self.isOneOfMany) = (false, true, isOneOfMany)
        (file, hiddenName) = folder.openNewFile(for: name)
        guard file >= 0 else { throw .unwritable(path, errno) }
    }

    deinit {
        if file >= 0 { close(file) }
        if let hiddenName { outputPath.folder.removeFile(hiddenName) }
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

    /// Gives the complete file another name than that with which it was begun.
    package func rename(to name: [UInt8]) {
        outputPath = OutputPath(outputPath.folder, name)
        path = outputPath.path
    }

    /// The file that stands where this one will be.
    package var target: stat? { outputPath.folder.statusOfTarget(of: outputPath.name) }

    /// Hidden files that may be left from a killed run for this file, and may as well be somebody's.
    package var doubtfulLeftovers: [[UInt8]] { outputPath.folder.doubtfulLeftovers(for: [outputPath.name]) }

    /// Completes the file and gives it a hidden name beside the target. The later steps need no room on the disk. If
    /// there is no target yet, the file gets the permissions of `model`.
    package func prepare(like model: stat? = nil) throws(MachineFailure) {
        guard file >= 0, !isSpecial else { return }
        if keepsSame, outputPath.folder.hasBytes(outputPath.name, of: file) {
            isUnchanged = true
        } else {
            if let old = target ?? model { keepOwnerAndMode(of: old, for: file) }
            var status = stat()
            // Reserved room behind the end is given back.
            if fstat(file, &status) == 0 { _ = ftruncate(file, status.st_size) }
            guard isOneOfMany || fsync(file) == 0 else { throw .unwritable(path, errno) }
            try nameFile()
        }
        // A full disk may be reported only by close(2).
        let closed = close(file)
        file = -1
        guard closed == 0 || isUnchanged else { throw .unwritable(path, errno) }
    }

    /// The name has the seal of the whole content, by which the next run recognizes a leftover.
    private func nameFile() throws(MachineFailure) {
        guard let sealed = outputPath.folder.sealedName(for: outputPath.name, file) else { throw .unwritable(path, errno) }
        let isNamed = hiddenName.map { outputPath.folder.move($0, to: sealed) } ?? outputPath.folder.link(file, as: sealed)
        guard isNamed else { throw .unwritable(path, errno) }
        hiddenName = sealed
    }

    /// Moves the file to its target, and syncs the rename to the disk.
    package func commit() throws(MachineFailure) {
        guard !isSpecial else { return }
        try prepare()
        if isUnchanged { isInPlace = true }
        guard let hiddenName, !isUnchanged else { return }
        guard outputPath.folder.move(hiddenName, to: outputPath.name) else { throw .unwritable(path, errno) }
        self.hiddenName = nil
        isInPlace = true
        if !isOneOfMany { try outputPath.folder.sync() }
    }
}

/// Gives a new file the permissions of the old one, and its owner where this user may change the owner. Permissions to
/// run as the owner are not given to new content.
package func keepOwnerAndMode(of old: stat, for file: Int32) {
    _ = fchown(file, old.st_uid, old.st_gid)
    fchmod(file, old.st_mode & 0o777)
}

/// Takes all permissions to an open file from its group and from others, if it is this user's, and lets this user write to it if it
/// `isToBeWritten`. Returns whether this user may.
@discardableResult
package func makePrivate(_ file: Int32, isToBeWritten: Bool = false) -> Bool {
    var status = stat()
    // The owner of a file with a second name may have other plans for it.
    guard fstat(file, &status) == 0, status.isRegular, status.st_uid == geteuid(), status.st_nlink == 1 else { return false }
    let mode = status.st_mode & 0o700 | (isToBeWritten ? 0o200 : 0)
    if status.st_mode & 0o777 != mode { fchmod(file, mode) }
    return mode & 0o200 != 0
}
