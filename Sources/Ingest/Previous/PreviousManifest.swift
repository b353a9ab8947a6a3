import Glibc
import Manifests
import WeirBase
import WeirSystem

/// The previous manifest, which is compared with the new one while that is written.
///
/// Most of a rerun's bytes equal those of the previous manifest, and comparing bytes takes a fraction of the time of
/// reading entries. So entries are read only from the first difference on.
final class PreviousManifest {
    private let output: IngestPlan.Output
    private var text: PreviousText
    /// The old entries from the first difference on; nil until there is a difference.
    private var rest: PreviousEntries?
    /// The number of equal entries at the start of both.
    private var same = 0
    /// Entries of the new manifest whose bytes have not been compared yet.
    private var waiting = WaitingEntries()
    /// Seen when the first byte is needed: a run that this one waits for may write the first manifest.
    private lazy var isThere = output.hasManifest
    /// The reason why the previous manifest cannot be read. The run then has nothing to compare with.
    private(set) var fault: MachineFailure?
    private var isComplete = false

    init(_ output: IngestPlan.Output) {
        self.output = output
        text = PreviousText(output)
    }

    /// The changes in the new manifest, once it is complete; nil if there is no old one, or if it cannot be read.
    var change: ManifestChange? { isReadable && isComplete ? rest?.change ?? ManifestChange() : nil }

    private var isReadable: Bool { isThere && fault == nil }

    /// Takes an entry of the new manifest; its bytes follow later.
    func compare(_ entry: ManifestEntry) {
        guard isReadable else { return }
        guard rest != nil else { return waiting.append(entry) }
        reading { () throws(MachineFailure) in try rest?.compare(entry.img, entry.width, entry.height) }
    }

    /// Takes the bytes of all entries since the last call.
    func compare(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard isReadable, rest == nil else { return }
        reading { () throws(MachineFailure) in
            guard try text.goesOn(with: bytes) else { return try readRest() }
            same += waiting.count
            waiting.removeAll()
        }
    }

    /// Called when the new manifest is complete.
    func end() {
        guard isReadable else { return }
        reading { () throws(MachineFailure) in
            if rest == nil, try !text.isAtEnd() { try readRest() }
            try rest?.end()
            isComplete = true
        }
    }

    private func readRest() throws(MachineFailure) {
        var rest = try PreviousEntries(output, skipping: same)
        try waiting.forEach { img, width, height throws(MachineFailure) in try rest.compare(img, width, height) }
        waiting = WaitingEntries()
        self.rest = rest
    }

    private func reading(_ body: () throws(MachineFailure) -> Void) {
        do throws(MachineFailure) { try body() } catch { fault = error }
    }
}

/// Names and sizes of entries. The names are joined without separators.
private struct WaitingEntries {
    private var names: [UInt8] = []
    private var entries: [(end: Int, width: Int, height: Int)] = []

    var count: Int { entries.count }

    mutating func append(_ entry: ManifestEntry) {
        names.append(contentsOf: entry.img)
        entries.append((names.count, entry.width, entry.height))
    }

    /// Removes the entries and keeps the memory.
    mutating func removeAll() {
        names.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
    }

    func forEach(_ body: (UnsafeBufferPointer<UInt8>, Int, Int) throws(MachineFailure) -> Void) throws(MachineFailure) {
        try names.withBytes { names throws(MachineFailure) in
            var start = 0
            for entry in entries {
                try body(UnsafeBufferPointer(rebasing: names[start..<entry.end]), entry.width, entry.height)
                start = entry.end
            }
        }
    }
}

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
    /// Whether there is a manifest at this path, readable or not. A pipe or a device is none.
    var hasManifest: Bool {
        guard let path else { return false }
        // The index may be lost.
        guard pageSize == nil else { return (folderEntries(path) ?? []).contains { PageIndex.isFileName($0.name) } }
        return fileStatus(path)?.isRegular ?? false
    }

    /// The files of the manifest that exists at this path.
    func previousFiles() throws(MachineFailure) -> [[UInt8]] {
        guard let path else { throw .input("standard output holds no manifest") }
        let index = pageSize == nil ? nil : try PageIndex(in: path)
        if let index, let folder = try? OutputFolder.make(path).folder, PageRecords(in: folder, current: index).areMixed {
            throw .input("\(shown(path)) has pages of two manifests, as a killed run leaves them")
        }
        let files = index.map { $0.pages.map { joined(path, Array($0.file.utf8)) } } ?? [path]
        for file in files {
            // Opening a pipe would wait for a writer.
            guard fileStatus(file)?.isRegular == true else { throw .input("\(shown(file)) is no file") }
        }
        return files
    }
}
