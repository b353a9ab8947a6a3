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
    /// The keys that entries of the new pages may have behind the first four.
    private let extras: [String]
    private var records: PageRecords
    /// The indexes whose pages stay, without the new one.
    private var kept: [PageIndex] = []
    /// Whether the index of this run is the current one, even if a later step has failed.
    private(set) var isCommitted = false
    /// The folder around this one and the name in it, if this run has made this folder.
    private let new: OutputPath?

    static let indexName = Array(PageIndex.fileName.utf8)
    static let copyEnding = Array(PageIndex.copyEnding.utf8)
    /// The size of an index of more than a hundred thousand pages.
    static let largestIndex = 16 << 20

    init(_ path: [UInt8], extras: [String]) throws(MachineFailure) {
        self.extras = extras
        (folder, new) = try OutputFolder.make(path, hasHiddenFiles: true)
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
    func file(_ name: [UInt8]) throws(MachineFailure) -> AtomicFile { try AtomicFile(name, in: folder) }

    /// Stores on the disk what the next run needs if this one is killed while it replaces files: complete new files, and
    /// records of the old index and the new one. Previous indexes stay with their pages, so that there are `count` in all.
    func prepare(_ changed: [[UInt8]], _ index: PageIndex, keeping count: Int) throws(MachineFailure) {
        for name in changed { try check(name) }
        kept = records.previousIndexes(before: index, atMost: count - 1)
        guard !changed.isEmpty else { return }
        if index != records.current {
            if let current = records.current { try records.store(current) }
            try records.store(index)
        }
        guard folder.syncFileSystem() else { throw .unwritable(folder.path, errno) }
    }

    /// Replaces the old files, the index last, and then removes the pages that no kept index lists.
    func commit(_ changed: [(name: [UInt8], file: AtomicFile)], _ index: PageIndex) throws(MachineFailure) -> [IngestNotice] {
        for (name, file) in changed {
            removeCopy(of: name)
            // With the index the new manifest is in place, also if its folder cannot be synced.
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
        return folder.doubtfulLeftovers(for: names + [PageFolder.indexName]).map { .doubtfulLeftover(folder.path(of: $0)) }
    }

    /// Removes the compressed copy of a file, which a publisher has made, if it has the content that a record lists: a server would go
    /// on sending it.
    private func removeCopy(of name: [UInt8]) {
        let copy = name + PageFolder.copyEnding
        guard let hash = contentHash(of: copy) else { return }
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
        let isOwn = !records.isEmpty || bytes.map(PageFolder.isIndex) ?? false
        if !isOwn {
            let names = (folder.entries() ?? []).map(\.name).filter(PageFolder.isContent)
            if let name = names.min(by: { $0.lexicographicallyPrecedes($1) }) { throw .foreignFolder(folder.path, name) }
        }
        // The new manifest has a first page, and most likely the other pages of the old one.
        let listed = (records.current?.pages ?? []).map { Array($0.file.utf8) } + [Array("1.json".utf8), PageFolder.indexName]
        for name in Set(listed).sorted(by: { $0.lexicographicallyPrecedes($1) }) { try check(name) }
    }

    /// Refuses to replace a file that is no page or no index. As of a single manifest, the content shows it.
    private func check(_ name: [UInt8]) throws(MachineFailure) {
        guard let status = folder.status(of: name) else { return }
        guard status.isRegular, isOwn(folder.path(of: name), isIndex: name == PageFolder.indexName) else {
            throw .foreignPage(folder.path(of: name))
        }
    }

    private func isOwn(_ path: [UInt8], isIndex: Bool) -> Bool {
        guard isIndex else {
            let keys = extras + records.indexes.flatMap(\.keep)
            return isManifest(path, isGzip: false) && foreignKey(in: path, of: .json, besides: keys) == nil
        }
        do throws(MachineFailure) {
            let isPacked = try InputFile(path).read(upTo: 2).withUnsafeBytes(GzipReader.recognizes)
            let start = try DecompressedInput(file: path).beginning ?? []
            return !isPacked && PageFolder.isIndex(start)
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
