import Manifests
import System

/// The previous manifest, which is compared with the new one while that is written.
///
/// Most of a rerun's bytes equal those of the previous manifest, and comparing bytes takes a fraction of the time of
/// reading entries. So entries are read only from the first difference on.
final class PreviousManifest {
    private let place: IngestPlan.Output
    private var text: PreviousText
    /// The old entries from the first difference on; nil until there is a difference.
    private var rest: PreviousEntries?
    /// The number of equal entries at the start of both.
    private var same = 0
    /// Entries of the new manifest whose bytes have not been compared yet.
    private var waiting = WaitingEntries()
    /// Seen when the first byte is needed: a run that this one waits for may write the first manifest.
    private lazy var isThere = place.hasManifest
    /// The reason why the previous manifest cannot be read. The run then has nothing to compare with.
    private(set) var fault: MachineFailure?
    private var isComplete = false

    init(_ place: IngestPlan.Output) {
        self.place = place
        text = PreviousText(place)
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
        var rest = try PreviousEntries(place, skipping: same)
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
        try names.withUnsafeBufferPointer { names throws(MachineFailure) in
            var start = 0
            for entry in entries {
                try body(UnsafeBufferPointer(rebasing: names[start..<entry.end]), entry.width, entry.height)
                start = entry.end
            }
        }
    }
}
