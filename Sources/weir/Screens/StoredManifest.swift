import Glibc
import Ingest
import Manifests
import WeirBase
import WeirRecords
import WeirSystem

extension ManifestDocument {
    /// Reads a manifest as an app loads it: a file, `-` for standard input, or the pages of a folder in the order of their index. One
    /// broken entry makes the whole manifest fail, since a result from the other entries would differ from the display on phones.
    /// With `onBroken`, which is called with each file's fault, the other entries are read.
    init(
        _ path: [UInt8], keepsTexts: Bool = true, keeping keys: [String] = [], facts: [String] = [],
        onBroken: ((MachineFailure) -> Void)? = nil
    ) throws(MachineFailure) {
        self.init(keepsTexts: keepsTexts, keeping: keys, facts: facts)
        if path == Array("-".utf8) {
            try append(DecompressedInput(.standardInput), onBroken)
        } else if try isStoredFolder(path) {
            _ = try storedNames(in: path)
            for page in try PageIndex(in: path).pages { try append(page, in: path, onBroken) }
        } else {
            try append(DecompressedInput(file: path), onBroken)
        }
    }

    private mutating func append(
        _ page: PageIndex.Page, in folder: [UInt8], _ onBroken: ((MachineFailure) -> Void)?
    ) throws(MachineFailure) {
        let path = joined(folder, Array(page.file.utf8))
        let (known, knownBroken) = (count, broken.count)
        let file = try DecompressedInput(InputFile(plainFile: path), isHashed: true)
        try append(file, onBroken)
        let found = count - known
        guard found + broken.count - knownBroken == page.count else {
            throw .input("\(shown(path)): there are \(found) entries, and the index lists \(page.count)")
        }
        // A phone that trusts the index would reject this page.
        guard file.hexDigest == page.sha256 else {
            throw .input(
                "\(shown(path)): its SHA-256 is not the one in the index; write the pages anew with weir ingest")
        }
    }

    /// Reads a page.
    private mutating func append(_ file: DecompressedInput, _ onBroken: ((MachineFailure) -> Void)?) throws(MachineFailure) {
        let known = broken.count
        let format = try file.manifestFormat()
        if let format {
            var rows = try file.entries(of: format, columns)
            while let batch = try rows.next() {
                do throws(DocumentFailure) { try append(batch) } catch { throw file.failure(error) }
            }
        } else if ManifestKind(path: file.name)?.format != .jsonl {
            throw file.failure(DocumentFailure(emptyFileFault))
        }
        endPage(format)
        guard broken.count > known else { return }
        let others = broken.count - known - 1
        let more = others == 0 ? "" : "; \(others) more \(others == 1 ? "is" : "are") broken"
        let failure = file.failure(DocumentFailure(broken[known].message + more, at: broken[known].position))
        guard let onBroken else { throw failure }
        onBroken(failure)
    }
}

/// Whether a path leads to a folder, which is that of a manifest in pages.
func isStoredFolder(_ path: [UInt8]) throws(MachineFailure) -> Bool {
    guard let status = fileStatus(path) else { throw .unreadable(path, errno) }
    return status.isFolder
}

/// The sorted names of all files in the folder of a manifest in pages. Names that are not UTF-8 are left out, since no page has one,
/// and so are links that lead nowhere, since a killed run may have left some.
func storedNames(in folder: [UInt8]) throws(MachineFailure) -> [String] {
    guard var entries = folderEntries(folder) else { throw .unreadable(folder, errno) }
    entries.removeAll { $0.kind == .link && fileStatus(joined(folder, $0.name)) == nil }
    let names = entries.compactMap { String(validating: $0.name, as: UTF8.self) }.sorted()
    guard names.contains(PageIndex.fileName) else {
        throw .input("\(shown(folder)): the folder has no \(PageIndex.fileName), so there are no pages of a manifest in it")
    }
    return names
}
