/// Entries that lack a required key.
struct MissingKey: ManifestRule {
    static let rule = Rule(
        "missing-key", .manifest, .error, "each entry has w, h, img and price",
        explanation: """
            A layout needs w and h before the picture arrives, and a cell shows img and price.
            """,
        example: #"{"w":200,"img":"a.jpg","price":"¥169"}"#,
        remedy: "Add the key where the manifest is made. An unknown price is an empty text.")

    init(_ parameters: RuleParameters) {}

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries {
            for key in EntryKey.needed where !batch.has(key, entry) {
                findings.add(Self.rule, in: batch.file, batch.subject(entry, lacking: key), message(key, entry, batch))
            }
        }
    }

    private func message(_ key: EntryKey, _ entry: EntryBatch.Entry, _ batch: EntryBatch) -> String {
        let similar = batch.members[entry.members].first { $0.name == .other && similarKey(to: batch.text($0.key)) == key }
        guard let similar else { return "the entry has no `\(key.text)`" }
        return "the entry has no `\(key.text)`; \(quoted(batch.text(similar.key))) may be meant to be it"
    }
}
