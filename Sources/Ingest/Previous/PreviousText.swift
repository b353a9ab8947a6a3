import Base
import Glibc
import Manifests
import System

/// The decompressed text of the previous manifest, with its pages one after the other.
struct PreviousText {
    private let manifest: IngestPlan.Output
    /// nil before the first byte is needed: the run may have waited for another one, which has changed the pages.
    private var files: ArraySlice<[UInt8]>?
    private var bytes: DecompressedInput?
    private var piece: [UInt8] = []
    /// The number of bytes of the piece that have been compared.
    private var index = 0

    init(_ manifest: IngestPlan.Output) { self.manifest = manifest }

    /// Reads as many bytes as `text` has, and returns whether they are equal to it.
    mutating func goesOn(with text: UnsafeBufferPointer<UInt8>) throws(MachineFailure) -> Bool {
        var rest = UnsafeRawBufferPointer(text)
        while !rest.isEmpty {
            guard try !isAtEnd() else { return false }
            let count = min(rest.count, piece.count - index)
            let isSame = piece.withUnsafeBytes { piece in
                guard let mine = piece.baseAddress, let other = rest.baseAddress else { return false }
                return memcmp(mine + index, other, count) == 0
            }
            guard isSame else { return false }
            index += count
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }

    mutating func isAtEnd() throws(MachineFailure) -> Bool {
        if files == nil { files = try manifest.previousFiles()[...] }
        while index == piece.count {
            if let next = try bytes?.next() {
                piece = next
                index = 0
            } else if let file = files?.popFirst() {
                bytes = try DecompressedInput(file: file)
            } else {
                return true
            }
        }
        return false
    }
}

// The manifest that stands where the new one will be.
extension IngestPlan.Output {
    /// Whether there is a manifest at this place, readable or not. A pipe or a device is none.
    var hasManifest: Bool {
        guard let path else { return false }
        // The index may be lost.
        guard pageSize == nil else { return (folderEntries(path) ?? []).contains { PageIndex.isFileName($0.name) } }
        return fileStatus(path)?.isRegular ?? false
    }

    /// The files of the manifest that exists at this place.
    func previousFiles() throws(MachineFailure) -> [[UInt8]] {
        guard let path else { throw .input("standard output holds no manifest") }
        let files = pageSize == nil ? [path] : try PageIndex(in: path).pages.map { joined(path, Array($0.file.utf8)) }
        for file in files {
            var status = stat()
            // Opening a pipe would wait for a writer.
            guard withPath(file, { stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw .input("\(shown(file)) is no file")
            }
        }
        return files
    }
}
