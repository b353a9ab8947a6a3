import CWeirLinux
import Glibc
import WeirBase

/// The path of an output: a name in an open folder. Every path that is created, replaced or truncated is resolved
/// here, once, so that nobody can redirect the output after that.
///
/// A link is followed only if this user or root has made it, and if nobody else could have moved it to where it is.
/// Otherwise somebody could plant a link where weir will write, and weir would overwrite the target of the link.
package struct OutputPath: Sendable {
    package let folder: OutputFolder
    package let name: [UInt8]
    /// Whether the name is a link of the kernel's, such as `/proc/self/fd/1`. Such a link to a pipe has no target path.
    let isKernelLink: Bool

    package init(_ path: [UInt8], hasHiddenFiles: Bool = false) throws(MachineFailure) {
        let walk = try PathWalk(path)
        guard let name = try walk.goToFolderOfLastName() else { throw .unwritable(path, EISDIR) }
        folder = OutputFolder(walk.takeFolder(), walk.folderPath, hasHiddenFiles: hasHiddenFiles)
        self.name = name
        isKernelLink = walk.isAtKernelLink
    }

    init(_ folder: OutputFolder, _ name: [UInt8]) {
        self.folder = folder
        self.name = name
        isKernelLink = false
    }

    /// The path without links, for messages.
    package var path: [UInt8] { folder.path(of: name) }
}

/// Resolves a path name by name, each below an open folder. So no name can be exchanged for a link on the way.
final class PathWalk {
    private let path: [UInt8]
    private var folder: Int32
    /// The names that are left, the next one last.
    private var rest: [[UInt8]]
    /// The path of the open folder, without links.
    private(set) var folderPath: [UInt8]
    private var linkCount = 0
    private(set) var isAtKernelLink = false

    /// As many links as the kernel follows (path_resolution(7)).
    private static let mostLinks = 40

    init(_ path: [UInt8]) throws(MachineFailure) {
        guard !path.contains(0) else { throw .unwritable(path, EINVAL) }
        self.path = path
        rest = PathWalk.names(of: path)
        folder = -1
        folderPath = []
        try begin(at: path.first == slash ? [slash] : [dot])
    }

    deinit { if folder >= 0 { close(folder) } }

    /// The names of a path in reverse order. A slash at the end asks for a folder, as the name `.` does.
    private static func names(of path: [UInt8]) -> [[UInt8]] {
        path.split(separator: slash).map { Array($0) }.reversed().reduce(into: path.last == slash ? [[dot]] : []) { $0.append($1) }
    }

    private func begin(at start: [UInt8]) throws(MachineFailure) {
        if folder >= 0 { close(folder) }
        folder = withPath(start) { CLinux_find_folder(AT_FDCWD, $0) }
        folderPath = start == [dot] ? [] : start
        guard folder >= 0 else { throw failure(errno, at: start) }
    }

    /// Goes to the folder of the path's last name, which need not exist. Returns nil if the path names a folder.
    func goToFolderOfLastName() throws(MachineFailure) -> [UInt8]? {
        while let name = rest.popLast() {
            if try enter(name, isLast: rest.isEmpty) { return name }
        }
        return nil
    }

    /// Gives the open folder to the caller, who closes it.
    func takeFolder() -> Int32 {
        defer { folder = -1 }
        return folder
    }

    /// Goes on to the next name. Returns true if that name is the last one and is no folder.
    private func enter(_ name: [UInt8], isLast: Bool) throws(MachineFailure) -> Bool {
        if name == [dot] { return false }
        if name == [dot, dot] {
            let parent = withPath(name) { CLinux_find_folder(folder, $0) }
            guard parent >= 0 else { throw failure(errno, at: name) }
            moveTo(parent, named: name)
            return false
        }
        let entry = withPath(name) { CLinux_find(folder, $0) }
        guard entry >= 0 else {
            if isLast, errno == ENOENT { return true }
            throw failure(errno, at: name)
        }
        var status = stat()
        guard fstat(entry, &status) == 0 else {
            defer { close(entry) }
            throw failure(errno, at: name)
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            moveTo(entry, named: name)
            return false
        case S_IFLNK:
            defer { close(entry) }
            return try follow(entry, status, name, isLast: isLast)
        default:
            close(entry)
            guard isLast else { throw failure(ENOTDIR, at: name) }
            return true
        }
    }

    private func moveTo(_ next: Int32, named name: [UInt8]) {
        close(folder)
        folder = next
        folderPath = joined(folderPath, name)
    }

    private func follow(
        _ link: Int32, _ status: stat, _ name: [UInt8], isLast: Bool
    ) throws(MachineFailure) -> Bool {
        guard mayFollow(status) else { throw .foreignLink(path, at: joined(folderPath, name)) }
        linkCount += 1
        guard linkCount <= PathWalk.mostLinks, let target = linkTarget([], below: link) else { throw failure(ELOOP, at: name) }
        if isLast, target.first != slash, CLinux_is_proc(folder) != 0 {
            isAtKernelLink = true
            return true
        }
        rest += PathWalk.names(of: target)
        if target.first == slash { try begin(at: [slash]) }
        return false
    }

    /// Whether nobody but this user and root can have put the link there.
    private func mayFollow(_ link: stat) -> Bool {
        var folderStatus = stat()
        guard fstat(folder, &folderStatus) == 0, [geteuid(), 0].contains(link.st_uid) else { return false }
        // In a sticky folder such as /tmp, only the owner moves a link.
        return folderStatus.st_mode & S_IWOTH == 0 || folderStatus.st_mode & S_ISVTX != 0
    }

    private func failure(_ code: Int32, at name: [UInt8]) -> MachineFailure {
        // The names after a link are not those of the given path.
        guard linkCount > 0 else { return .unwritable(path, code) }
        let names = rest.reversed().reduce(name) { $0 + [slash] + $1 }
        return .unwritable(joined(folderPath, names), code)
    }
}

extension MachineFailure {
    fileprivate static func foreignLink(_ path: [UInt8], at link: [UInt8]) -> MachineFailure {
        .machine(
            "\(shown(path)) cannot be written: \(shown(link)) is a link that somebody else may have put there; name the place itself")
    }
}

private let slash = UInt8(ascii: "/")
private let dot = UInt8(ascii: ".")
