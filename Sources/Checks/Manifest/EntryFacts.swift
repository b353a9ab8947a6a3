import WeirBase
import WeirRecords

/// Facts that `weir ingest --with` could not have written.
struct EntryFacts: ManifestRule {
    static let rule = Rule(
        "entry-facts", .manifest, .error, "status, format, bytes, orientation and sha256 have allowed values",
        explanation: """
            A Swift decoder refuses a whole manifest for `"bytes": "12"` or an unknown status.
            """,
        example: #"{"w":200,"h":275,"img":"a.jpg","price":"¥169","status":"broken","orientation":9}"#,
        remedy: "Run `weir ingest --with` again, or leave the fact out.")
    static let looksAtImages = true

    init(_ parameters: RuleParameters) {}

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries where entry.hasFacts {
            for fact in Self.facts {
                guard let member = batch.member(fact.key, of: entry) else { continue }
                let value = batch.text(member.value)
                guard member.kind != fact.kind || !fact.allows(value) else { continue }
                findings.add(
                    Self.rule, in: batch.file, batch.subject(entry, valueOf: member),
                    "\(fact.key.text) is \(shown(value, member.kind)), not \(fact.requirement)")
            }
        }
    }

    private func shown(_ value: UnsafeBufferPointer<UInt8>, _ kind: ValueKind) -> String {
        switch kind {
        case .text: value.isEmpty ? "an empty text" : "the text \(quoted(value))"
        case .number, .real: quoted(value)
        default: kind.name
        }
    }

    /// A key that an entry may have, and the values that it allows.
    private struct Fact {
        let key: EntryKey
        let kind: ValueKind
        let requirement: String
        let allows: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool
    }

    private static let facts = [
        Fact(key: .status, kind: .text, requirement: "ok, stale or placeholder") { text in
            text.isEqual(to: "ok") || text.isEqual(to: "stale") || text.isEqual(to: "placeholder")
        },
        Fact(key: .format, kind: .text, requirement: "a text such as jpeg") { _ in true },
        Fact(key: .bytes, kind: .number, requirement: "a plain integer of at least 0") { $0.allSatisfy { isDigit($0) } },
        Fact(key: .orientation, kind: .number, requirement: "an integer from 1 to 8") { text in
            text.count == 1 && (UInt8(ascii: "1")...UInt8(ascii: "8")).contains(text[0])
        },
        Fact(key: .sha256, kind: .text, requirement: "a text of 64 digits, 0 to 9 and a to f") { text in
            text.count == 64 && text.allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
        },
    ]
}
