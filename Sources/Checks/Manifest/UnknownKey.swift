import Manifests
import Pixels
import WeirBase
import WeirRecords

/// Keys that manifests do not have.
struct UnknownKey: ManifestRule {
    static let rule = Rule(
        "unknown-key", .manifest, .warning, "an entry has only keys that are known",
        explanation: """
            An app ignores a misspelt key. Columns that `--keep` names are text, arrays or objects, so such keys are \
            allowed, unless an entry with one lacks a key that it needs, or few entries have it and it is similar to a known one.
            """,
        example: #"{"w":200,"hegith":275,"img":"a.jpg","price":"¥169"}"#,
        remedy: "Correct the key. If it is a column, add it to `keys`, or to `ingest.keep` of weir.json.",
        parameters: [
            RuleParameter(keys, default: .texts([]), "further keys that entries may have")
        ])

    static let keys = "keys"

    private var allowed: [[UInt8]]
    private var sightings: [Sighting] = []
    /// The number of each key's sighting.
    private var numbers: [[UInt8]: Int] = [:]

    /// A key that is not known, at the first entry that has it.
    private struct Sighting {
        let file: Int
        let subject: FindingSubject
        let message: String
        /// Whether an entry lacks a needed key, which this one may be meant to be, or has a value that no column has.
        var isFault = false
        /// Whether a known key is similar, which the entry lacks.
        let isSimilar: Bool
        var entries = 0
    }

    /// Limits the memory for a manifest that consists of unknown keys.
    private static let maxKeys = 1000

    /// Facts of `weir ingest --with` that `EntryFacts` does not look at. Columns of catalogues have these names too.
    private static let facts = ["mime", "animated", "alpha", "colorModel", "depth", "sizeFrom"] + Placeholders.Key.allCases.map(\.rawValue)

    /// The keys that an entry may have.
    private static let optional = EntryKey.allCases.filter { !EntryKey.needed.contains($0) && $0 != .other }.map(\.text.description) + facts

    init(_ parameters: RuleParameters) { allowed = (parameters.texts(Self.keys) + Self.facts).map { Array($0.utf8) } }

    mutating func look(at index: PageIndex) { allowed += index.keep.map { Array($0.utf8) } }

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries where entry.hasOtherKeys {
            for index in entry.members where batch.members[index].name == .other {
                look(at: batch.members[index], of: entry, in: batch)
            }
        }
    }

    private mutating func look(at member: RecordBatch.Field, of entry: EntryBatch.Entry, in batch: EntryBatch) {
        let key = batch.text(member.key)
        guard !allowed.contains(where: { $0.elementsEqual(key) }) else { return }
        let name = Array(key)
        if numbers[name] == nil, sightings.count < Self.maxKeys {
            numbers[name] = sightings.count
            sightings.append(sighting(of: member, of: entry, in: batch))
        }
        guard let number = numbers[name] else { return }
        sightings[number].entries += 1
        if ![.text, .array, .object].contains(member.kind) || key.isEmpty || EntryKey.needed.contains(where: { !batch.has($0, entry) }) {
            sightings[number].isFault = true
        }
    }

    private func sighting(of member: RecordBatch.Field, of entry: EntryBatch.Entry, in batch: EntryBatch) -> Sighting {
        let key = batch.text(member.key)
        var subject = batch.subject(entry, keyOf: member)
        subject.isAboutAllEntries = true
        let needed = similarKey(to: key).flatMap { batch.has($0, entry) ? nil : $0.text.description }
        let optional = key.count < 4 ? nil : nearestName(to: String(decoding: key, as: UTF8.self), among: Self.optional)
        let similar = needed ?? optional
        let advice = similar.map { "; did you mean `\($0)`?" } ?? ""
        return Sighting(
            file: batch.file, subject: subject,
            message: "\(quoted(key)) is not a key of a manifest; this is the first entry that has it\(advice)",
            isSimilar: similar != nil)
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        for seen in sightings where seen.isFault || seen.isSimilar && seen.entries * 2 <= manifest.document.count {
            findings.add(Self.rule, in: seen.file, seen.subject, seen.message)
        }
    }
}
