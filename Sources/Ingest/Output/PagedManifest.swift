import Base
import Glibc
import Manifests
import System

/// Pages of a fixed number of entries, `1.json`, `2.json` and so on, and an index. The index is written last.
///
/// Until all entries are written, the pages lie one after the other in an unnamed file, so that a failed run changes
/// nothing. Then the pages become files with hidden names, and one sync brings all of them to the disk. After that a
/// full disk can do no harm, and the pages are renamed to their final names.
final class PagedManifest: ManifestOutput {
    private let folder: [UInt8]
    private let place: OutputFolder
    private let pageSize: Int
    private let spool: PageSpool
    private let former: FormerManifest?
    private var page: ManifestEncoder
    private var pages: [SpooledPage] = []
    /// Whether this run has made the folder but not put a file there yet.
    private var isFolderNew: Bool

    private struct SpooledPage {
        let start: Int
        let end: Int
        let entries: Int
    }

    private static let kind = ManifestKind(.json)

    var change: ManifestChange? { former?.change }

    init(_ plan: IngestPlan.Output, in path: [UInt8], pageSize: Int) throws(MachineFailure) {
        folder = path
        self.pageSize = pageSize
        isFolderNew = withPath(path) { mkdir($0, 0o777) } == 0
        guard isFolderNew || errno == EEXIST else { throw .unwritable(path, errno) }
        place = OutputFolder(path)
        let spool = try PageSpool(in: path, place)
        self.spool = spool
        former = FormerManifest(plan)
        page = PagedManifest.newPage(into: spool, insteadOf: former)
    }

    deinit { if isFolderNew { _ = withPath(folder, rmdir) } }

    private static func newPage(into spool: PageSpool, insteadOf former: FormerManifest?) -> ManifestEncoder {
        ManifestEncoder(kind, insteadOf: former) { bytes throws(MachineFailure) in try spool.write(bytes) }
    }

    func append(_ entry: ManifestEntry) throws(MachineFailure) {
        if page.entries == pageSize {
            try endPage()
            page = PagedManifest.newPage(into: spool, insteadOf: former)
        }
        try page.append(entry)
    }

    private func endPage() throws(MachineFailure) {
        try page.end()
        pages.append(SpooledPage(start: pages.last?.end ?? 0, end: spool.count, entries: page.entries))
    }

    func commit() throws(MachineFailure) {
        // Without entries there are no pages, and the index says so.
        if page.entries > 0 { try endPage() }
        former?.end()
        var files: [AtomicFile] = []
        var index = PageIndex()
        for number in pages.indices {
            let (file, entry) = try prepare(number)
            files.append(file)
            index.pages.append(entry)
        }
        guard syncFileSystem(of: spool.file) else { throw .unwritable(folder, errno) }
        var text = ByteBuffer()
        index.write(to: &text)
        let indexFile = try newFile(PageIndex.fileName)
        try text.withBytes { bytes throws(MachineFailure) in try indexFile.write(bytes) }
        try indexFile.prepare()
        isFolderNew = false
        for file in files { try file.commit(syncsFolder: false) }
        // The pages are synced under their final names before the new index is renamed.
        try place.sync()
        try indexFile.commit()
        removeStalePages()
    }

    /// Copies a page to a file of its own, which is not synced yet.
    private func prepare(_ number: Int) throws(MachineFailure) -> (AtomicFile, PageIndex.Page) {
        let name = PageIndex.fileName(ofPage: number + 1, PagedManifest.kind)
        let file = try newFile(name)
        var hash = SHA256()
        try spool.read(pages[number].start..<pages[number].end) { bytes throws(MachineFailure) in
            hash.append(UnsafeRawBufferPointer(bytes))
            try file.write(bytes)
        }
        try file.prepare(isSynced: true)
        return (file, PageIndex.Page(file: name, count: pages[number].entries, sha256: hash.hexDigest))
    }

    private func newFile(_ name: String) throws(MachineFailure) -> AtomicFile {
        try AtomicFile(replacing: path(of: name), in: place)
    }

    /// Removes the surplus pages of a longer old manifest. They follow the last page without a gap. A `2024.json`
    /// behind a gap is a file of the user's. The last page is removed first, so that a killed run leaves no gap.
    private func removeStalePages() {
        var end = pages.count
        while exists(path(ofPage: end + 1)) { end += 1 }
        for number in (pages.count..<end).reversed() { removeFile(path(ofPage: number + 1)) }
    }

    private func path(of name: String) -> [UInt8] { folder + Array("/".utf8) + Array(name.utf8) }

    private func path(ofPage number: Int) -> [UInt8] { path(of: PageIndex.fileName(ofPage: number, PagedManifest.kind)) }

    /// Whether the name can be that of a file of a paged manifest.
    static func isOwn(_ name: [UInt8]) -> Bool {
        let name = shown(name)
        guard let number = Int(name.prefix { $0 != "." }) else { return name == PageIndex.fileName }
        return number > 0 && name == PageIndex.fileName(ofPage: number, kind)
    }
}
