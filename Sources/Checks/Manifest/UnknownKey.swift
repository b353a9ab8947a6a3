import Manifests
import Pixels
import WeirRecords

/// Keys that manifests do not have.
struct UnknownKey: ManifestRule {
    static let rule = Rule(
        "unknown-key", .manifest, .warning, "an entry has only keys that are known",
        explanation: """
            An app ignores a misspelt key. Allowed are keys of `--with` and `--keep`, and keys with text, an array \
            or an object in more than half of the entries.
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
        /// Whether the entry lacks a needed key, which this one may be meant to be.
        let mayBeNeeded: Bool
        /// Whether all of its values have a kind that columns have.
        var isColumn = true
        var entries = 0
    }

    /// Limits the memory for a manifest that consists of unknown keys.
    private static let maxKeys = 1000

    /// Facts of `weir ingest --with` that `EntryFacts` does not look at. Columns of catalogues have these names too.
    private static let facts = ["mime", "animated", "alpha", "colorModel", "depth", "sizeFrom"] + Placeholders.Key.allCases.map(\.rawValue)

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
        if ![.text, .array, .object].contains(member.kind) { sightings[number].isColumn = false }
    }

    private func sighting(of member: RecordBatch.Field, of entry: EntryBatch.Entry, in batch: EntryBatch) -> Sighting {
        let key = batch.text(member.key)
        var subject = batch.subject(entry, keyOf: member)
        subject.isAboutAllEntries = true
        let similar = similarKey(to: key).flatMap { batch.has($0, entry) ? nil : $0 }
        let advice = similar.map { "; did you mean `\($0.text)`?" } ?? ""
        return Sighting(
            file: batch.file, subject: subject,
            message: "\(quoted(key)) is not a key of a manifest; this is the first entry that has it\(advice)",
            mayBeNeeded: EntryKey.needed.contains { !batch.has($0, entry) })
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        for seen in sightings where seen.mayBeNeeded || !seen.isColumn || seen.entries * 2 <= manifest.document.count {
            findings.add(Self.rule, in: seen.file, seen.subject, seen.message)
        }
    }
}
