/// Files that exist and are not sound pictures.
struct PictureDecodes: ManifestRule {
    static let rule = Rule(
        "picture-decodes", .pictures, .error, "the file at img is a picture that decodes",
        explanation: """
            Often an error page was stored, or an upload ended early. Without `--verify` only the header is read.
            """,
        example: "a.jpg that is an HTML page, or the first half of a JPEG",
        remedy: "Upload the picture again, and run `weir ingest`.")

    static let failuresLookedAt: Set<PictureComparison.FailureKind> = [.unsound]

    init(_ parameters: RuleParameters) {}

    func look(at picture: PictureComparison, _ findings: inout FindingStore) {
        guard case .failure(let failure) = picture.found, picture.failureKind == .unsound else { return }
        findings.add(Self.rule, about: picture, "img", "the picture is broken: \(failure.code.rawValue): \(failure.message)")
    }
}
