import Base
import Manifests
import System

// Outputs that would replace what a command reads.
extension [UInt8] {
    /// Refuses an output in the place of a file that is read, or of a page of a manifest that is read. Standard output and
    /// a folder replace nothing.
    func checkNotRead(among read: [[UInt8]], _ noun: String, option: String = "--output") throws(UsageError) {
        guard self != Array("-".utf8), !(fileStatus(self)?.isFolder ?? false) else { return }
        guard read.contains(where: { isSamePlace($0, self) || isPage(of: $0) }) else { return }
        throw UsageError("\(option): \(Argument(self).shown) is read, and the \(noun) would take its place")
    }

    /// Whether a path is that of the index or of a page of a paged manifest.
    private func isPage(of manifest: [UInt8]) -> Bool {
        let name = self[(lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
        let isPage = name.elementsEqual(PageIndex.fileName.utf8) || name.first.map { (0x30...0x39).contains($0) } ?? false
        return isPage && isSamePlace(manifest, folder(of: self))
    }
}

/// Whether two paths lead to the same file. It need not exist.
func isSamePlace(_ left: [UInt8]?, _ right: [UInt8]) -> Bool {
    guard let left else { return false }
    if left == right { return true }
    if let one = fileStatus(left), let other = fileStatus(right), one.isRegular || one.isFolder {
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }
    return futurePath(left) == futurePath(right)
}
