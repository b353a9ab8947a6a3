import Base
import Glibc
import Manifests
import System

/// The decompressed text of the old manifest, with its pages one after the other.
struct FormerText {
    private let manifest: IngestPlan.Output
    /// nil before the first byte is needed: the run may have waited for another one, which has changed the pages.
    private var files: ArraySlice<[UInt8]>?
    private var bytes: DecompressedInput?
    private var piece: [UInt8] = []
    /// The number of bytes of the piece that have been compared.
    private var place = 0

    init(_ manifest: IngestPlan.Output) { self.manifest = manifest }

    /// Reads as many bytes as `text` has, and returns whether they are equal to it.
    mutating func goesOn(with text: UnsafeBufferPointer<UInt8>) throws(MachineFailure) -> Bool {
        var rest = UnsafeRawBufferPointer(text)
        while !rest.isEmpty {
            guard try !isAtEnd() else { return false }
            let count = min(rest.count, piece.count - place)
            let isSame = piece.withUnsafeBytes { piece in
                guard let mine = piece.baseAddress, let other = rest.baseAddress else { return false }
                return memcmp(mine + place, other, count) == 0
            }
            guard isSame else { return false }
            place += count
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }

    mutating func isAtEnd() throws(MachineFailure) -> Bool {
        if files == nil { files = try manifest.standingFiles()[...] }
        while place == piece.count {
            if let next = try bytes?.next() {
                piece = next
                place = 0
            } else if let file = files?.popFirst() {
                bytes = try DecompressedInput(file: file)
            } else {
                return true
            }
        }
        return false
    }
}

extension IngestPlan.Output {
    /// Whether there is a manifest at this place, readable or not. A pipe or a device is none.
    var hasManifest: Bool {
        guard let path else { return false }
        guard pageSize == nil else {
            // The index may be lost while the pages are there.
            return [Array(PageIndex.fileName.utf8), PageFolder.current].contains { fileStatus(joined(path, $0)) != nil }
        }
        return fileStatus(path)?.isRegular ?? false
    }

    /// The files of the manifest that exists at this place.
    func standingFiles() throws(MachineFailure) -> [[UInt8]] {
        guard let path else { throw .input("standard output holds no manifest") }
        let files = pageSize == nil ? [path] : try IngestPlan.Output.pages(in: path)
        for file in files {
            var status = stat()
            // Opening a pipe would wait for a writer.
            guard withPath(file, { stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw .input("\(shown(file)) is no file")
            }
        }
        return files
    }

    private static func pages(in folder: [UInt8]) throws(MachineFailure) -> [[UInt8]] {
        let prefix = folder + [UInt8(ascii: "/")]
        let path = prefix + Array(PageIndex.fileName.utf8)
        let bytes = try DecompressedInput(file: path)
        let content = try bytes.whole()
        do throws(PageIndexFailure) {
            return try PageIndex(content.bytes).pages.map { prefix + Array($0.file.utf8) }
        } catch {
            throw .input("\(shown(path)): \(error.message)")
        }
    }
}
