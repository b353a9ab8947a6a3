/// Keys that one entry has twice.
struct DuplicateKey: ManifestRule {
    static let rule = Rule(
        "duplicate-key", .manifest, .error, "no entry has a key twice",
        explanation: """
            Some programs take the first value of a repeated key, others the last.
            """,
        example: #"{"w":200,"h":275,"h":257,"img":"a.jpg","price":"¥169"}"#,
        remedy: "Correct the program that writes the key twice.")
    static let looksAtImages = true

    init(_ parameters: RuleParameters) {}

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries where entry.hasRepeatedKey {
            var known: Set<[UInt8]> = []
            for member in batch.members[entry.members] where !known.insert(Array(batch.text(member.key))).inserted {
                findings.add(
                    Self.rule, in: batch.file, batch.subject(entry, keyOf: member),
                    "the key \(quoted(batch.text(member.key))) stands in the entry already")
            }
        }
    }
}
