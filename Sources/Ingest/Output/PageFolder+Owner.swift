import Base
import Glibc
import Manifests
import System

// Which files in a folder of pages are weir's.
extension PageFolder {
    /// Refuses a folder that is not one of pages: neither weir's links nor an index say so, and it is not empty. Also
    /// refuses another program's files that have the names of pages.
    static func checkOwner(of folder: OutputFolder, isPrecompressed: Bool) throws(MachineFailure) {
        let hasCurrent = folder.status(of: current) != nil
        let index: PageIndex?
        if hasCurrent {
            guard let set = folder.linkTarget(of: current), OutputFolder.isHidden(set) else {
                throw .foreignPage(folder.path(of: current))
            }
            index = smallFile(folder.path(of: target(of: indexName)), atMost: PageFolder.largestIndex).flatMap(PageFolder.index)
        } else {
            index = try formerIndex(in: folder)
        }
        if !hasCurrent, index == nil {
            // A run that was killed in a new folder has left links and no set.
            let names = (folder.entries() ?? []).map(\.name).filter { isContent($0) && !isOwnLink($0, in: folder) }
            if let name = names.min(by: { $0.lexicographicallyPrecedes($1) }) { throw .foreignFolder(folder.path, name) }
        }
        // The new manifest has a first page, and most likely the other pages of the old one.
        let listed = Set([indexName] + (index?.pages ?? []).map { Array($0.file.utf8) })
        for name in listed.union([Array("1.json".utf8)]).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let isListed = listed.contains(name) && folder.status(of: name)?.isRegular ?? false
            if isSomebodys(name, in: folder), hasCurrent ? !isInSet(name, of: folder) : !isListed {
                throw .foreignPage(folder.path(of: name))
            }
            let copy = name + Array(PageIndex.copyEnding.utf8)
            guard isPrecompressed, isSomebodys(copy, in: folder) else { continue }
            guard hasCurrent ? isInSet(copy, of: folder) : isCopy(copy, of: name, in: folder) else {
                throw .foreignPage(folder.path(of: copy))
            }
        }
    }

    /// Whether there is a file that is no link of weir's.
    private static func isSomebodys(_ name: [UInt8], in folder: OutputFolder) -> Bool {
        folder.status(of: name) != nil && !isOwnLink(name, in: folder)
    }

    /// Whether a file makes a folder somebody's. Hidden files do not: a `.gitkeep`, a journal, what a killed run has left.
    /// The root of a new file system has a `lost+found`.
    private static func isContent(_ name: [UInt8]) -> Bool { name.first != UInt8(ascii: ".") && name != Array("lost+found".utf8) }

    /// Whether a plain file is also a file of the current set, or has a copy there, see `replacePlainFiles`.
    static func isInSet(_ name: [UInt8], of folder: OutputFolder) -> Bool {
        guard let plain = folder.status(of: name), plain.isRegular,
            let same = folder.statusOfTarget(of: target(of: name)), same.isRegular
        else { return false }
        return (plain.st_dev, plain.st_ino) == (same.st_dev, same.st_ino)
            || plain.size == same.size && isCopy(name, of: target(of: name), in: folder)
    }

    /// The index of pages that are plain files; nil if the file is no index.
    static func formerIndex(in folder: OutputFolder) throws(MachineFailure) -> PageIndex? {
        guard folder.status(of: indexName)?.isRegular ?? false else { return nil }
        return index(try wholeFile(InputFile(plainFile: folder.path(of: indexName))))
    }

    static func index(_ bytes: [UInt8]) -> PageIndex? {
        bytes.withUnsafeBytes { bytes in try? PageIndex(bytes) }
    }

    /// The size of an index of more than a hundred thousand pages.
    static let largestIndex = 16 << 20
}

extension MachineFailure {
    /// A file that another program may need is never replaced by a page.
    static func foreignPage(_ path: [UInt8]) -> MachineFailure {
        .input(
            "\(shown(path)) is no file of a manifest in pages, and is not written over; "
                + "move it away, or name another folder with -o")
    }

    /// Nor does weir write its pages among somebody's files.
    fileprivate static func foreignFolder(_ path: [UInt8], _ name: [UInt8]) -> MachineFailure {
        .input(
            "\(shown(path)) is no folder of pages: it has \(shown(name)), and no \(PageIndex.fileName) of weir's; "
                + "name a new or an empty folder with -o")
    }
}
