import Base
import Glibc
import System

/// The folder that local pictures must lie in. A catalogue is written by others, and its rows could otherwise name
/// any file of the machine.
///
/// The folder is opened once for the whole run, because a link to it may change its target during the run.
package final class PictureRoot: Sendable {
    /// The folder's own path, without links.
    package let path: [UInt8]
    /// The path with a slash at its end.
    let prefix: [UInt8]
    private let folder: Int32
    private let hasOpenat2: Bool
    /// The prefixes of absolute names of pictures in this folder: its path, and the name that was given for it, which
    /// may contain a link.
    private let prefixes: [[UInt8]]

    /// Without `asksTheKernel`, openat2 is not used, as on a kernel that does not have it.
    package init(_ name: [UInt8], asksTheKernel: Bool = true) throws(MachineFailure) {
        guard let path = realPath(name) else { throw .unreadable(name, errno) }
        let folder = withPath(path) { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard folder >= 0 else { throw .unreadable(name, errno) }
        self.path = path
        prefix = asPrefix(path)
        self.folder = folder
        let probe = openBeneath(folder, Array(".".utf8))
        hasOpenat2 = asksTheKernel && probe >= 0
        if probe >= 0 { close(probe) }
        prefixes = [path, name].filter { $0.first == UInt8(ascii: "/") }.map(asPrefix)
    }

    deinit { close(folder) }

    /// The path relative to this folder; nil for an absolute name that does not begin with this folder's path.
    package func relative(_ name: UnsafeBufferPointer<UInt8>) -> ArraySlice<UInt8>? {
        guard name.first == slash else { return Array(name)[...] }
        guard let prefix = prefixes.first(where: { name.starts(with: $0) }) else { return nil }
        return Array(name)[prefix.count...].drop { $0 == slash }
    }

    /// Opens a file by its relative path. A path that leads out of the folder is refused.
    func open(_ relative: ArraySlice<UInt8>) -> Result<Int32, Failure> {
        guard !relative.isEmpty, !relative.contains(0) else { return .failure(Failure(.notFound)) }
        guard hasOpenat2 else { return openChecked(relative) }
        // EAGAIN: a folder on the path was renamed during the call.
        for _ in 0..<8 {
            let file = openBeneath(folder, Array(relative))
            if file >= 0 { return .success(file) }
            switch errno {
            case EAGAIN: continue
            case EXDEV: return .failure(Failure(.outsideRoot))
            default: return .failure(Failure(errno: errno))
            }
        }
        return .failure(Failure(.unreadable, errorText(EAGAIN)))
    }

    /// Opens a folder by its relative path, as a handle only, not for reading. Negative if the path leads out of this
    /// folder.
    func findFolder(_ relative: ArraySlice<UInt8>) -> Int32 {
        guard !relative.isEmpty else { return dup(folder) }
        guard hasOpenat2 else {
            guard let resolved = realPath(path + [slash] + relative),
                resolved == path || resolved.starts(with: asPrefix(path))
            else { return -1 }
            return withPath(resolved) { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW) }
        }
        return findFolderBeneath(folder, Array(relative))
    }

    /// For kernels without openat2: resolves the links first, then opens the result.
    private func openChecked(_ relative: ArraySlice<UInt8>) -> Result<Int32, Failure> {
        guard let resolved = realPath(path + [slash] + relative) else { return .failure(Failure(errno: errno)) }
        guard resolved == path || resolved.starts(with: asPrefix(path)) else { return .failure(Failure(.outsideRoot)) }
        let file = withPath(resolved) { path in
            retryingInterrupts { Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW) }
        }
        return file >= 0 ? .success(file) : .failure(Failure(errno: errno))
    }

    private var slash: UInt8 { UInt8(ascii: "/") }
}

/// A folder's path with one slash at the end.
private func asPrefix(_ folder: [UInt8]) -> [UInt8] {
    let end = folder.lastIndex { $0 != UInt8(ascii: "/") }.map { $0 + 1 } ?? 0
    return folder[..<end] + [UInt8(ascii: "/")]
}
