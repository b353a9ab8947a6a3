import WeirBase

/// Hosts that phones cannot connect to.
struct ImgHost: ManifestRule {
    static let rule = Rule(
        "img-host", .manifest, .warning, "phones reach the hosts of all pictures",
        explanation: """
            Phones cannot reach `localhost`, private addresses such as 10.0.0.5, or names such as `nas.local`.
            """,
        example: #"{"w":200,"h":275,"img":"http://localhost:8000/a.jpg","price":"¥169"}"#,
        remedy: "Write the public host, with `weir ingest --base-url`. For phones in the same network, set `allowed`.",
        parameters: [
            RuleParameter(hosts: "allowed", "hosts that phones reach; * matches any characters")
        ])
    static let looksAtImages = true

    private struct Obstacle: Equatable {
        let host: String
        let reason: String
    }

    private let allowed: [TextPattern]
    private var tally = AuthorityTally<Obstacle>()

    init(_ parameters: RuleParameters) { allowed = parameters.texts("allowed").map { TextPattern($0.lowercased()) } }

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        let allowed = allowed
        tally.add(batch) { Self.obstacle($0, from: $1, allowed) }
    }

    private static func obstacle(_ img: UnsafeBufferPointer<UInt8>, from start: Int, _ allowed: [TextPattern]) -> Obstacle? {
        let host = AddressHost(img, from: start)
        guard host.fault == nil, let reason = HostReach.obstacle(host) else { return nil }
        let name = String(decoding: host.name, as: UTF8.self).lowercased()
        return allowed.contains { $0.matches(name) } ? nil : Obstacle(host: host.shown, reason: reason)
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        for seen in tally.seen {
            findings.add(
                Self.rule, in: seen.file, seen.first,
                "\(seen.share(of: manifest.pictureCount)) on \(seen.kind.host), which phones do not reach: \(seen.kind.reason)")
        }
    }
}
