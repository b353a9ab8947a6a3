import Records
import Base
import Manifests
import System

/// A manifest as an app loads it: one file, or the pages of a folder in the order of their index.
public struct StoredManifest: Sendable {
    /// The pages; a manifest in one file has a single page.
    public let pages: [Manifest]
    /// The entries of all pages, in order.
    public let entries: EntryList

    /// Reads a file, `-` for standard input, or a folder with an index. One invalid entry makes the whole manifest
    /// fail, since a result from the other entries would differ from the display on phones.
    public init(_ path: [UInt8], keeping detail: EntryDetail) throws(MachineFailure) {
        if path == Array("-".utf8) {
            pages = [try DecompressedInput.standardInput().manifest(named: "standard input", keeping: detail)]
        } else if try StoredBytes.isFolder(path) {
            pages = try Self.pages(of: path, keeping: detail)
        } else {
            pages = [try DecompressedInput(file: path).manifest(named: shown(path), keeping: detail)]
        }
        entries = EntryList(pages)
    }

    private static func pages(of folder: [UInt8], keeping detail: EntryDetail) throws(MachineFailure) -> [Manifest] {
        let prefix = folder.last == UInt8(ascii: "/") ? folder : folder + [UInt8(ascii: "/")]
        let indexPath = prefix + Array(PageIndex.fileName.utf8)
        _ = try StoredBytes.pageNames(in: folder)
        var text = ByteBuffer()
        text.append(try wholeFile(indexPath))
        let index: PageIndex
        do throws(PageIndexFailure) {
            index = try text.withBytes { bytes throws(PageIndexFailure) in try PageIndex(UnsafeRawBufferPointer(bytes)) }
        } catch {
            throw .input("\(shown(indexPath)): \(error.message)")
        }
        var pages: [Manifest] = []
        for page in index.pages {
            let path = prefix + Array(page.file.utf8)
            let bytes = try DecompressedInput(file: path, isHashed: true)
            let manifest = try bytes.manifest(named: shown(path), keeping: detail)
            guard manifest.count == page.count else {
                throw .input("\(shown(path)): there are \(manifest.count) entries, and the index tells of \(page.count)")
            }
            // A phone that trusts the index would reject this page.
            guard bytes.hexDigest == page.sha256 else {
                throw .input(
                    "\(shown(path)): its SHA-256 is not the one in the index; write the pages anew with weir ingest")
            }
            pages.append(manifest)
        }
        return pages
    }
}

extension DecompressedInput {
    fileprivate func manifest(named name: String, keeping detail: EntryDetail) throws(MachineFailure) -> Manifest {
        var reader = ManifestReader(keeping: detail)
        while let piece = try next() {
            // The closures of the standard library do not have typed throws.
            var fault: DocumentFailure?
            piece.withUnsafeBytes { piece in
                do throws(DocumentFailure) { try reader.read(piece) } catch { fault = error }
            }
            if let fault { throw failure(fault) }
        }
        let manifest: Manifest
        do throws(DocumentFailure) { manifest = try reader.finish() } catch { throw failure(error) }
        guard let broken = manifest.broken.first else { return manifest }
        let others = manifest.broken.count - 1
        let more = others == 0 ? "" : "; \(others) more \(others == 1 ? "is" : "are") broken"
        throw .input("\(name):\(broken.position.line):\(broken.position.column): \(broken.message)\(more)")
    }
}
