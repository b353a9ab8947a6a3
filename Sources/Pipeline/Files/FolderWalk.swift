import Glibc
import System

/// Replaces each folder among the paths by the files below it: depth first, sorted by the bytes
/// of their names, so that two runs agree. Links to folders are not followed, and names that
/// begin with a dot are passed over.
public struct FolderWalk: PathSource {
    private var source: any PathSource
    /// The paths that were read and not yet looked at, the last one first.
    private var waiting: [[UInt8]] = []

    public init(_ source: any PathSource) { self.source = source }

    public mutating func next() throws(MachineFailure) -> PathBatch? {
        var batch = PathBatch()
        while !batch.isFull {
            guard let path = waiting.popLast() else {
                if batch.count > 0 { return batch }
                guard let given = try source.next() else { return nil }
                given.forEach { waiting.append(Array($0)) }
                waiting.reverse()
                continue
            }
            // To the kernel a name ends at a NUL, and would be that of another file.
            guard !path.contains(0), isMarked(path) || isFolder(path) else {
                batch.append(path)
                continue
            }
            // A folder that cannot be read is told as a path of its own.
            if let entries = entries(of: path) {
                waiting.append(contentsOf: entries.reversed())
            } else {
                batch.append(path)
            }
        }
        return batch
    }

    /// Folders found on the way are marked by a slash at their end, which spares a look at them.
    private func isMarked(_ path: [UInt8]) -> Bool { path.last == slash }

    private func isFolder(_ path: [UInt8]) -> Bool {
        var status = stat()
        return withPath(path) { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private func entries(of folder: [UInt8]) -> [[UInt8]]? {
        guard let stream = withPath(folder, opendir) else { return nil }
        defer { closedir(stream) }
        let prefix = folder.last == slash ? folder : folder + [slash]
        var entries: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                // What a broken listing has left out is not known, so the folder as a whole is told.
                guard errno == 0 else { return nil }
                return entries.sorted { $0.lexicographicallyPrecedes($1) }
            }
            let name = entryName(entry)
            guard name.first != UInt8(ascii: ".") else { continue }
            let path = prefix + name
            switch kind(of: entry, at: path) {
            case .folder: entries.append(path + [slash])
            case .file: entries.append(path)
            case .linkedFolder: break
            }
        }
    }

    private enum Kind { case file, folder, linkedFolder }

    private func kind(of entry: UnsafeMutablePointer<dirent>, at path: [UInt8]) -> Kind {
        switch Int(entry.pointee.d_type) {
        case Int(DT_DIR): return .folder
        case Int(DT_LNK): return isFolder(path) ? .linkedFolder : .file
        case Int(DT_UNKNOWN):
            // Some file systems do not say in their listings.
            var status = stat()
            guard withPath(path, { lstat($0, &status) }) == 0 else { return .file }
            if status.st_mode & S_IFMT == S_IFDIR { return .folder }
            return status.st_mode & S_IFMT == S_IFLNK && isFolder(path) ? .linkedFolder : .file
        default: return .file
        }
    }

    private var slash: UInt8 { UInt8(ascii: "/") }
}
