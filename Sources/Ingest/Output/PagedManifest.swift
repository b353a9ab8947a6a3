import Base
import Glibc
import Manifests
import System

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
    private var changed: [(name: [UInt8], file: ManifestFile)] = []

    private static let kind = ManifestKind(.json)

    var isInPlace: Bool { folder.isCommitted }

    init(_ plan: IngestPlan.Output, in path: [UInt8], pageSize: Int, keep: [String]) throws(MachineFailure) {
        index = PageIndex(keep: keep)
        self.plan = plan
        self.pageSize = pageSize
        folder = try PageFolder(path, isPrecompressed: plan.isPrecompressed)
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

    func prepare() throws(MachineFailure) { try folder.prepare(changed.map(\.name), index, keeping: plan.keptIndexes) }

    func commit() throws(MachineFailure) -> [IngestNotice] { try folder.commit(changed, index) }
}

/// The file of one page after the other, and the hash of its bytes.
private final class PageStream {
    var file: ManifestFile?
    var hash = SHA256()

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(MachineFailure) {
        hash.append(UnsafeRawBufferPointer(bytes))
        try file?.write(bytes)
    }
}
