import ImageHeaders
import Pixels
import WeirBase
import WeirSystem

/// The pictures of a run. Each distinct name has one slot, numbered in the order in which rows first name them, however many rows
/// do. Lanes write a picture's result into its slot.
package final class PictureTable: Sendable {
    private let names = Locked(NameTable())
    private let results: Locked<PictureResults>

    /// `keys` are the placeholders that the run wants.
    package init(placeholders keys: [Placeholders.Key] = []) { results = Locked(PictureResults(placeholders: keys)) }

    /// The number of slots.
    package var count: Int { names.read { $0.count } }

    /// The slots of names, and the indices of the names that have none before this.
    package func add(_ names: [UnsafeBufferPointer<UInt8>]) -> (slots: [Int32], new: [Int]) {
        let hashes = names.map { PictureLocation.hash(of: $0) }
        return self.names.change { table in
            var next = table.count
            var new: [Int] = []
            let slots = table.add(hashes)
            for (index, slot) in slots.enumerated() where slot == next {
                new.append(index)
                next += 1
            }
            return (slots.map { Int32($0) }, new)
        }
    }

    /// The slots of names; nil for a name that was never added.
    package func find(_ names: [UnsafeBufferPointer<UInt8>]) -> [Int?] {
        let hashes = names.map { PictureLocation.hash(of: $0) }
        return self.names.read { $0.numbers(of: hashes) }
    }

    package func store(_ results: [PictureResult]) {
        self.results.change { stored in for result in results { stored.store(result) } }
    }

    /// Reads results, while no others are stored.
    package func read<Result, Failure: Error>(_ body: (PictureResults) throws(Failure) -> Result) throws(Failure) -> Result {
        try results.change { results throws(Failure) in try body(results) }
    }
}

/// The failure of a picture.
package struct PictureFailure: Sendable {
    package let failure: Failure
    package let attempts: Int
    /// Whether the picture did not fail when it was last asked for; nil if no journal knows.
    package let isNew: Bool?
}

/// How a picture is not as it was when it was last asked for.
package enum PictureChange: Equatable, Sendable {
    case resized(PixelSize, previous: PixelSize)
    /// It had failed.
    case recovered
    /// It has a size, and none of the placeholders that are missing.
    case undecoded(Failure)
}

extension PictureResult {
    fileprivate var changes: [PictureChange] {
        var changes: [PictureChange] = []
        if let facts, let sizeBefore { changes.append(.resized(facts.size, previous: sizeBefore)) }
        if hasRecovered { changes.append(.recovered) }
        if case .undecoded(_, let failure) = details?.placeholders { changes.append(.undecoded(failure)) }
        return changes
    }
}

/// The results in the slots of a run. A slot takes 24 bytes, since a run may have millions of pictures; what few pictures have stands
/// beside the slots.
package struct PictureResults {
    private struct Slot {
        /// The facts of the picture; if it failed, those of a previous run. nil if no size is known.
        var facts: PictureFacts?
        /// The index of the picture's hash, or -2 minus the index of its failure; -1 if it has neither, and the least number if the
        /// slot is empty.
        var detail = Int32.min
    }

    /// Slots in blocks, so that growing copies nothing.
    private var blocks: [[Slot]] = []
    /// The hashes of the pictures in the mirror, in hexadecimal digits, joined without separators.
    private var hashes: [UInt8] = []
    private var failures: [PictureFailure] = []
    private var changes: [Int: [PictureChange]] = [:]
    private let keys: [Placeholders.Key]
    /// For each picture and key, the length of the text in two bytes and the text. Missing ones are empty.
    private var placeholders: [UInt8] = []
    /// The start of each picture's texts, by its slot.
    private var placeholderStarts: [Int: Int] = [:]

    private static let blockSlots = 4096
    private static let hashDigits = 64

    fileprivate init(placeholders keys: [Placeholders.Key]) { self.keys = keys }

    fileprivate mutating func store(_ result: PictureResult) {
        let slot = Int(result.number)
        while blocks.count * Self.blockSlots <= slot { blocks.append(Array(repeating: Slot(), count: Self.blockSlots)) }
        var entry = Slot(facts: result.facts, detail: -1)
        if let details = result.details {
            if let failure = details.failure {
                entry.facts = details.previous
                entry.detail = -2 - Int32(failures.count)
                failures.append(PictureFailure(failure: failure, attempts: Int(result.attempts), isNew: result.isNewFailure))
            } else if let mirrored = details.mirrored {
                entry.detail = Int32(hashes.count / Self.hashDigits)
                hashes += mirrored.hash.utf8
            }
            let changes = result.changes
            if !changes.isEmpty { self.changes[slot] = changes }
            if let texts = details.placeholders?.placeholders { store(texts, of: slot) }
        }
        blocks[slot / Self.blockSlots][slot % Self.blockSlots] = entry
    }

    private mutating func store(_ texts: Placeholders, of slot: Int) {
        placeholderStarts[slot] = placeholders.count
        for key in keys {
            // A text that is longer comes from a journal that another program has changed.
            let text = texts[key].flatMap { $0.utf8.count <= Int(UInt16.max) ? $0 : nil } ?? ""
            let count = UInt16(text.utf8.count)
            placeholders += [UInt8(count >> 8), UInt8(count & 255)]
            placeholders += text.utf8
        }
    }

    private subscript(slot: Int) -> Slot {
        let block = slot / Self.blockSlots
        return block < blocks.count ? blocks[block][slot % Self.blockSlots] : Slot()
    }

    /// Whether the picture has no result, since the run ended before.
    package func isEmpty(_ slot: Int) -> Bool { self[slot].detail == .min }

    /// The facts of a picture; if it failed, those of a previous run. nil if no size is known.
    package func facts(of slot: Int) -> PictureFacts? { self[slot].facts }

    /// nil if the picture did not fail.
    package func failure(of slot: Int) -> PictureFailure? {
        let detail = self[slot].detail
        return detail < -1 && detail != .min ? failures[-2 - Int(detail)] : nil
    }

    package func changes(of slot: Int) -> [PictureChange] { changes.isEmpty ? [] : changes[slot] ?? [] }

    /// Calls `body` with the picture's hash, if the picture is in the mirror.
    package func withHash<Failure: Error>(
        of slot: Int, _ body: (UnsafeBufferPointer<UInt8>?) throws(Failure) -> Void
    ) throws(Failure) {
        let detail = self[slot].detail
        guard detail >= 0 else { return try body(nil) }
        let start = Int(detail) * Self.hashDigits
        try hashes.withBytes { hashes throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: hashes[start..<start + Self.hashDigits]))
        }
    }

    /// Calls `body` with the texts of a picture's placeholders, which are valid until it returns.
    package func withPlaceholders<Failure: Error>(
        of slot: Int, _ body: ([Placeholders.Key: UnsafeBufferPointer<UInt8>]) throws(Failure) -> Void
    ) throws(Failure) {
        guard !keys.isEmpty, let start = placeholderStarts[slot] else { return try body([:]) }
        try placeholders.withBytes { bytes throws(Failure) in
            var texts: [Placeholders.Key: UnsafeBufferPointer<UInt8>] = [:]
            var next = start
            for key in keys {
                let start = next + 2
                next = start + (Int(bytes[next]) << 8 | Int(bytes[next + 1]))
                if next > start { texts[key] = UnsafeBufferPointer(rebasing: bytes[start..<next]) }
            }
            try body(texts)
        }
    }
}
