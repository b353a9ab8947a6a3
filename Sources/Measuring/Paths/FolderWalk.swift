import Glibc
import WeirBase
import WeirSystem

/// Replaces each folder among the paths by the files below it: depth first, sorted by the bytes of their names, so
/// that two runs agree. Links to folders are not followed. Names that begin with a dot are skipped, and so are files
/// that programs leave in folders of pictures.
package struct FolderWalk: PathSource {
    private struct Waiting {
        let path: [UInt8]
        /// Where the path below the named folder begins; nil for a path that was named itself.
        var below: Int?
        var isStandardInput = false
    }

    private var source: any PathSource
    private let filter: PathFilter
    /// The paths that were read but not yet examined, in reverse order.
    private var waiting: [Waiting] = []

    /// Contents.json describes an asset catalogue of Xcode. Windows writes the others.
    private static let skippedNames = Set(["Contents.json", "Thumbs.db", "ehthumbs.db", "desktop.ini"].map { Array($0.utf8) })

    /// Of the files in folders, only those that the filter chooses are returned. A file that is named itself always is.
    package init(_ source: any PathSource, choosing filter: PathFilter = PathFilter()) {
        self.source = source
        self.filter = filter
    }

    package mutating func next() throws(MachineFailure) -> PathBatch? {
        var batch = PathBatch()
        while !batch.isFull {
            guard let next = waiting.popLast() else {
                if batch.count > 0 { return batch }
                guard let given = try source.next() else { return nil }
                given.forEach { waiting.append(Waiting(path: Array($0), isStandardInput: waiting.count == given.standardInput)) }
                waiting.reverse()
                continue
            }
            let path = next.path
            // The kernel would end the name at the NUL, and open another file. The walk has marked the folders that it found.
            guard !next.isStandardInput, !path.contains(0), isMarked(path) || next.below == nil && isFolder(path) else {
                batch.append(path, isStandardInput: next.isStandardInput)
                continue
            }
            // A folder that cannot be read to its end is returned as a path of its own, since it may hold pictures. One that has gone
            // since the walk found it has none.
            let below = next.below ?? path.count + (isMarked(path) ? 0 : 1)
            if let entries = entries(of: path, below: below) {
                waiting.append(contentsOf: entries.reversed())
            } else if next.below == nil || errno != ENOENT && !filter.excludes(path[below...]) {
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

    private func entries(of folder: [UInt8], below: Int) -> [Waiting]? {
        guard let entries = folderEntries(folder) else { return nil }
        let prefix = folder.last == slash ? folder : folder + [slash]
        var paths: [[UInt8]] = []
        for entry in entries where entry.name.first != UInt8(ascii: ".") && !FolderWalk.skippedNames.contains(entry.name) {
            let path = prefix + entry.name
            switch entry.kind == .unknown ? kind(of: path) : entry.kind {
            case .folder: paths.append(path + [slash])
            // A link to a folder is not followed.
            case .link where isFolder(path): break
            case .link, .other, .unknown: if filter.chooses(path[below...]) { paths.append(path) }
            }
        }
        return paths.sorted { $0.lexicographicallyPrecedes($1) }.map { Waiting(path: $0, below: below) }
    }

    /// Whether a path below a folder is taken: none of its names begins with a dot, and the last is none of those.
    static func takes(_ path: ArraySlice<UInt8>) -> Bool {
        let names = path.split(separator: UInt8(ascii: "/"))
        return names.allSatisfy { $0.first != UInt8(ascii: ".") } && names.last.map { !skippedNames.contains(Array($0)) } ?? false
    }

    private func kind(of path: [UInt8]) -> FolderEntryKind {
        guard let status = ownStatus(path) else { return .other }
        return status.isFolder ? .folder : status.isLink ? .link : .other
    }

    private var slash: UInt8 { UInt8(ascii: "/") }
}
