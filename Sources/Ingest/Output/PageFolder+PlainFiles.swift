import Base
import Glibc
import Manifests
import System

// Pages that are plain files, as in a copied folder, become links.
extension PageFolder {
    /// Gives plain files second names in a hidden folder, or copies them, and makes that the current one.
    func adoptFiles() throws(MachineFailure) {
        guard let index = try PageFolder.formerIndex(in: folder) else { return }
        let name = folder.hiddenName(for: PageFolder.setName)
        let old = try folder.makeFolder(name)
        let listed = Set((index.pages.map(\.file) + [PageIndex.fileName]).map { Array($0.utf8) })
        for file in (folder.entries() ?? []).map(\.name) where folder.status(of: file)?.isRegular ?? false {
            let plain = PageFolder.plainName(of: file)
            guard PageIndex.isFileName(file), listed.contains(plain) || isKept(plain) else { continue }
            guard plain == file || PageFolder.isCopy(file, of: plain, in: folder) else { continue }
            // Some file systems have no second names.
            guard folder.link(file, into: old) || folder.copy(file, into: old, as: file) else {
                throw .unwritable(folder.path(of: file), errno)
            }
        }
        guard folder.link(PageFolder.current, to: name) else { throw .unwritable(path, errno) }
    }

    /// Whether a file is a page of an earlier index: its content has the hash in its name.
    private func isKept(_ file: [UInt8]) -> Bool {
        guard let hash = PageIndex.hash(inName: String(decoding: file, as: UTF8.self)) else { return false }
        return PageFolder.contentHash(of: folder.path(of: file))?.hasPrefix(hash) ?? false
    }

    /// Whether a compressed file has the content of another.
    static func isCopy(_ file: [UInt8], of plain: [UInt8], in folder: OutputFolder) -> Bool {
        guard let hash = contentHash(of: folder.path(of: file)) else { return false }
        return hash == contentHash(of: folder.path(of: plain))
    }

    /// The SHA-256 of a file, decompressed; nil if it cannot be read.
    static func contentHash(of path: [UInt8]) -> String? {
        do throws(MachineFailure) {
            let bytes = try DecompressedInput(file: path)
            var hash = SHA256()
            while let piece = try bytes.next() { piece.withUnsafeBytes { hash.append($0) } }
            return hash.hexDigest
        } catch {
            return nil
        }
    }

    /// Replaces plain files by links to the same files, or to their copies, in the current hidden folder. At each moment every
    /// name has its old content.
    func replacePlainFiles() throws(MachineFailure) {
        for entry in folder.entries() ?? [] where PageIndex.isFileName(entry.name) {
            guard PageFolder.isInSet(entry.name, of: folder) else { continue }
            guard folder.link(entry.name, to: PageFolder.target(of: entry.name)) else {
                throw .unwritable(folder.path(of: entry.name), errno)
            }
        }
    }
}
