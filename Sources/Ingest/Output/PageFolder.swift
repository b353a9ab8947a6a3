import Glibc
import Manifests
import WeirBase
import WeirSystem

/// The folder of a paged manifest: plain files, which are replaced one by one, the index last.
///
/// With hashes in the names of pages a reader sees the previous manifest or the new one, whatever happens: a page never changes,
/// and the index comes when all of its pages are there. With numbers a killed run may leave pages of two manifests, which the
/// next run completes.
final class PageFolder {
    let folder: OutputFolder
    private let isPrecompressed: Bool
    /// The keys that entries of the new pages may have behind the first four.
    private let extras: [String]
    private var records: PageRecords
    private let linked: LinkedPages?
    /// The pages of previous indexes that stay as plain files instead of links.
    private var unlinked: [AtomicFile] = []
    /// The indexes whose pages stay, without the new one.
    private var kept: [PageIndex] = []
    /// Whether the index of this run is the current one, even if a later step has failed.
    private(set) var isCommitted = false
    /// The folder around this one and the name in it, if this run has made this folder.
    private let new: OutputPath?

    static let indexName = Array(PageIndex.fileName.utf8)
    /// The size of an index of more than a hundred thousand pages.
    static let largestIndex = 16 << 20

    init(_ path: [UInt8], isPrecompressed: Bool, extras: [String]) throws(MachineFailure) {
        (self.isPrecompressed, self.extras) = (isPrecompressed, extras)
        (folder, new) = try OutputFolder.make(path, hasHiddenFiles: true)
        linked = LinkedPages(in: folder)
        do throws(MachineFailure) {
            let isThere = folder.statusOfTarget(of: PageFolder.indexName)?.isRegular ?? false
            let bytes = isThere ? try wholeFile(InputFile(plainFile: folder.path(of: PageFolder.indexName))) : nil
            records = PageRecords(in: folder, current: bytes.flatMap(PageFolder.index))
            try checkOwner(bytes)
        } catch {
            if let new { new.folder.removeEmptyFolder(new.name) }
            throw error
        }
    }

    deinit { if !isCommitted, let new { new.folder.removeEmptyFolder(new.name) } }

    static func index(_ bytes: [UInt8]) -> PageIndex? { bytes.withUnsafeBytes { bytes in try? PageIndex(bytes) } }

    /// Begins a file. `prepare` of the file gives it the permissions of the file that it replaces, or of the old index.
    func file(_ name: [UInt8]) throws(MachineFailure) -> FileWithCopy {
        try FileWithCopy(name, in: folder, isPrecompressed: isPrecompressed)
    }

    /// Stores on the disk what the next run needs if this one is killed while it replaces files: complete new files, and
    /// records of the old index and the new one. Previous indexes stay with their pages, so that there are `count` in all.
    func prepare(_ changed: [[UInt8]], _ index: PageIndex, keeping count: Int) throws(MachineFailure) {
        for name in changed { try check(name) }
        kept = records.previousIndexes(before: index, atMost: count - 1)
        guard !changed.isEmpty else { return }
        if let linked {
            for page in kept.flatMap(\.pages) {
                for name in [Array(page.file.utf8), Array((page.file + PageIndex.copyEnding).utf8)] {
                    if let file = try linked.plainFile(of: name) { unlinked.append(file) }
                }
            }
        }
        if index != records.current {
            if let current = records.current { try records.store(current) }
            try records.store(index)
        }
        guard folder.syncFileSystem() else { throw .unwritable(folder.path, errno) }
    }

    /// Replaces the old files, the index last, and then removes the pages that no kept index lists.
    func commit(_ changed: [(name: [UInt8], file: FileWithCopy)], _ index: PageIndex) throws(MachineFailure) -> [IngestNotice] {
        for file in unlinked { try file.commit() }
        for (name, file) in changed {
            if !isPrecompressed { removeCopy(of: name) }
            // With the index the new manifest is in place, also if the copy of the index fails.
            defer { if name == PageFolder.indexName { isCommitted = file.isInPlace } }
            try file.commit()
        }
        isCommitted = true
        if !changed.isEmpty { try folder.sync() }
        return removeOldFiles(besides: index)
    }

    /// Removes only files that are as a record lists them.
    private func removeOldFiles(besides index: PageIndex) -> [IngestNotice] {
        let names = Set(([index] + kept).flatMap(\.pages).map { Array($0.file.utf8) })
        guard records.doubtful.isEmpty else { return records.doubtful.map { .doubtfulLeftover(folder.path(of: $0)) } }
        var seen: Set<[UInt8]> = []
        for page in records.indexes.flatMap(\.pages) {
            let name = Array(page.file.utf8)
            guard !names.contains(name), seen.insert(name + Array(page.sha256.utf8)).inserted else { continue }
            removeCopy(of: name)
            if contentHash(of: name) == page.sha256 { folder.removeFile(name) }
        }
        records.remove(except: kept)
        var all = names.union([PageFolder.indexName])
        if isPrecompressed || !kept.isEmpty { all.formUnion(all.map { $0 + FileWithCopy.copyEnding }) }
        let others = linked?.remove(except: all) ?? []
        let doubtful = folder.doubtfulLeftovers(for: Array(all) + [Array("pages".utf8)])
        return others.map { .foreignFile($0) } + (others.isEmpty ? doubtful : []).map { .doubtfulLeftover(folder.path(of: $0)) }
    }

    /// Removes the compressed copy of a file if it has the content that a record lists, or is a link of 0.2.0.
    private func removeCopy(of name: [UInt8]) {
        let copy = name + FileWithCopy.copyEnding
        guard folder.status(of: copy)?.isRegular ?? false, let hash = contentHash(of: copy) else { return }
        if hash == contentHash(of: name) || hashes[String(decoding: name, as: UTF8.self)]?.contains(hash) ?? false {
            folder.removeFile(copy)
        }
    }

    private lazy var hashes = records.hashes

    /// The SHA-256 of a plain file, decompressed; nil if it cannot be read.
    private func contentHash(of name: [UInt8]) -> String? {
        folder.status(of: name)?.isRegular ?? false ? PageFolder.contentHash(ofFile: folder.path(of: name)) : nil
    }

    static func contentHash(ofFile path: [UInt8]) -> String? {
        do throws(MachineFailure) {
            let bytes = try DecompressedInput(file: path)
            var hash = SHA256()
            while let piece = try bytes.next() { piece.withUnsafeBytes { hash.append($0) } }
            return hash.hexDigest
        } catch {
            return nil
        }
    }
}

// Which files in a folder of pages are weir's.
extension PageFolder {
    /// Refuses a folder that is not one of pages: neither an index nor a record says so, and it is not empty. Also refuses
    /// another program's files that have the names of pages.
    private func checkOwner(_ bytes: [UInt8]?) throws(MachineFailure) {
        let isOwn = linked != nil || !records.isEmpty || bytes.map(PageFolder.isIndex) ?? false
        if !isOwn {
            // A run of 0.2.0 that was killed in a new folder has left links only.
            let names = (folder.entries() ?? []).map(\.name).filter {
                PageFolder.isContent($0) && !LinkedPages.isLink($0, in: folder)
            }
            if let name = names.min(by: { $0.lexicographicallyPrecedes($1) }) { throw .foreignFolder(folder.path, name) }
        }
        // The new manifest has a first page, and most likely the other pages of the old one.
        let listed = (records.current?.pages ?? []).map { Array($0.file.utf8) } + [Array("1.json".utf8), PageFolder.indexName]
        for name in Set(listed).sorted(by: { $0.lexicographicallyPrecedes($1) }) { try check(name) }
    }

    /// Refuses to replace a file that is no page or no index, or its copy. As of a single manifest, the content shows it.
    private func check(_ name: [UInt8]) throws(MachineFailure) {
        let copy = name + FileWithCopy.copyEnding
        for (name, isCopy) in [(name, false)] + (isPrecompressed ? [(copy, true)] : []) {
            guard let status = folder.status(of: name), !LinkedPages.isLink(name, in: folder) else { continue }
            guard status.isRegular, isOwn(folder.path(of: name), isIndex: name.starts(with: PageFolder.indexName), isCopy: isCopy) else {
                throw .foreignPage(folder.path(of: name))
            }
        }
    }

    private func isOwn(_ path: [UInt8], isIndex: Bool, isCopy: Bool) -> Bool {
        guard isIndex else {
            let keys = extras + records.indexes.flatMap(\.keep)
            return (isCopy ? isCompressedManifest(path) : isManifest(path, isGzip: false))
                && foreignKey(in: path, of: .json, besides: keys) == nil
        }
        do throws(MachineFailure) {
            if hasOnlyZeros(path) { return true }
            let isPacked = try InputFile(path).read(upTo: 2).withUnsafeBytes(GzipReader.recognizes)
            let start = try DecompressedInput(file: path).beginning ?? []
            return isPacked == isCopy && PageFolder.isIndex(start)
        } catch {
            return false
        }
    }

    /// Whether bytes begin as an index of weir's. It may be cut behind that, or consist of zeros after a power cut.
    private static func isIndex(_ bytes: [UInt8]) -> Bool {
        let start = Array("{\"count\":".utf8)
        if bytes.allSatisfy({ $0 == 0 }) { return true }
        guard zip(start, bytes).allSatisfy(==) else { return false }
        let rest = bytes.dropFirst(start.count).drop { isDigit($0) }
        return [",\"pages\":[\n{\"file\":\"", ",\"pages\":[]}", ",\"keep\":[\""].contains { zip($0.utf8, rest).allSatisfy(==) }
    }

    /// Whether a file makes a folder somebody's. Hidden files do not: a `.gitkeep`, a journal, what a killed run has left.
    /// The root of a new file system has a `lost+found`.
    private static func isContent(_ name: [UInt8]) -> Bool { name.first != UInt8(ascii: ".") && name != Array("lost+found".utf8) }
}

extension MachineFailure {
    /// A file that another program may need is never replaced by a page.
    static func foreignPage(_ path: [UInt8]) -> MachineFailure {
        .input(
            "\(shown(path)) is no file of a manifest in pages, and is not written over; "
                + "move it away, or name another folder")
    }

    /// Nor does weir write its pages among somebody's files.
    fileprivate static func foreignFolder(_ path: [UInt8], _ name: [UInt8]) -> MachineFailure {
        .input(
            "\(shown(path)) is no folder of pages: it has \(shown(name)), and no \(PageIndex.fileName) of weir's; "
                + "name a new or an empty folder")
    }
}

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
            try piece.withBytes { piece throws(MachineFailure) in try new.write(piece) }
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
        folder.removeFile(name + FileWithCopy.copyEnding)
        folder.removeFile(name)
    }
}
