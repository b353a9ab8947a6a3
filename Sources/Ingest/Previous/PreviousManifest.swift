import Glibc
import Manifests
import WeirBase
import WeirRecords
import WeirSystem

/// The previous manifest, which is compared with the new one while that is written.
///
/// Most of a rerun's bytes equal those of the previous manifest, and comparing bytes takes a fraction of the time of
/// reading entries. So entries are read only from the first difference on. Most of those keep their order, too: only some thousand
/// entries and those without a match so far are kept, each as a hash of its name and its size. So a million entries need little memory
/// unless all of them have moved.
final class PreviousManifest {
    private let output: IngestPlan.Output
    /// Nil if there are no bytes to compare, since the new manifest is only planned.
    private var text: PreviousText?
    /// The previous entries from the first difference on; nil until there is a difference.
    private var rest: PreviousRows?
    /// The number of equal entries at the start of both.
    private var same = 0
    /// The entries that have not been matched, in order. Until there is a difference, the new ones are those whose bytes have not been
    /// compared.
    private var previous: [Entry] = []
    private var new: [Entry] = []
    /// Entries are matched when there are so many.
    private var limit = least
    private var resized = 0
    /// Seen when the first byte is needed: a run that this one waits for may write the first manifest.
    private lazy var isThere = output.hasManifest
    /// The reason why the previous manifest cannot be read. The run then has nothing to compare with.
    private(set) var fault: MachineFailure?
    private var isComplete = false

    private static let least = 4096

    fileprivate struct Entry {
        let name: NameHash
        let width: Int32
        let height: Int32

        init(_ img: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int) {
            name = NameHash(of: UnsafeRawBufferPointer(img))
            self.width = Int32(clamping: width)
            self.height = Int32(clamping: height)
        }
    }

    init(_ output: IngestPlan.Output, isPlanned: Bool = false) {
        self.output = output
        text = isPlanned ? nil : PreviousText(output)
    }

    /// The changes in the new manifest, once it is complete; nil if there is no previous one, or if it cannot be read.
    var change: ManifestChange? {
        guard isReadable, isComplete else { return nil }
        var change = ManifestChange()
        (change.added, change.removed, change.resized) = (new.count, previous.count, resized)
        return change
    }

    private var isReadable: Bool { isThere && fault == nil }

    /// Takes an entry of the new manifest; its bytes follow later.
    func compare(_ img: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int) {
        guard isReadable else { return }
        new.append(Entry(img, width, height))
        reading { () throws(MachineFailure) in
            if rest == nil, text != nil { return }
            if rest == nil { try readRest() } else if let entry = try rest?.next() { previous.append(entry) }
            if new.count >= limit { match() }
        }
    }

    /// Takes the bytes of all entries since the last call.
    func compare(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard isReadable, rest == nil else { return }
        reading { () throws(MachineFailure) in
            guard try text?.goesOn(with: bytes) ?? false else { return try readRest() }
            same += new.count
            new.removeAll(keepingCapacity: true)
        }
    }

    /// Called when the new manifest is complete.
    func end() {
        guard isReadable else { return }
        reading { () throws(MachineFailure) in
            if rest == nil, try text?.isAtEnd() != true { try readRest() }
            while let entry = try rest?.next() {
                previous.append(entry)
                if previous.count >= limit { match() }
            }
            if rest != nil { match() }
            isComplete = true
        }
    }

    /// Reads the previous entries from here on, beginning with as many as there are new ones.
    private func readRest() throws(MachineFailure) {
        var rest = try PreviousRows(output, skipping: same)
        for _ in new {
            guard let entry = try rest.next() else { break }
            previous.append(entry)
        }
        self.rest = rest
    }

    /// Matches the entries, and keeps those without a partner.
    private func match() {
        let (previous, new) = (previous, new)
        let pairs = EntryPairs(previous: previous.count, new: new.count) {
            previous[$0].name
        } newName: {
            new[$0].name
        }
        for (entry, partner) in pairs.newEntries.enumerated() where partner >= 0 {
            let other = new[Int(partner)]
            if previous[entry].width != other.width || previous[entry].height != other.height { resized += 1 }
        }
        self.previous = pairs.removed.map { previous[$0] }
        self.new = pairs.added.map { new[$0] }
        // Many that remain are not matched again for each few that come.
        limit = max(Self.least, 2 * max(self.previous.count, self.new.count))
    }

    private func reading(_ body: () throws(MachineFailure) -> Void) {
        do throws(MachineFailure) { try body() } catch { fault = error }
    }
}

/// The entries of the previous manifest, which may be a table or have pages.
private struct PreviousRows {
    private var files: ArraySlice<[UInt8]>
    private let format: ManifestFormat
    /// The file whose entries are read.
    private var file: [UInt8] = []
    private var rows: (any RowSource)?
    private var batch: RowBatch?
    /// The number of the next row in the batch.
    private var index = 0

    /// Skips the first `count` entries.
    init(_ output: IngestPlan.Output, skipping count: Int) throws(MachineFailure) {
        files = try output.previousFiles()[...]
        format = output.kind.format
        var left = count
        while left > 0, try hasRow() {
            index = min(left, batch?.rows.count ?? 0)
            left -= index
        }
    }

    mutating func next() throws(MachineFailure) -> PreviousManifest.Entry? {
        guard try hasRow() else { return nil }
        defer { index += 1 }
        return batch.map { batch in
            let row = batch.rows[index]
            return batch.withTexts { PreviousManifest.Entry($0[row.img], row.width ?? 0, row.height ?? 0) }
        }
    }

    /// Makes sure that the batch has a next row; false at the end. Throws at a broken entry, since it cannot be compared.
    private mutating func hasRow() throws(MachineFailure) -> Bool {
        while index == batch?.rows.count ?? 0 {
            index = 0
            batch = try rows?.next()
            if let broken = batch?.broken.first {
                throw .input("\(shown(file)):\(broken.position.line):\(broken.position.column): \(broken.message)")
            }
            guard batch == nil else { continue }
            guard let next = files.popFirst() else { return false }
            file = next
            rows = try DecompressedInput(file: file).entries(insteadOf: format)
        }
        return true
    }
}

/// The decompressed text of the previous manifest, with its pages one after the other.
private struct PreviousText {
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
    /// Whether there is a manifest at this path, readable or not. A pipe or a device is none, nor are pages without an index, which a
    /// first run leaves that is killed.
    var hasManifest: Bool {
        guard let path else { return false }
        return fileStatus(pageSize == nil ? path : joined(path, PageFolder.indexName))?.isRegular ?? false
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

extension PageIndex {
    /// Reads the index in a folder of pages.
    package init(in folder: [UInt8]) throws(MachineFailure) {
        let path = joined(folder, Array(PageIndex.fileName.utf8))
        let bytes = try wholeFile(InputFile(plainFile: path))
        do throws(DocumentFailure) {
            self = try bytes.withBytes { bytes throws(DocumentFailure) in
                try PageIndex(UnsafeRawBufferPointer(bytes))
            }
        } catch {
            throw .input("\(shown(path)): \(error.message)")
        }
    }
}
