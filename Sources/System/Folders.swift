import CLinux
import Glibc

/// An entry of a folder.
package struct FolderEntry: Sendable {
    package let name: [UInt8]
    package let kind: FolderEntryKind
}

package enum FolderEntryKind: Sendable {
    case folder, link, other
    /// Some file systems do not tell the kind of an entry in their listings.
    case untold
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
        case Int(DT_UNKNOWN): self = .untold
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
