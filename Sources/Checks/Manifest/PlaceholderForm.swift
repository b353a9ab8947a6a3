import Pixels
import WeirRecords

/// Placeholders of pictures that no app can decode.
struct PlaceholderForm: ManifestRule {
    static let rule = Rule(
        "placeholder-form", .manifest, .warning, "thumbhash, blurhash, colors, blurDataURL and phash are well formed",
        explanation: """
            Some decoders of ThumbHash and BlurHash crash on a cut text. A malformed color is black or an error.
            """,
        example: #"{"w":200,"h":275,"img":"a.jpg","price":"¥169","thumbhash":"8lcKHgjY","meanColor":"red"}"#,
        remedy: "Run `weir ingest --with` again. If the key is a column, turn the rule off.")
    static let looksAtImages = true

    init(_ parameters: RuleParameters) {}

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries where entry.hasOtherKeys {
            for index in entry.members {
                let member = batch.members[index]
                // Columns with texts of a shop may be called so.
                guard let key = batch.placeholder(member), ![.content, .source, .range].contains(key) else { continue }
                let value = batch.text(member.value)
                guard member.kind != .text || !key.allows(value) else { continue }
                let shown = member.kind == .text ? (value.isEmpty ? "an empty text" : "the text \(quoted(value))") : member.kind.name
                findings.add(
                    Self.rule, in: batch.file, batch.subject(entry, valueOf: member), "\(key.rawValue) is \(shown), not \(key.form)")
            }
        }
    }
}

extension EntryBatch {
    /// The placeholder that a member is by its key.
    func placeholder(_ member: RecordBatch.Field) -> Placeholders.Key? {
        guard member.name == .other else { return nil }
        let text = text(member.key)
        return placeholderKeys.first { text.isEqual(to: $0.text) }?.key
    }
}

private let placeholderKeys: [(text: StaticString, key: Placeholders.Key)] = [
    ("thumbhash", .thumbhash), ("blurhash", .blurhash), ("dominantColor", .dominantColor), ("meanColor", .meanColor),
    ("blurDataURL", .blurDataURL), ("phash", .phash), ("content", .content), ("source", .source), ("range", .range),
]
