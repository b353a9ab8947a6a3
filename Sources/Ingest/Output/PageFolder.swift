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
    private static let indexName = Array(PageIndex.fileName.utf8)

    init(_ path: [UInt8], isPrecompressed: Bool) throws(MachineFailure) {
        let (folder, new) = try OutputFolder.make(path, hasHiddenFiles: true)
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
        folder.removeFolder(setName)
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
    /// with the new one.
    func commit(_ index: PageIndex, keeping keptIndexes: Int, isPrecompressed: Bool) throws(MachineFailure) {
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
        try folder.sync()
        removeLinks(except: Set(names))
        if let old, OutputFolder.isHidden(old) { folder.removeFolder(old) }
    }

    /// Refuses a folder that is not one of pages: neither weir's links nor an index say so, and it is not empty. Also
    /// refuses another program's files that have the names of pages.
    private static func checkOwner(of folder: OutputFolder, isPrecompressed: Bool) throws(MachineFailure) {
        let hasCurrent = folder.status(of: current) != nil
        if hasCurrent {
            guard let set = folder.linkTarget(of: current), OutputFolder.isHidden(set) else { throw .foreign(folder.path(of: current)) }
        } else if try formerIndex(in: folder) == nil {
            // A run that was killed in a new folder has left links and no set.
            let names = (folder.entries() ?? []).map(\.name).filter { isContent($0) && !isOwnLink($0, in: folder) }
            if let name = names.min(by: { $0.lexicographicallyPrecedes($1) }) { throw .foreignFolder(folder.path, name) }
        }
        let firstPage = Array("1.json".utf8)
        for name in [indexName, firstPage] where folder.status(of: name) != nil && !isOwnLink(name, in: folder) {
            guard !hasCurrent || isInSet(name, of: folder) else { throw .foreign(folder.path(of: name)) }
        }
        guard isPrecompressed else { return }
        for name in [indexName, firstPage] {
            let copy = name + Array(PageIndex.copyEnding.utf8)
            guard folder.status(of: copy) != nil, !isOwnLink(copy, in: folder) else { continue }
            guard hasCurrent ? isInSet(copy, of: folder) : isCopy(copy, of: name, in: folder) else {
                throw .foreign(folder.path(of: copy))
            }
        }
    }

    /// Whether a file makes a folder somebody's. Hidden files do not: a `.gitkeep`, a journal, what a killed run has left.
    /// The root of a new file system has a `lost+found`.
    private static func isContent(_ name: [UInt8]) -> Bool { name.first != UInt8(ascii: ".") && name != Array("lost+found".utf8) }

    /// Whether a plain file is also a file of the current set, see `replacePlainFiles`.
    static func isInSet(_ name: [UInt8], of folder: OutputFolder) -> Bool {
        guard let plain = folder.status(of: name), plain.isRegular,
            let same = folder.statusOfTarget(of: target(of: name))
        else { return false }
        return (plain.st_dev, plain.st_ino) == (same.st_dev, same.st_ino)
    }

    /// The index of pages that are plain files; nil if the file is no index.
    static func formerIndex(in folder: OutputFolder) throws(MachineFailure) -> PageIndex? {
        guard folder.status(of: indexName)?.isRegular ?? false else { return nil }
        let bytes = try wholeFile(folder.path(of: indexName))
        return try? bytes.withUnsafeBytes { bytes throws(PageIndexFailure) in try PageIndex(bytes) }
    }

    private func link(_ name: [UInt8]) throws(MachineFailure) {
        if PageFolder.isOwnLink(name, in: folder) { return }
        guard folder.status(of: name) == nil else { throw .foreign(folder.path(of: name)) }
        guard folder.link(name, to: PageFolder.target(of: name)) else { throw .unwritable(folder.path(of: name), errno) }
    }

    /// Removes the links to pages that the manifest no longer has.
    private func removeLinks(except names: Set<[UInt8]>) {
        for entry in folder.entries() ?? [] where !names.contains(entry.name) && PageFolder.isOwnLink(entry.name, in: folder) {
            folder.removeFile(entry.name)
        }
    }

    private static func isOwnLink(_ name: [UInt8], in folder: OutputFolder) -> Bool {
        folder.linkTarget(of: name) == target(of: name)
    }

    /// The name without the ending of a compressed copy.
    static func plainName(of name: [UInt8]) -> [UInt8] {
        let ending = Array(PageIndex.copyEnding.utf8)
        return name.suffix(ending.count).elementsEqual(ending) ? name.dropLast(ending.count) : name
    }

    static func target(of name: [UInt8]) -> [UInt8] { current + [UInt8(ascii: "/")] + name }
}

extension MachineFailure {
    /// A file that another program may need is never replaced.
    fileprivate static func foreign(_ path: [UInt8]) -> MachineFailure {
        .input("\(shown(path)) is no file of a manifest in pages, and is not written over; move it away, or name another folder with -o")
    }

    /// Nor does weir write its pages among somebody's files.
    fileprivate static func foreignFolder(_ path: [UInt8], _ name: [UInt8]) -> MachineFailure {
        .input(
            "\(shown(path)) is no folder of pages: it has \(shown(name)), and no \(PageIndex.fileName) of weir's; "
                + "name a new or an empty folder with -o")
    }
}
