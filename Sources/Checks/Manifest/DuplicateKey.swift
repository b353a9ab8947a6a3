/// Keys that one entry has twice.
struct DuplicateKey: ManifestRule {
    static let rule = Rule(
        "duplicate-key", .manifest, .error, "no key stands twice in an entry",
        explanation: """
            Of a key that stands twice, one program takes the first value and another the last (RFC 8259, 4), and none \
            of them complains. So two apps show the same entry differently.
            """,
        example: #"{"w":200,"h":275,"h":257,"img":"a.jpg","price":"¥169"}"#,
        remedy: "Remove the value that is wrong, and find out why the program that writes the manifest adds the key twice.")
    static let looksAtImages = true

    init(_ settings: RuleSettings) {}

    mutating func look(at batch: EntryBatch, _ findings: inout FindingCollector) {
        for entry in batch.entries where entry.hasRepeatedKey {
            var known: Set<[UInt8]> = []
            for member in batch.members[entry.members] where !known.insert(Array(batch.text(member.key))).inserted {
                findings.add(
                    batch.subject(entry, keyOf: member),
                    "the key \(quoted(batch.text(member.key))) stands in the entry already")
            }
        }
    }
}
