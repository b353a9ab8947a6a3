import Glibc
import Manifests
import WeirBase
import WeirSystem

/// Pages of a fixed number of entries, `1.json`, `2.json` and so on or with hashes in their names, and an index.
final class PagedManifest: ManifestOutput {
    private let folder: PageFolder
    private let plan: IngestPlan.Output
    private let pageSize: Int
    let previous: PreviousManifest
    private var page: ManifestEncoder
    private let stream = PageStream()
    private var index: PageIndex
    /// The complete files that differ from those in place, the index last.
    private var changed: [(name: [UInt8], file: AtomicFile)] = []

    private static let kind = ManifestKind(.json)
    /// The number of indexes whose pages with hashes stay: a client that has read the index before the last still finds its pages.
    private static let keptIndexes = 2

    var isInPlace: Bool { folder.isCommitted }
    var unchanged: [Bool] { [folder.isCommitted && changed.isEmpty] }

    init(_ plan: IngestPlan.Output, in path: [UInt8], pageSize: Int, keep: [String]) throws(MachineFailure) {
        index = PageIndex(keep: keep)
        self.plan = plan
        self.pageSize = pageSize
        folder = try PageFolder(path, extras: plan.extras)
        previous = PreviousManifest(plan)
        page = PagedManifest.newPage(into: stream, insteadOf: previous)
    }

    deinit {
        // The hidden files go before the folder, if this run has made it.
        stream.file = nil
        changed.removeAll()
    }

    private static func newPage(into stream: PageStream, insteadOf previous: PreviousManifest?) -> ManifestEncoder {
        ManifestEncoder(kind, insteadOf: previous) { bytes throws(MachineFailure) in try stream.write(bytes) }
    }

    func append(_ entry: ManifestEntry) throws(MachineFailure) {
        if page.entries == pageSize {
            try endPage()
            page = PagedManifest.newPage(into: stream, insteadOf: previous)
        }
        if page.entries == 0 { try begin(PageIndex.fileName(ofPage: index.pages.count + 1, PagedManifest.kind)) }
        try page.append(entry)
    }

    private func begin(_ name: String) throws(MachineFailure) {
        stream.hash = SHA256()
        stream.file = try folder.file(Array(name.utf8))
    }

    private func endPage() throws(MachineFailure) {
        try page.end()
        let digest = stream.hash.hexDigest
        let name = PageIndex.fileName(
            ofPage: index.pages.count + 1, PagedManifest.kind, sha256: plan.pageNames == .hash ? digest : nil)
        try endFile(name)
        index.pages.append(PageIndex.Page(file: name, count: page.entries, sha256: digest))
    }

    private func endFile(_ name: String) throws(MachineFailure) {
        guard let file = stream.file else { return }
        stream.file = nil
        file.rename(to: Array(name.utf8))
        try file.prepare(like: folder.folder.statusOfTarget(of: PageFolder.indexName))
        if !file.isUnchanged { changed.append((Array(name.utf8), file)) }
    }

    func end() throws(MachineFailure) {
        // Without entries there are no pages, and the index says so.
        if page.entries > 0 { try endPage() }
        previous.end()
        var text = ByteBuffer()
        index.write(to: &text)
        try begin(PageIndex.fileName)
        try text.withBytes { bytes throws(MachineFailure) in try stream.write(bytes) }
        try endFile(PageIndex.fileName)
    }

    func compare() {
        if page.entries > 0 { page.compare() }
        previous.end()
    }

    func prepare() throws(MachineFailure) {
        try folder.prepare(changed.map(\.name), index, keeping: plan.pageNames == .hash ? PagedManifest.keptIndexes : 1)
    }

    func commit() throws(MachineFailure) -> [IngestNotice] { try folder.commit(changed, index) }
}

/// The file of one page after the other, and the hash of its bytes.
private final class PageStream {
    var file: AtomicFile?
    var hash = SHA256()

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(MachineFailure) {
        hash.append(UnsafeRawBufferPointer(bytes))
        try file?.write(bytes)
    }
}

/// The traces of previous runs in a folder of pages: its index, and indexes that are kept as hidden files.
///
/// A run that changes pages first stores its index as a record, `.index-7-0123456789abcdef.json`, whose name has a number and
/// a part of the hash of the content. So the run after a killed one knows which files the killed one may have made. Records of
/// previous indexes stay as long as their pages do. Only what `index.json` or a whole record lists is ever removed.
struct PageRecords {
    private struct Record {
        let name: [UInt8]
        let number: Int
        let index: PageIndex
    }

    private let folder: OutputFolder
    /// In the order of their runs.
    private var records: [Record] = []
    /// The index in place; nil if there is none, or if it is damaged.
    let current: PageIndex?
    /// Hidden files with names of records that cannot be read, or that do not fit their names. Nothing is removed while there are
    /// any, since pages may be in use that only they list.
    private(set) var doubtful: [[UInt8]] = []
    private var nextNumber = 1

    init(in folder: OutputFolder, current: PageIndex?) {
        (self.folder, self.current) = (folder, current)
        for name in (folder.entries() ?? []).map(\.name) {
            guard let (number, hash) = PageRecords.parts(of: name) else { continue }
            nextNumber = max(nextNumber, number + 1)
            if let bytes = folder.smallFile(name, atMost: PageFolder.largestIndex), PageRecords.hash(of: bytes) == hash,
                let index = PageFolder.index(bytes)
            {
                records.append(Record(name: name, number: number, index: index))
            } else {
                doubtful.append(name)
            }
        }
        records.sort { $0.number < $1.number }
    }

    var isEmpty: Bool { records.isEmpty }

    /// All indexes whose pages may be in the folder.
    var indexes: [PageIndex] { records.map(\.index) + (current.map { [$0] } ?? []) }

    /// The last indexes that were in place before a new one, at most so many, the last one first. Their pages have hashes in
    /// their names, since every index has pages with the other names.
    func previousIndexes(before new: PageIndex, atMost count: Int) -> [PageIndex] {
        var published = records.map(\.index)
        if let current {
            // Behind the record of the current index are those of killed runs.
            if let last = published.lastIndex(of: current) { published.removeSubrange(last...) }
            published.append(current)
        }
        var previous: [PageIndex] = []
        for index in published.reversed() where index != new && !previous.contains(index) {
            if previous.count < count, index.pages.allSatisfy({ PageIndex.hash(inName: $0.file) != nil }) { previous.append(index) }
        }
        return previous
    }

    /// Stores an index, unless the last record is the same.
    mutating func store(_ index: PageIndex) throws(MachineFailure) {
        guard records.last?.index != index else { return }
        var text = ByteBuffer()
        index.write(to: &text)
        let name = Array(".index-\(nextNumber)-\(PageRecords.hash(of: text.bytes)).json".utf8)
        // A power cut must not leave a torn record: nothing would ever be removed beside it.
        let file = try AtomicFile(name, in: folder, isOneOfMany: false)
        try text.withBytes { bytes throws(MachineFailure) in try file.write(bytes) }
        try file.commit()
        records.append(Record(name: name, number: nextNumber, index: index))
        nextNumber += 1
    }

    /// Removes the records of all other indexes, and all but the last record of each of these.
    func remove(except kept: [PageIndex]) {
        for (index, record) in records.enumerated()
        where !kept.contains(record.index) || records[(index + 1)...].contains(where: { $0.index == record.index }) {
            folder.removeFile(record.name)
        }
    }

    /// The hashes of each page in all records and in the index in place.
    var hashes: [String: Set<String>] {
        indexes.flatMap(\.pages).reduce(into: [:]) { $0[$1.file, default: []].insert($1.sha256) }
    }

    /// Whether a killed run has replaced pages of the index in place, and not the index.
    var areMixed: Bool {
        guard !records.isEmpty, let current else { return false }
        let hashes = hashes
        return current.pages.contains { page in
            let others = hashes[page.file, default: []].subtracting([page.sha256])
            return !others.isEmpty && PageFolder.contentHash(ofFile: folder.path(of: Array(page.file.utf8))).map(others.contains) ?? false
        }
    }

    private static func hash(of bytes: [UInt8]) -> String {
        String(bytes.withUnsafeBytes { SHA256.hexDigest(of: $0) }.prefix(16))
    }

    /// The number and the hash in the name of a record.
    private static func parts(of name: [UInt8]) -> (number: Int, hash: String)? {
        let parts = String(decoding: name, as: UTF8.self).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == ".index", let number = Int(parts[1]), parts[2].hasSuffix(".json") else { return nil }
        let hash = parts[2].dropLast(".json".count)
        return hash.utf8.count == 16 && (1..<Int.max).contains(number) ? (number, String(hash)) : nil
    }
}
