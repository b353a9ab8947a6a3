import Glibc
import Manifests
import WeirBase
import WeirRecords
import WeirSystem

extension ManifestDocument {
    /// Reads a manifest as an app loads it: a file, `-` for standard input, or the pages of a folder in the order of their index. One
    /// broken entry makes the whole manifest fail, since a result from the other entries would differ from the display on phones.
    /// With `onBroken`, which is called with each file's fault, the other entries are read.
    package init(
        _ path: [UInt8], keepsTexts: Bool = true, keeping keys: [String] = [], facts: [String] = [],
        onBroken: ((MachineFailure) -> Void)? = nil
    ) throws(MachineFailure) {
        self.init(keepsTexts: keepsTexts, keeping: keys, facts: facts)
        if path == Array("-".utf8) {
            _ = try append(.standardInput, onBroken)
        } else if try StoredBytes.isFolder(path) {
            _ = try StoredBytes.pageNames(in: path)
            for page in try PageIndex(in: path).pages { try append(page, in: path, onBroken) }
        } else {
            _ = try append(InputFile(path), onBroken)
        }
    }

    private mutating func append(
        _ page: PageIndex.Page, in folder: [UInt8], _ onBroken: ((MachineFailure) -> Void)?
    ) throws(MachineFailure) {
        let path = joined(folder, Array(page.file.utf8))
        let (known, knownBroken) = (count, broken.count)
        let hexDigest = try append(InputFile(plainFile: path), onBroken)
        let found = count - known
        guard found + broken.count - knownBroken == page.count else {
            throw .input("\(shown(path)): there are \(found) entries, and the index lists \(page.count)")
        }
        // A phone that trusts the index would reject this page.
        guard hexDigest == page.sha256 else {
            throw .input(
                "\(shown(path)): its SHA-256 is not the one in the index; write the pages anew with weir ingest")
        }
    }

    /// Reads a page, and returns the hash of the file as it lies on the disk.
    private mutating func append(_ file: InputFile, _ onBroken: ((MachineFailure) -> Void)?) throws(MachineFailure) -> String {
        let known = broken.count
        // While a page is read, only the reader has the arrays, so none is copied.
        var document = ManifestDocument()
        swap(&document, &self)
        var reader = ManifestReader(into: consume document, mayBeEmpty: ManifestKind(path: file.name)?.format == .jsonl)
        var hash = SHA256()
        while true {
            let piece = try file.read(upTo: 1 << 16)
            if piece.isEmpty { break }
            do throws(DocumentFailure) {
                try piece.withBytes { piece throws(DocumentFailure) in
                    hash.append(UnsafeRawBufferPointer(piece))
                    try reader.read(UnsafeRawBufferPointer(piece))
                }
            } catch {
                throw file.failure(error)
            }
        }
        do throws(DocumentFailure) { self = try reader.finish() } catch { throw file.failure(error) }
        guard broken.count > known else { return hash.hexDigest }
        let others = broken.count - known - 1
        let more = others == 0 ? "" : "; \(others) more \(others == 1 ? "is" : "are") broken"
        let failure = file.failure(DocumentFailure(broken[known].message + more, at: broken[known].position))
        guard let onBroken else { throw failure }
        onBroken(failure)
        return hash.hexDigest
    }
}

extension PageIndex {
    /// Reads the index in a folder of pages.
    package init(in folder: [UInt8]) throws(MachineFailure) {
        let path = joined(folder, Array(PageIndex.fileName.utf8))
        let bytes = try wholeFile(InputFile(plainFile: path))
        do throws(PageIndexFailure) {
            self = try bytes.withBytes { bytes throws(PageIndexFailure) in
                try PageIndex(UnsafeRawBufferPointer(bytes))
            }
        } catch {
            throw .input("\(shown(path)): \(error.message)")
        }
    }
}

/// The files of a manifest on the disk, compressed or not.
package enum StoredBytes {
    /// The largest file, since a whole file is held in memory.
    private static let most = 4 << 30

    package static func file(_ path: [UInt8]) throws(MachineFailure) -> [UInt8] {
        try bytes(InputFile(path))
    }

    /// Reads the index or a page of a folder.
    package static func page(_ path: [UInt8]) throws(MachineFailure) -> [UInt8] { try bytes(InputFile(plainFile: path)) }

    package static func standardInput() throws(MachineFailure) -> [UInt8] { try bytes(.standardInput) }

    private static func bytes(_ file: InputFile) throws(MachineFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        // One byte more than the file's length, so that the first read also finds the end.
        var block = file.length.map { max(0, min(Int($0), most)) + 1 } ?? 1 << 16
        while true {
            let piece = try file.read(upTo: block)
            if piece.isEmpty { return bytes }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
            guard bytes.count <= most else {
                throw .input("\(file.name): it has more than \(most >> 30) GiB, which is no manifest")
            }
            block = 1 << 16
        }
    }

    /// Whether a path leads to a folder.
    package static func isFolder(_ path: [UInt8]) throws(MachineFailure) -> Bool {
        guard let status = fileStatus(path) else { throw .unreadable(path, errno) }
        return status.isFolder
    }

    /// The names of all files in the folder of a manifest in pages, sorted.
    package static func pageNames(in folder: [UInt8]) throws(MachineFailure) -> [String] {
        let names = try names(in: folder)
        guard names.contains(PageIndex.fileName) else {
            throw .input("\(shown(folder)): the folder has no \(PageIndex.fileName), so there are no pages of a manifest in it")
        }
        return names
    }

    /// The sorted names of all files in a folder. Names that are not UTF-8 are left out, since no page has one, and so
    /// are links that lead nowhere, since a killed run may have left some.
    private static func names(in folder: [UInt8]) throws(MachineFailure) -> [String] {
        guard var entries = folderEntries(folder) else { throw .unreadable(folder, errno) }
        entries.removeAll { $0.kind == .link && fileStatus(folder + [UInt8(ascii: "/")] + $0.name) == nil }
        return entries.compactMap { String(validating: $0.name, as: UTF8.self) }.sorted()
    }
}

/// The size limit for small files that are read at once: an index, a table of devices.
private let largestFile = 64 << 20

/// The content of a small file.
package func wholeFile(_ file: InputFile) throws(MachineFailure) -> [UInt8] {
    let bytes = try DecompressedInput(file)
    var content: [UInt8] = []
    while let piece = try bytes.next() {
        content += piece
        guard content.count <= largestFile else {
            throw .input("\(file.name): it has more than \(largestFile >> 20) MiB, which is too much for what it should be")
        }
    }
    return content
}
