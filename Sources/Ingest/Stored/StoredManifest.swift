import Records
import Base
import Manifests
import System

/// A manifest as an app loads it: one file, or the pages of a folder in the order of their index.
package struct StoredManifest: Sendable {
    /// The pages; a manifest in one file has a single page.
    package let pages: [Manifest]
    /// The entries of all pages, in order.
    package let entries: EntryList

    /// Reads a file, `-` for standard input, or a folder with an index. One broken entry makes the whole manifest
    /// fail, since a result from the other entries would differ from the display on phones. With `onBroken`, which is called with each
    /// file's fault, the other entries are read.
    /// Pictures and prices are kept with `keepsTexts`, the values of other keys as `ManifestReader` says.
    package init(
        _ path: [UInt8], keepsTexts: Bool = true, keeping keys: [String] = [], facts: [String] = [],
        onBroken: ((MachineFailure) -> Void)? = nil
    ) throws(MachineFailure) {
        func read(_ file: InputFile) throws(MachineFailure) -> (manifest: Manifest, hexDigest: String) {
            let mayBeEmpty = ManifestKind(path: file.name)?.format == .jsonl
            return try Self.read(
                file, ManifestReader(keepsTexts: keepsTexts, keeping: keys, facts: facts, mayBeEmpty: mayBeEmpty), onBroken)
        }
        if path == Array("-".utf8) {
            pages = [try read(.standardInput).manifest]
        } else if try StoredBytes.isFolder(path) {
            pages = try Self.pages(of: path, read)
        } else {
            pages = [try read(InputFile(path)).manifest]
        }
        entries = EntryList(pages)
    }

    /// A manifest of pages that were read before.
    package init(pages: [Manifest]) {
        self.pages = pages
        entries = EntryList(pages)
    }

    private static func pages(
        of folder: [UInt8], _ read: (InputFile) throws(MachineFailure) -> (manifest: Manifest, hexDigest: String)
    ) throws(MachineFailure) -> [Manifest] {
        _ = try StoredBytes.pageNames(in: folder)
        var pages: [Manifest] = []
        for page in try PageIndex(in: folder).pages {
            let path = joined(folder, Array(page.file.utf8))
            let (manifest, hexDigest) = try read(InputFile(plainFile: path))
            guard manifest.count + manifest.broken.count == page.count else {
                throw .input("\(shown(path)): there are \(manifest.count) entries, and the index lists \(page.count)")
            }
            // A phone that trusts the index would reject this page.
            guard hexDigest == page.sha256 else {
                throw .input(
                    "\(shown(path)): its SHA-256 is not the one in the index; write the pages anew with weir ingest")
            }
            pages.append(manifest)
        }
        return pages
    }

    /// Reads a page, and the hash of the file as it lies on the disk.
    private static func read(
        _ file: InputFile, _ reader: consuming ManifestReader, _ onBroken: ((MachineFailure) -> Void)?
    ) throws(MachineFailure) -> (manifest: Manifest, hexDigest: String) {
        var reader = reader
        var hash = SHA256()
        let manifest: Manifest
        while true {
            let piece = try file.read(upTo: 1 << 16)
            if piece.isEmpty { break }
            do throws(DocumentFailure) {
                try piece.withUnsafeBufferPointer { piece throws(DocumentFailure) in
                    hash.append(UnsafeRawBufferPointer(piece))
                    try reader.read(UnsafeRawBufferPointer(piece))
                }
            } catch {
                throw file.failure(error)
            }
        }
        do throws(DocumentFailure) { manifest = try reader.finish() } catch { throw file.failure(error) }
        guard let broken = manifest.broken.first else { return (manifest, hash.hexDigest) }
        let others = manifest.broken.count - 1
        let more = others == 0 ? "" : "; \(others) more \(others == 1 ? "is" : "are") broken"
        let failure = file.failure(DocumentFailure(broken.message + more, at: broken.position))
        guard let onBroken else { throw failure }
        onBroken(failure)
        return (manifest, hash.hexDigest)
    }
}
