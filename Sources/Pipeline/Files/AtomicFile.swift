import CLinux
import Base
import Glibc

/// A file that appears whole or not at all: written without a name, synced, then put in the place
/// of the old one by rename. Whatever ends the process while it writes leaves nothing behind; a
/// file system without unnamed files has a hidden one for that time.
final class AtomicFile {
    /// The path as it was given, for messages.
    private let name: [UInt8]
    private let target: [UInt8]
    private let folder: WritingFolder
    private let isSpecial: Bool
    private(set) var file: Int32
    private var temporary: [UInt8]?

    /// Opens the file that is to replace the target, so that a place that cannot be written to is
    /// known before the work begins. A link is followed: what it points to is replaced. Who puts
    /// many files into one folder has it ready.
    init(replacing path: [UInt8], in folder: WritingFolder? = nil) throws(MachineFailure) {
        name = path
        let kind = fileKind(path)
        isSpecial = kind != nil && kind != S_IFREG && kind != S_IFDIR
        // What leads to a pipe need not be a path: /dev/stdout does not.
        let target = isSpecial ? path : try followingLinks(path)
        self.target = target
        let place = Base.folder(of: target)
        self.folder = folder ?? WritingFolder(place)
        guard kind != S_IFDIR else {
            file = -1
            throw writeFailure(path, EISDIR)
        }
        if isSpecial {
            // A device or a pipe is written to as it is; a rename would put a file in its place.
            file = withCString(path) { path in retryingInterrupts { open(path, O_WRONLY | O_CLOEXEC) } }
        } else {
            file = openUnnamed(in: place)
            if file < 0, isUnnamedUnknown(errno) {
                let hidden = self.folder.hiddenPath(for: lastName(of: target))
                file = openNew(hidden)
                temporary = hidden
            }
        }
        guard file >= 0 else { throw writeFailure(errno == ENOENT ? target : path, errno) }
    }

    deinit {
        if file >= 0 { close(file) }
        if let temporary { _ = withCString(temporary, unlink) }
    }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(MachineFailure) {
        guard writeAll(bytes, to: file) else { throw writeFailure(name, errno) }
    }

    /// Completes the file and gives it a hidden name beside the target, so that there is nothing
    /// left to do for which room is needed. `isSynced` says that the caller brings it to the disk.
    func prepare(isSynced: Bool = false) throws(MachineFailure) {
        guard file >= 0, !isSpecial else { return }
        keepOwnerAndMode()
        guard isSynced || fsync(file) == 0 else { throw writeFailure(name, errno) }
        if temporary == nil { try link(to: folder.hiddenPath(for: lastName(of: target))) }
        // A full disk may be noticed only now.
        let closed = close(file)
        file = -1
        guard closed == 0 else { throw writeFailure(name, errno) }
    }

    private func link(to hidden: [UInt8]) throws(MachineFailure) {
        let own = Array("/proc/self/fd/\(file)".utf8)
        let status = withCString(own) { own in
            withCString(hidden) { hidden in linkat(AT_FDCWD, own, AT_FDCWD, hidden, AT_SYMLINK_FOLLOW) }
        }
        guard status == 0 else { throw writeFailure(name, errno) }
        temporary = hidden
    }

    /// Puts the file in its place. With `syncsFolder` it is there for good; else the caller sees
    /// to that.
    func commit(syncsFolder: Bool = true) throws(MachineFailure) {
        guard !isSpecial else { return }
        try prepare()
        guard let temporary else { return }
        let status = withCString(temporary) { from in withCString(target) { to in rename(from, to) } }
        guard status == 0 else { throw writeFailure(name, errno) }
        self.temporary = nil
        if syncsFolder { try folder.sync() }
    }

    /// A file that is replaced keeps its permissions, and its owner where this user may give it away.
    private func keepOwnerAndMode() {
        var status = stat()
        guard withCString(target, { stat($0, &status) }) == 0 else { return }
        _ = fchown(file, status.st_uid, status.st_gid)
        fchmod(file, status.st_mode & 0o7777)
    }
}

private func lastName(of path: [UInt8]) -> ArraySlice<UInt8> { path[((path.lastIndex(of: slash) ?? -1) + 1)...] }

private var slash: UInt8 { UInt8(ascii: "/") }

/// Opens a file that has no name and goes away when it is closed.
func openUnnamed(in folder: [UInt8]) -> Int32 { withCString(folder, CLinux_open_unnamed) }

/// Whether the file system knows no files without names.
func isUnnamedUnknown(_ code: Int32) -> Bool { code == EOPNOTSUPP || code == EISDIR || code == EINVAL }

/// Opens a file under a hidden name.
func openNew(_ hidden: [UInt8]) -> Int32 {
    withCString(hidden) { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
}

/// Where a path leads; also if it is a link to a file that is not there yet.
private func followingLinks(_ path: [UInt8]) throws(MachineFailure) -> [UInt8] {
    if let real = realPath(path) { return real }
    guard errno == ENOENT else { throw writeFailure(path, errno) }
    var path = path
    while let next = linkTarget(path) { path = next.first == slash ? next : folder(of: path) + [slash] + next }
    return path
}

private func linkTarget(_ path: [UInt8]) -> [UInt8]? {
    let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
        let length = withCString(path) { path in
            buffer.withMemoryRebound(to: CChar.self) { text in text.baseAddress.map { readlink(path, $0, text.count) } ?? 0 }
        }
        count = max(0, length)
    }
    return target.isEmpty ? nil : target
}

/// Whether it is a file, a folder or something else; nil where there is nothing.
private func fileKind(_ path: [UInt8]) -> mode_t? {
    var status = stat()
    return withCString(path, { stat($0, &status) }) == 0 ? status.st_mode & S_IFMT : nil
}

/// Writes all bytes, or says in errno why not. A parent may have left a pipe non-blocking: it is
/// full then, not broken.
func writeAll(_ bytes: UnsafeBufferPointer<UInt8>, to file: Int32) -> Bool {
    var rest = UnsafeRawBufferPointer(bytes)
    while !rest.isEmpty {
        let count = retryingInterrupts { write(file, rest.baseAddress, rest.count) }
        if count >= 0 {
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno == EAGAIN {
            var wait = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
            poll(&wait, 1, -1)
        } else {
            return false
        }
    }
    return true
}

func writeFailure(_ path: [UInt8], _ code: Int32) -> MachineFailure {
    if code == EPIPE { return .closedPipe }
    let reason = switch code {
    case ENOENT: "there is no folder \(shown(folder(of: path)))"
    case EISDIR: "it is a folder"
    default: errorText(code)
    }
    let message = "\(shown(path)) cannot be written: \(reason)"
    return [ENOENT, ENOTDIR, EISDIR, ELOOP].contains(code) ? .input(message) : .machine(message)
}
