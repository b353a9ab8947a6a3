/// Entries without the address of a picture.
struct ImgPresent: ManifestRule {
    static let rule = Rule(
        "img-present", .manifest, .error, "img is a text that is not empty",
        explanation: """
            Without an address the cell of the entry stays empty.
            """,
        example: #"{"w":200,"h":275,"img":"","price":"¥169"}"#,
        remedy: "Write the address of the picture, or remove the entry.")
    static let looksAtImages = true

    init(_ parameters: RuleParameters) {}

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries {
            guard let member = batch.member(.img, of: entry), member.kind != .text || member.value.count == 0
            else { continue }
            findings.add(
                Self.rule, in: batch.file, batch.subject(entry, valueOf: member),
                member.kind == .text ? "img is empty" : "img is \(member.kind.name), not text")
        }
    }
}
