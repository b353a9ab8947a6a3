import Glibc
import ImageHeaders
import Journals
import WeirBase
import WeirSystem

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
    package func relative(_ name: [UInt8]) -> [UInt8]? {
        guard name.first == slash else { return name }
        guard let prefix = prefixes.first(where: { name.starts(with: $0) }) else { return nil }
        return Array(name[prefix.count...].drop { $0 == slash })
    }

    /// Opens a file by its relative path. A path that leads out of the folder is refused.
    func open(_ relative: [UInt8]) -> Result<Int32, Failure> {
        guard !relative.isEmpty, !relative.contains(0) else { return .failure(Failure(.notFound)) }
        guard hasOpenat2 else { return openChecked(relative) }
        // EAGAIN: a folder on the path was renamed during the call.
        for _ in 0..<8 {
            let file = openBeneath(folder, relative)
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
    private func openChecked(_ relative: [UInt8]) -> Result<Int32, Failure> {
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

extension PictureRoot {
    /// Whether a picture's name leads to a file of which the status is known.
    package func has(_ img: UnsafeBufferPointer<UInt8>, at expected: stat) -> Bool {
        guard case .file(let path) = PictureLocation(of: img, below: self), case .success(let file) = open(path) else {
            return false
        }
        defer { close(file) }
        var status = stat()
        return fstat(file, &status) == 0 && status.st_dev == expected.st_dev && status.st_ino == expected.st_ino
    }
}

extension PictureRoot {
    /// The SHA-256 of a picture that is a file below this folder, in hexadecimal; nil for other pictures and if the file cannot
    /// be read.
    package func sha256(of img: [UInt8]) -> String? {
        let picture = img.withUnsafeBufferPointer { PictureLocation(of: $0, below: self) }
        guard case .file(let path) = picture, case .success(let file) = open(path) else { return nil }
        defer { close(file) }
        var hash = SHA256()
        guard let length = try? FileBytes(file).count, length > 0, hash.append(file: file, upTo: .max) >= length else { return nil }
        return hash.hexDigest
    }
}

extension PictureRoot {
    /// The bytes of a picture below this folder, and the media type of its content. Nil for a path that leads out of the folder, and for a
    /// file whose header is not that of a picture.
    package func content(of img: [UInt8]) -> (bytes: [UInt8], mime: StaticString)? {
        let location = img.withUnsafeBufferPointer { PictureLocation(of: $0, below: self) }
        guard case .file(let path) = location, case .success(let file) = open(path) else { return nil }
        defer { close(file) }
        var probe = FileProbe(limits: HeaderLimits())
        guard case .success(let header) = probe.header(ofFile: file) else { return nil }
        let input = InputFile(descriptor: file, name: shown(img))
        guard let length = input.length, length <= Self.largestContent, let bytes = try? input.read(upTo: Int(length)) else { return nil }
        return (bytes, header.format.mime)
    }

    /// A larger file is no picture of a shop.
    private static let largestContent: Int64 = 256 << 20
}

/// Looks at files without opening them, with one system call for each file. No file outside the root folder is looked
/// at: folders are found by the root's rules, and links do not count as files. Folders stay open for the next files
/// in them.
struct FileStamps: ~Copyable {
    private var folders: [[UInt8]: Int32] = [:]
    private var last: (name: [UInt8], folder: Int32)?

    /// The largest number of folders that a thread keeps open.
    private static let mostFolders = 16

    deinit { for folder in folders.values where folder >= 0 { close(folder) } }

    /// The stamp of a plain file, by its path below the root; nil for anything else.
    mutating func stamp(of relative: ArraySlice<UInt8>, in root: PictureRoot) -> FileStamp? {
        guard !relative.isEmpty, !relative.contains(0) else { return nil }
        let slash = relative.lastIndex(of: UInt8(ascii: "/"))
        let folder = folder(relative[..<(slash ?? relative.startIndex)], in: root)
        guard folder >= 0 else { return nil }
        var status = stat()
        let name = Array(relative[(slash.map { $0 + 1 } ?? relative.startIndex)...])
        guard withPath(name, { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0, status.isRegular else { return nil }
        return FileStamp(status)
    }

    private mutating func folder(_ name: ArraySlice<UInt8>, in root: PictureRoot) -> Int32 {
        if let last, last.name.elementsEqual(name) { return last.folder }
        let key = Array(name)
        let folder = folders[key] ?? root.findFolder(name)
        if folders.count >= FileStamps.mostFolders, folders[key] == nil { forgetFolders() }
        folders[key] = folder
        last = (key, folder)
        return folder
    }

    private mutating func forgetFolders() {
        for folder in folders.values where folder >= 0 { close(folder) }
        folders.removeAll(keepingCapacity: true)
    }
}
