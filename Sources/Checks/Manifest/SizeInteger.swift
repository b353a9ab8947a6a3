import WeirRecords

/// Sides that are not a number of pixels.
struct SizeInteger: ManifestRule {
    static let rule = Rule(
        "size-integer", .manifest, .error, "w and h are integers from 1 to \(Int32.max)",
        explanation: """
            A layout divides w by h. With text, a fraction, zero or a negative number, apps crash or show an endless \
            cell.
            """,
        example: #"{"w":"200","h":0,"img":"a.jpg","price":"¥169"}"#,
        remedy: """
            Write both sides as integers, in pixels and with the orientation applied. For an unknown size, write the \
            placeholder's.
            """)
    static let looksAtImages = true

    init(_ parameters: RuleParameters) {}

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries {
            look(at: .w, entry.width, of: entry, in: batch, &findings)
            look(at: .h, entry.height, of: entry, in: batch, &findings)
        }
    }

    @inline(__always)
    private func look(
        at key: EntryKey, _ side: Int32, of entry: EntryBatch.Entry, in batch: EntryBatch,
        _ findings: inout FindingStore
    ) {
        guard let member = batch.member(key, of: entry), side == 0 || member.kind != .number else { return }
        findings.add(
            Self.rule, in: batch.file, batch.subject(entry, valueOf: member), "\(key.text) is \(fault(member, batch.text(member.value)))")
    }

    private func fault(_ member: RecordBatch.Field, _ value: UnsafeBufferPointer<UInt8>) -> String {
        switch member.kind {
        case .text: return "the text \(quoted(value)), not an integer"
        case .number, .real: break
        default: return "\(member.kind.name), not an integer"
        }
        let isInteger = value.allSatisfy { $0 == UInt8(ascii: "-") || $0 &- UInt8(ascii: "0") < 10 }
        if member.kind == .real || !isInteger { return "\(quoted(value)), not a plain integer" }
        let isTooLarge = value.first != UInt8(ascii: "-") && value.contains { $0 != UInt8(ascii: "0") }
        return isTooLarge ? "\(quoted(value)), more than \(Int32.max)" : "\(quoted(value)), and a side is at least 1"
    }
}
