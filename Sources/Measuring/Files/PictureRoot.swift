import Base
import Glibc
import System

/// The folder that local pictures must lie in. A catalogue is written by others: without this, a
/// row could name any file of the machine.
///
/// It is opened once for the whole run: a link to it may be turned to another folder meanwhile.
public final class PictureRoot: Sendable {
    /// The folder's own path, without links.
    public let path: [UInt8]
    private let folder: Int32
    private let hasOpenat2: Bool
    /// What absolute names of pictures in this folder begin with: its path, or the name that was given for
    /// it, which may lead through a link.
    private let prefixes: [[UInt8]]

    /// Without `asksTheKernel` this works as on a kernel that has no openat2.
    public init(_ name: [UInt8], asksTheKernel: Bool = true) throws(MachineFailure) {
        guard let path = realPath(name) else { throw .unreadable(name, errno) }
        let folder = withPath(path) { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard folder >= 0 else { throw .unreadable(name, errno) }
        self.path = path
        self.folder = folder
        let probe = openBeneath(folder, Array(".".utf8))
        hasOpenat2 = asksTheKernel && probe >= 0
        if probe >= 0 { close(probe) }
        prefixes = [path, name].filter { $0.first == UInt8(ascii: "/") }.map(asPrefix)
    }

    deinit { close(folder) }

    /// The path relative to this folder, if the name can be one: an absolute name must begin with
    /// the folder's own.
    public func relative(_ name: UnsafeBufferPointer<UInt8>) -> ArraySlice<UInt8>? {
        guard name.first == slash else { return Array(name)[...] }
        guard let prefix = prefixes.first(where: { name.starts(with: $0) }) else { return nil }
        return Array(name)[prefix.count...].drop { $0 == slash }
    }

    /// Opens a file by its relative path; a path that leads out of the folder is not opened.
    func open(_ relative: ArraySlice<UInt8>) -> Result<Int32, Failure> {
        guard !relative.isEmpty, !relative.contains(0) else { return .failure(Failure(.notFound)) }
        guard hasOpenat2 else { return openChecked(relative) }
        // EAGAIN: a folder on the way was renamed meanwhile.
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

    /// A handle of a folder by its relative path; negative where that leads out of this one. Nothing is read
    /// of it.
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

    /// For kernels without openat2: the links are resolved first, and the result is opened.
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

/// A folder's path with one slash behind it.
private func asPrefix(_ folder: [UInt8]) -> [UInt8] {
    let end = folder.lastIndex { $0 != UInt8(ascii: "/") }.map { $0 + 1 } ?? 0
    return folder[..<end] + [UInt8(ascii: "/")]
}
