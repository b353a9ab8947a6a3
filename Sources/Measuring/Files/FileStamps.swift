import Glibc
import Journals
import System

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
        guard withPath(name, { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return nil }
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
