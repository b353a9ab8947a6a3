/// Pictures with several forms of addresses in one manifest.
struct MixedSchemes: ManifestRule {
    static let rule = Rule(
        "mixed-schemes", .manifest, .warning, "all addresses of a manifest are URLs, or all are paths",
        explanation: """
            An app that adds a base URL to paths adds it to whole URLs too.
            """,
        example: """
            {"w":200,"h":275,"img":"https://example.com/a.jpg","price":"¥169"}
            {"w":200,"h":275,"img":"shop/b.jpg","price":"¥169"}
            """,
        remedy: "Write all addresses in one form, such as with `weir ingest --base-url`.")

    private enum AddressStyle: String {
        case url = "URL"
        case path
    }

    private var tally = KindTally<AddressStyle>()

    init(_ parameters: RuleParameters) {}

    mutating func look(at batch: EntryBatch, _ findings: inout FindingStore) {
        for entry in batch.entries {
            guard let style = entry.repeatedStart > 0 ? .url : style(batch.text(batch.img(of: entry))) else { continue }
            if tally.addIfKnown(where: { $0 == style }) { continue }
            guard let member = batch.member(.img, of: entry) else { continue }
            tally.add(in: batch.file, style, batch.subject(entry, valueOf: member))
        }
    }

    private func style(_ img: UnsafeBufferPointer<UInt8>) -> AddressStyle? {
        switch AddressForm(img) {
        case .http, .https: .url
        // A broken path is often meant to be a URL, and has a finding of `img-address`.
        case .path: img.isEmpty || AddressPath.fault(img) != nil ? nil : .path
        case .schemeless, .slashless, .foreign: nil
        }
    }

    mutating func conclude(_ manifest: inout ManifestFiles, _ findings: inout FindingStore) {
        guard let mostCommon = tally.mostCommon else { return }
        for other in tally.seen where other.kind != mostCommon.kind {
            findings.add(
                Self.rule, in: other.file, other.first,
                "\(other.share(of: tally.count)) addressed by \(other.kind.rawValue), and most by \(mostCommon.kind.rawValue)")
        }
    }
}
