import WeirBase

/// Pictures that are not loaded because they have no TLS.
struct ImgHTTP: ManifestRule {
    static let rule = Rule(
        "img-http", .manifest, .warning, "pictures are loaded by https",
        explanation: """
            iOS, and Android from 9 on, refuse http unless the app has an exception for the host \
            (https://developer.android.com/reference/kotlin/android/security/net/config/NetworkSecurityConfig, read on 2026-11-30).
            """,
        example: #"{"w":200,"h":275,"img":"http://cdn.example.com/a.jpg","price":"¥169"}"#,
        remedy: "Write https. If the app has an exception, set `allowed`.",
        parameters: [
            RuleParameter(hosts: "allowed", "hosts for which the app allows http; * matches any characters")
        ])
    static let looksAtImages = true

    private let allowed: [TextPattern]
    private var tally = AuthorityTally<Bool>()

    init(_ parameters: RuleParameters) { allowed = parameters.texts("allowed").map { TextPattern($0.lowercased()) } }

    /// The only kind of fault is `true`.
    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        let allowed = allowed
        tally.add(batch) { Self.isRefused($0, from: $1, allowed) ? true : nil }
    }

    private static func isRefused(_ img: UnsafeBufferPointer<UInt8>, from start: Int, _ allowed: [TextPattern]) -> Bool {
        guard case .http = AddressForm(img) else { return false }
        let host = AddressHost(img, from: start)
        let name = String(decoding: host.name, as: UTF8.self).lowercased()
        return host.fault == nil && HostReach.obstacle(host) == nil && !allowed.contains { $0.matches(name) }
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard let seen = tally.seen.first else { return }
        findings.add(
            Self.rule, in: seen.file, seen.first,
            "\(seen.share(of: manifest.pictureCount)) loaded by http, which App Transport Security refuses")
    }
}
