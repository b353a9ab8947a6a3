import Pixels

/// Generated pictures of which an app does not know.
struct PictureGenerated: ManifestRule {
    static let rule = Rule(
        "picture-generated", .pictures, .warning, "the entry of a generated picture has its source",
        explanation: """
            Article 50 (4) of the EU's AI Act wants a label on generated pictures that look real, since 2026-08-02 \
            (https://www.aiactblog.nl/en/posts/deepfakes-transparency-ai-act-2026, read on 2026-11-29).
            """,
        example: "a.jpg whose C2PA says trainedAlgorithmicMedia, and an entry without source",
        remedy: "Run `weir ingest --with source`, and let the app show a label.", isOnRequest: true)

    init(_ parameters: RuleParameters) {}

    static func lacksFacts(of picture: PictureComparison) -> Bool {
        picture.declaredSource == nil && !picture.foundFacts.kinds.contains(.source)
    }

    func look(at picture: PictureComparison, _ findings: inout FindingStore) {
        guard case .success = picture.found, picture.declaredSource == nil, let found = picture.foundFacts.placeholders[.source]
        else { return }
        findings.add(Self.rule, about: picture, "source", "the picture's metadata say \(found), and the entry has no source")
    }
}
