import Manifests
import WeirBase
import WeirRecords
import WeirSystem

/// Compares the entries of a previous manifest with those of the new one, while the new one is written.
///
/// In most runs, most entries keep their order. Only some thousand entries and those without a match so far are kept, each as a hash
/// of its name and its size. So a million entries need little memory unless all of them have moved.
struct PreviousEntries {
    private var files: ArraySlice<[UInt8]>
    private let format: ManifestFormat
    /// The file whose entries are read.
    private var file: [UInt8] = []
    private var rows: (any RowSource)?
    private var batch: RowBatch?
    /// The number of the next row in the batch.
    private var next = 0
    /// The entries that have not been matched, in order.
    private var old: [Entry] = []
    private var new: [Entry] = []
    /// Entries are matched when there are so many.
    private var limit = Self.least
    private var resized = 0

    private static let least = 4096

    private struct Entry {
        let name: NameHash
        let width: Int32
        let height: Int32

        init(_ img: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int) {
            name = NameHash(of: UnsafeRawBufferPointer(img))
            self.width = Int32(clamping: width)
            self.height = Int32(clamping: height)
        }
    }

    /// Skips the first `count` entries.
    init(_ output: IngestPlan.Output, skipping count: Int) throws(MachineFailure) {
        files = try output.previousFiles()[...]
        format = output.kind.format
        var left = count
        while left > 0, try hasRow() {
            next = min(left, batch?.rows.count ?? 0)
            left -= next
        }
    }

    /// The changes in the new manifest; valid after `end`.
    var change: ManifestChange {
        var change = ManifestChange()
        change.added = new.count
        change.removed = old.count
        change.resized = resized
        return change
    }

    /// Takes the next entry of the new manifest, and reads the next one of the previous manifest.
    mutating func compare(_ img: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int) throws(MachineFailure) {
        new.append(Entry(img, width, height))
        if let previous = try nextEntry() { old.append(previous) }
        if new.count >= limit { match() }
    }

    /// Called at the end of the new manifest: reads the rest of the old one.
    mutating func end() throws(MachineFailure) {
        while let previous = try nextEntry() {
            old.append(previous)
            if old.count >= limit { match() }
        }
        match()
    }

    /// Matches the entries, and keeps those without a partner.
    private mutating func match() {
        let (old, new) = (old, new)
        let pairs = EntryPairs(old: old.count, new: new.count) {
            old[$0].name
        } newName: {
            new[$0].name
        }
        for (entry, partner) in pairs.newEntries.enumerated() where partner >= 0 {
            let other = new[Int(partner)]
            if old[entry].width != other.width || old[entry].height != other.height { resized += 1 }
        }
        self.old = pairs.removed.map { old[$0] }
        self.new = pairs.added.map { new[$0] }
        // Many that remain are not matched again for each few that come.
        limit = max(Self.least, 2 * max(self.old.count, self.new.count))
    }

    private mutating func nextEntry() throws(MachineFailure) -> Entry? {
        guard try hasRow() else { return nil }
        defer { next += 1 }
        return batch.map { batch in
            let row = batch.rows[next]
            return batch.withTexts { Entry($0[row.img], row.width ?? 0, row.height ?? 0) }
        }
    }

    private func position(of broken: RowBatch.BrokenRow) -> String {
        "\(shown(file)):\(broken.position.line):\(broken.position.column)"
    }

    /// Makes sure that the batch has a next row; false at the end. Throws at a broken entry, since it cannot be compared.
    private mutating func hasRow() throws(MachineFailure) -> Bool {
        while next == batch?.rows.count ?? 0 {
            next = 0
            batch = try rows?.next()
            if let broken = batch?.broken.first { throw .input("\(position(of: broken)): \(broken.message)") }
            guard batch == nil else { continue }
            guard let next = files.popFirst() else { return false }
            file = next
            rows = try DecompressedInput(file: file).entries(of: format)
        }
        return true
    }
}
