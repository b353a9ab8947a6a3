import Base
import Glibc
import Manifests
import System

/// The folder of a paged manifest, whose files change all at once.
///
/// `index.json`, `1.json` and so on are links, and all of them lead through one link, `.weir-pages`, to a hidden folder
/// with the files of one run. A new run writes a hidden folder of its own. Then one rename, that of `.weir-pages`,
/// replaces all files together. A reader, a killed run and a power cut therefore see the old files or the new ones.
final class PageFolder {
    let path: [UInt8]
    let folder: OutputFolder
    /// The hidden folder with the files of this run.
    private let set: OutputFolder
    private let setName: [UInt8]
    /// Whether the files of this run are the current ones.
    private(set) var isCommitted = false
    /// The folder around this one and the name in it, if this run has made this folder.
    private let new: OutputPlace?

    static let current = Array(".weir-pages".utf8)
    static let setName = Array("pages".utf8)
    static let indexName = Array(PageIndex.fileName.utf8)

    init(_ path: [UInt8], isPrecompressed: Bool) throws(MachineFailure) {
        let (folder, new) = try OutputFolder.make(path, hasHiddenFiles: true, owning: PageFolder.isOwnName)
        (self.path, self.folder, self.new) = (path, folder, new)
        setName = folder.hiddenName(for: PageFolder.setName)
        do throws(MachineFailure) {
            try PageFolder.checkOwner(of: folder, isPrecompressed: isPrecompressed)
            set = try folder.makeFolder(setName, for: path)
        } catch {
            if let new { new.folder.removeEmptyFolder(new.name) }
            throw error
        }
        if let status = folder.status { set.keepOwnerAndMode(of: status) }
    }

    deinit {
        guard !isCommitted else { return }
        folder.removeFolder(setName, owning: PageFolder.isOwnName)
        if let new { new.folder.removeEmptyFolder(new.name) }
    }

    /// Makes a file among those of this run. It gets the permissions of the file that it replaces, or of the old index.
    func createFile(_ name: [UInt8]) throws(MachineFailure) -> (path: [UInt8], descriptor: Int32) {
        let path = self.path + [UInt8(ascii: "/")] + name
        let file = set.createFile(name)
        guard file >= 0 else { throw .unwritable(path, errno) }
        let old = folder.statusOfTarget(of: PageFolder.plainName(of: name)) ?? folder.statusOfTarget(of: PageFolder.indexName)
        if let old, old.isRegular { keepOwnerAndMode(of: old, for: file) }
        return (path, file)
    }

    /// Gives a file of this run its final name.
    func rename(_ name: String, to final: String) throws(MachineFailure) {
        guard name != final else { return }
        guard set.move(Array(name.utf8), to: Array(final.utf8)) else { throw .unwritable(path, errno) }
    }

    /// Replaces the files in the folder by those of this run, an index and its pages. The pages of so many indexes stay,
    /// with the new one. Returns the paths of somebody's files among the old ones, which stay.
    func commit(_ index: PageIndex, keeping keptIndexes: Int, isPrecompressed: Bool) throws(MachineFailure) -> [[UInt8]] {
        if folder.linkTarget(of: PageFolder.current) == nil { try adoptFiles() }
        try replacePlainFiles()
        let old = folder.linkTarget(of: PageFolder.current)
        var names = (index.pages.map(\.file) + [PageIndex.fileName]).map { Array($0.utf8) }
        if isPrecompressed { names += names.map { $0 + Array(PageIndex.copyEnding.utf8) } }
        if keptIndexes > 1, let old, OutputFolder.isHidden(old) {
            names += try KeptPages.link(from: folder.makeFolder(old), into: set, besides: index, of: keptIndexes - 1)
        }
        guard set.syncFileSystem() else { throw .unwritable(path, errno) }
        // Until the rename below, links to new names lead nowhere, and no index lists them.
        for name in names { try link(name) }
        guard folder.link(PageFolder.current, to: setName) else { throw .unwritable(path, errno) }
        isCommitted = true
        // Another run without a lock may have removed links while they led nowhere.
        for name in names { try link(name) }
        try folder.sync()
        removeDeadLinks()
        guard let old, OutputFolder.isHidden(old) else { return [] }
        return folder.removeFolder(old, owning: PageFolder.isOwnName).map { folder.path(of: joined(old, $0)) }
    }

    /// Whether weir gives such a name to a file in a hidden folder. A hidden file is the beginning of another.
    private static func isOwnName(_ name: [UInt8]) -> Bool {
        PageIndex.isFileName(name) || KeptPages.isIndexName(name) || OutputFolder.isHidden(name)
    }

    private func link(_ name: [UInt8]) throws(MachineFailure) {
        if PageFolder.isOwnLink(name, in: folder) { return }
        guard folder.status(of: name) == nil else { throw .foreignPage(folder.path(of: name)) }
        guard folder.link(name, to: PageFolder.target(of: name)) else { throw .unwritable(folder.path(of: name), errno) }
    }

    /// Removes the links to pages that the manifest no longer has.
    private func removeDeadLinks() {
        for name in (folder.entries() ?? []).map(\.name)
        where PageFolder.isOwnLink(name, in: folder) && folder.statusOfTarget(of: name) == nil {
            folder.removeFile(name)
        }
    }

    static func isOwnLink(_ name: [UInt8], in folder: OutputFolder) -> Bool {
        folder.linkTarget(of: name) == target(of: name)
    }

    /// The name without the ending of a compressed copy.
    static func plainName(of name: [UInt8]) -> [UInt8] {
        let ending = Array(PageIndex.copyEnding.utf8)
        return name.suffix(ending.count).elementsEqual(ending) ? name.dropLast(ending.count) : name
    }

    static func target(of name: [UInt8]) -> [UInt8] { current + [UInt8(ascii: "/")] + name }
}
