import Manifests
import System

/// The manifest that a new one replaces, compared with it while that is written.
///
/// Most of what a rerun writes stands in the former manifest already, and bytes are compared in a fraction of the
/// time that entries are read in. So entries are read only from the first difference on.
final class FormerManifest {
    private let place: IngestPlan.Output
    private var text: FormerText
    /// What follows the first difference; nil while there is none.
    private var rest: FormerEntries?
    /// How many of the first entries stand in both.
    private var same = 0
    /// Entries of the new manifest whose bytes have not been compared yet.
    private var waiting = WaitingEntries()
    private var isReadable = true

    /// nil where there is none, or none that can be read. Then there is nothing to compare with, which is no failure
    /// of the run.
    init?(_ place: IngestPlan.Output) {
        self.place = place
        do throws(MachineFailure) { text = FormerText(try place.standingFiles()) } catch { return nil }
    }

    /// What the new manifest changes, once it is complete; nil where the former file is no manifest.
    var change: ManifestChange? { isReadable ? rest?.change ?? ManifestChange() : nil }

    /// Takes an entry of the new manifest. Its bytes come later.
    func take(_ entry: ManifestEntry) {
        guard isReadable else { return }
        guard rest != nil else { return waiting.append(entry) }
        reading { () throws(MachineFailure) in try rest?.compare(entry.img, entry.width, entry.height) }
    }

    /// Takes the bytes of the entries that were taken since the last bytes.
    func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard isReadable, rest == nil else { return }
        reading { () throws(MachineFailure) in
            guard try text.goesOn(with: bytes) else { return try readRest() }
            same += waiting.count
            waiting.removeAll()
        }
    }

    /// The new manifest is complete.
    func end() {
        guard isReadable else { return }
        reading { () throws(MachineFailure) in
            if rest == nil, try !text.isAtEnd() { try readRest() }
            try rest?.end()
        }
    }

    private func readRest() throws(MachineFailure) {
        var rest = try FormerEntries(place, skipping: same)
        try waiting.forEach { img, width, height throws(MachineFailure) in try rest.compare(img, width, height) }
        waiting = WaitingEntries()
        self.rest = rest
    }

    private func reading(_ body: () throws(MachineFailure) -> Void) {
        do throws(MachineFailure) { try body() } catch { isReadable = false }
    }
}

/// Names and sizes of entries. The names lie one behind the other.
private struct WaitingEntries {
    private var names: [UInt8] = []
    private var entries: [(end: Int, width: Int, height: Int)] = []

    var count: Int { entries.count }

    mutating func append(_ entry: ManifestEntry) {
        names.append(contentsOf: entry.img)
        entries.append((names.count, entry.width, entry.height))
    }

    /// Forgets the entries and keeps the memory.
    mutating func removeAll() {
        names.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
    }

    func forEach(_ body: (UnsafeBufferPointer<UInt8>, Int, Int) throws(MachineFailure) -> Void) throws(MachineFailure) {
        try names.withUnsafeBufferPointer { names throws(MachineFailure) in
            var start = 0
            for entry in entries {
                try body(UnsafeBufferPointer(rebasing: names[start..<entry.end]), entry.width, entry.height)
                start = entry.end
            }
        }
    }
}
