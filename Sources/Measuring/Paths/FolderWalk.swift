import Glibc
import System

/// Replaces each folder among the paths by the files below it: depth first, sorted by the bytes of their names, so
/// that two runs agree. Links to folders are not followed, and names that begin with a dot are skipped.
public struct FolderWalk: PathSource {
    private var source: any PathSource
    /// The paths that were read but not yet examined, in reverse order.
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
            // The kernel would end the name at the NUL, and open another file.
            guard !path.contains(0), isMarked(path) || isFolder(path) else {
                batch.append(path)
                continue
            }
            // A folder that cannot be read to its end is returned as a path of its own.
            if let entries = entries(of: path) {
                waiting.append(contentsOf: entries.reversed())
            } else {
                batch.append(path)
            }
        }
        return batch
    }

    /// Folders that the walk has found are marked by a slash at their end, which saves a system call for each.
    private func isMarked(_ path: [UInt8]) -> Bool { path.last == slash }

    private func isFolder(_ path: [UInt8]) -> Bool {
        fileStatus(path)?.isFolder ?? false
    }

    private func entries(of folder: [UInt8]) -> [[UInt8]]? {
        guard let entries = folderEntries(folder) else { return nil }
        let prefix = folder.last == slash ? folder : folder + [slash]
        var paths: [[UInt8]] = []
        for entry in entries where entry.name.first != UInt8(ascii: ".") {
            let path = prefix + entry.name
            switch entry.kind == .untold ? kind(of: path) : entry.kind {
            case .folder: paths.append(path + [slash])
            // A link to a folder is not followed.
            case .link where isFolder(path): break
            case .link, .other, .untold: paths.append(path)
            }
        }
        return paths.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private func kind(of path: [UInt8]) -> FolderEntryKind {
        var status = stat()
        guard withPath(path, { lstat($0, &status) }) == 0 else { return .other }
        if status.isFolder { return .folder }
        return status.st_mode & S_IFMT == S_IFLNK ? .link : .other
    }

    private var slash: UInt8 { UInt8(ascii: "/") }
}
