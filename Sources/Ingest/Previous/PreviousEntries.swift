import Manifests
import WeirRecords
import WeirSystem

/// Compares the entries of a previous manifest with those of the new one, while the new one is written.
///
/// In most runs, most entries keep their order. Only entries without a match so far are kept, each as a hash of its
/// name and its size. So a million entries need little memory unless all of them have moved.
struct PreviousEntries {
    private var files: ArraySlice<[UInt8]>
    private let format: ManifestFormat
    /// The file whose entries are read.
    private var file: [UInt8] = []
    private var rows: (any RowSource)?
    private var batch: RowBatch?
    /// The number of the next row in the batch.
    private var next = 0
    private var old = UnmatchedEntries()
    private var new = UnmatchedEntries()
    private var resized = 0

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
        let entry = UnmatchedEntries.Entry(img, width, height)
        if let previous = try nextEntry() {
            if previous.name == entry.name {
                resized += previous.hasSize(of: entry) ? 0 : 1
                return
            }
            match(previous)
        }
        guard let previous = old.take(entry.name) else { return new.add(entry) }
        resized += previous.hasSize(of: entry) ? 0 : 1
    }

    /// Called at the end of the new manifest: reads the rest of the old one.
    mutating func end() throws(MachineFailure) { while let previous = try nextEntry() { match(previous) } }

    private mutating func match(_ previous: UnmatchedEntries.Entry) {
        guard let entry = new.take(previous.name) else { return old.add(previous) }
        resized += previous.hasSize(of: entry) ? 0 : 1
    }

    private mutating func nextEntry() throws(MachineFailure) -> UnmatchedEntries.Entry? {
        guard try hasRow() else { return nil }
        defer { next += 1 }
        return batch.map { batch in
            let row = batch.rows[next]
            return batch.withTexts { UnmatchedEntries.Entry($0[row.img], row.width ?? 0, row.height ?? 0) }
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

/// Entries without a match in the other manifest so far, by the hashes of their names.
private struct UnmatchedEntries {
    private var entries: [Int: (entry: Entry, count: Int32)] = [:]
    private(set) var count = 0

    struct Entry {
        /// The hash of the entry's name. No attacker chooses the names, and the chance that two of a million names
        /// have the same hash is below one in ten million.
        let name: Int
        private let width: Int32
        private let height: Int32

        init(_ img: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int) {
            var hasher = Hasher()
            hasher.combine(bytes: UnsafeRawBufferPointer(img))
            name = hasher.finalize()
            self.width = Int32(clamping: width)
            self.height = Int32(clamping: height)
        }

        func hasSize(of other: Entry) -> Bool { width == other.width && height == other.height }
    }

    mutating func add(_ entry: Entry) {
        entries[entry.name, default: (entry, 0)].count += 1
        count += 1
    }

    /// Removes and returns an entry of this name.
    mutating func take(_ name: Int) -> Entry? {
        guard count > 0, let (entry, times) = entries[name] else { return nil }
        entries[name] = times == 1 ? nil : (entry, times - 1)
        count -= 1
        return entry
    }
}
