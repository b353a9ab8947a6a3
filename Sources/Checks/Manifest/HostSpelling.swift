import WeirBase

/// Hosts that are probably misspelt.
struct HostSpelling: ManifestRule {
    static let rule = Rule(
        "host-spelling", .manifest, .warning, "no rare host is one letter away from a common one",
        explanation: """
            It is usually a typing error. Hosts that differ in a number (cdn1, cdn2), or in a part of at most three \
            letters, have no finding.
            """,
        example: """
            {"w":200,"h":275,"img":"https://cdn.example.com/a.jpg","price":"¥169"} and 22 others of this host
            {"w":200,"h":275,"img":"https://cdn.exmaple.com/b.jpg","price":"¥169"}
            """,
        remedy: "Correct the host, or ignore the finding.")
    static let looksAtImages = true

    private var hosts = AuthorityTally<String>()

    /// How many times as many pictures the common host has.
    private static let fewTimes = 10

    init(_ parameters: RuleParameters) {}

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        hosts.add(batch) { String(decoding: AddressHost($0, from: $1).name, as: UTF8.self).lowercased() }
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        for rare in hosts.seen {
            let common = hosts.seen.first { $0.count >= rare.count * Self.fewTimes && Self.isMisspelt(rare.kind, of: $0.kind) }
            guard let common else { continue }
            findings.add(
                Self.rule, in: rare.file, rare.first,
                "\(rare.share(of: manifest.pictureCount)) on \(rare.kind), a letter away from \(common.kind), which \(common.count) pictures have"
            )
        }
    }

    private static func isMisspelt(_ rare: String, of common: String) -> Bool {
        guard abs(rare.utf8.count - common.utf8.count) <= 1, slips(from: Array(rare.utf8), to: Array(common.utf8)) == 1,
            rare.utf8.filter({ !isDigit($0) }) != common.utf8.filter({ !isDigit($0) })
        else { return false }
        let (labels, others) = (rare.split(separator: "."), common.split(separator: "."))
        return labels.count != others.count || zip(labels, others).allSatisfy { $0 == $1 || min($0.utf8.count, $1.utf8.count) > 3 }
    }
}
