import Glibc
import Ingest
import Manifests
import Measuring
import WeirBase
import WeirSystem

// Outputs that would replace what a command reads.
extension [UInt8] {
    /// Refuses an output that would replace a file that is read, or a page of a manifest that is read. Standard output and
    /// a folder replace nothing.
    func checkNotRead(among read: [[UInt8]], _ noun: String, option: String = "--output") throws(UsageError) {
        guard self != Array("-".utf8), !(fileStatus(self)?.isFolder ?? false) else { return }
        let file = NamedFile(self)
        guard read.contains(where: { NamedFile($0) == file || isPage(of: $0) }) else { return }
        throw UsageError("\(option): \(Argument(self).shown) is read, and the \(noun) would take its place")
    }

    /// Refuses an output that would replace a picture of a manifest.
    func checkNoPicture(of entries: ManifestDocument, below root: [UInt8], baseURL: [UInt8]?, _ noun: String) throws(MachineFailure) {
        guard let file = ReplacedFile(self) else { return }
        let root = try PictureRoot(root)
        for entry in 0..<entries.count {
            let isPicture = entries.withTexts(of: entry) { img, _ in
                guard let path = baseURL.flatMap({ localPath(of: Array(img), below: $0) }) else { return file.isPicture(img, below: root) }
                return path.withUnsafeBufferPointer { file.isPicture($0, below: root) }
            }
            guard isPicture else { continue }
            throw .input("--output: \(Argument(self).shown) is picture \(entry) of the manifest, and the \(noun) would take its place")
        }
    }

    private var lastName: ArraySlice<UInt8> { self[(lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...] }

    /// Whether a path is that of the index or of a page of a paged manifest.
    private func isPage(of manifest: [UInt8]) -> Bool {
        let isPage = lastName.elementsEqual(PageIndex.fileName.utf8) || lastName.first.map { isDigit($0) } ?? false
        return isPage && isSameFile(manifest, folder(of: self))
    }
}

/// The file that a path leads to, whatever its spelling. It need not exist.
enum NamedFile: Equatable {
    case file(device: dev_t, number: ino_t)
    case path([UInt8])

    init(_ path: [UInt8]) {
        if let status = fileStatus(path), status.isRegular || status.isFolder {
            self = .file(device: status.st_dev, number: status.st_ino)
        } else {
            self = .path(futurePath(path))
        }
    }
}

/// Whether two paths lead to the same file.
func isSameFile(_ left: [UInt8]?, _ right: [UInt8]) -> Bool {
    guard let left else { return false }
    return left == right || NamedFile(left) == NamedFile(right)
}
