import Records

/// A key that no app will look for.
struct UnknownKey: ManifestRule {
    static let rule = Rule(
        "unknown-key", .manifest, .warning, "an entry has only keys that are known",
        explanation: """
            Apps pass over keys that they do not know, so a key with a slip of the finger is silently not there. A key \
            that resembles one which the entry lacks is told for each entry; any other once for each file, at the first \
            entry that has it. What `weir ingest --with` adds is known.
            """,
        example: #"{"w":200,"hegith":275,"img":"a.jpg","price":"¥169"}"#,
        remedy: "Correct the key, or name it in `keys` if it is a column that `weir ingest --keep` has kept on purpose.",
        parameters: [
            RuleParameter("keys", standard: .texts([]), "further keys that entries may have, such as kept columns")
        ])

    private let allowed: [[UInt8]]
    /// The keys that have been met, with what may be meant by them, and whether they have been told.
    private var met: [[UInt8]: Met] = [:]
    private var file = -1

    private struct Met {
        let meant: EntryKey?
        var isTold = false
    }

    /// A file of nothing but unknown keys shall not be held in memory.
    private static let mostKeys = 1000

    init(_ settings: RuleSettings) { allowed = settings.texts("keys").map { Array($0.utf8) } }

    mutating func look(at batch: EntryBatch, _ findings: inout FindingCollector) {
        for entry in batch.entries where entry.hasOtherKeys {
            for index in entry.members where batch.members[index].name == .other {
                look(at: batch.members[index], of: entry, in: batch, &findings)
            }
        }
    }

    private mutating func look(
        at member: RecordBatch.Field, of entry: EntryBatch.Entry, in batch: EntryBatch, _ findings: inout FindingCollector
    ) {
        let key = batch.text(member.key)
        guard !allowed.contains(where: { $0.elementsEqual(key) }) else { return }
        if file != findings.file {
            met.removeAll()
            file = findings.file
        }
        let name = Array(key)
        if met[name] == nil {
            guard met.count < Self.mostKeys else { return }
            met[name] = Met(meant: keyMeant(by: key))
        }
        if let meant = met[name]?.meant, !batch.has(meant, entry) {
            return findings.add(
                batch.spot(entry, keyOf: member), "\(quoted(key)) is not a key of a manifest: did you mean `\(meant.text)`?")
        }
        guard met[name]?.isTold == false else { return }
        met[name]?.isTold = true
        var spot = batch.spot(entry, keyOf: member)
        // It is about the key wherever that stands, and not about this entry.
        spot.img = nil
        findings.add(spot, "\(quoted(key)) is not a key of a manifest; this is the first entry that has it")
    }
}
