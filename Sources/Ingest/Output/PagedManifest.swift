import Base
import Glibc
import Manifests
import System

/// Pages of a fixed number of entries, `1.json`, `2.json` and so on or with hashes in their names, and an index. They appear
/// all at once.
final class PagedManifest: ManifestOutput {
    private let folder: PageFolder
    private let plan: IngestPlan.Output
    private let pageSize: Int
    let former: FormerManifest
    private var page: ManifestEncoder
    /// The file of the page.
    private let file: PageFile
    private var index: PageIndex

    private static let kind = ManifestKind(.json)

    var isInPlace: Bool { folder.isCommitted }

    init(_ plan: IngestPlan.Output, in path: [UInt8], pageSize: Int, keep: [String]) throws(MachineFailure) {
        index = PageIndex(keep: keep)
        self.plan = plan
        self.pageSize = pageSize
        folder = try PageFolder(path, isPrecompressed: plan.isPrecompressed)
        former = FormerManifest(plan)
        file = PageFile(isPrecompressed: plan.isPrecompressed)
        page = PagedManifest.newPage(into: file, insteadOf: former)
    }

    private static func newPage(into file: PageFile, insteadOf former: FormerManifest?) -> ManifestEncoder {
        ManifestEncoder(kind, insteadOf: former) { bytes throws(MachineFailure) in try file.write(bytes) }
    }

    func append(_ entry: ManifestEntry) throws(MachineFailure) {
        if page.entries == pageSize {
            try endPage()
            page = PagedManifest.newPage(into: file, insteadOf: former)
        }
        if page.entries == 0 { try file.begin(PageIndex.fileName(ofPage: index.pages.count + 1, PagedManifest.kind), in: folder) }
        try page.append(entry)
    }

    private func endPage() throws(MachineFailure) {
        try page.end()
        let hexDigest = try file.end()
        let number = index.pages.count + 1
        let name = PageIndex.fileName(ofPage: number, PagedManifest.kind, sha256: plan.pageNames == .hash ? hexDigest : nil)
        try folder.rename(PageIndex.fileName(ofPage: number, PagedManifest.kind), to: name)
        if plan.isPrecompressed {
            let ending = PageIndex.copyEnding
            try folder.rename(PageIndex.fileName(ofPage: number, PagedManifest.kind) + ending, to: name + ending)
        }
        index.pages.append(PageIndex.Page(file: name, count: page.entries, sha256: hexDigest))
    }

    func end() throws(MachineFailure) {
        // Without entries there are no pages, and the index says so.
        if page.entries > 0 { try endPage() }
        former.end()
        var text = ByteBuffer()
        index.write(to: &text)
        try file.begin(PageIndex.fileName, in: folder)
        try text.withBytes { bytes throws(MachineFailure) in try file.write(bytes) }
        _ = try file.end()
    }

    func compare() {
        if page.entries > 0 { page.compare() }
        former.end()
    }

    func commit() throws(MachineFailure) -> IngestNotice? {
        let others = try folder.commit(index, keeping: plan.keptIndexes, isPrecompressed: plan.isPrecompressed)
        return others.min { $0.lexicographicallyPrecedes($1) }.map { .foreignFile($0) }
    }
}

/// The file of one page after the other, its hash, and its compressed copy if there is to be one.
private final class PageFile {
    private let isPrecompressed: Bool
    private var plain: OpenPage?
    private var packed: OpenPage?
    private var copy: GzipOutput?
    private var hash = SHA256()

    init(isPrecompressed: Bool) { self.isPrecompressed = isPrecompressed }

    func begin(_ name: String, in folder: PageFolder) throws(MachineFailure) {
        hash = SHA256()
        plain = OpenPage(try folder.createFile(Array(name.utf8)))
        guard isPrecompressed else { return }
        let packed = OpenPage(try folder.createFile(Array((name + PageIndex.copyEnding).utf8)))
        self.packed = packed
        copy = GzipOutput { bytes throws(MachineFailure) in try packed.write(bytes) }
    }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(MachineFailure) {
        hash.append(UnsafeRawBufferPointer(bytes))
        try plain?.write(bytes)
        try copy?.write(bytes)
    }

    /// Returns the hash of the file, in hexadecimal.
    func end() throws(MachineFailure) -> String {
        try copy?.end()
        copy = nil
        try plain?.close()
        try packed?.close()
        return hash.hexDigest
    }
}

/// An open file.
private final class OpenPage {
    private let path: [UInt8]
    private var descriptor: Int32

    init(_ file: (path: [UInt8], descriptor: Int32)) { (path, descriptor) = file }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(MachineFailure) {
        guard writeAll(bytes, to: descriptor) else { throw .unwritable(path, errno) }
    }

    /// A full disk may be reported only by close(2).
    func close() throws(MachineFailure) {
        let closed = Glibc.close(descriptor)
        descriptor = -1
        guard closed == 0 else { throw .unwritable(path, errno) }
    }
}
