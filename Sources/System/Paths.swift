import CWeirLinux
import Glibc
import WeirBase

/// Calls `body` with a path as a C string.
@inlinable
package func withPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    path.withUnsafeBufferPointer { withPath($0, body) }
}

@inlinable
package func withPath<Result>(_ path: UnsafeBufferPointer<UInt8>, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: path.count + 1, alignment: 1) { text in
        text.copyBytes(from: path)
        text[path.count] = 0
        return text.withMemoryRebound(to: CChar.self) { text in
            // A buffer of at least one element always has an address.
            text.baseAddress.map { body($0) } ?? body("")
        }
    }
}

/// The status of the file at a path, with links followed; nil, with errno, if there is none.
package func fileStatus(_ path: [UInt8]) -> stat? {
    var status = stat()
    return withPath(path, { stat($0, &status) }) == 0 ? status : nil
}

/// The status of a file, or of the link itself; nil, with errno, if there is none.
package func ownStatus(_ path: [UInt8]) -> stat? {
    var status = stat()
    return withPath(path, { lstat($0, &status) }) == 0 ? status : nil
}

extension stat {
    package var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
    package var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
    package var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
    package var size: Int64 { Int64(st_size) }
}

/// The working folder; nil if it was removed.
package func workingFolder() -> String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
}

/// A path without links and dots; nil, with errno, if the file does not exist.
package func realPath(_ path: [UInt8]) -> [UInt8]? {
    guard let real = withPath(path, { realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
}

/// The path without links and dots of a file that need not exist, nor its folders. So two spellings of one new file have
/// the same path.
package func futurePath(_ path: [UInt8]) -> [UInt8] { futurePath(path, links: 0) }

private func futurePath(_ path: [UInt8], links: Int) -> [UInt8] {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    if let real = realPath(path) { return real }
    // The current folder may have been removed.
    guard path != [dot] else { return path }
    let path = withoutEndSlashes(path)
    guard let name = path.split(separator: slash).last.map({ Array($0) }) else { return path }
    // As many links as the kernel follows (path_resolution(7)).
    if links < 40, let target = linkTarget(path, below: AT_FDCWD) {
        return futurePath(target.first == slash ? target : joined(folder(of: path), target), links: links + 1)
    }
    let parent = futurePath(folder(of: path), links: links)
    if name == [dot] { return parent }
    // A folder that is missing will be no link.
    return name == [dot, dot] ? folder(of: parent) : joined(parent, name)
}

/// The target of a link below an open folder, or of the open link itself if the name is empty; nil if it is no link.
func linkTarget(_ name: [UInt8], below folder: Int32) -> [UInt8]? {
    let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
        let length = withPath(name) { name in
            buffer.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { readlinkat(folder, name, $0, text.count) } ?? 0
            }
        }
        count = max(0, length)
    }
    return target.isEmpty ? nil : target
}

/// A path for a message. A URL instead of a path is shown without its user and password.
package func shown(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self).visible }

/// An entry of a folder.
package struct FolderEntry: Sendable {
    package let name: [UInt8]
    package let kind: FolderEntryKind
}

package enum FolderEntryKind: Sendable {
    case folder, link, other
    /// Some file systems do not report the kind of an entry in their listings.
    case unknown
}

/// The entries of a folder without `.` and `..`, in no order; nil, with errno, if the folder cannot be read to its
/// end.
package func folderEntries(_ path: [UInt8]) -> [FolderEntry]? {
    guard let stream = withPath(path, opendir) else { return nil }
    return entries(of: stream)
}

/// The entries of an open folder, whose descriptor stays as it was.
func folderEntries(of folder: Int32) -> [FolderEntry]? {
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return nil }
    guard let stream = fdopendir(copy) else {
        close(copy)
        return nil
    }
    return entries(of: stream)
}

private func entries(of stream: OpaquePointer) -> [FolderEntry]? {
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while true {
        errno = 0
        guard let entry = readdir(stream) else { return errno == 0 ? entries : nil }
        let name = name(of: entry)
        if name == [dot] || name == [dot, dot] { continue }
        entries.append(FolderEntry(name: name, kind: FolderEntryKind(entry.pointee.d_type)))
    }
}

private let dot = UInt8(ascii: ".")

/// The name in a folder's entry, without its NUL.
private func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    let start = UnsafeRawPointer(entry) + offset
    return Array(UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
}

extension FolderEntryKind {
    fileprivate init(_ type: UInt8) {
        switch Int(type) {
        case Int(DT_DIR): self = .folder
        case Int(DT_LNK): self = .link
        case Int(DT_UNKNOWN): self = .unknown
        default: self = .other
        }
    }
}

/// Opens a path below an open folder for reading. The path must not leave the folder, not even through links or `..`.
/// Negative, with errno, if the path cannot be opened: EXDEV if it leads out, ENOSYS if the kernel is older than 5.6.
package func openBeneath(_ folder: Int32, _ relative: [UInt8]) -> Int32 {
    withPath(relative) { path in retryingInterrupts { CLinux_open_beneath(folder, path) } }
}

/// Opens a folder below an open folder in the same way, as a handle only, not for reading.
package func findFolderBeneath(_ folder: Int32, _ relative: [UInt8]) -> Int32 {
    withPath(relative) { CLinux_find_folder_beneath(folder, $0) }
}
