import Base
import Manifests
import System

/// The pages of weir 0.2.0: all names are links, and lead through the link `.weir-pages` to files in a hidden folder. The next run
/// replaces the links by files, and removes what the hidden folder lists.
struct LinkedPages {
    private let folder: OutputFolder
    /// The name of the hidden folder.
    private let set: [UInt8]

    private static let link = Array(".weir-pages".utf8)

    /// nil if there are none. A link that 0.2.0 has not made like this stays, and so does all that it leads to.
    init?(in folder: OutputFolder) {
        guard let set = folder.linkTarget(of: LinkedPages.link), OutputFolder.isHidden(set, for: Array("pages".utf8)) else { return nil }
        (self.folder, self.set) = (folder, set)
    }

    /// Whether a name is a link of 0.2.0.
    static func isLink(_ name: [UInt8], in folder: OutputFolder) -> Bool {
        folder.linkTarget(of: name) == joined(LinkedPages.link, name)
    }

    /// A plain file with the content of a page that a link leads to; nil if the name is none.
    func plainFile(of page: [UInt8]) throws(MachineFailure) -> AtomicFile? {
        guard LinkedPages.isLink(page, in: folder), folder.statusOfTarget(of: page)?.isRegular ?? false else { return nil }
        let (old, new) = (try InputFile(folder.path(of: page)), try AtomicFile(page, in: folder))
        while true {
            let piece = try old.read(upTo: 1 << 16)
            if piece.isEmpty { break }
            try piece.withUnsafeBufferPointer { piece throws(MachineFailure) in try new.write(piece) }
        }
        try new.prepare()
        return new
    }

    /// Removes the links to pages other than these, and the hidden folder. Returns the paths of files in it that no index lists.
    func remove(except kept: Set<[UInt8]>) -> [[UInt8]] {
        for name in (folder.entries() ?? []).map(\.name)
        where PageIndex.isFileName(name) && !kept.contains(name) && LinkedPages.isLink(name, in: folder) {
            folder.removeFile(name)
        }
        if let old = folder.openFolder(set) {
            // The index goes last, so that a run that is killed here leaves a list for the next one.
            let last = Array(PageIndex.fileName.utf8)
            let names = (old.entries() ?? []).map(\.name)
            let indexes = names.filter { $0 != last && $0.starts(with: ".index-".utf8) } + [last]
            for name in indexes {
                guard let index = old.smallFile(name, atMost: PageFolder.largestIndex).flatMap(PageFolder.index) else { continue }
                for page in index.pages { LinkedPages.remove(Array(page.file.utf8), in: old) }
                LinkedPages.remove(name, in: old)
            }
            if !folder.removeEmptyFolder(set) {
                return (old.entries() ?? []).map { folder.path(of: joined(set, $0.name)) }
            }
        }
        folder.removeFile(LinkedPages.link)
        return []
    }

    private static func remove(_ name: [UInt8], in folder: OutputFolder) {
        folder.removeFile(name + ManifestFile.copyEnding)
        folder.removeFile(name)
    }
}
